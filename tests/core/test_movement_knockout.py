"""Knockouts: brackets by hand, and whole tournaments in which the better seed wins."""

import pytest

from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.knockout import bracket, knockout_rounds, match_winners
from clubmanager.nights.core.movement import MovementError, check


def meetings_of(tables):
    return [(s.n.entry[1], s.e.entry[1]) for s in tables]


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        pytest.param(2, (1, 2), id="final"),
        pytest.param(4, (1, 4, 2, 3), id="four"),
        pytest.param(7, (1, 8, 4, 5, 2, 7, 3, 6), id="seven, 8 is the bye"),
        pytest.param(16, (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11), id="sixteen"),
    ],
)
def test_brackets(entries, order):
    assert bracket(entries) == order


@pytest.mark.parametrize("key", ["knockout", "team_knockout"])
@pytest.mark.parametrize("entries", [*range(2, 35), 63, 64, 65, 100])
def test_when_the_better_seed_always_wins_seeds_1_and_2_meet_in_the_final(key, entries):
    chosen = get_format(key)
    movement = chosen.build(entries)
    byes = 2 ** knockout_rounds(entries) - entries
    assert movement.sit_outs[0] == tuple(("", seed) for seed in range(1, byes + 1))
    for _ in range(knockout_rounds(entries) - 1):
        winners = frozenset(min(s.entries) for s in movement.rounds[-1])
        movement = chosen.draw_next(movement, winners=winners)
        assert not movement.sit_outs[-1]
    assert check(movement) == []
    assert len(movement.rounds) == chosen.rounds_offered(entries)[-1]
    assert {entry for s in movement.rounds[-1] for entry in s.entries} == {("", 1), ("", 2)}
    with pytest.raises(MovementError, match="the final has been played"):
        chosen.draw_next(movement, winners=frozenset({("", 1)}))


def test_six_entries_by_hand():
    chosen = get_format("knockout")
    movement = chosen.build(6)
    assert meetings_of(movement.rounds[0]) == [(4, 5), (3, 6)]
    assert movement.sit_outs == ((("", 1), ("", 2)),)
    movement = chosen.draw_next(movement, winners=frozenset({("", 5), ("", 3)}))
    assert meetings_of(movement.rounds[1]) == [(1, 5), (2, 3)]
    assert movement.absent == ((), (("", 4), ("", 6)))


@pytest.mark.parametrize(
    "winners",
    [
        pytest.param([], id="nobody"),
        pytest.param([4, 5], id="both of one match"),
        pytest.param([4], id="one match is missing"),
        pytest.param([4, 3, 1], id="who had a bye did not play"),
    ],
)
def test_winners_must_be_one_of_each_match(winners):
    movement = get_format("knockout").build(6)
    with pytest.raises(MovementError, match="winners must be"):
        get_format("knockout").draw_next(
            movement, winners=frozenset(("", number) for number in winners)
        )


@pytest.mark.parametrize("key", ["knockout", "team_knockout"])
def test_a_drawn_match_has_no_winner_yet(key):
    movement = get_format(key).build(4)
    points = {("", 1): 120, ("", 4): 80, ("", 2): 100, ("", 3): 100}
    assert match_winners(movement, points) == ((("", 1),), ((("", 2), ("", 3)),))
    points["", 3] = 110
    assert match_winners(movement, points) == ((("", 1), ("", 3)), ())
