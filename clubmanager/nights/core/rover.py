"""An odd pair in a Mitchell as a rover, and the arrow switch for one winner.

Source: directors' manuals of the EBU. The rover is one more North-South pair: it sits out
round 1, then takes the place of another North-South pair in each round. The sequences of
tables are published for 6 to 15 tables; at 9 and 15 tables the rover meets one East-West pair
twice. In arrow-switched rounds, about an eighth of them, the lines change directions, so that
both can be compared in one ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from clubmanager.nights.core.mitchell import mitchell
from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    TableSitting,
    pair_sitting,
    require_between,
)

# Tables -> the table where the rover sits North-South in rounds 2, 3 and so on.
SEQUENCES: dict[int, tuple[int, ...]] = {
    6: (1, 3, 5, 2, 4),
    7: (1, 3, 5, 7, 2, 4),
    8: (1, 6, 2, 7, 3, 8, 4),
    9: (1, 5, 9, 2, 4, 7, 3, 6),
    10: (1, 7, 2, 8, 3, 9, 4, 10, 5),
    11: (1, 3, 5, 7, 9, 11, 2, 4, 6, 8),
    12: (3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8),
    13: (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10),
    14: (1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7),
    15: (1, 3, 5, 7, 9, 12, 14, 2, 4, 6, 8, 10, 11, 13),
}
FEWEST_TABLES, MOST_TABLES = min(SEQUENCES), max(SEQUENCES)


def rover_kind(tables: int) -> str:
    """The Mitchell under a rover: plain for an odd number of tables, relay for an even one."""
    return "plain" if tables % 2 else "relay"


def rover_mitchell(
    tables: int, rounds: int | None = None, *, stationary: frozenset[EntryKey] = frozenset()
) -> Movement:
    """A Mitchell of 6 to 15 full tables with one North-South pair more, the rover.

    The rover is ("NS", tables + 1). It and each pair that it replaces sit out one round.
    Raises MovementError for a number of tables or rounds out of range.
    """
    require_between("tables", tables, FEWEST_TABLES, MOST_TABLES)
    rover: EntryKey = ("NS", tables + 1)
    still = stationary - {rover}
    base = mitchell(tables, kind=rover_kind(tables), rounds=rounds, stationary=still)
    played, sit_outs = [base.rounds[0]], [(rover,)]
    for sittings, table in zip(base.rounds[1:], SEQUENCES[tables], strict=False):
        played.append(tuple(_sit_in(s, rover) if s.table == table else s for s in sittings))
        sit_outs.append((("NS", table),))
    movement = replace(base, rounds=tuple(played), sit_outs=tuple(sit_outs))
    notes = (*base.notes, *_rover_notes(movement, rover, rover in stationary))
    return replace(movement, notes=notes)


def _sit_in(sitting: TableSitting, rover: EntryKey) -> TableSitting:
    return pair_sitting(sitting.table, rover, sitting.e.entry, sitting.board_set)


def _rover_notes(movement: Movement, rover: EntryKey, sits_still: bool) -> Iterator[str]:
    yield (
        f"North-South {rover[1]} is the rover: it sits out round 1, then takes the place of "
        "another North-South pair in each round, which sits out."
    )
    met = Counter(s.e.entry for s in movement.sittings() if s.n.entry == rover)
    for (_, number), times in sorted(met.items()):
        if times > 1:
            yield f"The rover meets East-West {number} twice."
    if sits_still:
        yield f"North-South {rover[1]} cannot keep a seat: the rover moves."


def switched_rounds(rounds: int) -> int:
    """How many rounds to switch: the nearest to an eighth, at least one."""
    return max(1, (rounds + 4) // 8)


def arrow_switched(movement: Movement) -> Movement:
    """The same movement with one winner: the lines change directions in the last rounds."""
    switched = switched_rounds(len(movement.rounds))
    keep = len(movement.rounds) - switched
    turned = tuple(tuple(_turn(s) for s in sittings) for sittings in movement.rounds[keep:])
    when = f"round {keep + 1}" if switched == 1 else f"rounds {keep + 1} to {len(movement.rounds)}"
    note = (
        f"Arrow switch in {when}: turn the boards a quarter, so that North-South play the "
        "East-West cards. There is one winner; nobody changes chairs."
    )
    return replace(
        movement,
        rounds=(*movement.rounds[:keep], *turned),
        notes=(*movement.notes, note),
        winners=1,
    )


def _turn(sitting: TableSitting) -> TableSitting:
    return replace(sitting, n=sitting.e, e=sitting.n, s=sitting.w, w=sitting.s)
