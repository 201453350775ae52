"""Paper that shows cards: slips, hand records, curtain cards.

Drawn on request and never stored. By POST and logged, since printing breaks into the seal; an
officer who plays tonight gets no board of her own.
"""

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.card_paper import SORTED, CardPaperForm
from clubmanager.nights.queries import NightData, load_night
from clubmanager.nights.queries.deal_papers import (
    curtain_boards,
    hand_records,
    plays_elsewhere,
    record_sheet,
)
from clubmanager.nights.queries.paper import deal_slips, paper_of
from clubmanager.people.models import Role
from deals.prints.curtain_cards import draw_curtain_cards
from deals.prints.hand_records import draw_hand_records
from deals.prints.slips import draw_deal_slips
from deals.prints.sorted_slips import draw_sorted_slips
from scoring.core.ruleset import RuleError

from .printing import kept_from, pdf

Draw = Callable[[NightData, CardPaperForm, frozenset[int]], bytes | None]


@require_POST
def slips_pdf(request, slug, night_id):
    return _confidential(request, slug, night_id, "deal slips", _slips)


@require_POST
def hand_records_pdf(request, slug, night_id):
    return _confidential(request, slug, night_id, "hand records", _hand_records)


@require_POST
def curtain_cards_pdf(request, slug, night_id):
    return _confidential(request, slug, night_id, "curtain cards", _curtain_cards)


def _confidential(request, slug, night_id, paper: str, draw: Draw):
    """The paper as an answer that nobody stores, or the reason why there is none."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    data, form = load_night(night), CardPaperForm(request.POST)
    try:
        if not form.is_valid():
            raise RuleError("paper", None, _("drawn as the page offers it"))
        if plays_elsewhere(night, request.user):
            allowed = _("printed by another director, since you play these deals on another night")
            raise RuleError("cards", None, allowed)
        services.note_slips_printed(night_id, actor=actor, paper=paper)
        drawn = draw(data, form, kept_from(request, night))
        if drawn is None:
            allowed = _("of boards that you do not play; ask another director")
            raise RuleError("slips", None, allowed)
    except RuleError as error:
        messages.error(request, str(error))
        return redirect("nights:printing", slug, night_id)
    response = pdf(drawn, f"{paper.replace(' ', '-')}-{night.pk}.pdf")
    response["Cache-Control"] = "no-store"
    return response


def _slips(data: NightData, form: CardPaperForm, kept_from: frozenset[int]) -> bytes | None:
    slips = deal_slips(data, kept_from=kept_from)
    slips = [replace(slip, face=form.drawn_face) for slip in slips]
    draw = draw_sorted_slips if form.cleaned_data["order"] == SORTED else draw_deal_slips
    return draw(slips, paper_of(data.night)) if slips else None


def _hand_records(data: NightData, form: CardPaperForm, kept_from: frozenset[int]) -> bytes | None:
    records = hand_records(data, kept_from)
    sheet = record_sheet(data, form.drawn_face, form.cleaned_data["boards"])
    return draw_hand_records(records, sheet, paper_of(data.night)) if records else None


def _curtain_cards(data: NightData, form: CardPaperForm, kept_from: frozenset[int]) -> bytes | None:
    boards = curtain_boards(data, kept_from)
    if not boards:
        return None
    return draw_curtain_cards(boards, paper_of(data.night), form.drawn_face)
