"""What a night hands out, as it is drawn: cards, seating list, badges, blank spares."""

import dataclasses

import pypdfium2
import pytest

from clubmanager.nights.prints import badges as badge_room
from clubmanager.nights.prints import guide_cards as guide_room
from clubmanager.nights.prints import seating_list as seating_room
from clubmanager.nights.prints.badges import Badge, draw_badges
from clubmanager.nights.prints.evening import Evening, draw_spares
from clubmanager.nights.prints.guide_cards import GuideCard, GuideRow, draw_guide_cards
from clubmanager.nights.prints.seating_list import SeatingRow, SeatingSheet, draw_seating_list
from clubmanager.nights.prints.table_cards import TableSign, draw_table_cards, qr_runs
from deals.prints.grid import card_boxes
from deals.prints.paper import A4, LETTER, MM
from scoring.core.chart import RECONSTRUCTED

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"
WIDE = "W" * 60
SCRIPTS = ("Łukasz Żółć", "Дмитрий Иванов", "Ελένη Παππά", "王小明")
PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]
ADDRESS = "https://club.example.org/t/AbCdEfGhIjKlMnOpQrStUv"
SIGN = TableSign("Riverside Club", "Thursday night", "12", "12345678", ADDRESS)


def texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def letters_outside(pdf: bytes, paper, grid=(1, 1), margin: float = 20) -> list[str]:
    """The letters that come nearer than `margin` to the edge of their card or page."""
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


def guide(name: str, rows: int = 7, *, partner: str = "") -> GuideCard:
    row = GuideRow("1", "12", "N\u2013S", (name, name), partner, "13\u201316")
    return GuideCard("Thursday night", "Pair 5", (name, name), (row,) * rows)


def sheet(*names: str) -> SeatingSheet:
    rows = tuple(SeatingRow(name, "12", "North") for name in names)
    return SeatingSheet("Riverside Club", "Thursday night", "26 November 2026", "1", rows)


def drawn_with(name: str, paper) -> dict[str, tuple[bytes, tuple[int, int]]]:
    """Every paper that carries names, with this one in every place, and its grid."""
    down = guide_room.cards_down(guide(name), paper)
    return {
        "table card": (
            draw_table_cards([dataclasses.replace(SIGN, club=name, night=name)], paper), (1, 1),
        ),
        "seating list": (draw_seating_list(sheet(*[name] * 30), paper), (1, 1)),
        "badges": (draw_badges([Badge(name, name, name)] * 10, paper), badge_room.GRID),
        "guide cards": (draw_guide_cards([guide(name)] * 4, paper), (guide_room.ACROSS, down)),
    }  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_names_in_any_script_come_out_as_they_were_written(paper, name):
    for what, (pdf, _grid) in drawn_with(name, paper).items():
        assert name in " ".join(texts(pdf)), what


def test_a_hebrew_name_keeps_every_letter_and_its_direction():
    (text,) = texts(draw_badges([Badge("Riverside Club", "שרה", "כהן")], A4))
    assert {"שרה", "כהן"} & set(text.split()) or {"הרש", "ןהכ"} & set(text.split())
    assert "\ufffd" not in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", [SIXTY, WIDE, "王" * 60], ids=["Latin", "wide", "CJK"])
def test_a_name_of_sixty_letters_never_leaves_its_card(paper, name):
    for what, (pdf, grid) in drawn_with(name, paper).items():
        assert letters_outside(pdf, paper, grid, 14) == [], what


@pytest.mark.parametrize("name", [SIXTY, WIDE, "王" * 60], ids=["Latin", "wide", "CJK"])
@pytest.mark.parametrize("partner", ["", SIXTY], ids=["pairs", "individuals"])
@pytest.mark.parametrize("height", [22.0, 36.0])
def test_the_people_of_a_round_stay_in_their_row(name, partner, height):
    row = guide(name, partner=partner).rows[0]
    lines = guide_room.people_lines(row, 110, height)
    assert all(line.width <= 110 + 1e-6 for line in lines)
    assert sum(line.size for line in lines) * guide_room.LEADING <= height + 1e-6


@pytest.mark.parametrize("style", [seating_room.LARGE, seating_room.NORMAL], ids=["one", "two"])
def test_a_name_on_the_seating_list_stays_in_its_row(style):
    for name in (SIXTY, WIDE):
        lines = seating_room.name_lines(name, 150, style)
        assert all(line.width <= 150 + 1e-6 for line in lines)
        assert sum(line.size for line in lines) <= style.row


def test_a_badge_shows_the_first_name_largest():
    first, last = badge_room.name_lines(Badge("Club", "Ann", "Adams"), 250)
    assert first.size >= 30 > last.size
    (only,) = badge_room.name_lines(Badge("Club", "", "王小明"), 250)
    assert only.size >= 30


# Table cards


@pytest.mark.parametrize("paper", PAPERS)
def test_a_table_card_has_number_seats_and_code(paper):
    (text,) = texts(draw_table_cards([SIGN], paper))
    for part in ("Riverside Club", "12", "North", "East", "South", "West", "1234 5678"):
        assert part in text


def test_the_seats_are_turned_towards_those_who_sit_there():
    page = pypdfium2.PdfDocument(draw_table_cards([SIGN], A4))[0]
    middles = {}
    for place in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
        left, bottom, right, top = place.get_bounds()
        matrix = place.get_matrix()
        if 40 < max(right - left, top - bottom) < 70:
            turn = (round(matrix.a), round(matrix.b))
            middles[turn] = ((left + right) / 2, (bottom + top) / 2)
    # Turned by 180 degrees at the top, upright at the bottom, sideways at both sides.
    assert middles[-1, 0][1] > A4.height - 40 * MM
    assert middles[0, 1][0] > A4.width - 40 * MM
    assert middles[0, -1][0] < 40 * MM


def test_the_qr_code_leads_to_the_tables_address():
    modules, runs = qr_runs(ADDRESS)
    dark = {(row, column + k) for row, column, length in runs for k in range(length)}
    # Source: ISO/IEC 18004, the finder pattern: a ring of 7 x 7 around 3 x 3.
    finder = {(r, c) for r in range(7) for c in range(7) if r in (0, 6) or c in (0, 6)}
    finder |= {(r, c) for r in range(2, 5) for c in range(2, 5)}
    assert {(r, c) for r, c in dark if r < 7 and c < 7} == finder
    assert modules == 33  # version 4: 53 letters at level M need 17 + 4 * 4 modules
    assert qr_runs(ADDRESS) != qr_runs(ADDRESS[:-1] + "w")


@pytest.mark.parametrize(
    ("digits", "address"),
    [pytest.param("1234567", ADDRESS, id="seven digits"), ("1234567x", ADDRESS),
     ("12345678", ""), ("", ADDRESS)],
)  # fmt: skip
def test_half_a_code_is_refused(digits, address):
    with pytest.raises(ValueError, match="digits"):
        TableSign("Club", "Night", "1", digits, address)


# Guide cards and pages


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rounds", [1, 6, 9, 13, 20, 30])
def test_guide_cards_of_any_length_stay_on_the_page(paper, rounds):
    pdf = draw_guide_cards([guide("Ann Adams", rounds)] * 3, paper)
    assert letters_outside(pdf, paper, margin=14) == []
    assert " ".join(texts(pdf)).count("13–16") == 3 * rounds


def test_a_seating_list_of_any_length_names_everybody_once():
    names = [f"Person{n:03}" for n in range(200)]
    pages = texts(draw_seating_list(sheet(*names), A4))
    assert all("".join(pages).count(name) == 1 for name in names)
    assert f"Page 1 of {len(pages)}" in pages[0]


@pytest.mark.parametrize("paper", PAPERS)
def test_equal_values_give_equal_bytes(paper):
    assert drawn_with("Ann Adams", paper) == drawn_with("Ann Adams", paper)


@pytest.mark.parametrize(
    "draw", [draw_table_cards, draw_badges, draw_guide_cards], ids=lambda draw: draw.__name__
)
def test_nothing_to_draw_is_refused(draw):
    with pytest.raises(ValueError, match="at least one"):
        draw([], A4)


def test_spares_hold_one_of_everything_without_names():
    pages = texts(draw_spares(Evening("Riverside Club", "Thursday night", RECONSTRUCTED), A4))
    assert len(pages) == 5
    assert "South" in pages[0]
    assert "Where you sit" in pages[1]
    assert pages[2].count("Riverside Club") == 10
    assert "Guide card" in pages[3]
    assert pages[4].count("HAND 4") == 2
