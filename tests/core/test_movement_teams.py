"""Teams of four: every meeting once, each at two tables with the same boards."""

from collections import Counter, defaultdict
from math import comb

import pytest

from clubmanager.nights.core.movement import MovementError, check, meetings
from clubmanager.nights.core.teams import full_rounds, team_round_robin, ways_for

WAYS = [(teams, odd) for teams in range(4, 17) for odd in ways_for(teams) or ("",)]


@pytest.mark.parametrize(("teams", "odd"), WAYS)
def test_everybody_meets_everybody_at_two_tables_with_the_same_boards(teams, odd):
    movement = team_round_robin(teams, odd=odd)
    assert check(movement) == []
    assert len(meetings(movement)) == len(set(meetings(movement))) == comb(teams, 2)
    tables = defaultdict(set)
    for s in movement.sittings():
        assert [place.member for place in s.places] == [0, 2, 1, 3]
        tables[s.entries, s.board_set].add(s.n.entry)
    # Each team of the match has been North-South once.
    assert len(tables) == comb(teams, 2)
    assert all(norths == both for (both, _), norths in tables.items())


@pytest.mark.parametrize(("teams", "odd"), WAYS)
def test_every_shorter_evening_keeps_the_invariants(teams, odd):
    for rounds in range(1, full_rounds(teams, odd)):
        movement = team_round_robin(teams, rounds, odd=odd)
        assert check(movement) == []
        assert f"{rounds} of {full_rounds(teams, odd)} rounds" in " ".join(movement.notes)


@pytest.mark.parametrize("teams", [7, 9, 11, 13, 15])
def test_triangles_leave_nobody_out(teams):
    movement = team_round_robin(teams)
    assert len(movement.rounds) == teams - 1
    assert not any(movement.sit_outs)
    assert all(len(tables) == teams for tables in movement.rounds)


@pytest.mark.parametrize("teams", [7, 9, 11, 13, 15])
def test_an_odd_number_of_rounds_ends_with_one_bye(teams):
    movement = team_round_robin(teams, 3)
    assert [len(resting) for resting in movement.sit_outs] == [0, 0, 1]
    assert "The last round has no second one" in " ".join(movement.notes)


def test_a_triangle_by_hand():
    # Seven teams: 7, 1 and 4 are the triangle; 2 3, 5 6 and then 3 5, 6 2 play whole matches.
    first, second = team_round_robin(7, 2).rounds
    seen = [
        [(s.table, s.n.entry[1], s.e.entry[1], s.board_set) for s in r] for r in (first, second)
    ]
    assert seen == [
        [(1, 2, 3, 1), (2, 3, 2, 1), (3, 5, 6, 1), (4, 6, 5, 1),
         (5, 7, 1, 1), (6, 1, 4, 2), (7, 4, 7, 3)],
        [(1, 3, 5, 2), (2, 5, 3, 2), (3, 6, 2, 2), (4, 2, 6, 2),
         (5, 7, 4, 3), (6, 4, 1, 2), (7, 1, 7, 1)],
    ]  # fmt: skip


@pytest.mark.parametrize("teams", [5, 7, 9, 11, 13, 15])
def test_byes_fall_once_each(teams):
    movement = team_round_robin(teams, odd="bye")
    byes = Counter(entry for resting in movement.sit_outs for entry in resting)
    assert byes == {("", number): 1 for number in range(1, teams + 1)}


def test_a_team_that_sits_still_keeps_its_table():
    movement = team_round_robin(8, stationary=frozenset({3}))
    tables = {s.table for s in movement.sittings() if s.n.entry == ("", 3)}
    assert tables == {1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"teams": 3}, "teams must be 4 to 16, got 3", id="three teams"),
        pytest.param(
            {"teams": 5, "odd": "triangle"},
            "odd must be bye with 5 teams, got 'triangle'",
            id="five teams: the two others would meet twice",
        ),
        pytest.param({"teams": 8, "rounds": 8}, "rounds must be 1 to 7, got 8", id="too long"),
    ],
)
def test_what_does_not_work_is_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        team_round_robin(**arguments)
