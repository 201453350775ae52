"""The seating list for the wall: everybody by surname, with the table and the seat of round 1."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import (
    INK,
    MM,
    MUTED,
    RULE,
    SHADE,
    Box,
    Fitted,
    Paper,
    draw_fitted,
    draw_text,
    fit_lines,
    isolate,
    render,
)

MARGIN = 12 * MM
HEADING_HEIGHT = 74.0
CAPTION_HEIGHT = 20.0
FOOT_HEIGHT = 16.0
GUTTER = 18.0
ONE_COLUMN = 22  # people who fit on one column in the largest type
TABLE_WIDTH = 40.0
SIT_OUT = "sits out"


@dataclass(frozen=True, slots=True)
class SeatingRow:
    """One person; `seat` is a word ("North"), and table and seat are "" for a sit-out.

    A row without a name is a spare to write on.
    """

    name: str
    table: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class SeatingSheet:
    """The rows in the order in which they are shown; `round` is text."""

    club: str
    night: str
    date: str
    round: str
    rows: tuple[SeatingRow, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How many columns, the size of a name, the height of a row and the room for a seat."""

    columns: int
    size: float
    row: float
    seat_width: float


LARGE = Style(1, 22.0, 30.0, 92.0)
NORMAL = Style(2, 15.0, 23.0, 54.0)


def draw_seating_list(sheet: SeatingSheet, paper: Paper) -> bytes:
    """The list on as many pages as it needs. Raises ValueError for no rows."""
    if not sheet.rows:
        raise ValueError("rows must hold at least one person, got none")
    title = f"Seating: {sheet.club}, {sheet.night}"
    return render(paper, title, lambda canvas: seating_list_pages(canvas, sheet, paper))


def seating_list_pages(canvas: Canvas, sheet: SeatingSheet, paper: Paper) -> None:
    """Draw the pages of the list."""
    style, area = style_of(len(sheet.rows)), _area(paper)
    pages = paginate(sheet.rows, style, area)
    for number, columns in enumerate(pages, start=1):
        _draw_heading(canvas, area, sheet)
        for column, rows in zip(column_boxes(area, style), columns, strict=False):
            _draw_column(canvas, column, rows, style)
        canvas.setFillColor(MUTED)
        page = f"Page {number} of {len(pages)}"
        draw_text(canvas, area.right, area.y, page, 9.5, align="right")
        canvas.showPage()


def style_of(people: int) -> Style:
    """A small night gets one column in large type, a big one two columns."""
    return LARGE if people <= ONE_COLUMN else NORMAL


def column_boxes(area: Box, style: Style) -> tuple[Box, ...]:
    """The columns of a page below its heading."""
    width = (area.width - GUTTER * (style.columns - 1)) / style.columns
    y, height = area.y + FOOT_HEIGHT, area.height - HEADING_HEIGHT - FOOT_HEIGHT
    return tuple(Box(area.x + k * (width + GUTTER), y, width, height) for k in range(style.columns))


def paginate(
    rows: Sequence[SeatingRow], style: Style, area: Box
) -> list[list[Sequence[SeatingRow]]]:
    """Rows by page and column, column after column; the columns of the last page are level."""
    height = area.height - HEADING_HEIGHT - FOOT_HEIGHT - CAPTION_HEIGHT
    fits = int(height // style.row)
    pages = []
    for first in range(0, len(rows), fits * style.columns):
        here = rows[first : first + fits * style.columns]
        deep = -(-len(here) // style.columns)
        pages.append([here[k : k + deep] for k in range(0, len(here), deep)])
    return pages


def name_width(column: Box, style: Style) -> float:
    """Room for a name, in points."""
    return column.width - TABLE_WIDTH - style.seat_width - 10


def name_lines(name: str, width: float, style: Style) -> tuple[Fitted, ...]:
    """A name on one line, or on two smaller ones that share the row's height."""
    return fit_lines(name, style.size, width, True, style.row * 0.4)


def _area(paper: Paper) -> Box:
    return Box(0, 0, paper.width, paper.height).inset(MARGIN)


def _draw_heading(canvas: Canvas, area: Box, sheet: SeatingSheet) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, area.x, area.top - 12, sheet.club, 12, width=area.width)
    heading = f"Where you sit in round {sheet.round}" if sheet.round else "Where you sit"
    draw_text(canvas, area.x, area.top - 40, heading, 26, bold=True, width=area.width)
    canvas.setFillColor(MUTED)
    details = " \u00b7 ".join(isolate(text) for text in (sheet.night, sheet.date) if text)
    draw_text(canvas, area.x, area.top - 58, details, 12, width=area.width)


def _draw_column(canvas: Canvas, box: Box, rows: Sequence[SeatingRow], style: Style) -> None:
    seat_x = box.right - style.seat_width
    table_x = seat_x - 8
    canvas.setFillColor(INK)
    y = box.top - CAPTION_HEIGHT
    draw_text(canvas, box.x + 4, y + 6, "Name", 9.5, bold=True)
    draw_text(canvas, table_x, y + 6, "Table", 9.5, bold=True, align="right")
    draw_text(canvas, seat_x, y + 6, "Seat", 9.5, bold=True)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.2)
    canvas.line(box.x, y, box.right, y)
    for number, row in enumerate(rows):
        y -= style.row
        _draw_row(canvas, Box(box.x, y, box.width, style.row), row, style, number % 2 == 1)


def _draw_row(canvas: Canvas, box: Box, row: SeatingRow, style: Style, shaded: bool) -> None:
    if shaded:
        canvas.setFillColor(SHADE)
        canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.4)
    canvas.line(box.x, box.y, box.right, box.y)
    if not row.name:
        return
    canvas.setFillColor(INK)
    lines = name_lines(row.name, name_width(box, style), style)
    y = box.y + (box.height - style.size * 0.73) / 2
    step = box.height / len(lines)
    for number, line in enumerate(reversed(lines)):
        base = box.y + number * step + (step - line.size * 0.73) / 2
        draw_fitted(canvas, box.x + 4, base, line)
    seat_x = box.right - style.seat_width
    if row.table:
        draw_text(
            canvas, seat_x - 8, y, row.table, style.size, bold=True, align="right",
            width=TABLE_WIDTH - 8,
        )  # fmt: skip
        draw_text(canvas, seat_x, y, row.seat, style.size, width=style.seat_width - 4)
    else:
        draw_text(canvas, seat_x, y, SIT_OUT, style.size, width=style.seat_width - 4)
