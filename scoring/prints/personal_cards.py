"""Personal score cards: one pair's own record of its boards. Values in, PDF bytes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import MM, Box, Paper, isolate, render
from scoring.prints.grid import Column, draw_grid, draw_heading

MARGIN = 10 * MM
HEADING = 32.0  # points
MOST_ROWS = 36
COLUMNS = (
    Column("Board", 0.9),
    Column("Vul", 0.8),
    Column("Vs", 0.8),
    Column("Contract", 1.5),
    Column("By", 0.7),
    Column("Tricks", 0.9),
    Column("+", 1.1, "right"),
    Column("\u2013", 1.1, "right"),
)


@dataclass(frozen=True, slots=True)
class CardRow:
    """One board of a card; texts as they are printed, "" for a field to be written."""

    board: str
    vulnerable: str
    opponents: str = ""
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    plus: str = ""
    minus: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (
            self.board,
            self.vulnerable,
            self.opponents,
            self.contract,
            self.declarer,
            self.tricks,
            self.plus,
            self.minus,
        )


@dataclass(frozen=True, slots=True)
class PersonalCard:
    """One entry's card. Raises ValueError unless it has 1 to 36 boards."""

    entry: str
    names: tuple[str, ...]
    event: str
    rows: tuple[CardRow, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise ValueError(f"rows must be 1 to {MOST_ROWS}, got {len(self.rows)}")


def draw_personal_cards(cards: Sequence[PersonalCard], paper: Paper) -> bytes:
    """Two cards a page, beside each other. ValueError for none."""
    if not cards:
        raise ValueError("cards must hold at least one card, got none")

    def draw(canvas: Canvas) -> None:
        for first in range(0, len(cards), 2):
            for place, card in enumerate(cards[first : first + 2]):
                _draw_one(canvas, _half(paper, place), card)
            canvas.showPage()

    return render(paper, f"Personal score cards: {cards[0].event}", draw)


def _half(paper: Paper, place: int) -> Box:
    half = paper.width / 2
    return Box(place * half, 0, half, paper.height).inset(MARGIN * 0.8, MARGIN)


def _draw_one(canvas: Canvas, box: Box, card: PersonalCard) -> None:
    names = " and ".join(isolate(name) for name in card.names)
    draw_heading(canvas, box, " \u00b7 ".join(filter(None, (card.entry, names))), card.event)
    row = min(26.0, (box.height - HEADING - 16) / len(card.rows))
    height = 16 + row * len(card.rows)
    table = Box(box.x, box.top - HEADING - height, box.width, height)
    draw_grid(canvas, table, COLUMNS, [row.cells for row in card.rows])
