"""The pack of a whole night in one file, in the order in which it is handed out.

Table cards are laid out first, the seating list goes on the wall, badges and guide cards are given
at the door, the reference cards lie on every table, then come the pads round by round, and
blank spares of everything at the end. Each part has a bookmark.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import Paper, render
from scoring.core.chart import Chart
from scoring.core.house_rules import HouseRule
from scoring.prints.house_rules import house_rules_pages
from scoring.prints.quick_reference import quick_reference_pages
from scoring.prints.score_pads import ScorePad, blank_pad_page, score_pad_pages

from .badges import GRID as BADGES_A_PAGE
from .badges import Badge, badge_pages
from .guide_cards import GuideCard, blank_guide, guide_card_pages
from .seating_list import SeatingRow, SeatingSheet, seating_list_pages
from .table_cards import TableSign, table_card_pages

SPARE_ROWS = 28
SPARE_GUIDES = 4
Drawing = Callable[[Canvas], None]


@dataclass(frozen=True, slots=True)
class Evening:
    """What a night hands out; a part that is empty is left out. Without a chart its game has
    other pads, which are printed by themselves."""

    club: str
    night: str
    chart: Chart | None
    tables: tuple[TableSign, ...] = ()
    seating: SeatingSheet | None = None
    badges: tuple[Badge, ...] = ()
    guides: tuple[GuideCard, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    pads: tuple[ScorePad, ...] = ()  # by round


def draw_evening(
    evening: Evening,
    paper: Paper,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """The pack as one PDF file; `progress` hears of every part that is drawn."""
    parts = [*_parts(evening, paper), *_spares(evening, paper)]

    def draw(canvas: Canvas) -> None:
        for number, (title, drawing) in enumerate(parts):
            progress(number, len(parts))
            _bookmark(canvas, title, number)
            drawing(canvas)

    pdf = render(paper, f"Everything for {evening.night}, {evening.club}", draw)
    progress(len(parts), len(parts))
    return pdf


def draw_spares(evening: Evening, paper: Paper) -> bytes:
    """Blank spares of everything that carries names or numbers."""

    def draw(canvas: Canvas) -> None:
        for _title, drawing in _spares(evening, paper):
            drawing(canvas)

    return render(paper, f"Blank spares: {evening.club}", draw)


def part_titles(evening: Evening, paper: Paper) -> list[str]:
    """The bookmarks of the pack, in order."""
    return [title for title, _drawing in (*_parts(evening, paper), *_spares(evening, paper))]


def _bookmark(canvas: Canvas, title: str, number: int) -> None:
    canvas.bookmarkPage(f"part{number}")
    canvas.addOutlineEntry(title, f"part{number}", level=0)


def _parts(evening: Evening, paper: Paper) -> Iterator[tuple[str, Drawing]]:
    tables = evening.tables
    if tables:
        yield "Table cards", lambda canvas: table_card_pages(canvas, tables, paper)
    if seating := evening.seating:
        yield "Seating list", lambda canvas: seating_list_pages(canvas, seating, paper)
    if evening.badges:
        yield "Name badges", lambda canvas: badge_pages(canvas, evening.badges, paper)
    if evening.guides:
        yield "Guide cards", lambda canvas: guide_card_pages(canvas, evening.guides, paper)
    cards = max(1, len(tables))
    if chart := evening.chart:
        yield (
            "Quick Reference cards",
            lambda canvas: quick_reference_pages(canvas, chart, paper, cards),
        )
    if rules := evening.house_rules:
        yield (
            "House rules cards",
            lambda canvas: house_rules_pages(canvas, evening.club, rules, paper, cards),
        )
    yield from _pads(evening, paper)


def _pads(evening: Evening, paper: Paper) -> Iterator[tuple[str, Drawing]]:
    for number, group in groupby(evening.pads, key=lambda pad: pad.round):
        yield f"Score pads, round {number}", _pads_of_round(tuple(group), paper)


def _pads_of_round(pads: tuple[ScorePad, ...], paper: Paper) -> Drawing:
    return lambda canvas: score_pad_pages(canvas, pads, paper)


def _spares(evening: Evening, paper: Paper) -> Iterator[tuple[str, Drawing]]:
    across, down = BADGES_A_PAGE
    signs = [TableSign(evening.club, evening.night, "")]
    sheet = SeatingSheet(evening.club, evening.night, "", "", (SeatingRow(""),) * SPARE_ROWS)
    if evening.seating:
        sheet = replace(sheet, date=evening.seating.date)
    badges = [Badge(evening.club)] * (across * down)
    guides = [blank_guide(evening.night)] * SPARE_GUIDES
    yield "Blank table card", lambda canvas: table_card_pages(canvas, signs, paper)
    yield "Blank seating list", lambda canvas: seating_list_pages(canvas, sheet, paper)
    yield "Blank badges", lambda canvas: badge_pages(canvas, badges, paper)
    yield "Blank guide cards", lambda canvas: guide_card_pages(canvas, guides, paper)
    if chart := evening.chart:
        yield "Blank score pads", lambda canvas: blank_pad_page(canvas, 2, chart, paper)
