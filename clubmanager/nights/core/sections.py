"""Several sections: a field too large for one movement plays in two or more side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubmanager.nights.core.format_kinds import Format, Options
from clubmanager.nights.core.movement import Movement, MovementError, require_between

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TOGETHER, APART = "together", "apart"


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """One section: its letter, which contestants it has (indices from 0) and their movement."""

    letter: str
    first: int
    count: int
    movement: Movement


def split_field(count: int, sections: int, *, unit: int = 2) -> tuple[int, ...]:
    """Sizes of the sections, largest first, as equal as possible.

    Sizes are multiples of `unit` (2 pairs or teams, 4 players at a table) except the last, so
    that at most one section has somebody who sits out.
    Raises MovementError when a section would be empty.
    """
    require_between("sections", sections, 1, min(len(LETTERS), max(1, count // unit)))
    whole, odd = divmod(count, unit)
    each, more = divmod(whole, sections)
    sizes = [unit * (each + (1 if index < more else 0)) for index in range(sections)]
    sizes[-1] += odd
    return tuple(sorted(sizes, reverse=True))


def place_by_hand(wanted: Sequence[str], sections: int) -> tuple[tuple[int, ...], ...]:
    """The contestants (indices from 0) of each section; `wanted` is a letter for each.

    Whoever has no letter ("", or one beyond the last section) goes to the smallest section.
    Raises MovementError for a number of sections out of range, and when one stays empty.
    """
    require_between("sections", sections, 1, len(LETTERS))
    letters = LETTERS[:sections]
    places: dict[str, list[int]] = {letter: [] for letter in letters}
    for index, letter in enumerate(wanted):
        if letter and letter in letters:
            places[letter].append(index)
    for index, letter in enumerate(wanted):
        if not letter or letter not in letters:
            places[min(letters, key=lambda one: len(places[one]))].append(index)
    for letter, found in places.items():
        if not found:
            raise MovementError(f"section {letter}", 0, "one or more")
    return tuple(tuple(sorted(found)) for found in places.values())


def build_sections(
    chosen: Format,
    sizes: tuple[int, ...],
    *,
    rounds: int,
    options: Options | None = None,
    seed: bytes = b"",
) -> tuple[SectionPlan, ...]:
    """A movement for each section; each draws its own places from the seed.

    Raises MovementError when a size or the number of rounds does not fit the format.
    """
    require_between("sections", len(sizes), 1, len(LETTERS))
    plans, first = [], 0
    for letter, count in zip(LETTERS, sizes, strict=False):
        movement = chosen.build(count, rounds=rounds, options=options, seed=seed + letter.encode())
        plans.append(SectionPlan(letter, first, count, movement))
        first += count
    return tuple(plans)


def ranking_notes(plans: tuple[SectionPlan, ...], ranked: str) -> tuple[str, ...]:
    """What the director should know when the sections are ranked "together" or "apart"."""
    if ranked not in (TOGETHER, APART):
        raise MovementError("ranked", ranked, f"{TOGETHER!r} or {APART!r}")
    notes = [f"{len(plans)} sections: each needs its own copy of the boards."]
    if ranked == APART or len(plans) == 1:
        return tuple(notes if len(plans) > 1 else ())
    if len({plan.movement.board_sets for plan in plans}) > 1:
        notes.append(
            "The sections do not all play the same board sets: compare percentages, not points."
        )
    if len({plan.movement.table_count for plan in plans}) > 1:
        notes.append(
            "The sections are not equally large: with matchpoints compare every board across "
            "all sections, so that all have the same top."
        )
    if any(plan.movement.winners == 2 for plan in plans):
        notes.append("North-South and East-West of all sections make one ranking each.")
    return tuple(notes)
