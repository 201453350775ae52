"""Howell: one winner, everybody meets everybody, a board set is at one table at a time.

Source: the movement of E. C. Howell as directors' manuals give it. With T tables the last
pair sits North-South at table 1; after each round every other pair takes the seat of the pair
numbered one higher, and set numbers go up by one as well, counted in a circle of 2T - 1. One
starting round (a starter with its adder) fixes the rest. At 2 and 3 tables no such round
exists without shared boards.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    TableSitting,
    pair_sitting,
    require_between,
)

FEWEST_TABLES = 2
MOST_TABLES = 10
FEWEST_PAIRS = 3
SAME_BOARDS, SPREAD = "same boards", "spread"

# Tables -> (North-South, East-West, board set) at tables 2, 3 ... in round 1. Table 1 has the
# last pair against pair 1 with set 1.
STARTERS: dict[int, tuple[tuple[int, int, int], ...]] = {
    2: ((2, 3, 1),),
    3: ((2, 5, 1), (3, 4, 1)),
    4: ((2, 4, 5), (3, 7, 2), (5, 6, 3)),
    5: (
        (2, 7, 6),
        (3, 9, 5),
        (4, 5, 2),
        (6, 8, 9),
    ),
    6: (
        (2, 10, 3),
        (9, 3, 5),
        (4, 5, 2),
        (6, 8, 11),
        (11, 7, 6),
    ),
    7: (
        (2, 11, 7),
        (3, 9, 10),
        (4, 5, 8),
        (6, 8, 3),
        (7, 12, 5),
        (10, 13, 12),
    ),
    8: (
        (2, 4, 8),
        (3, 6, 13),
        (5, 14, 4),
        (7, 12, 15),
        (8, 15, 9),
        (9, 13, 11),
        (11, 10, 7),
    ),
    9: (
        (4, 2, 12),
        (3, 14, 15),
        (5, 6, 4),
        (12, 7, 14),
        (8, 17, 5),
        (9, 16, 3),
        (10, 13, 16),
        (11, 15, 7),
    ),
    10: (
        (5, 2, 7),
        (8, 3, 6),
        (4, 17, 13),
        (6, 16, 10),
        (14, 7, 2),
        (11, 9, 17),
        (18, 10, 9),
        (13, 12, 5),
        (15, 19, 16),
    ),
}

# Six pairs with as little sharing as there can be: (North-South, East-West, board set).
THREE_TABLES_SPREAD: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((1, 6, 5), (2, 5, 2), (3, 4, 1)),
    ((6, 4, 2), (5, 3, 3), (1, 2, 1)),
    ((2, 6, 3), (3, 1, 2), (4, 5, 5)),
    ((6, 5, 1), (1, 4, 3), (2, 3, 5)),
    ((3, 6, 4), (4, 2, 4), (5, 1, 4)),
)


def full_rounds(pairs: int) -> int:
    """One round less than there are places: everybody meets everybody."""
    return pairs - 1 + pairs % 2


def howell(
    pairs: int,
    rounds: int | None = None,
    *,
    three_tables: str = SAME_BOARDS,
    stationary: frozenset[int] = frozenset(),
) -> Movement:
    """A Howell of 3 to 20 pairs, or its first `rounds` rounds; entries ("", 1) to ("", pairs).

    With an odd number of pairs the pair that would keep its seat is missing: whoever would
    meet it sits out, each once. `three_tables` is how six (or five) pairs share boards: the
    "same boards" at all tables in each round, or "spread", where only the last round does.
    `stationary` are numbers of pairs whose seat should stay: notes say which cannot.
    Raises MovementError for a number of pairs or rounds out of range.
    """
    require_between("pairs", pairs, FEWEST_PAIRS, 2 * MOST_TABLES)
    rounds = full_rounds(pairs) if rounds is None else rounds
    require_between("rounds", rounds, 1, full_rounds(pairs))
    for number in stationary:
        require_between("stationary", number, 1, pairs)
    tables = (pairs + 1) // 2
    spread = tables == 3 and three_tables == SPREAD
    plan = [
        THREE_TABLES_SPREAD[index] if spread else _round(tables, index) for index in range(rounds)
    ]
    played = tuple(tuple(_sittings(seats, pairs)) for seats in plan)
    shared = any(len({s.board_set for s in sittings}) < len(sittings) for sittings in played)
    return Movement(
        "howell",
        played,
        tuple(tuple(_resting(seats, pairs)) for seats in plan),
        shared_sets=shared,
        notes=tuple(_notes(pairs, rounds, spread, sorted(stationary))),
        copies=len(played[0]) if shared and tables == 3 and not spread else 1,
    )


def _round(tables: int, index: int) -> tuple[tuple[int, int, int], ...]:
    circle = 2 * tables - 1

    def moved(number: int) -> int:
        return (number - 1 + index) % circle + 1

    others = ((moved(ns), moved(ew), moved(board)) for ns, ew, board in STARTERS[tables])
    return ((2 * tables, moved(1), moved(1)), *others)


def _sittings(seats: tuple[tuple[int, int, int], ...], pairs: int) -> Iterator[TableSitting]:
    for table, (ns, ew, board_set) in enumerate(seats, start=1):
        if max(ns, ew) <= pairs:
            yield pair_sitting(table, ("", ns), ("", ew), board_set)


def _resting(seats: tuple[tuple[int, int, int], ...], pairs: int) -> Iterator[EntryKey]:
    for ns, ew, _ in seats:
        if max(ns, ew) > pairs:
            yield "", min(ns, ew)


def _notes(pairs: int, rounds: int, spread: bool, stationary: list[int]) -> Iterator[str]:
    full = full_rounds(pairs)
    if pairs % 2:
        yield "One pair sits out in each round, nobody more than once."
    if rounds < full:
        yield (
            f"{rounds} of {full} rounds: unbalanced, since not everybody meets and "
            "the pairs do not all play the same boards."
        )
    if full >= 7:
        yield (
            f"All {full} rounds are {4 * full} boards with sets of four, {3 * full} with three, "
            f"{2 * full} with two; sets of two or three boards count for matchpoints only."
        )
    if pairs in (5, 6):
        yield (
            "The three tables need the same boards in the last round, and only then."
            if spread
            else "All tables play the same boards in each round: each needs a copy."
        )
    if pairs == 4:
        yield "Both tables play the same boards in each round and pass them to each other."
    for number in stationary:
        if pairs % 2 or number != pairs or spread:
            yield f"Pair {number} cannot keep a seat: only {_who_stays(pairs, spread)}."


def _who_stays(pairs: int, spread: bool) -> str:
    if pairs % 2 or spread:
        return "a Howell with an even number of pairs, drawn as usual, has one that stays"
    return f"pair {pairs} does"
