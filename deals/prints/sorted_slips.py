"""Deal slips for somebody who deals from a sorted pack: where each card goes, one after the other.

Each colour from its highest card down, a pocket (N E S W) under every card, and after each colour
how many cards the pockets hold by now: the last counts are 13 each. No card is searched for.
"""

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from deals.core.cards import RANKS, Seat, Suit
from deals.core.deal import Deal
from deals.prints.faces import Face, colour_of, shape_of
from deals.prints.paper import INK, MUTED, RULE, SHADE, Box, Paper, draw_text, render
from deals.prints.slips import (
    HEADING_HEIGHT,
    PADDING,
    WARNING,
    DealSlip,
    draw_cuts,
    draw_slip_heading,
    slip_boxes,
)

ACROSS, DOWN = 1, 3  # slips on a page
ROW = 36.0
SIGN_WIDTH, COUNTS_WIDTH = 34.0, 112.0


def draw_sorted_slips(slips: Sequence[DealSlip], paper: Paper) -> bytes:
    """Three slips a page with cut lines. Raises ValueError for no slips."""
    if not slips:
        raise ValueError("slips must hold at least one deal slip, got none")

    def draw(canvas: Canvas) -> None:
        places = slip_boxes(paper, ACROSS, DOWN)
        for first in range(0, len(slips), len(places)):
            for place, slip in zip(places, slips[first:], strict=False):
                _draw_slip(canvas, place.inset(1.5 * PADDING, PADDING), slip)
            draw_cuts(canvas, paper, ACROSS, DOWN)
            canvas.showPage()

    return render(paper, f"Sorted pack: {slips[0].set_name}", draw)


def pocket_row(deal: Deal, suit: Suit) -> tuple[Seat, ...]:
    """The pockets of a colour's 13 cards, from the highest down."""
    holder = {rank: seat for seat in Seat for rank in deal.hand(seat).ranks(suit)}
    return tuple(holder[rank] for rank in reversed(RANKS))


def running_counts(deal: Deal, face: Face) -> list[dict[Seat, int]]:
    """Cards in each pocket after each colour of the face's order; the last are all 13."""
    counts = dict.fromkeys(Seat, 0)
    rows = []
    for suit in face.suits:
        for seat in pocket_row(deal, suit):
            counts[seat] += 1
        rows.append(dict(counts))
    return rows


def _draw_slip(canvas: Canvas, box: Box, slip: DealSlip) -> None:
    draw_slip_heading(canvas, box, slip)
    top = box.top - HEADING_HEIGHT + 4
    counts = running_counts(slip.deal, slip.face)
    for row, (suit, held) in enumerate(zip(slip.face.suits, counts, strict=True)):
        _draw_row(canvas, Box(box.x, top - (row + 1) * ROW, box.width, ROW), slip, suit, held)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.right, top - 4 * ROW - 7, "in the pockets by then", 7.5, align="right")
    canvas.setFillColor(INK)
    draw_text(canvas, box.middle, box.y, WARNING, 9, bold=True, align="middle", width=box.width)


def _draw_row(canvas: Canvas, box: Box, slip: DealSlip, suit: Suit, held: dict[Seat, int]) -> None:
    canvas.setFillColor(colour_of(suit))
    draw_text(canvas, box.x + (14 if slip.face.letters else 0), box.y + 9, shape_of(suit), 15)
    canvas.setFillColor(INK)
    if slip.face.letters:
        draw_text(canvas, box.x, box.y + 9.5, suit.colour_letter, 13, bold=True)
    step = (box.width - SIGN_WIDTH - COUNTS_WIDTH) / 13
    for place, seat in enumerate(pocket_row(slip.deal, suit)):
        cell = Box(box.x + SIGN_WIDTH + place * step, box.y + 3, step, ROW - 6)
        _draw_card(canvas, cell, slip.face.ranks[12 - place], seat)
    shown = " \u00b7 ".join(f"{seat.value} {count}" for seat, count in held.items())
    canvas.setFillColor(INK)
    draw_text(canvas, box.right, box.y + 10, shown, 9, align="right", width=COUNTS_WIDTH - 8)


def _draw_card(canvas: Canvas, cell: Box, rank: str, seat: Seat) -> None:
    """A card's rank, small, and its pocket, large; pockets of one side are shaded."""
    canvas.setFillColor(SHADE)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.4)
    shaded = seat in (Seat.E, Seat.W)
    canvas.rect(cell.x, cell.y, cell.width, cell.height, stroke=1, fill=1 if shaded else 0)
    middle = cell.middle
    canvas.setFillColor(MUTED)
    draw_text(canvas, middle, cell.top - 8.5, rank, 7.5, align="middle")
    canvas.setFillColor(INK)
    draw_text(canvas, middle, cell.y + 4.5, seat.value, 14, bold=True, align="middle")
