"""The way in for a device: type eight digits or scan the card, see the table, claim it by POST."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubmanager.nights import limits, services
from clubmanager.nights.devices import claim_of, device_of, keep_device, keep_token
from clubmanager.nights.forms.at_table import CodeForm
from clubmanager.nights.models import ClaimState, TableCard
from clubmanager.nights.queries.claims import table_now
from clubmanager.nights.queries.codes import card_of_text, cards_of_digits
from clubmanager.nights.words import seat_words
from scoring.core.ruleset import RuleError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request):
    """Type the digits; a right code leads to the same page as the QR code."""
    device = device_of(request)
    form = CodeForm(request.POST or None)
    response = None
    if request.method == "POST" and form.is_valid():
        text = _text_of(form, device, limits.address_of(request))
        response = redirect("nights:table_code", text) if text else None
    response = response or render(request, "nights/at_table/code.html", {"form": form})
    return keep_device(request, response, device)


def _text_of(form: CodeForm, device: str, address: str) -> str | None:
    """The QR text for the typed digits; None with the reason on the form."""
    if wait := limits.seconds_to_wait(device, address):
        form.add_error("code", _wait_words(wait))
        return None
    found = cards_of_digits(form.cleaned_data["code"])
    if len(found) == 1:
        return found[0][1].text
    limits.count_wrong_code(device, address)
    if found:
        form.add_error("code", _("Two tables have this number tonight. Scan the card instead."))
    else:
        form.add_error("code", _("No table has this code tonight. Look at the card again."))
    return None


def _wait_words(seconds: int) -> str:
    if seconds <= limits.SLOW_SECONDS:
        return _("Many codes are being tried here. Wait two seconds and press the button again.")
    return _(
        "Too many wrong codes. Wait %(minutes)s minutes, scan the card, or ask the director."
    ) % {"minutes": -(-seconds // 60)}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_code(request, text):
    """Which table this is and who sits there now; by POST this device goes to it."""
    card = card_of_text(text)
    if card is None:
        return render(request, "nights/at_table/unknown.html", status=404)
    if request.method == "POST":
        return _claim(request, card)
    return _show(request, card)


def _claim(request: HttpRequest, card: TableCard) -> HttpResponse:
    device = device_of(request)
    try:
        claimed = services.claim_table(card.night_id, card.table, device=device)
    except RuleError:
        return redirect(request.path)  # the page says what is the matter
    others = request.POST.get("who") == "others"
    page = "nights:at_table_not_us" if others else "nights:at_table"
    response = redirect(page, claimed.claim.table_round_id)
    keep_token(request, response, claimed)
    return keep_device(request, response, device)


def _show(request: HttpRequest, card: TableCard) -> HttpResponse:
    table = table_now(card.night, card.table)
    if table:
        claim = claim_of(request, table.id)
        if claim and claim.state != ClaimState.ENDED:
            return redirect("nights:at_table", table.id)
    people = [(word, table.now(seat).full) for seat, word in seat_words().items()
              if seat in table.seats] if table else []  # fmt: skip
    context = {"card": card, "night": card.night, "table": table, "people": people}
    response = render(request, "nights/at_table/claim.html", context)
    return keep_device(request, response, device_of(request))
