"""Deal slips: one per board and copy, for making up boards by hand."""

import pypdfium2
import pytest

from deals.core.cards import Seat
from deals.core.deal import Deal
from deals.prints.paper import A4, LETTER
from deals.prints.slips import PADDING, DealSlip, draw_deal_slips, hand_boxes, slip_boxes

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"
DEAL = Deal.from_pbn("N:AKQ2.J32.T98.765 JT98.AKQ.765.432 765.T987.AKQ.JT8 43.654.J432.AKQ9")
ONE_COLOUR_EACH = Deal.from_pbn(
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
)
PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]


def slip(**changes) -> DealSlip:
    values = {
        "set_name": "Tuesday 1 December",
        "number": 5,
        "dealer": Seat.N,
        "deal": DEAL,
        "copy": 1,
        "copies": 2,
        "maker": "Anna Berg",
    }
    return DealSlip(**(values | changes))


def page_texts(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_slip_says_everything_its_maker_needs(paper):
    (text,) = page_texts(draw_deal_slips([slip()], paper))
    for part in (
        "Board",
        "Dealer North",
        "Tuesday 1 December",
        "Copy 1 of 2",
        "Made up by: Anna Berg",
        "Confidential until the night is over",
        "Strength 10 · colour count 4",
        "14 13 12 2",
        "11 10 9 8",
    ):
        assert part in text


def test_each_colour_has_letter_and_shape():
    (text,) = page_texts(draw_deal_slips([slip()], A4))
    for letter, shape in ("R♥", "Y♦", "G♣", "B♠"):
        assert text.count(shape) == 4
        assert letter in text


def test_a_slip_without_a_maker_goes_to_someone_who_does_not_play():
    (text,) = page_texts(draw_deal_slips([slip(maker="")], A4))
    assert "Made up by: someone who does not play" in " ".join(text.split())


def test_a_colour_that_a_hand_lacks_is_a_dash():
    (text,) = page_texts(draw_deal_slips([slip(deal=ONE_COLOUR_EACH)], A4))
    assert text.count("\u2013") == 12
    assert "14 13 12 11 10 9 8 7 6 5 4 3 2" in text
    assert "Strength 10 · colour count 13" in text


@pytest.mark.parametrize(
    ("slips", "pages"),
    [
        pytest.param(1, 1, id="one"),
        pytest.param(4, 1, id="a full page"),
        pytest.param(5, 2, id="one more than a page"),
    ],
)
def test_four_slips_share_a_page(slips, pages):
    pdf = draw_deal_slips([slip(number=n + 1) for n in range(slips)], A4)
    assert len(page_texts(pdf)) == pages


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_crosses_a_cut_line_even_with_sixty_letters(paper):
    long = slip(number=999, maker=SIXTY, set_name=SIXTY, deal=ONE_COLOUR_EACH)
    page = pypdfium2.PdfDocument(draw_deal_slips([long] * 4, paper))[0].get_textpage()
    allowed = [box.inset(PADDING - 3) for box in slip_boxes(paper)]
    for index in range(page.count_chars()):
        left, bottom, right, top = page.get_charbox(index)
        if right > left:
            assert any(
                box.x <= left and right <= box.right and box.y <= bottom and top <= box.top
                for box in allowed
            ), page.get_text_range(index, 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_hands_lie_apart_in_their_compass_places(paper):
    area = slip_boxes(paper)[0].inset(PADDING)
    hands = hand_boxes(area)
    assert hands[Seat.N].y > hands[Seat.W].top - 0.01
    assert hands[Seat.W].right < hands[Seat.E].x
    assert hands[Seat.S].top < hands[Seat.W].y + 0.01
    assert hands[Seat.S].y >= area.y + 13


def test_names_of_every_script_are_in_the_file():
    texts = page_texts(draw_deal_slips([slip(maker="Дмитрий"), slip(maker="王小明")], A4))
    assert "Дмитрий" in texts[0]
    assert "王小明" in texts[0]


def test_equal_slips_give_equal_bytes():
    assert draw_deal_slips([slip()], A4) == draw_deal_slips([slip()], A4)


def test_title_and_language_are_set():
    pdf = draw_deal_slips([slip()], A4)
    document = pypdfium2.PdfDocument(pdf)
    assert document.get_metadata_value("Title") == "Deal slips: Tuesday 1 December"
    assert b"/Lang (en)" in pdf


def test_no_slips_are_refused():
    with pytest.raises(ValueError, match="at least one deal slip"):
        draw_deal_slips([], A4)


def test_a_copy_beyond_the_copies_is_refused():
    with pytest.raises(ValueError, match="copy must be 1 to 2, got 3"):
        slip(copy=3)
