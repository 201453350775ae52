"""Howells against the vectors, and their invariants at every size and length."""

import json
from math import comb
from pathlib import Path

import pytest

from clubmanager.nights.core.howell import full_rounds, howell
from clubmanager.nights.core.movement import MovementError, check, meetings

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())


def as_rows(movement):
    return [
        [(s.table, s.n.entry[1], s.e.entry[1], s.board_set) for s in tables]
        for tables in movement.rounds
    ]


@pytest.mark.parametrize("name", list(VECTORS["howell"]))
def test_every_printed_howell_is_reproduced(name):
    vector = VECTORS["howell"][name]
    way = "spread" if name == "3-spread" else "same boards"
    assert as_rows(howell(vector["pairs"], three_tables=way)) == [
        [(row["table"], row["ns"], row["ew"], row["boards"][0]) for row in rows]
        for rows in vector["rounds"]
    ]


@pytest.mark.parametrize("way", ["same boards", "spread"])
@pytest.mark.parametrize("pairs", range(3, 21))
def test_everybody_meets_everybody_and_every_board(pairs, way):
    movement = howell(pairs, three_tables=way)
    assert check(movement) == []
    met = meetings(movement)
    assert len(met) == len(set(met)) == comb(pairs, 2)
    assert len(movement.board_sets) == len(movement.rounds)
    # Whoever sits out misses one board set, as one of an even field's numbers is missing.
    plays = dict.fromkeys(movement.entries, 0)
    for sitting in movement.sittings():
        for entry in sitting.entries:
            plays[entry] += 1
    assert set(plays.values()) == {pairs - 1}


@pytest.mark.parametrize("pairs", range(3, 21))
def test_every_shorter_evening_keeps_the_invariants_and_says_it_is_unbalanced(pairs):
    for rounds in range(1, full_rounds(pairs)):
        movement = howell(pairs, rounds)
        assert check(movement) == []
        assert f"{rounds} of {full_rounds(pairs)} rounds: unbalanced" in " ".join(movement.notes)


@pytest.mark.parametrize("pairs", range(7, 21))
def test_from_four_tables_on_no_board_is_at_two_tables(pairs):
    movement = howell(pairs)
    assert (movement.shared_sets, movement.copies) == (False, 1)


@pytest.mark.parametrize("pairs", [5, 7, 9, 11, 13, 15, 17, 19])
def test_an_odd_field_sits_out_in_the_order_of_the_numbers(pairs):
    # The missing pair would sit at table 1; pair 1 comes there first, pair 2 next.
    movement = howell(pairs)
    assert movement.sit_outs == tuple((("", number),) for number in range(1, pairs + 1))
    assert all(1 not in {s.table for s in tables} for tables in movement.rounds)


def test_three_tables_share_in_the_last_round_only_when_spread():
    shares = [len({s.board_set for s in t}) for t in howell(6, three_tables="spread").rounds]
    assert shares == [3, 3, 3, 3, 1]
    assert howell(6, 4, three_tables="spread").shared_sets is False
    assert (howell(6).shared_sets, howell(6).copies) == (True, 3)


def test_seven_rounds_tell_how_long_they_are():
    assert (
        "All 7 rounds are 28 boards with sets of four, 21 with three, 14 with two; sets of two "
        "or three boards count for matchpoints only."
    ) in howell(8).notes


def test_only_the_last_pair_keeps_its_seat():
    movement = howell(8, stationary=frozenset({3, 8}))
    assert movement.notes[-1] == "Pair 3 cannot keep a seat: only pair 8 does."
    assert {(s.table, s.n.entry[1]) for s in movement.sittings() if ("", 8) in s.entries} == {
        (1, 8)
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"pairs": 2}, "pairs must be 3 to 20, got 2", id="one table"),
        pytest.param({"pairs": 21}, "pairs must be 3 to 20, got 21", id="eleven tables"),
        pytest.param({"pairs": 8, "rounds": 8}, "rounds must be 1 to 7, got 8", id="too long"),
        pytest.param(
            {"pairs": 8, "stationary": frozenset({9})},
            "stationary must be 1 to 8, got 9",
            id="unknown pair",
        ),
    ],
)
def test_what_does_not_work_is_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        howell(**arguments)
