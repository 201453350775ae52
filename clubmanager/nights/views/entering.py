"""Storing a hand from a page: the one way from the entry form to the service and back."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubmanager.nights import services, words
from clubmanager.nights.forms.games import desk_form
from clubmanager.nights.forms.ruling import RuledForm, StepForm
from clubmanager.nights.queries import HandRow, TableRow
from scoring.core.ruleset import RuleError
from scoring.models import Game, HandResult
from scoring.services import snapshot
from scoring.writes import Conflict, WriteRefused

from .evening import Evening


def address(name: str, evening: Evening, *ids: int) -> str:
    return reverse(f"nights:{name}", args=[evening.night.club.slug, evening.night.pk, *ids])


def hand_form(evening: Evening, table: TableRow, hand: HandRow, data=None) -> StepForm:
    return desk_form(table, hand, directs=evening.actor.directs, data=data)


def save_hand(
    request: HttpRequest, evening: Evening, table: TableRow, hand: HandRow, form: StepForm
) -> HttpResponse | None:
    """Store a posted hand and go on to its table; None where the form has to be shown again."""
    if refuse_veiled(request, evening, table, hand):
        return redirect(address("table", evening, table.id))
    if not form.is_valid():
        return None
    try:
        recorded = services.enter_hand(hand.id, actor=evening.actor, **form.write())
    except RuleError as error:
        form.add_rule_error(error)
        return None
    except WriteRefused as error:
        if not _mended(form):
            return None
        return show_conflict(request, evening, table, hand, form, error)
    say_result(request, table, hand, recorded.after)
    return redirect(address("table", evening, table.id))


def _mended(form: StepForm) -> bool:
    """Whether the rules can read a hand that came too late; if not, the form says what to mend."""
    try:
        words.submitted_words(**form.hand_written(), game=form.hand.ruleset)
    except RuleError as error:
        form.add_rule_error(error)
        return False
    return True


def refuse_veiled(request: HttpRequest, evening: Evening, table: TableRow, hand: HandRow) -> bool:
    """Whether the hand is hidden from this officer; she is told why."""
    if not evening.sight.veils(table, hand):
        return False
    text = _("Hand %(hand)s is hidden until you have played board %(board)s.") % {
        "hand": hand.number, "board": hand.board,
    }  # fmt: skip
    messages.error(request, text)
    return True


def say_result(request: HttpRequest, table: TableRow, hand: HandRow, after: dict) -> None:
    """The result in words and the running score, on the next page."""
    text = f"{_('Hand')} {hand.number}: {words.state_words(after, table.ruleset)}"
    totals = Game.objects.values_list("totals", flat=True).get(pk=table.game)
    messages.success(request, f"{text} {words.score_words(totals)}")
    if after["doubt"]:
        messages.warning(request, _("Questioned: %(doubt)s.") % {"doubt": after["doubt"]})


def show_conflict(
    request: HttpRequest,
    evening: Evening,
    table: TableRow,
    hand: HandRow,
    form: StepForm,
    refused: WriteRefused,
) -> HttpResponse:
    """Both versions in words, and the choice: keep theirs, or store mine over the version seen."""
    current = (
        refused.current
        if isinstance(refused, Conflict)
        else snapshot(HandResult.objects.get(pk=hand.id))
    )
    again = request.POST.copy()
    again["client_id"], again["version"] = str(uuid.uuid4()), str(current["version"])
    context = {
        "night": evening.night,
        "table": table,
        "hand": hand,
        "theirs": words.state_words(current, table.ruleset),
        "entered_by": current["entered_by"],
        "mine": words.submitted_words(**form.hand_written(), game=table.ruleset),
        "form": hand_form(evening, table, hand, again),
    }
    return render(request, "nights/conflict.html", context, status=409)


def step(request: HttpRequest, form: RuledForm, write) -> bool:
    """Run a posted step on a hand; whether it is done or said why not (else show the form)."""
    if not form.is_valid():
        return False
    try:
        write()
    except RuleError as error:
        form.add_rule_error(error)
        return False
    except WriteRefused:
        messages.error(
            request, _("Somebody changed this hand meanwhile. Look at it and decide again.")
        )
    return True
