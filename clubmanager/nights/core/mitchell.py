"""Mitchell: two lines, two winners.

Source: the movement of John T. Mitchell as directors' manuals give it. North-South stay,
East-West go up one table, the board sets go down one. With an even number of tables the
pairs would meet the boards again half-way: either East-West skip a table after half the
rounds, or a relay stand between the two middle tables holds a set back while tables 1 and
T share one.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    TableSitting,
    pair_sitting,
    require_between,
)

FEWEST_TABLES = 3
MOST_TABLES = 100
KINDS = ("plain", "skip", "relay")
LINES = ("NS", "EW")


def kinds_for(tables: int) -> tuple[str, ...]:
    """The kinds that work: plain for an odd number of tables, skip or relay for an even one."""
    return ("skip", "relay") if tables % 2 == 0 else ("plain",)


def full_rounds(tables: int, kind: str) -> int:
    """One round for each board set; the skip costs one."""
    return tables - 1 if kind == "skip" else tables


def mitchell(
    tables: int,
    *,
    kind: str | None = None,
    rounds: int | None = None,
    half_table: str = "",
    stationary: frozenset[EntryKey] = frozenset(),
) -> Movement:
    """A Mitchell of 3 tables or more, or its first `rounds` rounds.

    `kind` is "plain" (odd), "skip" or "relay" (even); None takes the first that works.
    `half_table` names the line that is one pair short ("NS" or "EW"): its highest number is
    missing, and whoever would meet that pair sits out. `tables` counts the half table.
    Entries are ("NS", 1) and ("EW", 1) upwards. `stationary` are those whose seat should
    stay: North-South keep theirs anyway, for East-West a note says that it moves.
    Raises MovementError for a value out of range.
    """
    require_between("tables", tables, FEWEST_TABLES, MOST_TABLES)
    kind = kinds_for(tables)[0] if kind is None else kind
    if kind not in kinds_for(tables):
        raise MovementError("kind", kind, f"{' or '.join(kinds_for(tables))} at {tables} tables")
    if half_table not in ("", *LINES):
        raise MovementError("half_table", half_table, "'NS', 'EW' or ''")
    rounds = full_rounds(tables, kind) if rounds is None else rounds
    require_between("rounds", rounds, 1, full_rounds(tables, kind))
    missing = (half_table, tables)
    plan = [list(_round(tables, kind, index)) for index in range(rounds)]
    played = tuple(
        tuple(pair_sitting(*s) for s in seats if missing not in s[1:3]) for seats in plan
    )
    return Movement(
        "mitchell",
        played,
        tuple(tuple(_without(missing, seats)) for seats in plan),
        shared_sets=any(_shares(sittings) for sittings in played),
        notes=(*_notes(tables, kind, rounds, half_table), *_moving_notes(stationary)),
        winners=2,
    )


def _without(
    missing: EntryKey, seats: list[tuple[int, EntryKey, EntryKey, int]]
) -> Iterator[EntryKey]:
    """Who would meet the pair that is missing, and sits out."""
    for _, ns, ew, _ in seats:
        if missing in (ns, ew):
            yield ew if ns == missing else ns


def _round(tables: int, kind: str, index: int) -> Iterator[tuple[int, EntryKey, EntryKey, int]]:
    """(table, N-S entry, E-W entry, board set) of round index + 1, phantom included."""
    skipped = 1 if kind == "skip" and index >= tables // 2 else 0
    for table in range(1, tables + 1):
        east_west = (table - 1 - index - skipped) % tables + 1
        held_back = 1 if kind == "relay" and table > tables // 2 else 0
        board_set = (table - 1 + index + held_back) % tables + 1
        yield table, ("NS", table), ("EW", east_west), board_set


def _shares(sittings: tuple[TableSitting, ...]) -> bool:
    return len({sitting.board_set for sitting in sittings}) < len(sittings)


def _notes(tables: int, kind: str, rounds: int, half_table: str) -> Iterator[str]:
    half = tables // 2
    if kind == "skip" and rounds > half:
        yield (
            f"After round {half} East-West go up two tables instead of one; "
            "each East-West pair misses one North-South pair."
        )
    if kind == "relay":
        yield f"A set of boards rests on a stand between tables {half} and {half + 1}."
    if kind == "relay" and half_table != "NS":
        yield f"Tables 1 and {tables} share their boards in each round."
    if half_table:
        resting, seat = (
            ("East-West", f"would come to table {tables}")
            if half_table == "NS"
            else ("North-South", f"would meet East-West {tables}")
        )
        yield f"The {resting} pair that {seat} sits out that round, nobody more than once."
    if rounds < full_rounds(tables, kind):
        yield (
            f"{rounds} of {full_rounds(tables, kind)} rounds: "
            "the pairs of a line do not all meet the same opponents or boards."
        )


def _moving_notes(stationary: frozenset[EntryKey]) -> Iterator[str]:
    for line, number in sorted(stationary):
        if line == "EW":
            yield f"East-West {number} cannot keep a seat: only North-South stay."
