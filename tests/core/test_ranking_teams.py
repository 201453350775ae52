"""Teams ranked by victory points. Numbers: WBF scale for 8 boards, added by hand."""

import pytest

from scoring.core.teams import BYE, TeamMatch, rank_teams
from scoring.core.tie_breaks import TieBreak


def test_victory_points_add_up_and_a_bye_gives_its_points():
    # 8 boards: 10 IMPs are 13.78, 0 are 10.00; a bye is 12.00.
    matches = [TeamMatch(0, 1, 8, 10), TeamMatch(2, BYE, 8, 0), TeamMatch(0, 2, 8, 0)]
    placings = rank_teams(matches, teams=3)
    assert [(p.team, p.rank, p.points_hundredths, p.net_imps, p.matches) for p in placings] == [
        (0, 1, 2378, 10, 2),
        (2, 2, 2200, 0, 2),
        (1, 3, 622, -10, 1),
    ]


def test_two_level_teams_are_split_by_their_match():
    # 0 and 1 have 20.00 each, more than 3 with 13.78; 1 beat 0.
    matches = [
        TeamMatch(0, 1, 8, -10),  # 6.22 : 13.78
        TeamMatch(0, 2, 8, 10),  # 13.78
        TeamMatch(1, 3, 8, -10),  # 6.22
    ]
    placings = rank_teams(matches, teams=4)
    level = [(p.team, p.rank, p.tie_reason) for p in placings if p.points_hundredths == 2000]
    assert level == [(1, 1, "1st by head-to-head"), (0, 2, "2nd by head-to-head")]


def test_blitzes_are_split_by_the_basic_score():
    # 43 IMPs over 8 boards are 20.00, and so are 60. Neither the meetings nor the opponents differ.
    matches = [TeamMatch(0, 2, 8, 43), TeamMatch(1, 3, 8, 60)]
    placings = rank_teams(matches, teams=4)
    assert [(p.team, p.tie_reason) for p in placings[:2]] == [
        (1, "1st by basic score"),
        (0, "2nd by basic score"),
    ]
    tied = rank_teams(matches, teams=4, chain=())
    assert [(p.team, p.rank, p.shared) for p in tied[:2]] == [(0, 1, True), (1, 1, True)]


@pytest.mark.parametrize(
    ("match", "message"),
    [
        pytest.param({"home": 1, "away": 1, "boards": 8, "imps": 0}, "two teams", id="itself"),
        pytest.param({"home": 0, "away": 1, "boards": 0, "imps": 0}, "boards must", id="boards"),
        pytest.param({"home": 0, "away": BYE, "boards": 8, "imps": 5}, "bye must be 0", id="bye"),
    ],
)
def test_a_match_that_cannot_be_is_refused(match, message):
    with pytest.raises(ValueError, match=message):
        TeamMatch(**match)


def test_boards_are_no_tie_break_of_teams():
    with pytest.raises(ValueError, match="got board count-back"):
        rank_teams([], teams=1, chain=[TieBreak.COUNT_BACK])
