"""Chicago pads: four deals, the wheel, and the total. Values in, PDF bytes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.core.cards import Seat, Side
from deals.prints.paper import MM, RULE, Box, Paper, draw_text, isolate, render
from scoring.core.chicago import CHOICES, DEALS, vulnerable_on
from scoring.prints.grid import Column, draw_grid, draw_heading

MARGIN = 10 * MM
HEADING = 32.0  # points
PER_PAGE = 3
WORDS = {
    frozenset[Side](): "nobody",
    frozenset({Side.NS}): "N-S",
    frozenset({Side.EW}): "E-W",
    frozenset(Side): "all",
}
COLUMNS = (
    Column("Deal", 0.6),
    Column("Dealer", 1.6),
    Column("Vulnerable", 1.1),
    Column("Contract", 1.4),
    Column("By", 0.7),
    Column("Tricks", 0.9),
    Column("N-S", 1.3, "right"),
    Column("E-W", 1.3, "right"),
)


@dataclass(frozen=True, slots=True)
class ChicagoPad:
    """One Chicago to be written: the names at N E S W, who deals first, and the wheel's variant.

    Raises ValueError unless there are four names (they may be empty) and the variant is known.
    """

    title: str
    line: str
    names: tuple[str, str, str, str] = ("", "", "", "")
    first_dealer: str = "N"
    variant: str = "dealer"

    def __post_init__(self) -> None:
        if len(self.names) != len(Seat):
            raise ValueError(f"names must be four, got {len(self.names)}")
        if self.variant not in CHOICES["vulnerable"]:
            raise ValueError(f"variant must be dealer or opponents, got {self.variant!r}")


def draw_chicago_pads(pads: Sequence[ChicagoPad], paper: Paper) -> bytes:
    """Three pads a page. ValueError for none."""
    if not pads:
        raise ValueError("pads must hold at least one pad, got none")

    def draw(canvas: Canvas) -> None:
        height = paper.height / PER_PAGE
        for first in range(0, len(pads), PER_PAGE):
            for place, pad in enumerate(pads[first : first + PER_PAGE]):
                y = paper.height - (place + 1) * height
                _draw_pad(canvas, Box(0, y, paper.width, height).inset(MARGIN, MARGIN * 0.7), pad)
                if place:
                    _draw_cut(canvas, paper, y + height)
            canvas.showPage()

    return render(paper, f"Chicago: {pads[0].title}", draw)


def _draw_pad(canvas: Canvas, box: Box, pad: ChicagoPad) -> None:
    draw_heading(canvas, box, pad.title, pad.line)
    table = Box(box.x, box.y + 24, box.width, box.height - HEADING - 24)
    draw_grid(canvas, table, COLUMNS, [_row(pad, deal) for deal in range(1, DEALS + 1)], size=10)
    draw_text(canvas, box.x, box.y + 8, "Total", 10, bold=True)
    width = table.width * 2.6 / sum(column.share for column in COLUMNS)
    canvas.setStrokeColor(RULE)
    canvas.rect(box.right - width, box.y, width / 2, 24)
    canvas.rect(box.right - width / 2, box.y, width / 2, 24)


def _row(pad: ChicagoPad, deal: int) -> tuple[str, ...]:
    dealer = Seat(pad.first_dealer).turn(deal - 1)
    name = pad.names[tuple(Seat).index(dealer)]
    dealt = f"{dealer.value} {isolate(name)}" if name else dealer.word
    vulnerable = WORDS[vulnerable_on(deal, dealer, pad.variant)]
    return (str(deal), dealt, vulnerable, "", "", "", "", "")


def _draw_cut(canvas: Canvas, paper: Paper, y: float) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setDash(2, 4)
    canvas.line(0, y, paper.width, y)
    canvas.setDash()
