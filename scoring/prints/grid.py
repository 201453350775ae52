"""A ruled table inside a box, shared by the pads of the bridge games."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import INK, MUTED, RULE, SHADE, Box, draw_text

HEADER = 16.0  # points


@dataclass(frozen=True, slots=True)
class Column:
    """A column: heading, share of the width, and where its text stands."""

    heading: str
    share: float
    align: str = "middle"


def draw_grid(
    canvas: Canvas,
    box: Box,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    size: float = 9.0,
) -> None:
    """Draw headings and rows that fill the box; each row is as long as `columns`."""
    height = (box.height - HEADER) / len(rows)
    edges = _edges(box, columns)
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.top - HEADER, box.width, HEADER, stroke=0, fill=1)
    canvas.setFillColor(MUTED)
    _draw_cells(canvas, edges, columns, [c.heading for c in columns], box.top - HEADER + 5, 7.5)
    canvas.setFillColor(INK)
    for number, row in enumerate(rows, start=1):
        baseline = box.top - HEADER - number * height + height / 2 - size * 0.35
        _draw_cells(canvas, edges, columns, row, baseline, size)
    _draw_rules(canvas, box, edges, height, len(rows))


def _edges(box: Box, columns: Sequence[Column]) -> list[float]:
    whole = sum(column.share for column in columns)
    edges = [box.x]
    for column in columns:
        edges.append(edges[-1] + box.width * column.share / whole)
    return edges


def _draw_cells(
    canvas: Canvas,
    edges: Sequence[float],
    columns: Sequence[Column],
    texts: Sequence[str],
    baseline: float,
    size: float,
) -> None:
    for place, (column, text) in enumerate(zip(columns, texts, strict=True)):
        left, right = edges[place], edges[place + 1]
        x = {"left": left + 4, "middle": (left + right) / 2, "right": right - 4}[column.align]
        draw_text(canvas, x, baseline, text, size, align=column.align, width=right - left - 6)


def _draw_rules(canvas: Canvas, box: Box, edges: Sequence[float], height: float, rows: int) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.rect(box.x, box.y, box.width, box.height)
    for row in range(rows):
        y = box.y + row * height
        canvas.line(box.x, y, box.right, y)
    canvas.line(box.x, box.top - HEADER, box.right, box.top - HEADER)
    for x in edges[1:-1]:
        canvas.line(x, box.y, x, box.top)


def draw_heading(canvas: Canvas, box: Box, title: str, line: str) -> None:
    """A bold title and a quieter line under it, at the top of the box."""
    canvas.setFillColor(INK)
    draw_text(canvas, box.x, box.top - 12, title, 13, bold=True, width=box.width)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x, box.top - 25, line, 8.5, width=box.width)
    canvas.setFillColor(INK)
