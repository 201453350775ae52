"""Mitchell movements against the vectors, and their invariants at every size."""

import json
from collections import Counter
from pathlib import Path

import pytest

from clubmanager.nights.core.mitchell import full_rounds, kinds_for, mitchell
from clubmanager.nights.core.movement import MovementError, check

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())
SIZES = [(tables, kind) for tables in range(3, 27) for kind in kinds_for(tables)]
SIZES += [(tables, kinds_for(tables)[0]) for tables in (40, 99, 100)]


def as_rows(movement):
    return [
        [(s.table, *s.n.entry, *s.e.entry, s.board_set) for s in tables]
        for tables in movement.rounds
    ]


@pytest.mark.parametrize("name", list(VECTORS["mitchell"]))
def test_every_printed_mitchell_is_reproduced(name):
    vector = VECTORS["mitchell"][name]
    movement = mitchell(vector["tables"], kind=vector["kind"])
    assert as_rows(movement) == [
        [(row["table"], "NS", row["ns"], "EW", row["ew"], row["boards"][0]) for row in rows]
        for rows in vector["rounds"]
    ]
    assert movement.shared_sets == (vector["stats"]["max_share"] > 1)


@pytest.mark.parametrize(("tables", "kind"), SIZES)
def test_all_rounds_keep_the_invariants(tables, kind):
    movement = mitchell(tables, kind=kind)
    assert check(movement) == []
    met = {sitting.entries for sitting in movement.sittings()}
    assert len(met) == tables * (tables - 1 if kind == "skip" else tables)
    assert not any(movement.sit_outs)


@pytest.mark.parametrize("short", ["NS", "EW"])
@pytest.mark.parametrize(("tables", "kind"), SIZES)
def test_a_half_table_sits_out_at_most_once_each_and_shows_no_phantom(tables, kind, short):
    movement = mitchell(tables, kind=kind, half_table=short)
    assert check(movement) == []
    other = "EW" if short == "NS" else "NS"
    assert Counter(line for line, _ in movement.entries) == {short: tables - 1, other: tables}
    assert (short, tables) not in movement.entries
    assert all(len(resting) == 1 for resting in movement.sit_outs)
    times = Counter(entry for resting in movement.sit_outs for entry in resting)
    assert {line for line, _ in times} == {other}
    assert set(times.values()) == {1}


@pytest.mark.parametrize("short", ["", "NS", "EW"])
@pytest.mark.parametrize("tables", range(3, 13))
def test_every_shorter_evening_keeps_the_invariants(tables, short):
    for kind in kinds_for(tables):
        for rounds in range(1, full_rounds(tables, kind)):
            movement = mitchell(tables, kind=kind, rounds=rounds, half_table=short)
            assert len(movement.rounds) == rounds
            assert check(movement) == []
            assert f"{rounds} of {full_rounds(tables, kind)} rounds" in " ".join(movement.notes)


def test_six_and_a_half_tables_by_hand():
    movement = mitchell(7, half_table="EW")
    # E-W 7 is missing. It would start at table 7 and go up one table a round.
    assert movement.sit_outs == tuple((("NS", number),) for number in (7, 1, 2, 3, 4, 5, 6))
    assert [sitting.table for sitting in movement.rounds[1]] == [2, 3, 4, 5, 6, 7]


def test_a_missing_north_south_pair_ends_the_sharing():
    assert mitchell(6, kind="relay").shared_sets
    assert not mitchell(6, kind="relay", half_table="NS").shared_sets


def test_the_skip_is_explained_only_when_it_is_reached():
    assert mitchell(8).notes == (
        "After round 4 East-West go up two tables instead of one; "
        "each East-West pair misses one North-South pair.",
    )
    assert "go up two" not in " ".join(mitchell(8, rounds=4).notes)


def test_the_relay_is_explained():
    assert mitchell(8, kind="relay").notes == (
        "A set of boards rests on a stand between tables 4 and 5.",
        "Tables 1 and 8 share their boards in each round.",
    )


def test_only_north_south_keep_a_seat():
    movement = mitchell(5, stationary=frozenset({("NS", 2), ("EW", 3)}))
    assert movement.notes == ("East-West 3 cannot keep a seat: only North-South stay.",)
    at = {s.table for s in movement.sittings() if ("NS", 2) in s.entries}
    assert at == {2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"tables": 2}, "tables must be 3 to 100, got 2", id="two tables"),
        pytest.param(
            {"tables": 4, "kind": "plain"},
            "kind must be skip or relay at 4 tables, got 'plain'",
            id="plain at an even number",
        ),
        pytest.param(
            {"tables": 5, "kind": "relay"},
            "kind must be plain at 5 tables, got 'relay'",
            id="relay at an odd number",
        ),
        pytest.param(
            {"tables": 4, "rounds": 4}, "rounds must be 1 to 3, got 4", id="the skip costs a round"
        ),
        pytest.param(
            {"tables": 5, "half_table": "N"},
            "half_table must be 'NS', 'EW' or '', got 'N'",
            id="unknown line",
        ),
    ],
)
def test_what_does_not_work_is_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        mitchell(**arguments)
