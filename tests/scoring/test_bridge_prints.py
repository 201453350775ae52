"""The paper of the bridge games: travellers, cards, rubber sheets, Chicago pads, the chart."""

import dataclasses

import pypdfium2
import pytest

from deals.prints.paper import A4, LETTER
from scoring.core.contract import Denomination
from scoring.core.game import score_game
from scoring.prints.bridge_chart import down_rows, draw_bridge_chart, made_rows
from scoring.prints.chicago_pads import ChicagoPad, draw_chicago_pads
from scoring.prints.personal_cards import CardRow, PersonalCard, draw_personal_cards
from scoring.prints.rubber_sheet import RubberPage, draw_rubber_sheets
from scoring.prints.travellers import Traveller, TravellerRow, draw_travellers

PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]
ROWS = tuple(TravellerRow(str(n), str(n + 10)) for n in range(1, 14))
TRAVELLER = Traveller(7, "South", "all", "Riverside Club", ROWS)
CARD = PersonalCard(
    "N-S 4",
    ("Anna Berg", "Дмитрий"),
    "Riverside Club",
    tuple(CardRow(str(n), "NS") for n in range(24)),
)
RUBBER = score_game(
    {
        "game": "rubber",
        "ended": True,
        "deals": [
            {"contract": "2S", "declarer": "N", "tricks": 9},
            {"contract": "3NTX", "declarer": "E", "tricks": 7, "honours": {"N": 150}},
            {"contract": "2H", "declarer": "S", "tricks": 8},
        ],
    }
)
PAGE = RubberPage("Rubber 1", "Riverside", ("Ann", "王小明"), ("Bob", "Dee"), RUBBER["sheet"])
PAD = ChicagoPad("Chicago 1", "Riverside", ("Anna", "Bob", "Cem", "Dee"), "E")


def texts(pdf):
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def assert_on_paper(pdf, paper):
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            if right > left:
                assert 10 < left < right < paper.width - 10
                assert 10 < bottom < top < paper.height - 10


def everything(paper):
    return {
        "travellers": draw_travellers([TRAVELLER] * 3, paper),
        "cards": draw_personal_cards([CARD] * 3, paper),
        "rubbers": draw_rubber_sheets([PAGE] * 3, paper),
        "pads": draw_chicago_pads([PAD] * 4, paper),
        "chart": draw_bridge_chart(paper),
    }


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_stays_on_the_paper_and_is_drawn_the_same_twice(paper):
    once, twice = everything(paper), everything(paper)
    for name, pdf in once.items():
        assert_on_paper(pdf, paper)
        assert pdf == twice[name]


def test_pages_are_filled_before_another_is_begun():
    pages = {name: len(texts(pdf)) for name, pdf in everything(A4).items()}
    assert pages == {"travellers": 2, "cards": 2, "rubbers": 2, "pads": 2, "chart": 1}


def test_a_traveller_says_what_the_board_fixes_and_what_was_scored():
    scored = TravellerRow("1", "11", "4SX", "N", "9", "", "200", "3", "9")
    [text] = texts(draw_travellers([dataclasses.replace(TRAVELLER, rows=(scored, *ROWS))], A4))
    for part in ("Board 7", "Dealer South", "vulnerable: all", "Riverside Club", "4SX", "200"):
        assert part in text


def test_a_card_belongs_to_its_pair():
    [text] = texts(draw_personal_cards([CARD], A4))
    assert "N-S 4 · Anna Berg and Дмитрий" in text


def test_a_rubber_sheet_shows_every_entry_and_the_totals():
    [text] = texts(draw_rubber_sheets([PAGE], A4))
    # 60 and 60 below, 30 and 100 + 200 + 150 above, 300 for the only game.
    for part in ("We", "They", "Ann and 王小明", "30 deal 1", "450 deal 2", "60 deal 3",
                 "300 only game", "900", "+9", "-9"):  # fmt: skip
        assert part in text


def test_an_empty_rubber_sheet_has_no_totals():
    [text] = texts(draw_rubber_sheets([RubberPage("Rubber", "")], A4))
    assert "We They" in text
    assert "Total" in text
    assert "0" not in text


def test_a_chicago_pad_goes_round_the_wheel():
    [text] = texts(draw_chicago_pads([PAD], A4))
    assert "1 E Bob nobody 2 S Cem N-S 3 W Dee E-W 4 N Anna all" in text
    [text] = texts(draw_chicago_pads([dataclasses.replace(PAD, variant="opponents")], A4))
    assert "2 S Cem E-W 3 W Dee N-S" in text


def test_the_chart_pays_what_the_law_says():
    # Law 77: notrump made, undoubled, doubled, redoubled, then vulnerable.
    notrump = made_rows(Denomination.NOTRUMP)
    assert notrump[2] == ("3", "400", "550", "800", "600", "750", "1000")
    assert notrump[7] == ("each overtrick", "30", "100", "200", "30", "200", "400")
    assert made_rows(Denomination.CLUBS)[6] == (
        "7", "1440", "1630", "1960", "2140", "2330", "2660",
    )  # fmt: skip
    assert down_rows()[3] == ("4", "200", "800", "1600", "400", "1100", "2200")
    assert down_rows()[12] == ("13", "650", "3500", "7000", "1300", "3800", "7600")
    [text] = texts(draw_bridge_chart(A4))
    assert " ".join(notrump[2]) in text


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        pytest.param(lambda: draw_travellers([], A4), "at least one board", id="no boards"),
        pytest.param(lambda: draw_personal_cards([], A4), "at least one card", id="no cards"),
        pytest.param(lambda: draw_rubber_sheets([], A4), "at least one rubber", id="no rubbers"),
        pytest.param(lambda: draw_chicago_pads([], A4), "at least one pad", id="no pads"),
        pytest.param(
            lambda: Traveller(1, "N", "all", "", ROWS * 3), "rows must be 1 to 30", id="39 rows"
        ),
        pytest.param(
            lambda: PersonalCard("1", (), "", ()), "rows must be 1 to 36, got 0", id="no rows"
        ),
        pytest.param(
            lambda: ChicagoPad("", "", variant="other"), "variant must be dealer", id="variant"
        ),
    ],
)
def test_what_cannot_be_printed_is_refused(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
