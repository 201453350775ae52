"""Who sits where in which round, before round 1."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.core.sections import LETTERS
from clubmanager.nights.forms.sections import SectionsForm
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries.desk import Desk, Preparation, deals_settled, desk_of
from clubmanager.nights.queries.seats import (
    SeatingGrid,
    contestants_at,
    offer_for,
    seating_grid,
    section_notes,
    sections_now,
)
from clubmanager.people.models import Role
from deals.queries import board_numbers
from scoring.core.ruleset import RuleError

from .steps import steps_of


@require_safe
def seating(request, slug, night_id):
    """What the format offers, the drawn plan, and who is here without a seat."""
    night, actor = officer_night(request, slug, night_id)
    desk = desk_of(night)
    grid = seating_grid(night, _board_numbers(night))
    prepared = Preparation(
        bool(desk.here), bool(desk.pairs), grid is not None, deals_settled(night)
    )
    context = {
        "night": night,
        "actor": actor,
        "desk": desk,
        "grid": grid,
        "offer": offer_for(night, desk),
        "notes": section_notes(night),
        "unseated": _unseated(desk, grid),
        "steps": steps_of(night, "nights:seating", prepared),
    }
    return render(request, "nights/seating.html", context)


def _unseated(desk: Desk, grid: SeatingGrid | None) -> list[str]:
    """Names of people who are here and sit nowhere, once seats are drawn."""
    if grid is None:
        return []
    return [person.name for person in desk.here if person.id not in grid.players]


@require_POST
def draw(request, slug, night_id):
    """Draw the seats, or draw them again; `drop_booked`: without those who did not come."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        movement = services.seat_field(
            night_id,
            actor=actor,
            redraw="redraw" in request.POST,
            drop_booked="drop_booked" in request.POST,
        )
    except RuleError as error:
        messages.error(request, _refusal(night, error))
    else:
        rounds = len(movement.rounds)
        text = ngettext("Seated for %(count)s round.", "Seated for %(count)s rounds.", rounds)
        messages.success(request, text % {"count": rounds})
    return redirect("nights:seating", slug, night_id)


@require_http_methods(["GET", "HEAD", "POST"])
def sections(request, slug, night_id):
    """Choose the sections by hand: how many, and who plays in which; looked at, then drawn."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = _sections_form(request, night)
    context = {"night": night, "form": form}
    automatic = "automatic" in request.POST
    if automatic or form.is_bound and form.is_valid():
        letters = {} if automatic else form.letters()
        try:
            if request.method == "POST":
                services.seat_field(night_id, actor=actor, sections=letters)
                messages.success(request, _("Seated in these sections."))
                return redirect("nights:seating", slug, night_id)
            context["grid"] = services.preview_seating(
                night, actor=actor, sections=letters, board_numbers=_board_numbers(night)
            )
        except RuleError as error:
            form.add_error(None, _refusal(night, error))
    return render(request, "nights/sections.html", context)


def _sections_form(request, night: ClubNight) -> SectionsForm:
    """Bound when it was sent to look or to draw; else as things stand, or split evenly anew."""
    sent = request.POST if request.method == "POST" else request.GET
    bound = request.method == "POST" or "look" in request.GET
    wanted = sent.get("sections", "")
    most = len(LETTERS)
    number = int(wanted) if wanted.isdecimal() and 1 <= int(wanted) <= most else None
    contestants = contestants_at(night, desk_of(night))
    start = sections_now(night, contestants, None if bound else number)
    return SectionsForm(
        sent if bound else None, contestants=contestants, start=start,
        sections=number or night.sections_planned,
    )  # fmt: skip


def _board_numbers(night: ClubNight) -> list[int]:
    used = getattr(night, "night_deal_set", None)
    return board_numbers(used.deal_set) if used else []


def _refusal(night: ClubNight, error: RuleError) -> str:
    """The format's own limits in words; any other refusal as it is."""
    if error.field in ("pairs", "players", "teams"):
        return offer_for(night, desk_of(night)).refusal or str(error)
    return _("Not seated: %(reason)s") % {"reason": error}
