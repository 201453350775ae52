"""A movement that somebody typed in, as a format like the others."""

from __future__ import annotations

from clubmanager.nights.core.format_kinds import Format
from clubmanager.nights.core.movement import Movement
from clubmanager.nights.core.rounds import first_rounds

TYPED = "typed"


def contestants_of(movement: Movement) -> str:
    """Who plays in it: "players", "pairs" or "teams"; pairs where it has no table yet."""
    for sitting in movement.sittings():
        if len(sitting.entries) == 4:
            return "players"
        if any(place.member > 1 for place in sitting.places):
            return "teams"
    return "pairs"


def typed_format(movement: Movement) -> Format:
    """The format that has this movement only: it takes exactly as many as the movement names."""
    entries = movement.entries
    return Format(
        key=TYPED,
        label="Typed in",
        contestants=contestants_of(movement),
        least=len(entries),
        most=len(entries),
        lines=tuple(sorted({line for line, _ in entries}, reverse=True)),
        options={},
        seeded=False,
        maker=lambda request: first_rounds(movement, request.rounds or len(movement.rounds)),
        most_rounds=lambda _, __: len(movement.rounds),
        numbering=lambda _, __, ___: entries,
    )
