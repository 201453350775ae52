"""The Quick Reference card, four to a page: both rounds, the pips, the chart, the tie-break.

Source: docs/rules.md. The wording is this project's own.
"""

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.grid import card_pages
from deals.prints.paper import (
    COLOUR_SIGNS,
    INK,
    MM,
    MUTED,
    SHADE,
    Box,
    Paper,
    draw_text,
    render,
    text_width,
    wrap,
)
from scoring.core.chart import Chart
from scoring.prints.chart_table import chart_title, draw_cells, draw_provenance

GRID = (2, 2)
PADDING = 6 * MM
LARGEST, SMALLEST = 7.6, 5.5
LEADING = 1.3
CHART_ROW = 4.4 * MM
CHART_LABEL = 14 * MM
CHART_HEIGHT = 13 + 4 * CHART_ROW + 19
CHART_GAP = 5.0
TITLE_HEIGHT = 19.0
INDENT = 11.0


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and its steps; numbered where the order matters."""

    title: str
    steps: tuple[str, ...]
    numbered: bool = False


PARTS = (
    Part(
        "Your hand",
        (
            "Pips: 14 counts 4, 13 counts 3, 12 counts 2, 11 counts 1.",
            "Strength: all your pips added. The four hands always make 40.",
            "Colour count: how many cards you hold in your longest colour. "
            "Say the number, never the colour.",
        ),
    ),
    Part(
        "Round One",
        (
            "Dealer begins, then clockwise: say Pass or Play, until somebody says Play.",
            "That player is declarer and needs 10 of the 13 tricks.",
            "The partner lays the hand open as dummy.",
            "Declarer names trump: one of the four colours, or no-trump (NT).",
            "From declarer's left, each states the strength, then each the colour count.",
        ),
        numbered=True,
    ),
    Part(
        "Round Two, when all four passed",
        (
            "From the dealer, each states the strength.",
            "The team with more strength declares; at 20 to 20 it is the dealer's team.",
            "Its stronger partner is declarer. Equal: the one who dealt or sits on the "
            "dealer's left.",
            "The partner's hand is laid open. Declarer says Ten (needs 10 tricks) or Seven "
            "(needs 7), and names trump or no-trump.",
            "From declarer's left, each states the colour count.",
        ),
        numbered=True,
    ),
    Part(
        "Play",
        (
            "Declarer's left leads; declarer also plays dummy's cards.",
            "Follow the colour if you can. The highest trump takes the trick, else the highest "
            "card of the colour led. Whoever takes it leads next.",
        ),
    ),
    Part(
        "Who wins the game of four hands",
        ("More points. Level: the team that won three hands. Two each: who won the fourth hand.",),
    ),
)


def draw_quick_reference(chart: Chart, paper: Paper, cards: int = 4) -> bytes:
    """So many equal cards, four to a page. Raises ValueError for less than one."""
    if cards < 1:
        raise ValueError(f"cards must be 1 or more, got {cards}")
    title = f"Quick Reference, {chart.name} chart"
    return render(paper, title, lambda canvas: quick_reference_pages(canvas, chart, paper, cards))


def quick_reference_pages(canvas: Canvas, chart: Chart, paper: Paper, cards: int) -> None:
    """Draw the pages of cards."""
    card_pages(canvas, [chart] * cards, paper, GRID, _draw_card)


def text_size(width: float, height: float) -> float:
    """The largest size at which all parts fit so much room; never under 5.5 points."""
    size = LARGEST
    while size > SMALLEST and text_height(size, width) > height:
        size -= 0.1
    return size


def text_height(size: float, width: float) -> float:
    """Height of all parts in points at a size."""
    lines = sum(len(wrap(step, size, width - INDENT)) for part in PARTS for step in part.steps)
    return (lines * LEADING + len(PARTS) * _title_height(1)) * size


def _title_height(size: float) -> float:
    return size * 2.0


def _draw_card(canvas: Canvas, place: Box, chart: Chart) -> None:
    box = place.inset(PADDING)
    _draw_title(canvas, box)
    room = box.height - TITLE_HEIGHT - CHART_HEIGHT - CHART_GAP
    size = text_size(box.width, room)
    y = box.top - TITLE_HEIGHT
    for part in PARTS:
        y = _draw_part(canvas, box, y, part, size)
    _draw_chart(canvas, Box(box.x, box.y, box.width, CHART_HEIGHT), chart)


def _draw_title(canvas: Canvas, box: Box) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, box.x, box.top - 12, "Quick Reference", 13, bold=True)
    x = box.right
    for sign in reversed(COLOUR_SIGNS.values()):
        canvas.setFillColor(sign.colour)
        x -= text_width(sign.shape, 11)
        draw_text(canvas, x, box.top - 12, sign.shape, 11)
        canvas.setFillColor(INK)
        x -= text_width(sign.letter, 9, True)
        draw_text(canvas, x, box.top - 12, sign.letter, 9, bold=True)
        x -= 6


def _draw_part(canvas: Canvas, box: Box, y: float, part: Part, size: float) -> float:
    """Draw a part below y; returns the y below it."""
    y -= _title_height(size)
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, y + size * 0.2, box.width, size * 1.5, stroke=0, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, box.x + 3, y + size * 0.6, part.title, size * 1.05, bold=True)
    for number, step in enumerate(part.steps, start=1):
        mark = str(number) if part.numbered else "\u2022"
        draw_text(canvas, box.x + 3, y - size, mark, size, bold=part.numbered)
        for line in wrap(step, size, box.width - INDENT):
            y -= size * LEADING
            draw_text(canvas, box.x + INDENT, y + size * 0.3, line, size, width=box.width - INDENT)
    return y


def _draw_chart(canvas: Canvas, box: Box, chart: Chart) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, box.x, box.top - 9, chart_title(chart), 8, bold=True, width=box.width * 0.52)
    canvas.setFillColor(MUTED)
    key = "grey: failed, to the opponents"
    draw_text(canvas, box.right, box.top - 9, key, 6.5, align="right", width=box.width * 0.46)
    table = Box(box.x, box.top - 13 - 4 * CHART_ROW, box.width, 4 * CHART_ROW)
    draw_cells(canvas, table, chart, label_width=CHART_LABEL, size=7)
    draw_provenance(canvas, Box(box.x, box.y, box.width, table.y - box.y), chart.provenance)
