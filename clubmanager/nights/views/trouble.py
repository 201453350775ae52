"""Something went wrong: choose what, look at what it will change, do it, undo it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubmanager.nights.access import officer_night
from clubmanager.nights.forms import trouble as forms
from clubmanager.nights.models import NightChange
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.seen import local_time
from clubmanager.nights.services import trouble
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError
from scoring.writes import WriteRefused

MOST_UNDO = 10


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that goes wrong: what it is called, what it asks, and the action that mends it."""

    key: str
    title: str
    text: str
    form: type[forms.TroubleForm]
    action: Callable[..., Any]


TROUBLES = {
    one.key: one
    for one in (
        Trouble(
            "late", gettext_lazy("Somebody arrives late"),
            gettext_lazy("They play from the next round on, or take a sit-out's table now."),
            forms.LateForm, trouble.add_late_entry,
        ),
        Trouble(
            "gone", gettext_lazy("Somebody falls ill or goes home"),
            gettext_lazy("The rest of their night is settled in one go."),
            forms.GoneForm, trouble.let_go,
        ),
        Trouble(
            "substitute", gettext_lazy("A substitute sits in"),
            gettext_lazy("From a hand of this round to the end of the night, or until the other "
                         "comes back."),
            forms.SubstituteForm, trouble.substitute,
        ),
        Trouble(
            "redraw", gettext_lazy("The movement changes"),
            gettext_lazy("Rounds that have started stay; the rest is drawn anew."),
            forms.RedrawForm, trouble.redraw_rest,
        ),
        Trouble(
            "swap-sides", gettext_lazy("North-South and East-West sat the wrong way round"),
            gettext_lazy("It was played like that, so it is recorded like that."),
            forms.TableForm, trouble.swap_sides,
        ),
        Trouble(
            "exchange", gettext_lazy("The wrong people sat at a table"),
            gettext_lazy("Two of them change places for one round; the movement goes on."),
            forms.ExchangeForm, trouble.exchange_entries,
        ),
        Trouble(
            "drop-round", gettext_lazy("The last round is dropped"),
            gettext_lazy("Its missing hands are not played, and nobody suffers."),
            forms.TroubleForm, trouble.drop_last_round,
        ),
        Trouble(
            "trays", gettext_lazy("Two boards were swapped in their trays"),
            gettext_lazy("Results before and after are compared among themselves."),
            forms.TraysForm, trouble.swap_trays,
        ),
        Trouble(
            "extra-hand", gettext_lazy("A drawn match plays an extra hand"),
            gettext_lazy("One at a time, until somebody leads."),
            forms.TableForm, trouble.add_extra_hand,
        ),
        Trouble(
            "abandon", gettext_lazy("The night is abandoned"),
            gettext_lazy("It is closed with what there is."),
            forms.TroubleForm, trouble.abandon_night,
        ),
    )
}  # fmt: skip


@require_safe
def troubles(request, slug, night_id):
    """What may have gone wrong, and what can still be undone."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    changes = NightChange.objects.filter(log_entry__night=night, undone_by=None)
    changes = changes.select_related("log_entry").defer("rows").order_by("-pk")[:MOST_UNDO]
    context = {
        "night": night,
        "troubles": list(TROUBLES.values()),
        "done": [(one.log_entry, local_time(night, one.log_entry.at)) for one in changes],
    }
    return render(request, "nights/troubles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def action(request, slug, night_id, key):
    """Ask, show what it will change, and do it."""
    if key not in TROUBLES:
        raise Http404
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    chosen = TROUBLES[key]
    sent = request.POST if request.method == "POST" else request.GET or None
    looks = sent is not None and (request.method == "POST" or "look" in request.GET)
    data = load_night(night)
    form = chosen.form(sent if looks else None, night=data, initial=_initial(request))
    context = {"night": night, "trouble": chosen, "form": form}
    if looks and form.is_valid():
        do = partial(chosen.action, night.pk, actor=actor, **form.values())
        done = _tried(request, night, do, form, context)
        if done:
            return redirect("nights:director", slug, night_id)
    return render(request, "nights/trouble.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request, slug, night_id, entry_id):
    """Show what undoing an action puts back, and do it."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    change = get_object_or_404(
        NightChange.objects.select_related("log_entry"),
        log_entry=entry_id, log_entry__night=night,
    )  # fmt: skip
    form = forms.TroubleForm(request.POST or {"look": "yes"}, night=load_night(night))
    form.is_valid()
    context = {"night": night, "entry": change.log_entry, "form": form}
    do = partial(trouble.undo, night.pk, entry_id, actor=actor)
    if _tried(request, night, do, form, context):
        return redirect("nights:director", slug, night_id)
    return render(request, "nights/trouble.html", context)


def _initial(request) -> dict[str, str]:
    return {name: value for name, value in request.GET.items() if name != "look"}


def _tried(request, night, do: Callable[..., Any], form, context: dict) -> bool:
    """Do it by POST, if the night is still as it was looked at; otherwise fill in the preview."""
    try:
        if request.method == "POST" and request.POST.get("seen") == str(night.version):
            do(reason=request.POST.get("reason", "")[:300])
            messages.success(request, _("Done. It stands in the log, where it can be undone."))
            return True
        if request.method == "POST":
            messages.warning(request, _("Something has changed meanwhile. Look again."))
        context["changes"] = trouble.preview(night, do)
    except (RuleError, WriteRefused) as error:
        form.add_error(None, str(error))
    return False
