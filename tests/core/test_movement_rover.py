"""Rovers against the vectors; arrow switch by hand and by its invariants."""

import json
from collections import Counter
from pathlib import Path

import pytest

from clubmanager.nights.core.mitchell import mitchell
from clubmanager.nights.core.movement import MovementError, check, meetings
from clubmanager.nights.core.rover import arrow_switched, rover_mitchell, switched_rounds

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())
TABLES = range(6, 16)


@pytest.mark.parametrize("tables", TABLES)
def test_the_rover_follows_the_printed_sequence(tables):
    vector = VECTORS["rover"][str(tables)]
    movement = rover_mitchell(tables)
    rover = ("NS", tables + 1)
    mine = [s for s in movement.sittings() if s.n.entry == rover]
    assert [s.table for s in mine] == vector["sequence"]
    assert len(mine) == vector["rounds_played"]
    assert len({s.board_set for s in mine}) == vector["distinct_board_sets"]
    assert len({s.e.entry for s in mine}) == vector["distinct_ew_pairs"]
    assert movement.sit_outs[0] == (rover,)


@pytest.mark.parametrize("tables", TABLES)
def test_every_length_keeps_the_invariants(tables):
    for rounds in range(1, tables + 1):
        movement = rover_mitchell(tables, rounds)
        twice = [pair for pair, times in Counter(meetings(movement)).items() if times > 1]
        assert check(movement, meet_once=not twice) == []
        assert len(twice) == len([n for n in movement.notes if "meets East-West" in n])
        assert len(twice) <= (1 if tables in (9, 15) else 0)
        assert all(len(resting) == 1 for resting in movement.sit_outs)


@pytest.mark.parametrize("tables", [9, 15])
def test_nine_and_fifteen_tables_say_that_an_opponent_repeats(tables):
    assert any(note.endswith("twice.") for note in rover_mitchell(tables).notes)


def test_the_rover_cannot_keep_a_seat():
    movement = rover_mitchell(7, stationary=frozenset({("NS", 8), ("NS", 1)}))
    assert movement.notes[-1] == "North-South 8 cannot keep a seat: the rover moves."


@pytest.mark.parametrize("tables", [5, 16])
def test_a_size_without_a_sequence_is_refused(tables):
    with pytest.raises(MovementError, match=f"tables must be 6 to 15, got {tables}"):
        rover_mitchell(tables)


@pytest.mark.parametrize(
    ("rounds", "switched"),
    [
        pytest.param(3, 1, id="3 rounds: at least one"),
        pytest.param(8, 1, id="8 rounds"),
        pytest.param(11, 1, id="11 rounds: 1.4"),
        pytest.param(12, 2, id="12 rounds: 1.5 goes up"),
        pytest.param(16, 2, id="16 rounds"),
        pytest.param(26, 3, id="26 rounds: 3.25"),
    ],
)
def test_about_an_eighth_is_switched(rounds, switched):
    assert switched_rounds(rounds) == switched


@pytest.mark.parametrize("tables", range(3, 21))
def test_an_arrow_switch_changes_directions_only(tables):
    before, after = mitchell(tables), arrow_switched(mitchell(tables))
    assert check(after) == []
    assert (before.winners, after.winners) == (2, 1)
    assert [[s.entries for s in t] for t in before.rounds] == [
        [s.entries for s in t] for t in after.rounds
    ]
    keep = len(before.rounds) - switched_rounds(len(before.rounds))
    assert before.rounds[:keep] == after.rounds[:keep]
    assert all(s.n.entry[0] == "EW" for tables_ in after.rounds[keep:] for s in tables_)


def test_the_arrow_switch_is_explained():
    assert arrow_switched(mitchell(7)).notes[-1] == (
        "Arrow switch in round 7: turn the boards a quarter, so that North-South play the "
        "East-West cards. There is one winner; nobody changes chairs."
    )
    assert "rounds 12 to 13" in arrow_switched(mitchell(13)).notes[-1]
