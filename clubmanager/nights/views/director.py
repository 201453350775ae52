"""The evening at a glance: what is in, what is missing, who leads, what to do next."""

from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubmanager.nights.access import officer_night
from clubmanager.nights.queries import standings_for, status_of
from clubmanager.nights.queries.desk import deals_settled, preparation_of
from clubmanager.nights.queries.double_dummy import unlikely_hands
from clubmanager.nights.queries.evening import blocks_of, clock_of, waiting_of
from clubmanager.nights.queries.grid import (
    current_round,
    grid_of,
    late_tables,
    most_hands,
    next_round,
)
from clubmanager.nights.queries.next_round import draws_later
from clubmanager.nights.queries.paper import part_title

from .evening import Evening, evening_of
from .steps import steps_of

TOP = 5


@require_safe
def director(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id)
    if request.htmx and request.GET.get("seen") == str(night.version):
        return HttpResponse(status=204)  # nothing new: the page stays as it is
    evening = evening_of(request, night, actor)
    template = "nights/_evening.html" if request.htmx else "nights/director.html"
    return render(request, template, _context(request, evening))


def _context(request, evening: Evening) -> dict:
    data, night = evening.data, evening.night
    calls, waiting = waiting_of(night)
    rounds = data.rounds()
    chosen = _chosen_round(request, rounds)
    shown = chosen or current_round(data)
    lines = _standings(evening)
    whole = request.GET.get("standings") == "all"
    return {
        "night": night,
        "actor": evening.actor,
        "status": status_of(data),
        "rounds": [(number, tables[0].round_state) for number, tables in rounds.items()],
        "chosen_round": chosen,
        "shown_round": shown,
        "hands": range(1, most_hands(data, shown) + 1),
        "grid": grid_of(data, shown, evening.sight),
        "sit_outs": data.sit_outs.get(shown, []),
        "late": late_tables(data),
        "next_round": next_round(data),
        "deals_ready": deals_settled(night),
        "steps": steps_of(night, "", preparation_of(night)) if night.state == "planned" else None,
        "owing": sum(t.missing for t in data.tables if t.round_state == "open"),
        "lines": [(line, rows if whole else rows[:TOP], len(rows)) for line, rows in lines],
        "whole_standings": whole,
        "waiting": waiting,
        "unlikely": unlikely_hands(data, evening.sight) if evening.actor.directs else [],
        "clock": clock_of(night),
        "calls": calls,
        "blocks": blocks_of(data),
        "draw_number": draws_later(night, data),
        "veiled": bool(evening.sight.hidden_boards),
    }


def _chosen_round(request, rounds) -> int | None:
    chosen = request.GET.get("round", "")
    return int(chosen) if chosen.isdecimal() and int(chosen) in rounds else None


def _standings(evening: Evening) -> list[tuple[str, list]]:
    """The ranking line by line, without what this officer may not know yet; empty at first."""
    if evening.night.state == "planned":
        return []
    rows = standings_for(evening.data, public=False, hidden_boards=evening.sight.hidden_boards)
    if not any(row.standing.hands_played for row in rows):
        return []
    parts = groupby(rows, key=lambda row: row.part)
    return [(part_title(*part), list(group)) for part, group in parts]
