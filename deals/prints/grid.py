"""Several cards on a page, with the lines along which they are cut."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from reportlab.pdfgen.canvas import Canvas

from .paper import RULE, Box, Paper

Card = TypeVar("Card")


def card_boxes(paper: Paper, across: int, down: int) -> tuple[Box, ...]:
    """The places of a page's cards, in reading order, up to the cut lines."""
    width, height = paper.width / across, paper.height / down
    return tuple(
        Box(column * width, paper.height - (row + 1) * height, width, height)
        for row in range(down)
        for column in range(across)
    )


def draw_cuts(canvas: Canvas, paper: Paper, across: int, down: int) -> None:
    """Dashed lines between the cards."""
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.setDash(3, 3)
    for column in range(1, across):
        x = column * paper.width / across
        canvas.line(x, 0, x, paper.height)
    for row in range(1, down):
        y = row * paper.height / down
        canvas.line(0, y, paper.width, y)
    canvas.setDash()


def card_pages(
    canvas: Canvas,
    cards: Sequence[Card],
    paper: Paper,
    grid: tuple[int, int],
    draw: Callable[[Canvas, Box, Card], None],
) -> None:
    """Pages of cards in a grid of (across, down); `draw` gets each card's place."""
    places = card_boxes(paper, *grid)
    for first in range(0, len(cards), len(places)):
        draw_cuts(canvas, paper, *grid)
        for place, card in zip(places, cards[first:], strict=False):
            draw(canvas, place, card)
        canvas.showPage()
