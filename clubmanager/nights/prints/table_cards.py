"""Table cards: the number that stands on a table, read from all four seats, and its code."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import (
    INK,
    MM,
    MUTED,
    SHADE,
    Box,
    Paper,
    draw_text,
    fit,
    isolate,
    render,
)

MARGIN = 10 * MM
BAND = 31 * MM  # depth of a seat's edge
CODE_HEIGHT = 44 * MM
QUIET = 4  # modules of white around a QR code, as its standard asks
CAPITAL = 0.73  # height of a capital or a digit, as a share of the size
# Seat, its word, degrees by which its text is turned, and whether its side is shaded.
EDGES = (
    ("N", "North", 180, True),
    ("E", "East", 90, False),
    ("S", "South", 0, True),
    ("W", "West", -90, False),
)


@dataclass(frozen=True, slots=True)
class TableSign:
    """One table. `table` is its number, or "" for a spare to write on.

    `digits` is the code of eight digits, `address` what the QR code leads to; both or neither.
    """

    club: str
    night: str
    table: str
    digits: str = ""
    address: str = ""

    def __post_init__(self) -> None:
        plain = self.digits.replace(" ", "")
        if self.digits and not (len(plain) == 8 and plain.isdecimal()):
            raise ValueError("digits must be eight digits or empty")
        if bool(self.digits) != bool(self.address):
            raise ValueError("digits and address must be given together")


def draw_table_cards(signs: Sequence[TableSign], paper: Paper) -> bytes:
    """A page for each table. Raises ValueError for no tables."""
    if not signs:
        raise ValueError("signs must hold at least one table, got none")
    title = f"Table cards: {signs[0].club}, {signs[0].night}"
    return render(paper, title, lambda canvas: table_card_pages(canvas, signs, paper))


def table_card_pages(canvas: Canvas, signs: Sequence[TableSign], paper: Paper) -> None:
    """Draw a page for each table."""
    for sign in signs:
        area = Box(0, 0, paper.width, paper.height).inset(MARGIN)
        for edge in EDGES:
            _draw_edge(canvas, area, edge, sign.table)
        _draw_middle(canvas, middle_of(area), sign)
        canvas.showPage()


def middle_of(area: Box) -> Box:
    """What the four edges leave free."""
    return area.inset(BAND + 4 * MM, BAND + 4 * MM)


def qr_runs(address: str) -> tuple[int, list[tuple[int, int, int]]]:
    """A QR code as (modules a side without its quiet zone, dark runs of (row, column, length))."""
    rows = [list(row) for row in segno.make_qr(address, error="m").matrix]
    runs = []
    for number, row in enumerate(rows):
        column = 0
        while column < len(row):
            length = next((n for n, m in enumerate(row[column:]) if not m), len(row) - column)
            if length:
                runs.append((number, column, length))
            column += max(1, length)
    return len(rows), runs


def draw_qr(canvas: Canvas, box: Box, address: str) -> None:
    """A QR code as vectors, in a square box that includes its quiet zone."""
    modules, runs = qr_runs(address)
    unit = box.width / (modules + 2 * QUIET)
    path = canvas.beginPath()
    for row, column, length in runs:
        x, y = box.x + (QUIET + column) * unit, box.top - (QUIET + row + 1) * unit
        path.rect(x, y, length * unit, unit)
    canvas.setFillColor(INK)
    canvas.drawPath(path, stroke=0, fill=1)


def _draw_edge(canvas: Canvas, area: Box, edge: tuple[str, str, int, bool], table: str) -> None:
    letter, word, turn, shaded = edge
    upright = turn in (0, 180)
    length = area.width if upright else area.height - 2 * BAND
    canvas.saveState()
    canvas.translate(area.middle, area.y + area.height / 2)
    canvas.rotate(turn)
    bottom = -(area.height if upright else area.width) / 2
    canvas.setFillColor(SHADE if shaded else "#ffffff")
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.2)
    canvas.rect(-length / 2, bottom, length, BAND, stroke=1, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, 0, bottom + 36, letter, 58, bold=True, align="middle")
    draw_text(canvas, 0, bottom + 13, word, 17, align="middle")
    _draw_number_twice(canvas, bottom + 36, table)
    canvas.restoreState()


def _draw_number_twice(canvas: Canvas, y: float, table: str) -> None:
    """The table's number on both sides of the letter, so that every seat reads it upright."""
    if not table:
        return
    for x in (-112, 112):
        draw_text(canvas, x, y, table, 34, bold=True, align="middle", width=90)
        draw_text(canvas, x, y - 19, "Table", 11, align="middle")


def _draw_middle(canvas: Canvas, box: Box, sign: TableSign) -> None:
    canvas.setFillColor(MUTED)
    draw_text(
        canvas, box.middle, box.top - 14, isolate(sign.club), 13, align="middle", width=box.width
    )
    draw_text(
        canvas, box.middle, box.top - 32, isolate(sign.night), 13, align="middle", width=box.width
    )
    low = box.y + (CODE_HEIGHT if sign.digits else 0)
    _draw_number(canvas, Box(box.x, low, box.width, box.top - 44 - low), sign.table)
    if sign.digits:
        _draw_code(canvas, Box(box.x, box.y, box.width, CODE_HEIGHT), sign)


def _draw_number(canvas: Canvas, box: Box, table: str) -> None:
    canvas.setFillColor(INK)
    size = fit(table or "00", min(250.0, box.height * 0.9), box.width - 20, True).size
    y = box.y + (box.height - size * CAPITAL) / 2 - 6
    draw_text(canvas, box.middle, y + size * CAPITAL + 20, "Table", 26, align="middle")
    if table:
        draw_text(canvas, box.middle, y, table, size, bold=True, align="middle")
        # Upside down, 6 is 9: the line shows where the number stands.
        canvas.setLineWidth(4)
    canvas.setStrokeColor(INK)
    canvas.line(box.middle - 70, y - 16, box.middle + 70, y - 16)


def _draw_code(canvas: Canvas, box: Box, sign: TableSign) -> None:
    side = box.height
    draw_qr(canvas, Box(box.x, box.y, side, side), sign.address)
    text = Box(box.x + side + 6, box.y, box.width - side - 6, side)
    canvas.setFillColor(INK)
    draw_text(canvas, text.x, text.top - 34, "Scan, or type the code", 13, width=text.width)
    plain = sign.digits.replace(" ", "")
    digits = f"{plain[:4]} {plain[4:]}"
    draw_text(canvas, text.x, text.top - 76, digits, 36, bold=True, width=text.width)
    canvas.setFillColor(MUTED)
    draw_text(canvas, text.x, text.top - 100, "to enter this table's hands.", 11, width=text.width)
