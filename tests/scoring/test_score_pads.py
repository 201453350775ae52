"""Score pads: one per table and round, and blank ones without a night."""

import dataclasses
import itertools
from concurrent.futures import ThreadPoolExecutor

import pypdfium2
import pytest

from deals.prints.paper import A4, LETTER, MM
from scoring.core.chart import RECONSTRUCTED, Chart
from scoring.prints.pad_layout import (
    MARGIN,
    blank_layouts,
    chart_box,
    groups_of,
    pad_layout,
    place_groups,
    row_layout,
)
from scoring.prints.score_pads import (
    NAME_INDENT,
    PadHand,
    PadTeam,
    ScorePad,
    draw_blank_pads,
    draw_score_pads,
    name_lines,
)

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"
PAPERS = [pytest.param(A4, id="A4"), pytest.param(LETTER, id="Letter")]
STORED = [pytest.param(True, id="stored deals"), pytest.param(False, id="shuffled cards")]
PAD = ScorePad(
    club="Riverside Club",
    night="Tuesday league",
    date="1 December 2026",
    table="5",
    round="2",
    code="7Q4-K2M",
    chart=RECONSTRUCTED,
    ns=PadTeam(("Anna Berg", "Дмитрий")),
    ew=PadTeam(("Ελένη", "王小明")),
    hands=tuple(PadHand(n, n + 4, "NESW"[n - 1]) for n in range(1, 5)),
    deals_stored=True,
)
SHUFFLED = dataclasses.replace(
    PAD, hands=tuple(PadHand(n, None, "") for n in range(1, 5)), deals_stored=False
)


def page_texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def assert_inside(pdf: bytes, paper, margin: float) -> None:
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        for index in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(index)
            if right > left:
                assert left >= margin, text.get_text_range(index, 1)
                assert right <= paper.width - margin
                assert bottom >= margin
                assert top <= paper.height - margin


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pad_says_where_and_when_it_belongs_and_asks_for_everything(paper):
    (text,) = page_texts(draw_score_pads([PAD], paper))
    for part in (
        "Riverside Club",
        "Tuesday league",
        "1 December 2026",
        "Table 5 · Round 2",
        "Code 7Q4-K2M",
        "Chart: Reconstructed, version 1",
        "North and South",
        "East and West",
        "Anna Berg",
        "Дмитрий",
        "Ελένη",
        "王小明",
        "HAND 1",
        "HAND 4",
        "Board 8",
        "Dealer W",
        "Passes before Play",
        "Round Two",
        "Declarer",
        "Play Ten Seven",
        "Declarer's",
        "TOTAL",
        "Winner",
        "points",
        "three hands",
        "fourth hand",
        "Correction: hand",
        "Signed for North and South",
        "Signed for East and West",
        RECONSTRUCTED.provenance,
        "the other side gets a dash",
    ):
        assert part in text


def test_trumps_have_letter_and_shape():
    (text,) = page_texts(draw_score_pads([PAD], A4))
    for trump in ("R♥", "Y♦", "G♣", "B♠"):
        assert text.count(trump) == 4
    assert text.count("NT") == 4


def test_strengths_are_asked_only_where_the_deal_is_not_stored():
    stored, shuffled = page_texts(draw_score_pads([PAD, SHUFFLED], A4))
    assert "Strengths" not in stored
    assert shuffled.count("Strengths, 40 in all") == 4
    assert "Board" not in shuffled
    assert shuffled.count("Dealer ____") == 4


def test_the_chart_at_the_foot_is_the_pads_own():
    cells = tuple(tuple(row * 100 + 500 + n for n in range(14)) for row in range(3))
    mine = Chart(name="Riverside card", version=3, cells=cells)
    first, second = page_texts(draw_score_pads([PAD, dataclasses.replace(PAD, chart=mine)], A4))
    assert "Play (10) 190 170 150 130 110 90 70 50 30 10 80 100 120 140" in first
    assert "Chart: Riverside card, version 3" in second
    assert "Seven (7) 700 701 702 703 704 705 706 707 708 709 710 711 712 713" in second
    assert mine.provenance in second


def test_a_game_of_another_length_names_its_own_chain():
    (text,) = page_texts(draw_score_pads([dataclasses.replace(PAD, hands=PAD.hands[:2])], A4))
    assert "hands won" in text
    assert "last hand" in text
    assert "fourth hand" not in text


def test_each_pad_has_its_own_page_and_names():
    pads = [dataclasses.replace(PAD, table=str(n), code=f"code-{n}") for n in range(1, 4)]
    texts = page_texts(draw_score_pads(pads, A4))
    assert [f"Table {n} · Round 2" in text for n, text in enumerate(texts, 1)] == [True] * 3
    assert "code-1" not in texts[1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("hands", range(1, 9))
def test_rows_are_at_least_twelve_millimetres_high(paper, hands):
    layout = pad_layout(paper, hands)
    assert len(layout.rows) == hands
    assert all(row.height >= 12 * MM for row in layout.rows)
    assert layout.total.height >= 10 * MM


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 2])
def test_blank_rows_are_as_high(paper, per_page):
    layouts = blank_layouts(paper, per_page)
    assert len(layouts) == per_page
    assert all(row.height >= 12 * MM for layout in layouts for row in layout.rows)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("hands", range(1, 9))
def test_parts_follow_each_other_and_end_above_the_chart(paper, hands):
    layout = pad_layout(paper, hands)
    parts = [layout.heading, layout.teams[0], *layout.rows, layout.total, layout.winner]
    parts += [layout.correction, layout.signatures[0]]
    for upper, lower in itertools.pairwise(parts):
        assert lower.top == pytest.approx(upper.y)
    assert layout.heading.top <= paper.height - MARGIN + 0.01
    assert layout.signatures[0].y >= chart_box(paper).top - 0.01


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stored", STORED)
def test_options_of_a_row_never_overlap(paper, stored):
    rows = [pad_layout(paper, hands).rows[0] for hands in range(1, 9)]
    rows += [layout.rows[0] for layout in blank_layouts(paper, 2)]
    for row in rows:
        parts = row_layout(row)
        lines = zip((parts.upper, parts.lower), groups_of(stored), strict=True)
        for line, groups in lines:
            boxes = [box for _, group in place_groups(line, groups) for box in group]
            assert all(one.right < other.x for one, other in itertools.pairwise(boxes))
            assert boxes[0].x >= line.x
            assert boxes[-1].right <= line.right + 0.01
            assert all(line.y <= box.y and box.top <= line.top for box in boxes)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "name", [SIXTY, "W" * 60, "王" * 60, "שרה כהן לוי " * 5], ids=["Latin", "wide", "CJK", "Hebrew"]
)
def test_a_name_of_sixty_letters_stays_under_its_heading(paper, name):
    for team in pad_layout(paper, 4).teams:
        lines = name_lines(name, team)
        assert 1 <= len(lines) <= 2
        assert all(NAME_INDENT + line.width <= team.width for line in lines)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stored", STORED)
def test_no_letter_leaves_the_margins(paper, stored):
    team = PadTeam((SIXTY, "W" * 60))
    long = dataclasses.replace(
        PAD if stored else SHUFFLED, club=SIXTY, night="W" * 60, code=SIXTY, ns=team, ew=team
    )
    assert_inside(draw_score_pads([long], paper), paper, MARGIN - 1)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 2])
def test_blank_pads_hold_whole_games_and_one_chart(paper, per_page):
    pdf = draw_blank_pads(per_page, RECONSTRUCTED, paper)
    (text,) = page_texts(pdf)
    assert text.count("HAND 4") == per_page
    assert text.count("TOTAL") == per_page
    assert text.count("Strengths, 40 in all") == 4 * per_page
    assert text.count("Chart: Reconstructed, version 1") == 1
    assert RECONSTRUCTED.provenance in text
    assert_inside(pdf, paper, MARGIN - 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_equal_pads_give_equal_bytes(paper):
    assert draw_score_pads([PAD, SHUFFLED], paper) == draw_score_pads([PAD, SHUFFLED], paper)
    blank = draw_blank_pads(2, RECONSTRUCTED, paper)
    assert blank == draw_blank_pads(2, RECONSTRUCTED, paper)


def test_threads_that_draw_at_once_do_not_disturb_each_other():
    alone = draw_score_pads([PAD, SHUFFLED], A4)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: draw_score_pads([PAD, SHUFFLED], A4), range(12)))
    assert together == [alone] * 12


def test_title_and_language_are_set():
    pdf = draw_score_pads([PAD], A4)
    title = pypdfium2.PdfDocument(pdf).get_metadata_value("Title")
    assert title == "Score pads: Riverside Club, Tuesday league"
    assert b"/Lang (en)" in pdf


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper):
    (page,) = pypdfium2.PdfDocument(draw_score_pads([PAD], paper))
    assert page.get_size() == pytest.approx((paper.width, paper.height), abs=0.01)


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="at least one score pad"):
        draw_score_pads([], A4)
    with pytest.raises(ValueError, match="hands must be 1 to 8, got 9"):
        pad_layout(A4, 9)
    with pytest.raises(ValueError, match="per_page must be 1 or 2, got 3"):
        draw_blank_pads(3, RECONSTRUCTED, A4)
    with pytest.raises(ValueError, match="dealer must be N, E, S, W or empty, got 'X'"):
        PadHand(1, None, "X")
