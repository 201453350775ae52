"""Reads of a night. One loader, `load_night`; everything else is computed from what it gives."""

from .data import EntryRow, HandRow, NightData, Person, TableRow, load_night
from .seen import (
    Status,
    boards_hidden_from_officer,
    boards_hidden_from_public,
    correction_ends,
    embargo_holds,
    local_time,
    results_are_public,
    status_of,
)
from .standings import StandingRow, compares_boards, fraction_text, standings_for

__all__ = [
    "EntryRow",
    "HandRow",
    "NightData",
    "Person",
    "StandingRow",
    "Status",
    "TableRow",
    "boards_hidden_from_officer",
    "boards_hidden_from_public",
    "compares_boards",
    "correction_ends",
    "embargo_holds",
    "fraction_text",
    "load_night",
    "local_time",
    "results_are_public",
    "standings_for",
    "status_of",
]
