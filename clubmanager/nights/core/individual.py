"""Individual tournaments: everybody for himself or herself, a new partner in each round.

Sources: the whist tables (`whist.py`); the ACBL's movement for eight; the rainbow of the
Baron Barclay manual, which needs a prime number of tables: North stays, South goes up one
table, East two, West goes down two, the boards go down one. Other sizes are drawn
(`social_draw.py`), and the notes say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    TableSitting,
    player_sitting,
    require_between,
)
from clubmanager.nights.core.social_draw import social_draw
from clubmanager.nights.core.whist import Seats, whist_round, whist_rounds

FEWEST_PLAYERS = 4
MOST_PLAYERS = 52
MOST_DRAWN_ROUNDS = 12
RAINBOW_TABLES = (5, 7, 11, 13)
ACBL_PLAYERS = 8
ACBL_STARTER: tuple[Seats, ...] = ((8, 6, 1, 2), (5, 3, 7, 4))  # round 1, at N E S W
KINDS = ("whist", "rainbow", "acbl-8", "draw")


def kinds_for(players: int) -> tuple[str, ...]:
    """The kinds that work at this size, the best first."""
    kinds = []
    if whist_rounds(players):
        kinds.append("whist")
    if players % 4 == 0 and players // 4 in RAINBOW_TABLES:
        kinds.append("rainbow")
    if players == ACBL_PLAYERS:
        kinds.append("acbl-8")
    return (*kinds, "draw")


def checked_kind(players: int, kind: str | None) -> str:
    """The kind, or the best one for None; raises MovementError where it does not exist."""
    kinds = kinds_for(players)
    if kind is not None and kind not in kinds:
        raise MovementError("kind", kind, f"{' or '.join(kinds)} with {players} players")
    return kind or kinds[0]


def full_rounds(players: int, kind: str) -> int:
    """How many rounds the kind has at this size; a draw has as many as an evening may want."""
    if kind == "draw":
        return MOST_DRAWN_ROUNDS
    return {"whist": whist_rounds(players), "rainbow": players // 4, "acbl-8": 7}[kind]


def individual(
    players: int,
    rounds: int | None = None,
    *,
    kind: str | None = None,
    seed: bytes = b"",
    stationary: frozenset[int] = frozenset(),
) -> Movement:
    """An individual of 4 to 52 players, entries ("", 1) to ("", players), or its first rounds.

    `kind` is one of `kinds_for`, None the first of them. Only a draw uses `seed`.
    `stationary` are numbers of players whose seat should stay: a note names those who move.
    Raises MovementError for a size, kind or number of rounds that does not exist.
    """
    require_between("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    kind = checked_kind(players, kind)
    rounds = full_rounds(players, kind) if rounds is None else rounds
    require_between("rounds", rounds, 1, full_rounds(players, kind))
    for number in stationary:
        require_between("stationary", number, 1, players)
    if kind == "draw":
        return _drawn(players, rounds, seed, stationary)
    tables = tuple(_round(players, kind, index) for index in range(rounds))
    return Movement(
        "individual",
        tables,
        tuple(_resting(sittings, players) for sittings in tables),
        shared_sets=kind != "rainbow" and players >= 8,
        notes=tuple(_notes(players, kind, rounds, stationary)),
        copies=1 if kind == "rainbow" else players // 4,
    )


def _round(players: int, kind: str, index: int) -> tuple[TableSitting, ...]:
    if kind == "rainbow":
        return tuple(_rainbow_round(players // 4, index))
    seats = whist_round(players, index) if kind == "whist" else _acbl_round(index)
    return tuple(player_sitting(t, *four, index + 1) for t, four in enumerate(seats, start=1))


def _acbl_round(index: int) -> tuple[Seats, ...]:
    def moved(number: int) -> int:
        return number if number == ACBL_PLAYERS else (number - 1 + index) % 7 + 1

    return tuple((moved(n), moved(e), moved(s), moved(w)) for n, e, s, w in ACBL_STARTER)


def _rainbow_round(tables: int, index: int) -> Iterator[TableSitting]:
    """Round 1 has North 1 to T, East T + 1 to 2T, South 2T + 1 to 3T, West 3T + 1 to 4T."""
    for table in range(tables):
        yield player_sitting(
            table + 1,
            table + 1,
            tables + (table - 2 * index) % tables + 1,
            2 * tables + (table - index) % tables + 1,
            3 * tables + (table + 2 * index) % tables + 1,
            (table + index) % tables + 1,
        )


def _drawn(players: int, rounds: int, seed: bytes, stationary: frozenset[int]) -> Movement:
    movement = social_draw(players, rounds, seed, stationary=stationary, from_table=False)
    return replace(movement, format="individual")


def _resting(sittings: tuple[TableSitting, ...], players: int) -> tuple[EntryKey, ...]:
    present = {entry for sitting in sittings for entry in sitting.entries}
    return tuple(("", n) for n in range(1, players + 1) if ("", n) not in present)


def seats_that_stay(players: int, kind: str) -> tuple[int, ...]:
    """The numbers that keep their seat all evening, the best ones to give away first."""
    if kind == "rainbow":
        return tuple(range(1, players // 4 + 1))
    return (players,) if players % 4 == 0 else ()


def _notes(players: int, kind: str, rounds: int, stationary: frozenset[int]) -> Iterator[str]:
    full = full_rounds(players, kind)
    if players % 4:
        yield "One player sits out in each round, nobody more than once."
    if kind == "rainbow":
        yield "Nobody sits at a table with anybody else more than once; not everybody meets."
    elif rounds < full:
        yield (
            f"{rounds} of {full} rounds: no partnership is repeated, "
            "but not everybody meets equally often."
        )
    for number in sorted(stationary - set(seats_that_stay(players, kind))):
        yield f"Player {number} cannot keep a seat in this movement."
