"""Where everybody sits in the round that is open, under public names."""

from typing import Any

from django.utils.translation import gettext as _

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.models import NightState
from clubmanager.nights.queries.formats import format_of
from clubmanager.nights.queries.paper import LINE_TITLES

from .queries import PublicNight


def open_round(public: PublicNight) -> int | None:
    """The round that is being played; None before the first and after the night."""
    if public.night.state != NightState.RUNNING:
        return None
    return max((t.round for t in public.data.tables if t.round_state == "open"), default=None)


def seats_are_public(public: PublicNight) -> bool:
    """Seats are no result, unless the draw follows from standings that are held back."""
    return public.is_open or format_of(public.night).drawn != ROUND_BY_ROUND


def seating_of(public: PublicNight) -> list[dict[str, Any]]:
    """The tables of the open round in order: number, North-South and East-West."""
    number = open_round(public)
    if number is None or not seats_are_public(public):
        return []
    return [
        {
            "table": table.table,
            "sides": [
                (LINE_TITLES[side], public.side_name(table, side, table.next_hand))
                for side in ("NS", "EW")
            ],
        }
        for table in public.data.rounds()[number]
    ]


def seats_by_name(public: PublicNight) -> list[dict[str, Any]]:
    """Everybody of the open round by name: table (in words) and seat, or that she sits out."""
    number = open_round(public)
    if number is None or not seats_are_public(public):
        return []
    found = []
    for table in public.data.rounds()[number]:
        # In words here, once for the four: translating costs a template more than all else.
        place, hand = _("table %(n)s") % {"n": table.table}, table.next_hand
        found += [
            {"name": public.seat_name(table, seat, hand), "table": place, "seat": seat}
            for seat in table.seats
        ]
    resting = public.data.sit_outs.get(number, [])
    found += [{"name": public.entry_name(entry), "table": "", "seat": ""} for entry in resting]
    return sorted(found, key=lambda row: row["name"].casefold())


def is_moving(public: PublicNight) -> bool:
    """Whether "Move" has been called and no hand of the open round is in yet."""
    number = open_round(public)
    tables = public.data.rounds().get(number, [])
    return bool(tables) and not any(hand.settled for t in tables for hand in t.hands)
