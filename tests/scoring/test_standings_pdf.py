"""Standings for the wall."""

import dataclasses

import pypdfium2
import pytest

from deals.prints.paper import A4, LETTER
from scoring.core.chart import RECONSTRUCTED
from scoring.prints.standings import (
    BELOW_THE_LINE,
    MARGIN,
    StandingsRow,
    StandingsSection,
    StandingsSheet,
    columns_of,
    draw_standings,
    name_lines,
    signed,
)

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"
PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]


def row(rank="1", names=("Anna Berg", "Bo Chen"), **changes) -> StandingsRow:
    values = {"rank": rank, "names": names, "games": "2½ of 4", "net_points": 120, "hands": 16}
    return StandingsRow(**(values | changes))


def sheet(*rows, title="", **changes) -> StandingsSheet:
    plain = StandingsSheet(
        club="Riverside Club",
        night="Tuesday league",
        date="1 December 2026",
        method="Game scoring",
        status="as of hand 3 of round 2",
        chart=RECONSTRUCTED,
        sections=(StandingsSection(title, rows or (row(),)),),
    )
    return dataclasses.replace(plain, **changes)


def page_texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_says_night_method_chart_and_how_final_it_is(paper):
    tie = "Level on games won; shared"
    drawn = sheet(row("2=", tie_reason=tie), row("2=", ("Дмитрий", "王小明"), net_points=-30))
    (text,) = page_texts(draw_standings(drawn, paper))
    for part in (
        "Riverside Club",
        "Tuesday league",
        "1 December 2026 · Game scoring · Chart: Reconstructed, version 1",
        "as of hand 3 of round 2",
        "2= Anna Berg & Bo Chen",
        "Дмитрий & 王小明",
        "2½ of 4",
        "+120",
        "\u221230",
        "16",
        tie,
        "Page 1 of 1",
        RECONSTRUCTED.provenance,
    ):
        assert part in text


@pytest.mark.parametrize(
    "status",
    ["provisional until 22:30", "final", "corrected 21:55: hand 3 was entered for the wrong side"],
)
def test_every_status_is_printed_whole(status):
    (text,) = page_texts(draw_standings(sheet(status=status), LETTER))
    assert status in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("Anna", "Bo"), id="short"),
        pytest.param(("Konstantin Papadopoulos", "Anna-Maria von Berg"), id="one line each"),
        pytest.param((SIXTY, SIXTY), id="sixty letters"),
        pytest.param(("W" * 60,), id="one word of sixty wide letters"),
        pytest.param(("王" * 60, "שרה כהן לוי " * 5), id="other scripts"),
    ],
)
def test_names_have_eighteen_points_and_stay_in_their_column(paper, names):
    width = columns_of(sheet(row(percentage="56.25")), paper).name_width
    lines = name_lines(names, width)
    assert all(line.size >= 18 and line.width <= width + 0.001 for line in lines)
    drawn = "".join(run for line in lines for _, run in line.line.runs)
    assert sum(letter.isalpha() for letter in drawn) == sum(
        letter.isalpha() for name in names for letter in name
    )


def test_partners_share_a_line_only_if_both_fit():
    assert len(name_lines(("Anna Berg", "Bo Chen"), 280)) == 1
    assert len(name_lines(("Konstantin Papadopoulos", "Anna-Maria Berg"), 300)) == 2


@pytest.mark.parametrize("paper", PAPERS)
def test_names_are_drawn_at_eighteen_points_on_the_page(paper):
    pdf = draw_standings(sheet(row(names=(SIXTY, SIXTY), percentage="1")), paper)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    index, found = text.search("Maximiliana").get_next()
    heights = [text.get_charbox(index + n) for n in range(found)]
    capital = heights[0][3] - heights[0][1]
    assert capital >= 18 * 0.7  # a capital of DejaVu Sans is 0.73 of its size


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_leaves_the_margins(paper):
    rows = [row("10=", (SIXTY, "W" * 60), percentage="100.00", tie_reason=SIXTY * 2)] * 9
    long = sheet(*rows, club=SIXTY * 2, night="W" * 60, status=SIXTY * 2, title=SIXTY * 2)
    pdf = draw_standings(long, paper)
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            if right > left:
                assert left >= MARGIN - 1, text.get_text_range(index, 1)
                assert right <= paper.width - MARGIN + 1
                assert bottom >= MARGIN - 4
                assert top <= paper.height - MARGIN + 1


def test_long_standings_repeat_heading_and_title_and_count_pages():
    rows = [row(str(n), (f"Player {n}", f"Partner {n}")) for n in range(1, 41)]
    texts = page_texts(draw_standings(sheet(*rows, title="North-South"), A4))
    assert len(texts) > 2
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Tuesday league" in text
        assert "Games won" in text
        assert ("North-South (continued)" in text) == (number > 1)
    everything = " ".join(texts)
    assert all(everything.count(f"Partner {n} ") == 1 for n in range(1, 41))


def test_two_lines_have_their_titles():
    sections = (
        StandingsSection("North-South", (row(),)),
        StandingsSection("East-West", (row(names=("Carl", "Dora")),)),
    )
    (text,) = page_texts(draw_standings(sheet(sections=sections), A4))
    assert text.index("North-South") < text.index("Anna") < text.index("East-West")
    assert text.index("East-West") < text.index("Carl & Dora")


def test_those_below_the_line_stand_under_it():
    below = row("", ("Guest",), hands=4, below_line=True)
    (text,) = page_texts(draw_standings(sheet(below, row()), A4))
    assert text.index("Anna") < text.index(BELOW_THE_LINE) < text.index("Guest")


def test_no_line_is_drawn_where_all_are_ranked():
    (text,) = page_texts(draw_standings(sheet(), A4))
    assert BELOW_THE_LINE not in text


def test_a_percentage_column_stands_only_where_boards_are_compared():
    with_it, without = sheet(row(percentage="56.25")), sheet(row())
    assert "56.25" in page_texts(draw_standings(with_it, A4))[0]
    assert "%" not in page_texts(draw_standings(without, A4))[0]
    assert columns_of(with_it, A4).name_width < columns_of(without, A4).name_width


@pytest.mark.parametrize(
    ("points", "text"),
    [(120, "+120"), (0, "0"), (-30, "\u221230")],
)
def test_net_points_carry_their_sign(points, text):
    assert signed(points) == text


def test_standings_without_rows_are_a_page_with_its_heading():
    (text,) = page_texts(draw_standings(sheet(sections=()), A4))
    assert "Tuesday league" in text
    assert "Page 1 of 1" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_equal_sheets_give_equal_bytes(paper):
    assert draw_standings(sheet(), paper) == draw_standings(sheet(), paper)


def test_title_and_language_are_set():
    pdf = draw_standings(sheet(), A4)
    title = pypdfium2.PdfDocument(pdf).get_metadata_value("Title")
    assert title == "Standings: Riverside Club, Tuesday league"
    assert b"/Lang (en)" in pdf
