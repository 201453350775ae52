"""Standings for the wall: names of 18 points or more, the reason of each tie, page x of y."""

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
    fit,
    fit_lines,
    isolate,
    render,
    text_width,
    wrap,
)
from scoring.core.chart import Chart
from scoring.prints.chart_table import chart_title

MARGIN = 12 * MM
NAME_SIZE, LEAST_NAME_SIZE = 21.0, 18.0
NUMBER_SIZE = 14.0
REASON_SIZE = 10.0
LEADING = 1.22
ROW_PADDING = 5.0
HEADING_HEIGHT = 98.0
COLUMNS_HEIGHT = 20.0
SECTION_HEIGHT = 32.0
LINE_HEIGHT = 22.0
FOOT_HEIGHT = 30.0
BELOW_THE_LINE = "Below the line: too few hands played to be ranked"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One contestant. `rank` is text ("2=", or "" below the line), `names` one to four names.

    `games` is text ("2\u00bd of 4"); `net_points` are own minus opponents' chart points;
    `percentage` is text or "" where boards are not compared; `tie_reason` says what separated
    or joined a tie.
    """

    rank: str
    names: tuple[str, ...]
    games: str
    net_points: int
    hands: int
    percentage: str = ""
    tie_reason: str = ""
    below_line: bool = False


@dataclass(frozen=True, slots=True)
class StandingsSection:
    """One line of a movement, with its title ("North-South", "East-West" or "")."""

    title: str
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """What hangs on the wall; `status` is "final", "as of hand 3 of round 2", ..."""

    club: str
    night: str
    date: str
    method: str
    status: str
    chart: Chart | None  # None: the game has none
    sections: tuple[StandingsSection, ...]
    games_heading: str = "Games won"
    score_heading: str = "%"


@dataclass(frozen=True, slots=True)
class Columns:
    """Right edges of the number columns, and the name's place, in points."""

    rank_x: float
    name_x: float
    name_width: float
    numbers: tuple[tuple[str, float], ...]  # heading and right edge


@dataclass(frozen=True, slots=True)
class Item:
    """Something that stands on a page as a whole: a section title, a row, the line."""

    height: float
    text: str = ""
    row: StandingsRow | None = None


def draw_standings(sheet: StandingsSheet, paper: Paper) -> bytes:
    """The sheet on as many pages as it needs, each with heading and "Page x of y"."""
    columns = columns_of(sheet, paper)
    pages = paginate(sheet, paper)
    area = _area(paper)

    def draw(canvas: Canvas) -> None:
        for number, items in enumerate(pages, start=1):
            _draw_heading(canvas, area, sheet)
            _draw_column_names(canvas, area, columns)
            _draw_items(canvas, area, items, columns)
            _draw_foot(canvas, area, sheet, f"Page {number} of {len(pages)}")
            canvas.showPage()

    return render(paper, f"Standings: {sheet.club}, {sheet.night}", draw)


def _area(paper: Paper) -> Box:
    return Box(0, 0, paper.width, paper.height).inset(MARGIN)


def columns_of(sheet: StandingsSheet, paper: Paper) -> Columns:
    """Columns that this sheet needs: no percentage where no row has one."""
    area = _area(paper)
    rows = [row for section in sheet.sections for row in section.rows]
    wanted = [(sheet.games_heading, 72.0), ("Net points", 66.0), ("Hands", 46.0)]
    if any(row.percentage for row in rows):
        wanted.append((sheet.score_heading, 64.0))
    right = area.right - sum(width for _, width in wanted)
    name_x = area.x + 48
    numbers, edge = [], right
    for heading, width in wanted:
        edge += width
        numbers.append((heading, edge - 4))
    return Columns(area.x + 40, name_x, right - name_x, tuple(numbers))


def name_lines(names: Sequence[str], width: float) -> tuple[Fitted, ...]:
    """Names at 18 points or more: on one line if they fit, else a line or more for each."""
    together = fit(" & ".join(map(isolate, names)), NAME_SIZE, width, True, 1.0)
    if together.size >= LEAST_NAME_SIZE:
        return (together,)
    return tuple(line for name in names for line in _one_name(name, width))


def _one_name(name: str, width: float) -> list[Fitted]:
    single = fit(name, NAME_SIZE, width, True, 1.0)
    if single.size >= LEAST_NAME_SIZE:
        return [single]
    lines = wrap(name, LEAST_NAME_SIZE, width, True)
    return [fit(line, LEAST_NAME_SIZE, width, True, LEAST_NAME_SIZE) for line in lines]


def row_height(row: StandingsRow, name_width: float) -> float:
    """Height in points of a contestant's row."""
    height = sum(line.size * LEADING for line in name_lines(row.names, name_width))
    reasons = wrap(row.tie_reason, REASON_SIZE, name_width)
    return height + len(reasons) * REASON_SIZE * 1.3 + 2 * ROW_PADDING


def paginate(sheet: StandingsSheet, paper: Paper) -> list[list[Item]]:
    """Items of each page; a title stays with the row under it, and returns on the next page."""
    room = _area(paper).height - HEADING_HEIGHT - COLUMNS_HEIGHT - FOOT_HEIGHT
    name_width = columns_of(sheet, paper).name_width
    pages: list[list[Item]] = [[]]
    for section in sheet.sections:
        for lead, item in _items(section, name_width):
            taken = sum(each.height for each in pages[-1])
            needed = sum(each.height for each in lead) + item.height
            if pages[-1] and taken + needed > room:
                pages.append(_repeated_title(section, lead))
            pages[-1] += [*lead, item]
    return pages


def _repeated_title(section: StandingsSection, lead: list[Item]) -> list[Item]:
    if not section.title or any(item.text == section.title for item in lead):
        return []
    return [Item(SECTION_HEIGHT, f"{section.title} (continued)")]


def _items(section: StandingsSection, name_width: float) -> list[tuple[list[Item], Item]]:
    """Each row with what must stand directly above it."""
    pairs, lead = [], [Item(SECTION_HEIGHT, section.title)] if section.title else []
    ranked = [row for row in section.rows if not row.below_line]
    below = [row for row in section.rows if row.below_line]
    for row in [*ranked, *below]:
        if below and row is below[0]:
            lead = [*lead, Item(LINE_HEIGHT, BELOW_THE_LINE)]
        pairs.append((lead, Item(row_height(row, name_width), row=row)))
        lead = []
    return pairs


def _draw_heading(canvas: Canvas, area: Box, sheet: StandingsSheet) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, area.x, area.top - 12, sheet.club, 12, width=area.width)
    draw_text(canvas, area.x, area.top - 42, sheet.night, 26, bold=True, width=area.width)
    canvas.setFillColor(MUTED)
    details = f"{isolate(sheet.date)} \u00b7 {sheet.method}"
    if sheet.chart:
        details += f" \u00b7 {chart_title(sheet.chart)}"
    draw_text(canvas, area.x, area.top - 62, details, 11, width=area.width)
    canvas.setFillColor(INK)
    draw_text(canvas, area.x, area.top - 81, sheet.status, 13, bold=True, width=area.width)


def _draw_column_names(canvas: Canvas, area: Box, columns: Columns) -> None:
    y = area.top - HEADING_HEIGHT
    canvas.setFillColor(INK)
    draw_text(canvas, columns.rank_x, y - 12, "Rank", 9.5, bold=True, align="right")
    draw_text(canvas, columns.name_x, y - 12, "Name", 9.5, bold=True)
    for heading, right in columns.numbers:
        draw_text(canvas, right, y - 12, heading, 9.5, bold=True, align="right")
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.2)
    canvas.line(area.x, y - COLUMNS_HEIGHT + 2, area.right, y - COLUMNS_HEIGHT + 2)


def _draw_items(canvas: Canvas, area: Box, items: list[Item], columns: Columns) -> None:
    top = area.top - HEADING_HEIGHT - COLUMNS_HEIGHT
    for item in items:
        box = Box(area.x, top - item.height, area.width, item.height)
        if item.row:
            _draw_row(canvas, box, item.row, columns)
        elif item.text == BELOW_THE_LINE:
            _draw_line(canvas, box)
        else:
            _draw_title(canvas, box, item.text)
        top = box.y


def _draw_title(canvas: Canvas, box: Box, title: str) -> None:
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.y + 3, box.width, 21, stroke=0, fill=1)
    canvas.setFillColor(INK)
    draw_text(canvas, box.x + 6, box.y + 9, title, 13, bold=True, width=box.width - 12)


def _draw_line(canvas: Canvas, box: Box) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.2)
    canvas.line(box.x, box.top - 2, box.right, box.top - 2)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x, box.y + 6, BELOW_THE_LINE, 10, width=box.width)


def _draw_row(canvas: Canvas, box: Box, row: StandingsRow, columns: Columns) -> None:
    lines = name_lines(row.names, columns.name_width)
    y = box.top - ROW_PADDING - lines[0].size
    canvas.setFillColor(INK)
    draw_text(canvas, columns.rank_x, y, row.rank, 18, bold=True, align="right", width=40)
    numbers = (row.games, signed(row.net_points), str(row.hands), row.percentage)
    for (_, right), text in zip(columns.numbers, numbers, strict=False):
        draw_text(canvas, right, y, text, NUMBER_SIZE, align="right", width=62)
    for line, following in zip(lines, (*lines[1:], None), strict=True):
        draw_fitted(canvas, columns.name_x, y, line)
        y -= following.size * LEADING if following else REASON_SIZE * 1.3 + 2
    canvas.setFillColor(MUTED)
    for text in wrap(row.tie_reason, REASON_SIZE, columns.name_width):
        draw_text(canvas, columns.name_x, y, text, REASON_SIZE, width=columns.name_width)
        y -= REASON_SIZE * 1.3
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.4)
    canvas.line(box.x, box.y, box.right, box.y)


def signed(points: int) -> str:
    """Net points with their sign: "+120", "0", "\u221230"."""
    return f"{points:+}".replace("-", "\u2212") if points else "0"


def _draw_foot(canvas: Canvas, area: Box, sheet: StandingsSheet, page: str) -> None:
    canvas.setFillColor(MUTED)
    width = area.width - text_width(page, 9.5) - 16
    chart = sheet.chart
    text = f"{chart_title(chart)}. {chart.provenance}" if chart else ""
    lines = fit_lines(text, 7.5, width, least=7.5)
    for above, fitted in zip(reversed(range(len(lines))), lines, strict=True):
        draw_fitted(canvas, area.x, area.y + 10 * above, fitted)
    draw_text(canvas, area.right, area.y, page, 9.5, align="right")
