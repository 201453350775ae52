"""A table's game: who sits there, its hands, and the form of the next one."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.nights import services, words
from clubmanager.nights.forms.hand import FirstDealerForm, PadForm
from clubmanager.nights.forms.ruling import StepForm
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.grid import game_row
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.queries import sheet_rows

from .entering import address, hand_form, save_hand
from .evening import Evening, open_evening


@require_http_methods(["GET", "HEAD", "POST"])
def table(request, slug, night_id, table_round_id):
    evening = open_evening(request, slug, night_id)
    row = evening.table_or_404(table_round_id)
    if request.method != "POST":
        return _show(request, evening, row, _next_form(evening, row))
    hand = next((h for h in row.hands if str(h.number) == request.POST.get("number")), None)
    if hand is None:
        messages.error(request, _("Choose one of this table's hands."))
        return redirect(address("table", evening, row.id))
    form = hand_form(evening, row, hand, request.POST)
    return save_hand(request, evening, row, hand, form) or _show(request, evening, row, form)


@require_POST
def first_dealer(request, slug, night_id, table_round_id):
    """The table chose who deals first (shuffled cards, nothing entered yet)."""
    evening = open_evening(request, slug, night_id)
    row = evening.table_or_404(table_round_id)
    _set_dealer(request, row, evening.actor)
    return redirect(address("table", evening, row.id))


def _set_dealer(request, row: TableRow, actor: Actor) -> None:
    try:
        services.set_first_dealer(row.id, request.POST.get("dealer", ""), actor=actor)
    except RuleError as error:
        messages.error(request, str(error))


def _next_hand(evening: Evening, row: TableRow) -> HandRow | None:
    missing = (h for h in row.hands if not h.settled and not evening.sight.veils(row, h))
    return next(missing, None)


def _next_form(evening: Evening, row: TableRow) -> StepForm | None:
    hand = _next_hand(evening, row)
    return hand_form(evening, row, hand) if hand and evening.may_enter(row) else None


def _show(request, evening: Evening, row: TableRow, form: StepForm | None):
    veiled = evening.sight.veils_game(row)
    fresh = all(hand.facts is None and hand.board_id is None for hand in row.hands)
    pad = None if veiled else PadForm(request.GET if "pad_ns" in request.GET else None)
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "table": row,
        "game": game_row(row, evening.sight),
        "teams": [_team(row, side, veiled) for side in ("NS", "EW")],
        "sheet": None if veiled or not row.sheet else sheet_rows(row.sheet),
        "verdict": None if veiled else words.verdict_words(row),
        "form": form,
        "dealer_form": FirstDealerForm(table=row) if fresh and evening.may_enter(row) else None,
        "pad": pad,
        "pad_differences": pad.differences(row.totals) if pad and pad.is_valid() else None,
        "neighbours": [t for t in evening.data.rounds()[row.round] if t.missing and t.id != row.id],
        "veiled": veiled,
    }
    return render(request, "nights/table.html", context)


def _team(row: TableRow, side: str, veiled: bool) -> dict:
    words_ = {"NS": _("North and South"), "EW": _("East and West")}
    other = "EW" if side == "NS" else "NS"
    points, theirs = row.totals.get(side, 0), row.totals.get(other, 0)
    return {
        "side": words_[side],
        "name": words.team_words(row, side),
        "points": None if veiled else points,
        "leads": not veiled and points > theirs,
    }
