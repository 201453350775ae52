"""Hand records, curtain cards and sorted slips: what is on the paper, and that it stays there."""

import pypdfium2
import pytest

from deals.core.cards import Seat, Suit
from deals.core.deal import Deal
from deals.core.dealing import BoardRange, DealDescription, deal_boards, unrank
from deals.core.double_dummy import TrickTable
from deals.prints.curtain_cards import CurtainBoard, draw_curtain_cards
from deals.prints.faces import ABRIDGED, BRIDGE
from deals.prints.hand_records import HandRecord, RecordSheet, draw_hand_records
from deals.prints.paper import A4, LETTER
from deals.prints.slips import DealSlip, draw_deal_slips
from deals.prints.sorted_slips import draw_sorted_slips, pocket_row, running_counts

DEAL = Deal.from_pbn("N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96")
TABLE = TrickTable("66477665877785677856")
LONG = "Vladimir-Alexander von und zu Musterhausen-Sonnenschein " * 3


def record(number=1, **changes):
    values = {
        "dealer": Seat.N,
        "vulnerable": "EW",
        "deal": DEAL,
        "tricks": TABLE,
        "par": "15 to North and South (South, Seven, red)",
        "results": ("3 \u00d7 N-S 20",),
    }
    return HandRecord(number, **(values | changes))


def sheet(face=ABRIDGED, boards=18, title="Tuesday league"):
    return RecordSheet(title, "1 December 2026", face, boards)


def texts(pdf):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def assert_nothing_leaves_the_page(pdf):
    for page in pypdfium2.PdfDocument(pdf):
        width, height = page.get_size()
        for text in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            left, bottom, right, top = text.get_bounds()
            assert left >= 0
            assert bottom >= 0
            assert right <= width
            assert top <= height


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])
@pytest.mark.parametrize(("boards", "pages"), [(6, 6), (12, 3), (18, 2)])
def test_36_boards_take_so_many_pages(boards, pages, paper):
    pdf = draw_hand_records([record(n) for n in range(1, 37)], sheet(boards=boards), paper)
    assert len(texts(pdf)) == pages
    assert_nothing_leaves_the_page(pdf)


def test_a_record_shows_hands_dealer_strengths_tricks_par_and_results():
    (page,) = texts(draw_hand_records([record(17)], sheet(), A4))
    for shown in (
        "17",
        "North deals",
        "14 8 7 3",
        "14 11 8 3",
        "Par: 15 to North",
        "3 \u00d7 N-S 20",
    ):
        assert shown in page
    assert "vul" not in page  # aBRIDGEd knows none
    for strength in ("11", "7", "13", "9"):
        assert strength in page.split()


def test_the_bridge_face_has_its_ranks_and_vulnerability():
    (page,) = texts(draw_hand_records([record()], sheet(BRIDGE), A4))
    assert "A 8 7 3" in page
    assert "Q 10 6 2" in page
    assert "E-W vul" in page


def test_a_board_that_was_not_solved_has_no_table():
    bare = record(tricks=None, par="", results=())
    (page,) = texts(draw_hand_records([bare], sheet(), A4))
    assert "NT" not in page
    assert "Par" not in page


@pytest.mark.parametrize("face", [ABRIDGED, BRIDGE], ids=["abridged", "bridge"])
def test_the_longest_colours_and_names_stay_on_the_page(face):
    longest = record(10_000, deal=unrank(0), par=LONG, results=(LONG, LONG))
    assert_nothing_leaves_the_page(draw_hand_records([longest] * 18, sheet(face, title=LONG), A4))


def test_the_same_records_give_the_same_bytes():
    assert draw_hand_records([record()], sheet(), A4) == draw_hand_records([record()], sheet(), A4)


def test_other_numbers_of_boards_a_page_are_refused():
    with pytest.raises(ValueError, match="must be 6, 12 or 18, got 7"):
        sheet(boards=7)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: draw_hand_records([], sheet(), A4),
        lambda: draw_curtain_cards([], A4),
        lambda: draw_sorted_slips([], A4),
    ],
)
def test_nothing_to_print_is_refused(draw):
    with pytest.raises(ValueError, match="at least one"):
        draw()


def test_curtain_cards_are_one_for_each_hand_with_its_check():
    boards = [CurtainBoard("4f2a", number, Seat.N, DEAL) for number in (1, 2)]
    (page,) = texts(draw_curtain_cards(boards, A4))
    assert page.count("set 4f2a") == 8
    assert page.count("Strength 11 \u00b7 colour count 4") == 2
    assert page.count("deals first") == 2


def slip(deal=DEAL, face=ABRIDGED):
    return DealSlip("Set", 1, Seat.N, deal, 1, 1, "", face)


def test_a_sorted_pack_is_dealt_in_rows_from_the_highest_card():
    row = pocket_row(DEAL, Suit.SPADES)  # A K Q J T 9 8 7 6 5 4 3 2
    assert "".join(seat.value for seat in row) == "NWSWSENNSEWNS"


def test_running_counts_end_at_13_each():
    deals = deal_boards(DealDescription("", "", BoardRange(1, 50)), bytes(32))
    for deal in deals.values():
        counts = running_counts(deal, ABRIDGED)
        assert [sum(row.values()) for row in counts] == [13, 26, 39, 52]
        assert set(counts[-1].values()) == {13}
    # after red: A J 8 3, 7 4, K Q 6 2, T 9 5
    first = running_counts(DEAL, ABRIDGED)[0]
    assert [first[seat] for seat in Seat] == [4, 2, 4, 3]


def test_a_sorted_slip_shows_52_pockets():
    pdf = draw_sorted_slips([slip()], LETTER)
    (page,) = texts(pdf)
    assert "N 13 \u00b7 E 13 \u00b7 S 13 \u00b7 W 13" in page
    assert "Confidential until the night is over" in page
    assert_nothing_leaves_the_page(pdf)


def test_slips_with_the_bridge_face():
    (page,) = texts(draw_deal_slips([slip(face=BRIDGE)], A4))
    assert "Q 10 6 2" in page
    assert "14" not in page
