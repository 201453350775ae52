"""Travellers: the slip that goes with a board from table to table. Values in, PDF bytes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import MM, Box, Paper, render
from scoring.prints.grid import Column, draw_grid, draw_heading

MARGIN = 10 * MM
HEADING = 32.0  # points
ROWS_OF_HALF_A_PAGE = 13
MOST_ROWS = 30
COLUMNS = (
    Column("N-S", 1.0),
    Column("E-W", 1.0),
    Column("Contract", 1.6),
    Column("By", 0.7),
    Column("Tricks", 0.9),
    Column("N-S +", 1.2, "right"),
    Column("E-W +", 1.2, "right"),
    Column("N-S MP", 1.1, "right"),
    Column("E-W MP", 1.1, "right"),
)


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """One result of the board; texts as they are printed, "" for a field to be written."""

    ns: str
    ew: str
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    ns_points: str = ""
    ew_points: str = ""
    ns_matchpoints: str = ""
    ew_matchpoints: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (
            self.ns,
            self.ew,
            self.contract,
            self.declarer,
            self.tricks,
            self.ns_points,
            self.ew_points,
            self.ns_matchpoints,
            self.ew_matchpoints,
        )


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board: its number, dealer, who is vulnerable (in words), and a row for each table.

    Raises ValueError unless it has 1 to 30 rows.
    """

    board: int
    dealer: str
    vulnerable: str
    event: str
    rows: tuple[TravellerRow, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise ValueError(f"rows must be 1 to {MOST_ROWS}, got {len(self.rows)}")


def draw_travellers(travellers: Sequence[Traveller], paper: Paper) -> bytes:
    """Two boards a page, or one where a board has more than 13 rows. ValueError for none."""
    if not travellers:
        raise ValueError("travellers must hold at least one board, got none")
    longest = max(len(traveller.rows) for traveller in travellers)
    per_page = 2 if longest <= ROWS_OF_HALF_A_PAGE else 1

    def draw(canvas: Canvas) -> None:
        for first in range(0, len(travellers), per_page):
            for place, traveller in enumerate(travellers[first : first + per_page]):
                _draw_one(canvas, _part(paper, per_page, place), traveller)
            canvas.showPage()

    return render(paper, f"Travellers: {travellers[0].event}", draw)


def _part(paper: Paper, per_page: int, place: int) -> Box:
    """The place of a slip on its page, with room to cut between two."""
    height = paper.height / per_page
    return Box(0, paper.height - (place + 1) * height, paper.width, height).inset(MARGIN)


def _draw_one(canvas: Canvas, box: Box, traveller: Traveller) -> None:
    line = f"Dealer {traveller.dealer} \u00b7 vulnerable: {traveller.vulnerable}"
    draw_heading(
        canvas,
        box,
        f"Board {traveller.board}",
        " \u00b7 ".join(filter(None, (line, traveller.event))),
    )
    table = Box(box.x, box.y, box.width, box.height - HEADING)
    draw_grid(canvas, table, COLUMNS, [row.cells for row in traveller.rows])
