"""Rounds put together and taken apart, for formats whose rounds are drawn one by one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    TableSitting,
    require_between,
)


def first_rounds(movement: Movement, rounds: int) -> Movement:
    """The first `rounds` rounds, 0 for none; raises MovementError for more than there are."""
    require_between("rounds", rounds, 0, len(movement.rounds))
    return replace(
        movement,
        rounds=movement.rounds[:rounds],
        sit_outs=movement.sit_outs[:rounds],
        absent=movement.absent[:rounds],
    )


def with_round(
    movement: Movement, tables: tuple[TableSitting, ...], here: Collection[EntryKey]
) -> Movement:
    """The movement and one more round for those who are `here`.

    Who is here and has no table sits out. Who was in the movement and is not here takes no
    part in the new round; who comes new took no part in the earlier ones.
    """
    before = frozenset(movement.entries)
    seated = {entry for sitting in tables for entry in sitting.entries}
    late = tuple(sorted(set(here) - before)) if movement.rounds else ()
    earlier = movement.absent or tuple(() for _ in movement.rounds)
    absent = (*((*away, *late) for away in earlier), tuple(sorted(before - set(here))))
    return replace(
        movement,
        rounds=(*movement.rounds, tables),
        sit_outs=(*movement.sit_outs, tuple(sorted(set(here) - seated))),
        absent=absent if any(absent) else (),
        copies=max(movement.copies, len(tables)) if movement.shared_sets else 1,
        shared_sets=movement.shared_sets,
    )


def next_board_set(movement: Movement) -> int:
    """The first board set that nobody has played yet."""
    return max(movement.board_sets, default=0) + 1
