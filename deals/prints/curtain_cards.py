"""Curtain cards: one hand's 13 cards, kept in its pocket, so that anybody can check the hand.

Four cards a board, in the order N E S W, with strength and colour count as a check. Like deal
slips they show cards of a sealed set and are drawn on request.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.core.cards import Seat, Suit
from deals.core.deal import Deal, Hand
from deals.prints.faces import ABRIDGED, Face, colour_of, shape_of
from deals.prints.paper import INK, MUTED, SHADE, Box, Paper, draw_text, fit, render
from deals.prints.slips import check_text, draw_cuts, slip_boxes

ACROSS, DOWN = 2, 4  # cards on a page: two boards
PADDING = 18.0
LINE = 21.0


@dataclass(frozen=True, slots=True)
class CurtainBoard:
    """A board of a set; `set_id` is short, such as the first letters of the commitment."""

    set_id: str
    number: int
    dealer: Seat
    deal: Deal


def draw_curtain_cards(
    boards: Sequence[CurtainBoard], paper: Paper, face: Face = ABRIDGED
) -> bytes:
    """Eight cards a page with cut lines. Raises ValueError for no boards."""
    if not boards:
        raise ValueError("boards must hold at least one board, got none")
    cards = [(board, seat) for board in boards for seat in Seat]

    def draw(canvas: Canvas) -> None:
        places = slip_boxes(paper, ACROSS, DOWN)
        for first in range(0, len(cards), len(places)):
            for place, (board, seat) in zip(places, cards[first:], strict=False):
                _draw_card(canvas, place.inset(PADDING), board, seat, face)
            draw_cuts(canvas, paper, ACROSS, DOWN)
            canvas.showPage()

    return render(paper, f"Curtain cards: {boards[0].set_id}", draw)


def _draw_card(canvas: Canvas, box: Box, board: CurtainBoard, seat: Seat, face: Face) -> None:
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.top - 34, box.width, 34, stroke=0, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, box.x + 8, box.top - 24, seat.word, 20, bold=True)
    number = fit(str(board.number), 22, box.width * 0.25, True)
    draw_text(canvas, box.right - 8, box.top - 25, str(board.number), number.size, bold=True,
              align="right")  # fmt: skip
    canvas.setFillColor(MUTED)
    left = box.right - 14 - number.width
    draw_text(canvas, left, box.top - 23, "Board", 10, align="right")
    if seat is board.dealer:
        draw_text(canvas, box.x + 90, box.top - 23, "deals first", 10)
    hand = board.deal.hand(seat)
    for line, suit in enumerate(face.suits, start=1):
        _draw_suit(canvas, box, box.top - 36 - line * LINE, hand, suit, face)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x + 8, box.y + 4, check_text(hand), 9, width=box.width * 0.62)
    draw_text(canvas, box.right - 8, box.y + 4, f"set {board.set_id}", 9, align="right",
              width=box.width * 0.3)  # fmt: skip


def _draw_suit(canvas: Canvas, box: Box, y: float, hand: Hand, suit: Suit, face: Face) -> None:
    canvas.setFillColor(colour_of(suit))
    draw_text(canvas, box.x + (24 if face.letters else 8), y, shape_of(suit), 16)
    canvas.setFillColor(INK)
    if face.letters:
        draw_text(canvas, box.x + 8, y + 0.5, suit.colour_letter, 14, bold=True)
    left = 46 if face.letters else 32
    ranks = face.ranks_text(hand, suit)
    draw_text(canvas, box.x + left, y, ranks, 15, width=box.width - left - 8)
