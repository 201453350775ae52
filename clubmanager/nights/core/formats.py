"""The formats a night can have, behind one door.

    chosen = get_format("mitchell")
    keys = chosen.number_entries(13, sits_still=frozenset({4}))
    movement = chosen.build(13, rounds=6, options={"kind": "plain"})

`keys[i]` is the entry key of the i-th contestant; those who sit still get a number whose
seat stays where the format has one. `stationary_keys(keys, sits_still)` turns the same
people into what `build` wants. Every refusal is a MovementError (a ValueError) with `field`,
`value` and `allowed`.

A format that is drawn round by round (`chosen.drawn`) builds its first round only:

    movement = get_format("swiss").build(24, seed=seed)
    movement = get_format("swiss").draw_next(movement, order=ranking)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubmanager.nights.core.format_kinds import (
    ALL_AT_ONCE,
    ROUND_BY_ROUND,
    Format,
    Options,
)
from clubmanager.nights.core.format_pairs import PAIR_FORMATS
from clubmanager.nights.core.format_players import PLAYER_FORMATS
from clubmanager.nights.core.format_teams import TEAM_FORMATS
from clubmanager.nights.core.movement import EntryKey, MovementError

__all__ = [
    "ALL_AT_ONCE",
    "FORMATS",
    "ROUND_BY_ROUND",
    "Format",
    "Options",
    "get_format",
    "stationary_keys",
]

FORMATS: Mapping[str, Format] = {
    one.key: one for one in (*PAIR_FORMATS, *PLAYER_FORMATS, *TEAM_FORMATS)
}


def stationary_keys(keys: Sequence[EntryKey], sits_still: frozenset[int]) -> frozenset[EntryKey]:
    """The entry keys of the contestants with these indices."""
    return frozenset(keys[index] for index in sits_still)


def get_format(key: str) -> Format:
    """The format of this key; raises MovementError for an unknown one."""
    if key not in FORMATS:
        raise MovementError("format", key, " or ".join(map(repr, FORMATS)))
    return FORMATS[key]
