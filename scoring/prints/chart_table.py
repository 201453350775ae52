"""The chart as a small table at the foot of a print, always with its provenance."""

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import INK, MM, MUTED, RULE, SHADE, Box, draw_text, isolate, wrap
from scoring.core.chart import TRICK_COUNTS, Chart, Declaration

KEY = "white: points to the declaring side \u00b7 grey: declaration failed, points to the opponents"
LABEL_WIDTH = 21 * MM


def chart_title(chart: Chart) -> str:
    """Name and version, as they stand on every print."""
    return f"Chart: {isolate(chart.name)}, version {chart.version}"


def draw_chart(canvas: Canvas, box: Box, chart: Chart) -> None:
    """Draw title, table and provenance into the box (at least 36 mm high)."""
    row = 5.2 * MM
    canvas.setFillColor(INK)
    draw_text(canvas, box.x, box.top - 10, chart_title(chart), 9, bold=True, width=box.width * 0.45)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.right, box.top - 10, KEY, 7, align="right", width=box.width * 0.54)
    table = Box(box.x, box.top - 14 - 4 * row, box.width, 4 * row)
    draw_cells(canvas, table, chart)
    draw_provenance(canvas, Box(box.x, box.y, box.width, table.y - box.y), chart.provenance)


def draw_cells(
    canvas: Canvas, table: Box, chart: Chart, *, label_width: float = LABEL_WIDTH, size: float = 8.5
) -> None:
    """Draw the 42 cells with their headings into the table, numbers at most of this size."""
    row = table.height / 4
    lift = (row - size * 0.73) / 2
    step = (table.width - label_width) / TRICK_COUNTS
    first = table.x + label_width
    gap = min(4.0, step * 0.15)
    for line, declaration in enumerate(Declaration):
        y = table.top - (line + 2) * row
        canvas.setFillColor(SHADE)
        canvas.rect(first, y, step * declaration.target, row, stroke=0, fill=1)
        canvas.setFillColor(INK)
        label = f"{declaration.label} ({declaration.target})"
        draw_text(canvas, table.x + 3, y + lift, label, size, bold=True, width=label_width - 5)
        for tricks, points in enumerate(chart.row(declaration)):
            x = first + (tricks + 0.5) * step
            draw_text(canvas, x, y + lift, str(points), size, align="middle", width=step - gap)
    y = table.top - row + lift
    draw_text(canvas, table.x + 3, y, "Tricks", size)
    for tricks in range(TRICK_COUNTS):
        x = first + (tricks + 0.5) * step
        draw_text(canvas, x, y, str(tricks), size, bold=True, align="middle")
    _draw_grid(canvas, table, label_width)


def _draw_grid(canvas: Canvas, table: Box, label_width: float) -> None:
    row = table.height / 4
    step = (table.width - label_width) / TRICK_COUNTS
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.rect(table.x, table.y, table.width, table.height)
    for line in range(1, 4):
        canvas.line(table.x, table.y + line * row, table.right, table.y + line * row)
    for column in range(TRICK_COUNTS):
        x = table.x + label_width + column * step
        canvas.line(x, table.y, x, table.top)


def draw_provenance(canvas: Canvas, box: Box, sentence: str) -> None:
    """Draw where the chart comes from, as large as the box allows."""
    canvas.setFillColor(MUTED)
    size = 7.5
    while size > 4 and len(wrap(sentence, size, box.width)) * size * 1.2 > box.height:
        size -= 0.5
    for number, line in enumerate(wrap(sentence, size, box.width), start=1):
        draw_text(canvas, box.x, box.top - number * size * 1.2 - 1, line, size, width=box.width)
