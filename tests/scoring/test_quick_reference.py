"""The Quick Reference card and the house rules card: four to a page, complete, never spilling."""

import pypdfium2
import pytest

from deals.prints.grid import card_boxes
from deals.prints.paper import A4, LETTER
from scoring.core.chart import RECONSTRUCTED, Chart
from scoring.core.house_rules import HOUSE_RULES, house_rules_without
from scoring.core.ruleset import RuleError
from scoring.prints import house_rules, quick_reference
from scoring.prints.house_rules import draw_house_rules
from scoring.prints.quick_reference import draw_quick_reference

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"
PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]


def page_texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def letters_outside(pdf: bytes, paper, grid: tuple[int, int], margin: float) -> list[str]:
    """The letters that come nearer than `margin` to the edge of their card."""
    places = [box.inset(margin) for box in card_boxes(paper, *grid)]
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            inside = any(
                b.x <= left and right <= b.right and b.y <= bottom and top <= b.top for b in places
            )
            if right > left and not inside:
                found.append(text.get_text_range(index, 1))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_four_cards_say_what_a_table_asks_for(paper):
    (text,) = page_texts(draw_quick_reference(RECONSTRUCTED, paper))
    for part in (
        "14 counts 4, 13 counts 3, 12 counts 2, 11 counts 1",
        "always make 40",
        "Round One",
        "needs 10 of the 13 tricks",
        "Round Two, when all four passed",
        "20 to 20 it is the dealer's team",
        "Equal: the one who dealt or sits on the dealer's left",
        "Seven (needs 7)",
        "More points. Level: the team that won three hands. Two each: who won the fourth hand.",
        "Chart: Reconstructed, version 1",
        RECONSTRUCTED.provenance,
        "Play (10) 190 170 150 130 110 90 70 50 30 10 80 100 120 140",
        "Ten (10) 50 45 40 35 30 25 20 15 10 5 40 45 50 55",
        "Seven (7) 35 30 25 20 15 10 5 10 15 20 25 30 35 40",
        "R♥ Y♦ G♣ B♠",
    ):
        assert text.count(part) == 4, part


def test_the_card_carries_the_clubs_own_chart():
    cells = tuple(tuple(row * 100 + 500 + n for n in range(14)) for row in range(3))
    (text,) = page_texts(draw_quick_reference(Chart("Our own", 3, cells), A4))
    assert "Chart: Our own, version 3" in text
    assert "Seven (7) 700 701 702" in text
    assert "Entered by the club" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_of_a_card_crosses_its_cut_lines(paper):
    wide = Chart(SIXTY, 999, ((10_000,) * 14,) * 3)
    for chart in (RECONSTRUCTED, wide):
        pdf = draw_quick_reference(chart, paper)
        assert letters_outside(pdf, paper, quick_reference.GRID, 10) == []
    pdf = draw_house_rules(SIXTY, HOUSE_RULES, paper)
    assert letters_outside(pdf, paper, house_rules.GRID, 10) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_steps_stay_above_the_chart_in_readable_type(paper):
    box = card_boxes(paper, *quick_reference.GRID)[0].inset(quick_reference.PADDING)
    room = box.height - quick_reference.TITLE_HEIGHT - quick_reference.CHART_HEIGHT
    size = quick_reference.text_size(box.width, room - quick_reference.CHART_GAP)
    assert size >= 6.5
    assert quick_reference.text_height(size, box.width) <= room


@pytest.mark.parametrize("paper", PAPERS)
def test_all_house_rules_stand_above_the_foot_of_the_card(paper):
    box = card_boxes(paper, *house_rules.GRID)[0].inset(house_rules.PADDING)
    size = house_rules.text_size(HOUSE_RULES, box)
    room = box.height - house_rules.TITLE_HEIGHT - house_rules.FOOT_HEIGHT
    assert size >= 8
    assert sum(house_rules.rule_height(rule, size, box.width) for rule in HOUSE_RULES) <= room


def test_a_rule_that_is_switched_off_is_not_on_the_card():
    rules = house_rules_without(["revoke", "conceded"])
    (text,) = page_texts(draw_house_rules("Riverside Club", rules, A4))
    assert text.count("The four strengths do not add up to 40") == 4
    assert "did not follow the colour" not in text
    assert "gives up the rest" not in text


def test_an_unknown_house_rule_is_refused_by_name():
    with pytest.raises(RuleError, match="house rule must be wrong-deal, .*, got 'revokes'"):
        house_rules_without(["revokes"])


@pytest.mark.parametrize(
    ("cards", "pages"), [pytest.param(1, 1, id="one"), (4, 1), (5, 2), (20, 5)]
)
def test_so_many_cards_fill_so_many_pages(cards, pages):
    assert len(page_texts(draw_quick_reference(RECONSTRUCTED, A4, cards))) == pages
    assert len(page_texts(draw_house_rules("Club", HOUSE_RULES, A4, cards))) == pages


@pytest.mark.parametrize("paper", PAPERS)
def test_equal_cards_give_equal_bytes(paper):
    first = draw_quick_reference(RECONSTRUCTED, paper), draw_house_rules("C", HOUSE_RULES, paper)
    again = draw_quick_reference(RECONSTRUCTED, paper), draw_house_rules("C", HOUSE_RULES, paper)
    assert first == again


def test_nothing_to_draw_is_refused():
    with pytest.raises(ValueError, match="cards must be 1 or more, got 0"):
        draw_quick_reference(RECONSTRUCTED, A4, 0)
    with pytest.raises(ValueError, match="rules must hold at least one house rule"):
        draw_house_rules("Riverside Club", (), A4)
