"""Individuals against the vectors, and their invariants at every size."""

import json
from pathlib import Path

import pytest

from clubmanager.nights.core.individual import full_rounds, individual, kinds_for
from clubmanager.nights.core.movement import (
    MovementError,
    check,
    opponent_counts,
    partner_counts,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())
PRINTED = [name for name, vector in VECTORS["individual"].items() if vector.get("rounds")]
EVERY_KIND = [(players, kind) for players in range(4, 53) for kind in kinds_for(players)]


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_individual_is_reproduced(name):
    vector = VECTORS["individual"][name]
    kind = name if name == "acbl-8" else name.split("-")[0]
    movement = individual(vector["players"], kind=kind)
    assert [
        [(s.table, *(place.entry[1] for place in s.places)) for s in tables]
        for tables in movement.rounds
    ] == [
        [(t["table"], t["n"], t["e"], t["s"], t["w"]) for t in tables]
        for tables in vector["rounds"]
    ]
    if kind == "rainbow":
        assert [[s.board_set for s in tables] for tables in movement.rounds] == [
            [t["boards"][0] for t in tables] for tables in vector["rounds"]
        ]


@pytest.mark.parametrize("tables", [5, 7, 11, 13])
def test_at_a_rainbow_nobody_sits_twice_with_anybody_and_no_board_is_shared(tables):
    movement = individual(4 * tables, kind="rainbow")
    assert check(movement) == []
    assert len(movement.rounds) == tables
    assert not movement.shared_sets
    together = partner_counts(movement) + opponent_counts(movement)
    assert max(together.values()) == VECTORS["individual"][f"rainbow-{tables}"]["max_together"]


@pytest.mark.parametrize(("players", "kind"), EVERY_KIND)
def test_every_size_and_kind_keeps_the_invariants(players, kind):
    for rounds in {5} if kind == "draw" else {1, 5, full_rounds(players, kind)}:
        if rounds <= full_rounds(players, kind):
            movement = individual(players, rounds, kind=kind, seed=b"a seed")
            assert check(movement) == []
            assert movement.format == "individual"
            assert movement.entries == tuple(("", n) for n in range(1, players + 1))


@pytest.mark.parametrize(("players", "kind"), [k for k in EVERY_KIND if k[1] not in ("draw",)])
def test_no_partnership_is_repeated(players, kind):
    assert set(partner_counts(individual(players, kind=kind)).values()) == {1}


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        pytest.param(8, ("whist", "acbl-8", "draw"), id="8"),
        pytest.param(20, ("whist", "rainbow", "draw"), id="20"),
        pytest.param(21, ("whist", "draw"), id="21"),
        pytest.param(22, ("draw",), id="22"),
        pytest.param(28, ("rainbow", "draw"), id="28"),
        pytest.param(36, ("draw",), id="36: nine tables are not prime"),
        pytest.param(52, ("rainbow", "draw"), id="52"),
    ],
)
def test_kinds_for_a_size(players, kinds):
    assert kinds_for(players) == kinds


def test_a_drawn_individual_says_so_and_depends_on_the_seed():
    movement = individual(22, 5, seed=b"one")
    assert "Drawn by chance, with as few repeated partners" in " ".join(movement.notes)
    assert movement != individual(22, 5, seed=b"two")


def test_who_cannot_keep_a_seat_is_told():
    movement = individual(28, stationary=frozenset({3, 9}))
    assert "Player 9 cannot keep a seat in this movement." in movement.notes
    assert "Player 3 cannot" not in " ".join(movement.notes)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"players": 3}, "players must be 4 to 52, got 3", id="three"),
        pytest.param({"players": 53}, "players must be 4 to 52, got 53", id="53"),
        pytest.param(
            {"players": 36, "kind": "rainbow"},
            "kind must be draw with 36 players, got 'rainbow'",
            id="rainbow of nine tables",
        ),
        pytest.param({"players": 28, "rounds": 8}, "rounds must be 1 to 7, got 8", id="too long"),
    ],
)
def test_what_does_not_work_is_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        individual(**arguments)
