"""Round robins against the printed Berger tables, and their invariants at every size."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from clubmanager.nights.core.movement import MovementError, check
from clubmanager.nights.core.round_robin import full_rounds, round_robin

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())
SIZES = range(3, 15)


def meetings(tables) -> list[tuple[int, int]]:
    return [(sitting.n.entry[1], sitting.e.entry[1]) for sitting in tables]


@pytest.mark.parametrize("pairs", [int(size) for size in VECTORS["round_robin"]])
def test_pairing_order_and_direction_equal_the_tables(pairs):
    movement = round_robin(pairs)
    expected = VECTORS["round_robin"][str(pairs)]
    assert [meetings(tables) for tables in movement.rounds] == [
        [tuple(meeting) for meeting in row if None not in meeting] for row in expected
    ]
    assert [[number for _, number in resting] for resting in movement.sit_outs] == [
        [number for meeting in row if None in meeting for number in meeting if number]
        for row in expected
    ]


@pytest.mark.parametrize("pairs", SIZES)
def test_everybody_meets_everybody_once_and_byes_are_equal(pairs):
    movement = round_robin(pairs)
    assert check(movement) == []
    met = Counter(frozenset(meeting) for tables in movement.rounds for meeting in meetings(tables))
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, pairs + 1), 2))
    byes = Counter(number for resting in movement.sit_outs for _, number in resting)
    assert byes == Counter(range(1, pairs + 1) if pairs % 2 else ())


@pytest.mark.parametrize("pairs", SIZES)
def test_every_shorter_evening_keeps_the_invariants_and_says_so(pairs):
    for rounds in range(1, full_rounds(pairs)):
        movement = round_robin(pairs, rounds)
        assert len(movement.rounds) == rounds
        assert check(movement) == []
        assert f"{rounds} of {full_rounds(pairs)} rounds" in movement.notes[-1]


def test_each_round_has_its_own_board_set_with_a_copy_at_each_table():
    movement = round_robin(7, 3)
    assert [{s.board_set for s in tables} for tables in movement.rounds] == [{1}, {2}, {3}]
    assert (movement.shared_sets, movement.copies) == (True, 3)


def test_one_table_shares_nothing():
    assert (round_robin(3).shared_sets, round_robin(3).copies) == (False, 1)


def test_partners_sit_opposite_each_other():
    sitting = round_robin(4).rounds[0][0]
    assert [place.entry for place in sitting.places] == [("", 1), ("", 4), ("", 1), ("", 4)]
    assert [place.member for place in sitting.places] == [0, 0, 1, 1]


@pytest.mark.parametrize("pairs", SIZES)
def test_a_stationary_pair_always_sits_north_south_at_table_1(pairs):
    for number in range(1, pairs + 1):
        movement = round_robin(pairs, stationary=frozenset({number}))
        assert check(movement) == []
        seats = {
            (sitting.table, sitting.n.entry[1])
            for sitting in movement.sittings()
            if ("", number) in sitting.entries
        }
        assert seats == {(1, number)}


def test_two_stationary_pairs_keep_their_tables_except_against_each_other():
    movement = round_robin(8, stationary=frozenset({3, 6}))
    assert check(movement) == []
    homes = {number: Counter() for number in (3, 6)}
    for sitting in movement.sittings():
        for number in (3, 6):
            if ("", number) in sitting.entries:
                homes[number][sitting.table, sitting.n.entry[1] == number] += 1
    assert homes == {3: {(1, True): 7}, 6: {(2, True): 6, (1, False): 1}}
    assert "the one with the higher number moves" in movement.notes[0]


def test_more_stationary_pairs_than_tables_are_named():
    movement = round_robin(4, stationary=frozenset({1, 2, 3}))
    assert check(movement) == []
    assert "Pair 3 cannot keep a seat: there are only 2 tables." in movement.notes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"pairs": 2}, "pairs must be 3 to 14, got 2", id="two pairs"),
        pytest.param({"pairs": 15}, "pairs must be 3 to 14, got 15", id="fifteen pairs"),
        pytest.param({"pairs": 8, "rounds": 8}, "rounds must be 1 to 7, got 8", id="8 rounds"),
        pytest.param({"pairs": 8, "rounds": 0}, "rounds must be 1 to 7, got 0", id="no rounds"),
        pytest.param(
            {"pairs": 8, "stationary": frozenset({9})},
            "stationary must be 1 to 8, got 9",
            id="unknown stationary pair",
        ),
    ],
)
def test_sizes_out_of_range_are_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        round_robin(**arguments)
