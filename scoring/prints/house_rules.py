"""The house rules card, four to a page: what to do when something goes wrong at the table."""

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from deals.prints.grid import card_boxes, card_pages
from deals.prints.paper import INK, MM, MUTED, SHADE, Box, Paper, draw_text, render, wrap
from scoring.core.house_rules import HouseRule

GRID = (2, 2)
PADDING = 7 * MM
LARGEST, SMALLEST = 9.5, 5.5
LEADING = 1.3
TITLE_HEIGHT = 40.0
FOOT_HEIGHT = 26.0
FOOT = (
    "In doubt, stop and call the director, who may adjust a hand, cancel it or "
    "mark it not played. Every ruling is written down."
)


def draw_house_rules(club: str, rules: Sequence[HouseRule], paper: Paper, cards: int = 4) -> bytes:
    """So many equal cards, four to a page. Raises ValueError for no rules or no cards."""
    if not rules:
        raise ValueError("rules must hold at least one house rule, got none")
    if cards < 1:
        raise ValueError(f"cards must be 1 or more, got {cards}")
    return render(
        paper,
        f"House rules: {club}",
        lambda canvas: house_rules_pages(canvas, club, rules, paper, cards),
    )


def house_rules_pages(
    canvas: Canvas, club: str, rules: Sequence[HouseRule], paper: Paper, cards: int
) -> None:
    """Draw the pages of cards."""
    size = text_size(rules, card_boxes(paper, *GRID)[0].inset(PADDING))

    def draw(canvas: Canvas, place: Box, card: str) -> None:
        _draw_card(canvas, place.inset(PADDING), card, rules, size)

    card_pages(canvas, [club] * cards, paper, GRID, draw)


def text_size(rules: Sequence[HouseRule], box: Box) -> float:
    """The largest size at which the rules fit a card; never under 5.5 points."""
    size = LARGEST
    room = box.height - TITLE_HEIGHT - FOOT_HEIGHT
    while size > SMALLEST and sum(rule_height(r, size, box.width) for r in rules) > room:
        size -= 0.1
    return size


def rule_height(rule: HouseRule, size: float, width: float) -> float:
    """Height in points of a rule with the space below it."""
    title, text = _rule_lines(rule, size, width)
    return (len(title) + len(text)) * size * LEADING + size * 0.9


def _rule_lines(rule: HouseRule, size: float, width: float) -> tuple[list[str], list[str]]:
    return wrap(rule.title, size, width, True), wrap(rule.text, size, width)


def _draw_card(
    canvas: Canvas, box: Box, club: str, rules: Sequence[HouseRule], size: float
) -> None:
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.top - 24, box.width, 24, stroke=0, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, box.x + 6, box.top - 17, "House rules", 13, bold=True)
    canvas.setFillColor(MUTED)
    right = box.width * 0.55
    draw_text(canvas, box.right - 6, box.top - 16, club, 9, align="right", width=right)
    y = box.top - TITLE_HEIGHT + size
    for rule in rules:
        title, text = _rule_lines(rule, size, box.width)
        for bold, line in (*((True, line) for line in title), *((False, line) for line in text)):
            y -= size * LEADING
            canvas.setFillColor(INK)
            draw_text(canvas, box.x, y, line, size, bold=bold, width=box.width)
        y -= size * 0.9
    canvas.setFillColor(MUTED)
    for number, line in enumerate(reversed(wrap(FOOT, 7.5, box.width))):
        draw_text(canvas, box.x, box.y + number * 9.8, line, 7.5, width=box.width)
