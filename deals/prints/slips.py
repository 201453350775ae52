"""Deal slips: from which somebody who will not play a board makes it up by hand.

A slip shows all 52 cards. Slips of a sealed set are drawn on request and never stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.core.cards import Seat, Suit
from deals.core.deal import Deal, Hand
from deals.prints.faces import ABRIDGED, Face
from deals.prints.paper import (
    COLOUR_SIGNS,
    INK,
    MUTED,
    RULE,
    SHADE,
    Box,
    Paper,
    draw_fitted,
    draw_text,
    fit,
    fit_lines,
    isolate,
    render,
)

ACROSS, DOWN = 2, 2  # slips on a page
PADDING = 20.0
LINE = 14.0  # height of one colour of a hand
HAND_HEIGHT = 6 * LINE  # seat, four colours, the check
HEADING_HEIGHT = 70.0
CARD_SIZE, LEAST_CARD_SIZE = 11.5, 6.0
SIGN_WIDTH = 25.0
WARNING = "Confidential until the night is over"
NOBODY_NAMED = "someone who does not play tonight"


@dataclass(frozen=True, slots=True)
class DealSlip:
    """One board to make up; copy k of n. `maker` is a name, or "" where nobody was named yet."""

    set_name: str
    number: int
    dealer: Seat
    deal: Deal
    copy: int
    copies: int
    maker: str
    face: Face = ABRIDGED

    def __post_init__(self) -> None:
        if not 1 <= self.copy <= self.copies:
            raise ValueError(f"copy must be 1 to {self.copies}, got {self.copy}")


def draw_deal_slips(slips: Sequence[DealSlip], paper: Paper) -> bytes:
    """Four slips a page with cut lines. Raises ValueError for no slips."""
    if not slips:
        raise ValueError("slips must hold at least one deal slip, got none")

    def draw(canvas: Canvas) -> None:
        places = slip_boxes(paper)
        for first in range(0, len(slips), len(places)):
            for place, slip in zip(places, slips[first:], strict=False):
                _draw_slip(canvas, place.inset(PADDING), slip)
            draw_cuts(canvas, paper)
            canvas.showPage()

    return render(paper, f"Deal slips: {slips[0].set_name}", draw)


def slip_boxes(paper: Paper, across: int = ACROSS, down: int = DOWN) -> tuple[Box, ...]:
    """The places of a page's slips, in reading order, up to the cut lines."""
    width, height = paper.width / across, paper.height / down
    return tuple(
        Box(column * width, paper.height - (row + 1) * height, width, height)
        for row in range(down)
        for column in range(across)
    )


def hand_boxes(slip: Box) -> dict[Seat, Box]:
    """North above, West and East side by side, South below, as the cards lie on the table."""
    half = slip.width / 2
    top = slip.top - HEADING_HEIGHT
    gap = (top - slip.y - 14 - 3 * HAND_HEIGHT) / 3
    rows = [top - (row + 1) * HAND_HEIGHT - row * gap for row in range(3)]
    middle = slip.middle - half / 2
    return {
        Seat.N: Box(middle, rows[0], half, HAND_HEIGHT),
        Seat.W: Box(slip.x, rows[1], half - 4, HAND_HEIGHT),
        Seat.E: Box(slip.middle + 4, rows[1], half - 4, HAND_HEIGHT),
        Seat.S: Box(middle, rows[2], half, HAND_HEIGHT),
    }


def check_text(hand: Hand) -> str:
    """What the maker compares when the hand is made up."""
    return f"Strength {hand.strength} \u00b7 colour count {hand.colour_count}"


def _draw_slip(canvas: Canvas, box: Box, slip: DealSlip) -> None:
    draw_slip_heading(canvas, box, slip)
    for seat, place in hand_boxes(box).items():
        _draw_hand(canvas, place, seat, slip)
    canvas.setFillColor(INK)
    draw_text(canvas, box.middle, box.y, WARNING, 9, bold=True, align="middle", width=box.width)


def draw_slip_heading(canvas: Canvas, box: Box, slip: DealSlip) -> None:
    """Board, dealer, copy, set and who makes it up, above a rule."""
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x, box.top - 8, "Board", 9)
    canvas.setFillColor(INK)
    number = fit(str(slip.number), 36, box.width * 0.3, True)
    draw_text(canvas, box.x, box.top - 42, str(slip.number), number.size, bold=True)
    left = max(box.x + 62, box.x + number.width + 12)
    width = box.right - left
    dealer = f"Dealer {slip.dealer.word}"
    draw_text(canvas, left, box.top - 10, dealer, 13, bold=True, width=width)
    copy = f"Copy {slip.copy} of {slip.copies}"
    draw_text(canvas, box.right, box.top - 10, copy, 9, align="right", width=width * 0.4)
    draw_text(canvas, left, box.top - 26, slip.set_name, 10, width=width)
    maker = f"Made up by: {isolate(slip.maker or NOBODY_NAMED)}"
    for line, fitted in enumerate(fit_lines(maker, 10, width, least=8.5)):
        draw_fitted(canvas, left, box.top - 40 - 11 * line, fitted)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.line(box.x, box.top - 58, box.right, box.top - 58)


def _draw_hand(canvas: Canvas, box: Box, seat: Seat, slip: DealSlip) -> None:
    hand = slip.deal.hand(seat)
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.top - LINE, box.width, LINE, stroke=0, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, box.x + 4, box.top - LINE + 4, seat.word, 10, bold=True)
    if seat is slip.dealer:
        draw_text(canvas, box.right - 4, box.top - LINE + 4, "dealer", 8, align="right")
    for line, suit in enumerate(slip.face.suits, start=2):
        ranks = slip.face.ranks_text(hand, suit)
        _draw_colour(canvas, box, box.top - line * LINE + 4, slip.face, suit, ranks)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x + 4, box.y + 4, check_text(hand), 8, width=box.width - 8)


def _draw_colour(canvas: Canvas, box: Box, y: float, face: Face, suit: Suit, ranks: str) -> None:
    sign = COLOUR_SIGNS[suit.colour_letter]
    canvas.setFillColor(INK)
    if face.letters:
        draw_text(canvas, box.x + 4, y, sign.letter, 10, bold=True)
    width = box.width - SIGN_WIDTH - 4
    draw_text(canvas, box.x + SIGN_WIDTH, y, ranks, CARD_SIZE, width=width, least=LEAST_CARD_SIZE)
    canvas.setFillColor(sign.colour)
    draw_text(canvas, box.x + 13, y, sign.shape, 11)


def draw_cuts(canvas: Canvas, paper: Paper, across: int = ACROSS, down: int = DOWN) -> None:
    """Dashed lines between the slips of a page."""
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.setDash(3, 3)
    for column in range(1, across):
        canvas.line(column * paper.width / across, 0, column * paper.width / across, paper.height)
    for row in range(1, down):
        canvas.line(0, row * paper.height / down, paper.width, row * paper.height / down)
    canvas.setDash()
