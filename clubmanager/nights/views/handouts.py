"""What is handed out before the first round: cards, badges, the seating list, blank spares."""

from django.http import Http404
from django.views.decorators.http import require_POST, require_safe

from clubmanager.nights.access import officer_night
from clubmanager.nights.models import NightState
from clubmanager.nights.prints.badges import draw_badges
from clubmanager.nights.prints.evening import Evening, draw_spares
from clubmanager.nights.prints.guide_cards import draw_guide_cards
from clubmanager.nights.prints.seating_list import draw_seating_list
from clubmanager.nights.prints.table_cards import draw_table_cards
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.codes import printed_cards
from clubmanager.nights.queries.pads import draw_game_chart
from clubmanager.nights.queries.paper import (
    badges,
    chart_of,
    guide_cards,
    house_rules,
    paper_of,
    seating_sheet,
    table_signs,
)
from clubmanager.nights.services import issue_cards
from scoring.prints.house_rules import draw_house_rules

from .printing import pdf


def _or_404(values):
    """The values, or "not found" where there is nothing to print yet."""
    if not values:
        raise Http404
    return values


@require_POST
def table_cards_pdf(request, slug, night_id):
    """Table cards with their codes. By POST: a table that has no code yet gets one."""
    night, actor = officer_night(request, slug, night_id)
    over = night.state == NightState.CLOSED
    cards = printed_cards(night.pk) if over else issue_cards(night.pk, actor=actor)
    signs = _or_404(table_signs(load_night(night), cards))
    return pdf(draw_table_cards(signs, paper_of(night)), f"table-cards-{night.pk}.pdf")


@require_safe
def seating_pdf(request, slug, night_id):
    """The wall list of the first round, or of `?round=`."""
    night, _actor = officer_night(request, slug, night_id)
    number = request.GET.get("round", "")
    sheet = seating_sheet(load_night(night), int(number) if number.isdecimal() else None)
    return pdf(draw_seating_list(_or_404(sheet), paper_of(night)), f"seating-{night.pk}.pdf")


@require_safe
def badges_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    return pdf(draw_badges(_or_404(badges(night)), paper_of(night)), f"badges-{night.pk}.pdf")


@require_safe
def guide_cards_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    cards = _or_404(guide_cards(load_night(night)))
    return pdf(draw_guide_cards(cards, paper_of(night)), f"guide-cards-{night.pk}.pdf")


@require_safe
def quick_reference_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    return pdf(draw_game_chart(night, paper_of(night)), "quick-reference.pdf")


@require_safe
def house_rules_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    rules = _or_404(house_rules(night))
    return pdf(draw_house_rules(night.club.name, rules, paper_of(night)), "house-rules.pdf")


@require_safe
def spares_pdf(request, slug, night_id):
    """Blank spares of everything, to write on."""
    night, _actor = officer_night(request, slug, night_id)
    blank = Evening(night.club.name, night.title, chart_of(night))
    return pdf(draw_spares(blank, paper_of(night)), "blank-spares.pdf")
