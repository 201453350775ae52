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

from clubmanager.nights import services
from clubmanager.nights.devices import claim_of, device_of, keep_device, keep_token
from clubmanager.nights.forms.at_table import NotUsForm, StepAtTableForm
from clubmanager.nights.forms.games import table_form
from clubmanager.nights.forms.ruling import StepForm
from clubmanager.nights.models import Claim
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.claims import load_table
from scoring.core.ruleset import RuleError
from scoring.writes import WriteRefused

from .table_page import left_table, news_of, show_result, show_table, table_context


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
    return show_table(request, claim)


@require_safe
@for_device
def news(request, claim):
    """What this device should know at once: another phone asks, or the next round has begun."""
    return render(request, "nights/at_table/_news.html", news_of(claim))


@require_http_methods(["GET", "HEAD", "POST"])
@for_device
def hand(request, claim, number):
    """One hand's form; by POST the hand is delivered."""
    table, row = hand_or_404(claim, number)
    if request.method != "POST":
        return show_table(request, claim, table, row)
    form = table_form(table, row, request.POST)
    if form.is_valid() and _deliver(request, claim, row, form):
        return _back(claim)
    return show_table(request, claim, table, row, form)


@require_safe
@for_device
def result(request, claim, number):
    """One hand's result, and what may be done about it."""
    table, row = hand_or_404(claim, number)
    return show_result(request, claim, table, row)


@require_POST
@for_device
def accept(request, claim, number):
    """The other side says Accept or Not right."""
    _table, row = hand_or_404(claim, number)
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
    _table, row = hand_or_404(claim, number)
    _step(request, row, lambda envelope: services.take_hand_away(claim, row.id, **envelope))
    return _back(claim)


@require_POST
@for_device
def first_dealer(request, claim):
    _try(request, lambda: services.choose_first_dealer(claim, request.POST.get("dealer", "")))
    return _back(claim)


@require_http_methods(["GET", "HEAD", "POST"])
@for_device
def call(request, claim):
    """Call the director, by one tap on the reason."""
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:150]
        _try(request, lambda: services.tell_director(claim, reason))
        return _back(claim)
    if answer := left_table(request, claim):
        return answer
    context = table_context(claim, load_table(claim.table_round_id)) | news_of(claim)
    return render(request, "nights/at_table/call.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_device
def not_us(request, claim):
    """Other people sit here than planned: say who, and the director is told."""
    if answer := left_table(request, claim):
        return answer
    table = load_table(claim.table_round_id)
    form = NotUsForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        told = _("It isn't us. %(who)s") % {"who": form.told()}
        _try(request, lambda: services.tell_director(claim, told[:200]))
        return _back(claim)
    context = table_context(claim, table) | news_of(claim) | {"form": form}
    return render(request, "nights/at_table/not_us.html", context)


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


def hand_or_404(claim: Claim, number: int) -> tuple[TableRow, HandRow]:
    table = load_table(claim.table_round_id)
    for row in table.hands:
        if row.number == number:
            return table, row
    raise Http404


def _deliver(request: HttpRequest, claim: Claim, row: HandRow, form: StepForm) -> bool:
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
    except (RuleError, PermissionDenied, WriteRefused) as error:
        messages.error(request, refusal_words(error))


def refusal_words(error: Exception) -> str:
    """Why a write of a device was refused, as its page says it."""
    if isinstance(error, RuleError):
        return str(error)
    if isinstance(error, services.WaitsForDirector):
        return _("%(why)s Ask the director.") % {"why": error.why.label}
    if isinstance(error, PermissionDenied):
        return _("This phone may not do that at this table.")
    return _("The hand was changed meanwhile. Look at it and decide again.")
