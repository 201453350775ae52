"""Who wins a game of four hands, and by which rule."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.cards import Side
from scoring.core.abridged import Abridged
from scoring.core.ruleset import HandOutcome, RuleError

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "abridged_games.json").read_text("utf-8")
)
TEAM = {"A": Side.NS, "B": Side.EW}
REASONS = {"three of four hands": "hands won"}


def hand(number, net, ruling="none"):
    return HandOutcome(number, max(net, 0), max(-net, 0), ruling)


def result(*hands, expected=4):
    return Abridged().game_result(hands, expected)


@pytest.mark.parametrize("case", VECTORS["games"], ids=lambda case: case["name"])
def test_a_game_goes_by_points_then_hands_then_the_fourth_hand(case):
    nets = [h["points"] if h["points_to"] == "A" else -h["points"] for h in case["hands"]]
    game = result(*(hand(number, net) for number, net in enumerate(nets, start=1)))
    assert [game.ns_points, game.ew_points] == case["totals"]
    assert [game.ns_hands_won, game.ew_hands_won] == case["hands_won"]
    assert game.winner is TEAM[case["winner"]]
    assert game.decided_by == REASONS.get(case["decided_by"], case["decided_by"])
    assert game.finished


@pytest.mark.parametrize(
    ("hands", "winner", "decided_by"),
    [
        pytest.param(
            [hand(1, 20), hand(2, -20), hand(3, 10), HandOutcome(4, None, None, "cancelled")],
            Side.NS,
            "points",
            id="fourth cancelled, points differ",
        ),
        pytest.param(
            [hand(1, 20), hand(2, -10), hand(3, -10), HandOutcome(4, None, None, "cancelled")],
            Side.EW,
            "hands won",
            id="fourth cancelled, level, two hands to one",
        ),
        pytest.param(
            [
                hand(1, 20),
                hand(2, -20),
                *(HandOutcome(n, None, None, "not played") for n in (3, 4)),
            ],
            Side.EW,
            "last scored hand",
            id="two hands not played",
        ),
        pytest.param(
            [hand(1, 20), hand(2, -20), hand(3, 10), hand(4, -10, "adjusted")],
            Side.EW,
            "last scored hand",
            id="all four played, the fourth adjusted",
        ),
        pytest.param(
            [hand(1, 20, "adjusted"), hand(2, -20), hand(3, -10), hand(4, 10)],
            Side.NS,
            "last scored hand",
            id="all four played, the first adjusted",
        ),
        pytest.param(
            [hand(1, 10), hand(2, -10), hand(3, 0, "adjusted"), hand(4, 0, "adjusted")],
            Side.EW,
            "last scored hand",
            id="the last two adjusted to nothing",
        ),
        pytest.param(
            [hand(n, 0, "adjusted") for n in (1, 2, 3, 4)], None, "draw", id="nobody won a hand"
        ),
        pytest.param(
            [HandOutcome(n, 40, 0, "cancelled") for n in (1, 2, 3, 4)],
            None,
            "draw",
            id="everything cancelled, the points as played do not count",
        ),
    ],
)
def test_where_a_hand_was_ruled_upon_the_chain_ends_with_the_last_scored_hand(
    hands, winner, decided_by
):
    game = result(*hands)
    assert (game.winner, game.decided_by, game.finished) == (winner, decided_by, True)


def test_an_unfinished_game_has_totals_and_no_winner():
    game = result(hand(2, -20), hand(1, 100), HandOutcome(3, None, None))
    assert (game.ns_points, game.ew_points) == (100, 20)
    assert (game.ns_hands_won, game.ew_hands_won) == (1, 1)
    assert (game.winner, game.decided_by, game.finished) == (None, "", False)


def test_the_order_in_which_hands_were_played_does_not_matter():
    hands = [hand(1, 20), hand(2, -20), hand(3, 10), hand(4, -10)]
    assert result(*reversed(hands)) == result(*hands)


@pytest.mark.parametrize("numbers", [(1, 1), (0, 1), (4, 5)])
def test_a_hand_number_is_within_the_game_and_there_once(numbers):
    with pytest.raises(RuleError, match="hand number must be 1 to 4, each once"):
        result(*(hand(number, 10) for number in numbers))


def test_an_outcome_refuses_points_of_one_side_and_unknown_rulings():
    with pytest.raises(RuleError, match="points must be given for both sides"):
        HandOutcome(1, 10, None)
    with pytest.raises(RuleError, match="ruling must be one of none, adjusted"):
        HandOutcome(1, 10, 0, "undone")


@given(st.lists(st.integers(-200, 200).filter(bool), min_size=4, max_size=4))
def test_four_scored_hands_with_positive_cells_always_separate_the_teams(nets):
    game = result(*(hand(number, net) for number, net in enumerate(nets, start=1)))
    mirror = result(*(hand(number, -net) for number, net in enumerate(nets, start=1)))
    assert game.winner is not None
    assert game.decided_by in ("points", "hands won", "fourth hand")
    assert mirror.winner is game.winner.other
