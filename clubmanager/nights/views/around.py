"""Around the tables: the clock, calls for the director, prizes, and the last look round."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.evening import ClockForm, NumbersForm
from clubmanager.nights.models import DirectorCall, TableRound
from clubmanager.nights.queries import evening as queries
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.prizes import prizes_of
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

from .evening import open_evening

MOVES = {
    "pause": lambda night_id, actor: services.pause_clock(night_id, actor=actor),
    "go": lambda night_id, actor: services.resume_clock(night_id, actor=actor),
    "more": lambda night_id, actor: services.move_clock(night_id, 5, actor=actor),
    "less": lambda night_id, actor: services.move_clock(night_id, -5, actor=actor),
}


@require_POST
def clock(request, slug, night_id, what):
    """Pause, go on, five minutes more or less, for everyone."""
    _night, actor = officer_night(request, slug, night_id)
    if what not in MOVES:
        raise Http404
    _try(request, lambda: MOVES[what](night_id, actor))
    return redirect("nights:director", slug, night_id)


@require_POST
def set_clock(request, slug, night_id):
    """So many minutes a round, or no clock."""
    _night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = ClockForm(request.POST)
    if form.is_valid():
        minutes = form.cleaned_data["minutes"]
        _try(request, lambda: services.set_clock(night_id, minutes, actor=actor))
    else:
        messages.error(request, " ".join(form.errors["minutes"]))
    return redirect("nights:director", slug, night_id)


@require_POST
def call(request, slug, night_id):
    """Somebody waved: put a table into the queue."""
    night, actor = officer_night(request, slug, night_id)
    table = request.POST.get("table_round", "")
    if not table.isdecimal():
        raise Http404
    found = get_object_or_404(TableRound, pk=int(table), round__night=night)
    reason = request.POST.get("reason", "")
    _try(request, lambda: services.call_director(found.pk, reason, actor=actor))
    return redirect("nights:director", slug, night_id)


@require_POST
def answer_call(request, slug, night_id, call_id):
    """The director has been at that table."""
    night, actor = officer_night(request, slug, night_id)
    found = get_object_or_404(DirectorCall, pk=call_id, table_round__round__night=night)
    _try(request, lambda: services.answer_call(found.pk, actor=actor))
    return redirect("nights:director", slug, night_id)


@require_http_methods(["GET", "HEAD", "POST"])
def going_home(request, slug, night_id):
    """Missing and unconfirmed hands, decks counted to 52, pads signed."""
    night, actor = officer_night(request, slug, night_id)
    found = queries.going_home(load_night(night))
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        allowed = found.decks.numbers if kind == "deck" else [t.id for t in found.pads]
        form = NumbersForm(request.POST, allowed=allowed)
        if form.is_valid():
            ticked = set(form.cleaned_data["ticked"])
            _try(request, lambda: services.tick_off(night_id, kind, ticked, actor=actor))
        else:
            messages.error(request, _("Tick only what is on the list."))
        return redirect("nights:going_home", slug, night_id)
    context = {"night": night, "actor": actor, "home": found}
    return render(request, "nights/going_home.html", context)


@require_safe
def prizes(request, slug, night_id):
    """Who gets what, in the order in which it is read aloud."""
    evening = open_evening(request, slug, night_id)
    veiled = bool(evening.sight.hidden_boards)
    lines = [] if veiled else prizes_of(evening.data)
    context = {"night": evening.night, "actor": evening.actor, "lines": lines, "veiled": veiled}
    return render(request, "nights/prizes.html", context)


def _try(request, write) -> None:
    """Carry a write out; what the rules refuse becomes a message."""
    try:
        write()
    except RuleError as error:
        messages.error(request, str(error))
