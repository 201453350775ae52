"""The director's decisions about the night: next round, close, reopen, look behind the veil."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.ruling import ReasonForm
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.grid import next_round, owing_tables
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

from .evening import show_in_full


@require_http_methods(["GET", "HEAD", "POST"])
def start_round(request, slug, night_id):
    """Ask when tables still owe hands; by POST start the round that the director meant."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    if request.method != "POST":
        data = load_night(night)
        context = {"night": night, "owing": owing_tables(data), "next_round": next_round(data)}
        return render(request, "nights/start_round.html", context)
    try:
        started = services.start_round(
            night_id, actor=actor, number=_round_meant(request.POST.get("round", ""))
        )
        messages.success(request, _("Round %(n)s has started.") % {"n": started.number})
    except RuleError as error:
        messages.error(request, str(error))
    return redirect("nights:director", slug, night_id)


def _round_meant(text: str) -> int | None:
    """The round that the button stood for; None where the page names none."""
    if text and not (text.isdecimal() and len(text) < 4):
        raise RuleError("round", text[:20], _("a number"))
    return int(text) if text else None


@require_http_methods(["GET", "HEAD", "POST"])
def close(request, slug, night_id):
    """Ask, then end the night with what there is."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = ReasonForm(request.POST or None)
    context = {"form": form, "owing": owing_tables(load_night(night))}
    done = _("The night is closed.")
    return _with_reason(request, night, form, services.close_night, actor, "close", context, done)


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request, slug, night_id):
    """Undo a closing; the log keeps who and why."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = ReasonForm(request.POST or None)
    done = _("The night runs again.")
    return _with_reason(
        request, night, form, services.reopen_night, actor, "reopen", {"form": form}, done
    )


def _with_reason(request, night, form, service, actor, name, context, done):
    if request.method == "POST" and form.is_valid():
        try:
            service(night.pk, actor=actor, reason=form.cleaned_data["reason"])
        except RuleError as error:
            form.add_rule_error(error)
        else:
            messages.success(request, done)
            return redirect("nights:director", night.club.slug, night.pk)
    return render(request, f"nights/{name}.html", {"night": night, **context})


@require_POST
def override(request, slug, night_id):
    """An officer who plays tonight wants to see everything; the log says so."""
    _night, actor = officer_night(request, slug, night_id)
    services.note_override(night_id, actor=actor, what=_("results of boards still to be played"))
    show_in_full(request, night_id)
    messages.warning(request, _("You see everything now. The log says so."))
    return redirect("nights:director", slug, night_id)
