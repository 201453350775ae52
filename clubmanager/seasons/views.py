"""Officers' pages of events: the list, one event, its sessions, who goes on to the final."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights.models import ClubNight
from clubmanager.people.access import Actor, officer_club
from clubmanager.people.models import Club, Role
from deals.prints.paper import PAPERS
from scoring.core.ruleset import RuleError
from scoring.prints.standings import draw_standings

from . import services
from .forms import EventForm, QualifyForm, SessionFormSet
from .models import Event
from .papers import event_csv, event_sheet
from .queries import event_with_sessions, events_of, standings_of
from .words import rule_words, status_words

MOST_NIGHTS = 200


@require_http_methods(["GET", "HEAD", "POST"])
def events(request, slug):
    """Every event of the club, and the form of a new one."""
    club, actor = officer_club(request, slug)
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_event(club, actor=actor, **form.cleaned_data)
        except RuleError as error:
            form.add_error("name", str(error))
        else:
            return redirect("seasons:event", slug=slug, event_id=made.pk)
    context = {"actor": actor, "form": form, "events": events_of(club)}
    return render(request, "seasons/events.html", context)


@require_safe
def event(request, slug, event_id):
    """The standings, the sessions, the settings, and the way into a final."""
    found, actor = _open(request, slug, event_id)
    return _show(request, found, actor)


def _open(request, slug, event_id, at_least=Role.SCORER) -> tuple[Event, Actor]:
    club, actor = officer_club(request, slug, at_least)
    found = event_with_sessions(club, event_id)
    if found is None:
        raise Http404
    return found, actor


def _nights(club: Club) -> dict[int, ClubNight]:
    """The latest nights of the club, by id: what may be a session."""
    return {night.pk: night for night in ClubNight.objects.filter(club=club)[:MOST_NIGHTS]}


def _sessions_form(found: Event, data=None):
    sessions = found.sessions.all()
    rows = [{"night": one.night_id, "share": one.share} for one in sessions]
    nights = _nights(found.club) | {one.night_id: one.night for one in sessions}
    return SessionFormSet(data, initial=rows, prefix="s", form_kwargs={"nights": nights})


def _show(request, found: Event, actor: Actor, status=200, **forms):
    standings = standings_of(found, public=False)
    context = {
        "event": found,
        "actor": actor,
        "standings": standings,
        "rule": rule_words(standings),
        "stands": status_words(standings),
        "form": EventForm(instance=found),
        "sessions_form": _sessions_form(found),
        "qualify_form": QualifyForm(club=found.club),
    }
    return render(request, "seasons/event.html", context | forms, status=status)


@require_POST
def settings(request, slug, event_id):
    """Its name and how it is totalled."""
    found, actor = _open(request, slug, event_id, Role.DIRECTOR)
    form = EventForm(request.POST)
    if form.is_valid():
        try:
            services.update_event(found, actor=actor, **form.cleaned_data)
        except RuleError as error:
            form.add_error("name", str(error))
    if form.errors:
        return _show(request, found, actor, 422, form=form)
    messages.success(request, _("The settings are saved."))
    return redirect("seasons:event", slug=slug, event_id=event_id)


@require_POST
def sessions(request, slug, event_id):
    """Which nights are its sessions, and how much of each is carried over."""
    found, actor = _open(request, slug, event_id, Role.DIRECTOR)
    form = _sessions_form(found, request.POST)
    if form.is_valid():
        kept = [one.cleaned_data for one in form if one.cleaned_data.get("night")]
        wanted = [(one["night"], one["share"]) for one in kept if not one.get("DELETE")]
        try:
            services.set_sessions(found, wanted, actor=actor)
        except RuleError as error:
            return _show(request, found, actor, 422, sessions_form=form, refused=str(error))
        messages.success(request, _("The sessions are saved."))
        return redirect("seasons:event", slug=slug, event_id=event_id)
    return _show(request, found, actor, 422, sessions_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def qualify(request, slug, event_id):
    """Who would go on; by POST they are booked for the night."""
    found, actor = _open(request, slug, event_id, Role.DIRECTOR)
    form = QualifyForm(request.POST if request.method == "POST" else request.GET, club=found.club)
    if not form.is_valid():
        return _show(request, found, actor, 422, qualify_form=form)
    first, night = form.cleaned_data["first"], form.cleaned_data["night"]
    if request.method != "POST":
        chosen = standings_of(found, public=False).first(first)
        context = {"event": found, "lines": chosen, "first": first, "night": night}
        return render(request, "seasons/qualify.html", context)
    try:
        count = services.qualify(found, night, first=first, actor=actor)
    except RuleError as error:
        form.add_error(None, str(error))
        return _show(request, found, actor, 422, qualify_form=form)
    text = ngettext("%(count)s goes on to %(night)s.", "%(count)s go on to %(night)s.", count)
    messages.success(request, text % {"count": count, "night": night.title})
    return redirect("nights:check_in", slug=slug, night_id=night.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request, slug, event_id):
    """Ask, then take the event away; its nights stay."""
    found, actor = _open(request, slug, event_id, Role.DIRECTOR)
    if request.method != "POST":
        return render(request, "seasons/delete.html", {"event": found})
    services.delete_event(found, actor=actor)
    messages.success(request, _("The event is gone; its nights are as they were."))
    return redirect("seasons:events", slug=slug)


@require_safe
def event_pdf(request, slug, event_id):
    found, _actor = _open(request, slug, event_id)
    sheet = event_sheet(standings_of(found, public=False))
    return pdf_answer(sheet, found)


def pdf_answer(sheet, found: Event) -> HttpResponse:
    data = draw_standings(sheet, PAPERS[found.club.paper])
    headers = {"Content-Disposition": f'inline; filename="event-{found.pk}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


@require_safe
def event_table(request, slug, event_id):
    """The standings as CSV."""
    found, _actor = _open(request, slug, event_id)
    text = event_csv(standings_of(found, public=False))
    headers = {"Content-Disposition": f'attachment; filename="event-{found.pk}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
