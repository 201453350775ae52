"""The big screen: what a projector shows to the whole room, by the public's rules.

One part at a time; each time it asks, it gets the next one. Nobody needs to touch anything.
"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubmanager.nights.access import officer_night
from clubmanager.nights.queries import status_of
from clubmanager.nights.queries.evening import clock_of

from . import cards, seating, watching
from .queries import PublicNight, public_of

TABLES_A_PART = 7
ROWS_A_PART = 9
Part = dict[str, Any]


@require_safe
def screen(request, slug, night_id):
    """The screen, or as a fragment its next part; nothing while there is only one, unchanged."""
    tag = watching.tag_of(night_id)  # before the data, so that the screen is never older
    night, _actor = officer_night(request, slug, night_id)
    alone = f"{tag}-alone"
    if request.headers.get("HX-Request") and request.GET.get("seen") == alone:
        return HttpResponse(status=204)
    public = public_of(night)
    parts = parts_of(public)
    asked = request.GET.get("part", "")
    at = int(asked) % len(parts) if asked.isdecimal() and len(asked) < 6 else 0
    context = {
        "night": public.night,
        "club": public.night.club,
        "clock": clock_of(public.night),
        "part": parts[at],
        "at": at + 1,
        "count": len(parts),
        "seen": tag if len(parts) > 1 else alone,
        "status": status_of(public.data) if public.is_open else None,
    }
    part = "HX-Request" in request.headers
    return render(request, "publishing/_screen.html" if part else "publishing/screen.html", context)


def parts_of(public: PublicNight) -> list[Part]:
    """What is shown one after the other: only seats after "Move", then standings and seats."""
    seats = _seats(public)
    if seats and seating.is_moving(public):
        return seats
    return [*_standings(public), *seats] or [_held(public)]


def _seats(public: PublicNight) -> list[Part]:
    tables = seating.seating_of(public)
    number = seating.open_round(public)
    resting = [public.entry_name(e) for e in public.data.sit_outs.get(number, [])]
    return [
        {"kind": "seats", "round": number, "tables": chunk, "resting": resting}
        for chunk in _chunks(tables, TABLES_A_PART)
    ]


def _standings(public: PublicNight) -> list[Part]:
    sections = cards.standings_sections(public) if public.is_open else []
    return [
        {"kind": "standings", "title": section["title"], "section": section, "rows": chunk}
        for section in sections
        for chunk in _chunks(section["rows"], ROWS_A_PART)
    ]


def _held(public: PublicNight) -> Part:
    return {"kind": "nothing", "held": not public.is_open, "planned": not public.data.tables}


def _chunks(rows: list, size: int) -> list[list]:
    """The rows in parts of nearly equal length, none longer than `size`."""
    count = -(-len(rows) // size)
    return [rows[len(rows) * i // count : len(rows) * (i + 1) // count] for i in range(count)]
