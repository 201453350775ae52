"""The scoring chart of bridge, every number computed by the function that scores.

Source: Laws of Duplicate Bridge 2017, Law 77. Values in, PDF bytes out.
"""

from reportlab.pdfgen.canvas import Canvas

from deals.core.cards import Seat
from deals.prints.paper import INK, MM, Box, Paper, draw_text, render
from scoring.core.contract import HIGHEST_LEVEL, Bid, Contract, Denomination, Doubling
from scoring.core.duplicate import duplicate_points
from scoring.prints.grid import HEADER, Column, draw_grid, draw_heading

MARGIN = 12 * MM
HEADING = 40.0  # points, as the next three
TITLE = 16.0
GAP = 12.0
TALLEST_ROW = 15.0
UNDOUBLED = "\u2013"
# One denomination stands for all that pay the same.
GROUPS = (
    ("Clubs and diamonds", Denomination.CLUBS),
    ("Hearts and spades", Denomination.HEARTS),
    ("Notrump", Denomination.NOTRUMP),
)
STATES = tuple((doubling, vulnerable) for vulnerable in (False, True) for doubling in Doubling)
STATE_COLUMNS = tuple(
    Column((doubling.value or UNDOUBLED) + (" vul" if vulnerable else ""), 1.0, "right")
    for doubling, vulnerable in STATES
)
NOTE = f"{UNDOUBLED} undoubled, X doubled, XX redoubled; vul: the declarer's side is vulnerable"


def draw_bridge_chart(paper: Paper) -> bytes:
    """One page: contracts made, each overtrick, and undertricks."""

    blocks = [(f"{title}, made", "Contract", made_rows(group)) for title, group in GROUPS]
    blocks.append(("Down, to the defenders", "Down", down_rows()))
    area = Box(0, 0, paper.width, paper.height).inset(MARGIN)
    left = area.height - HEADING - len(blocks) * (TITLE + HEADER + GAP)
    row = min(TALLEST_ROW, left / sum(len(rows) for _, _, rows in blocks))

    def draw(canvas: Canvas) -> None:
        draw_heading(canvas, area, "Duplicate bridge: what a contract pays", NOTE)
        top = area.top - HEADING
        for title, first, rows in blocks:
            height = TITLE + HEADER + row * len(rows)
            _draw_block(canvas, Box(area.x, top - height, area.width, height), title, first, rows)
            top -= height + GAP
        canvas.showPage()

    return render(paper, "Scoring chart of duplicate bridge", draw)


def made_rows(denomination: Denomination) -> list[tuple[str, ...]]:
    """Points of each level made exactly, and of each overtrick."""
    rows = []
    for level in range(1, HIGHEST_LEVEL + 1):
        points = [
            duplicate_points(contract, contract.target, vulnerable)
            for contract, vulnerable in _contracts(Bid(level, denomination))
        ]
        rows.append((str(level), *map(str, points)))
    overtricks = [
        duplicate_points(contract, contract.target + 1, vulnerable)
        - duplicate_points(contract, contract.target, vulnerable)
        for contract, vulnerable in _contracts(Bid(1, denomination))
    ]
    return [*rows, ("each overtrick", *map(str, overtricks))]


def down_rows() -> list[tuple[str, ...]]:
    """Points to the defenders for 1 to 13 undertricks; they do not depend on the denomination."""
    rows = []
    for down in range(1, 14):
        points = [
            -duplicate_points(contract, contract.target - down, vulnerable)
            for contract, vulnerable in _contracts(Bid(HIGHEST_LEVEL, Denomination.CLUBS))
        ]
        rows.append((str(down), *map(str, points)))
    return rows


def _contracts(bid: Bid) -> list[tuple[Contract, bool]]:
    return [(Contract(bid, doubling, Seat.N), vulnerable) for doubling, vulnerable in STATES]


def _draw_block(
    canvas: Canvas, box: Box, title: str, first: str, rows: list[tuple[str, ...]]
) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, box.x, box.top - 11, title, 10, bold=True)
    table = Box(box.x, box.y, box.width, box.height - TITLE)
    draw_grid(canvas, table, (Column(first, 1.3), *STATE_COLUMNS), rows)
