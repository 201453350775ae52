"""A table's own page, without login and without JavaScript: enter a hand, let the others agree.

Shown are this table's hands of this round and nothing else of the night.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services, words
from clubmanager.nights.devices import claim_of, device_of, keep_device, keep_token
from clubmanager.nights.forms.at_table import StepAtTableForm, TableHandForm
from clubmanager.nights.forms.hand import FirstDealerForm
from clubmanager.nights.models import Claim, ClaimState
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.claims import (
    held_at_table,
    load_table,
    next_tables,
    waiting_devices,
)
from clubmanager.nights.queries.grid import state_word
from clubmanager.nights.services.authority import is_disputed
from scoring.core.ruleset import RuleError
from scoring.services import WriteRefused


def for_device(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the claim of this device; send it to the card where it has none here."""

    @never_cache
    @wraps(view)
    def checked(request, table_round_id, **kwargs):
        claim = claim_of(request, table_round_id)
        if claim is None:
            return render(request, "nights/at_table/no_claim.html", status=403)
        return view(request, claim, **kwargs)

    return checked


@require_safe
@for_device
def at_table(request, claim):
    return _show(request, claim)


@require_safe
@for_device
def news(request, claim):
    """What this device should know at once: another phone asks, or the next round has begun."""
    return render(request, "nights/at_table/_news.html", _news(claim))


@require_http_methods(["GET", "HEAD", "POST"])
@for_device
def hand(request, claim, number):
    """One hand's form; by POST the hand is delivered."""
    table, row = _hand_or_404(claim, number)
    if request.method != "POST":
        return _show(request, claim, table, row)
    form = TableHandForm(request.POST, table=table, hand=row)
    if form.is_valid() and _deliver(request, claim, row, form):
        return _back(claim)
    return _show(request, claim, table, row, form)


@require_POST
@for_device
def accept(request, claim, number):
    """The other side says Accept or Not right."""
    _table, row = _hand_or_404(claim, number)
    answer = request.POST.get("accept")
    if answer in ("yes", "no"):
        _step(request, row, lambda envelope: services.accept_hand(
            claim, row.id, accept=answer == "yes", **envelope
        ))  # fmt: skip
    return _back(claim)


@require_POST
@for_device
def take_away(request, claim, number):
    """The wrong hand was keyed."""
    _table, row = _hand_or_404(claim, number)
    _step(request, row, lambda envelope: services.take_hand_away(claim, row.id, **envelope))
    return _back(claim)


@require_POST
@for_device
def first_dealer(request, claim):
    _try(request, lambda: services.choose_first_dealer(claim, request.POST.get("dealer", "")))
    return _back(claim)


@require_POST
@for_device
def answer(request, claim, claim_id):
    """The device that holds the table answers one that waits."""
    given = request.POST.get("answer", "")
    _try(request, lambda: services.answer_device(claim, claim_id, given))
    return _back(claim)


@require_POST
@for_device
def go_on(request, claim):
    """To a table of the next round, by this round's claim."""
    device, table = device_of(request), request.POST.get("table", "")
    try:
        claimed = services.continue_claim(
            claim, int(table) if table.isdecimal() else 0, device=device
        )
    except (RuleError, PermissionDenied):
        messages.error(request, _("That is not possible now. Scan the card of the table."))
        return _back(claim)
    response = redirect("nights:at_table", claimed.claim.table_round_id)
    keep_token(request, response, claimed)
    return keep_device(request, response, device)


def _back(claim: Claim) -> HttpResponse:
    return redirect("nights:at_table", claim.table_round_id)


def _hand_or_404(claim: Claim, number: int) -> tuple[TableRow, HandRow]:
    table = load_table(claim.table_round_id)
    for row in table.hands:
        if row.number == number:
            return table, row
    raise Http404


def _deliver(request: HttpRequest, claim: Claim, row: HandRow, form: TableHandForm) -> bool:
    """Whether the hand is stored or held, or this device may not; else the form says why."""
    try:
        services.deliver_hand(claim, row.id, **form.write())
    except RuleError as error:
        form.add_rule_error(error)
        return False
    except PermissionDenied:
        messages.error(request, _("Another phone enters the hands at this table."))
    except WriteRefused:
        messages.error(request, _("This was sent before, as another hand. Look and send again."))
    return True


def _step(request: HttpRequest, row: HandRow, write: Callable[[dict], object]) -> None:
    form = StepAtTableForm(request.POST, hand=row)
    if form.is_valid():
        _try(request, lambda: write(form.envelope()))


def _try(request: HttpRequest, write: Callable[[], object]) -> None:
    """Run a write; what is refused is said on the next page."""
    try:
        write()
    except RuleError as error:
        messages.error(request, str(error))
    except services.WaitsForDirector as waits:
        messages.error(request, _("%(why)s Ask the director.") % {"why": waits.why.label})
    except PermissionDenied:
        messages.error(request, _("This phone may not do that at this table."))
    except WriteRefused:
        messages.error(request, _("The hand was changed meanwhile. Look at it and decide again."))


def _show(
    request: HttpRequest,
    claim: Claim,
    table: TableRow | None = None,
    row: HandRow | None = None,
    form: TableHandForm | None = None,
) -> HttpResponse:
    if claim.state == ClaimState.WAITS:
        return render(request, "nights/at_table/waiting.html", _own(claim))
    if claim.state == ClaimState.ENDED:
        held = held_at_table(claim)
        return render(request, "nights/at_table/ended.html", _own(claim) | {"held": _sent(held)})
    table = table or load_table(claim.table_round_id)
    context = _own(claim) | _news(claim) | _game(table)
    context |= _task(claim, table, row, form) | {"held": _sent(held_at_table(claim))}
    return render(request, "nights/at_table/table.html", context)


def _own(claim: Claim) -> dict:
    return {"claim": claim, "night": claim.night, "own": claim.table_round}


def _news(claim: Claim) -> dict:
    holds = claim.state == ClaimState.HOLDS
    return _own(claim) | {
        "devices": waiting_devices(claim) if holds else [],
        "places": next_tables(claim) if claim.state != ClaimState.ENDED else [],
    }


def _game(table: TableRow) -> dict:
    sides = {"NS": _("North and South"), "EW": _("East and West")}
    return {
        "table": table,
        "teams": [
            (side, words.team_words(table, key), table.totals.get(key, 0))
            for key, side in sides.items()
        ],
        "verdict": words.verdict_words(table),
        "pad": [(row, words.hand_words(row), state_word(row.shown_state)) for row in table.hands],
    }


def _task(
    claim: Claim, table: TableRow, row: HandRow | None, form: TableHandForm | None
) -> dict:
    """What is to be done now: a hand to enter, a result to agree with, or nothing."""
    enters = claim.state == ClaimState.HOLDS
    asked = None if row else next((r for r in table.hands if _awaits_answer(r)), None)
    row = row or asked or next((r for r in table.hands if not r.settled), None)
    if row is None:
        return {"task": "done"}
    facts = {"hand": row, "dealer": words.names_by_seat(table)[row.dealer], "enters": enters}
    if asked:
        following = next((r for r in table.hands if not r.settled), None)
        return facts | {
            "task": "agree",
            "disputed": row.entry_state == "questioned",
            "sentence": words.hand_words(row),
            "step": StepAtTableForm(hand=row, auto_id=False),
            "following": following,
        }
    if not enters:
        return facts | {"task": "watch"}
    fresh = all(r.facts is None and r.board_id is None for r in table.hands)
    return facts | {
        "task": "enter",
        "form": form or TableHandForm(table=table, hand=row),
        "dealer_form": FirstDealerForm(table=table) if fresh else None,
        "step": StepAtTableForm(hand=row, auto_id=False) if row.facts else None,
    }


def _awaits_answer(row: HandRow) -> bool:
    """Whether the other side has to agree; a hand that the director questions is hers."""
    if row.ruling != "none":
        return False
    disputed = row.entry_state == "questioned" and is_disputed(row.id)
    return row.entry_state == "entered" or disputed


def _sent(entries) -> list[dict]:
    return [
        {
            "number": held.hand.number,
            "words": words.submitted_words(held.facts, held.tricks),
            "why": held.get_why_display(),
        }
        for held in entries
    ]
