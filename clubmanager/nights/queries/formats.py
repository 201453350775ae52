"""What a night's format is, and what it makes of its options."""

from collections.abc import Mapping

from clubmanager.nights.core.formats import Format as MovementFormat
from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.movement import MovementError
from clubmanager.nights.core.typed import read_movement
from clubmanager.nights.core.typed_format import typed_format
from clubmanager.nights.games import BOARD_METHODS
from clubmanager.nights.models import ClubNight, Format

ENTRY_SIZES = {"players": 1, "pairs": 2, "teams": 4}


def format_of(night: ClubNight) -> MovementFormat:
    """The format by its key; a typed movement becomes one. Raises MovementError without any."""
    if night.format != Format.TYPED:
        return get_format(night.format)
    if not night.typed_movement.strip():
        raise MovementError("movement", "", "typed in or taken from a file first")
    return typed_format(read_movement(night.typed_movement.encode()))


def contestants_of(night: ClubNight) -> str:
    """ "players", "pairs" or "teams"; pairs while a movement is still to be typed in."""
    if night.format == Format.TYPED and not night.typed_movement.strip():
        return "pairs"
    return format_of(night).contestants


def entry_size(night: ClubNight) -> int:
    """How many people an entry has: 1, 2 or 4."""
    return ENTRY_SIZES[contestants_of(night)]


def awards_missed_hands(night: ClubNight) -> bool:
    """Whether hands that a late entry missed may get artificial scores: only where boards are
    compared, and where a side is one entry, which is late or is not."""
    return night.method in BOARD_METHODS and entry_size(night) > 1


def options_for(key: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Of the chosen options those that the format has, without its defaults."""
    if key == Format.TYPED:
        return {}
    offered = get_format(key).options
    return {
        name: value
        for name, value in chosen.items()
        if value and name in offered and value != offered[name][0]
    }
