"""The sheet of a rubber: We and They, the line, below and above. Values in, PDF bytes out.

Source: Laws of Contract Bridge (rubber), the chapter on keeping the score. Points above the line
are written from the line upwards, those below it downwards; a line is drawn under each game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import INK, MM, MUTED, RULE, Box, Paper, draw_text, isolate, render
from scoring.prints.grid import draw_heading

MARGIN = 10 * MM
STEP = 21.0  # points between two entries, where there is room
POINTS_LEFT = 28.0  # points end so far left of a column's middle
SIDES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class RubberPage:
    """One rubber: the names of both sides, and its sheet as the ruleset makes it.

    Without a sheet it is an empty form.
    """

    title: str
    line: str
    we: tuple[str, ...] = ()
    they: tuple[str, ...] = ()
    sheet: Mapping[str, Any] | None = None


def draw_rubber_sheets(pages: Sequence[RubberPage], paper: Paper) -> bytes:
    """Two rubbers a page, beside each other. ValueError for none."""
    if not pages:
        raise ValueError("pages must hold at least one rubber, got none")

    def draw(canvas: Canvas) -> None:
        for first in range(0, len(pages), 2):
            for place, page in enumerate(pages[first : first + 2]):
                half = Box(place * paper.width / 2, 0, paper.width / 2, paper.height)
                _draw_sheet(canvas, half.inset(MARGIN), page)
            canvas.showPage()

    return render(paper, f"Rubber bridge: {pages[0].title}", draw)


def _draw_sheet(canvas: Canvas, box: Box, page: RubberPage) -> None:
    draw_heading(canvas, box, page.title, page.line)
    body = Box(box.x, box.y + 46, box.width, box.height - 46 - 36)
    _draw_frame(canvas, body, page)
    line = body.y + (body.height - 40) * 0.5
    _draw_line(canvas, body, line)
    if page.sheet:
        _draw_above(canvas, Box(body.x, line, body.width, body.top - 40 - line), page.sheet)
        _draw_below(canvas, Box(body.x, body.y, body.width, line - body.y), page.sheet)
    _draw_totals(canvas, Box(box.x, box.y, box.width, 46), page.sheet)


def _draw_frame(canvas: Canvas, body: Box, page: RubberPage) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1)
    canvas.line(body.middle, body.y, body.middle, body.top)
    canvas.line(body.x, body.top - 40, body.right, body.top - 40)
    for x, word, names in zip(_middles(body), ("We", "They"), (page.we, page.they), strict=True):
        draw_text(canvas, x, body.top - 14, word, 13, bold=True, align="middle")
        text = " and ".join(isolate(name) for name in names)
        draw_text(canvas, x, body.top - 30, text, 9, align="middle", width=body.width / 2 - 8)


def _draw_line(canvas: Canvas, body: Box, y: float) -> None:
    canvas.setLineWidth(2.5)
    canvas.line(body.x, y, body.right, y)
    canvas.setLineWidth(1)


def _middles(box: Box) -> tuple[float, float]:
    return box.x + box.width / 4, box.x + box.width * 3 / 4


def _entries(sheet: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    """What stands above the line, in the order of writing: side, what for, points."""
    found = [
        (side, f"deal {deal['number']}", deal["above"][side])
        for deal in sheet["deals"]
        for side in SIDES
        if deal["above"][side]
    ]
    return found + [(term["side"], term["for"], term["points"]) for term in sheet["bonus"]]


def _draw_above(canvas: Canvas, box: Box, sheet: Mapping[str, Any]) -> None:
    entries = _entries(sheet)
    for side, x in zip(SIDES, _middles(box), strict=True):
        own = [(reason, points) for whose, reason, points in entries if whose == side]
        step = min(STEP, box.height / max(1, len(own)))
        for place, (reason, points) in enumerate(own):
            _draw_entry(canvas, x, box.y + 6 + place * step, reason, points, box.width / 4)


def _draw_entry(canvas: Canvas, x: float, y: float, reason: str, points: int, width: float) -> None:
    canvas.setFillColor(INK)
    draw_text(canvas, x - POINTS_LEFT, y, str(points), 13, bold=True, align="right")
    canvas.setFillColor(MUTED)
    draw_text(canvas, x - POINTS_LEFT + 5, y, reason, 8, width=width + POINTS_LEFT - 8, least=4)


def _draw_below(canvas: Canvas, box: Box, sheet: Mapping[str, Any]) -> None:
    rows = [deal for deal in sheet["deals"] if any(deal["below"].values())]
    step = min(STEP, box.height / max(1, len(rows) + 1))
    for place, deal in enumerate(rows, start=1):
        y = box.top - place * step
        for side, x in zip(SIDES, _middles(box), strict=True):
            if points := deal["below"][side]:
                _draw_entry(canvas, x, y, f"deal {deal['number']}", points, box.width / 4)
        if deal["game_won"]:
            canvas.setStrokeColor(RULE)
            canvas.line(box.x, y - 4, box.right, y - 4)


def _draw_totals(canvas: Canvas, box: Box, sheet: Mapping[str, Any] | None) -> None:
    canvas.setStrokeColor(INK)
    canvas.line(box.x, box.top, box.right, box.top)
    for x, side in zip(_middles(box), SIDES, strict=True):
        canvas.setFillColor(MUTED)
        draw_text(canvas, x - box.width / 4 + 2, box.top - 16, "Total", 8)
        draw_text(canvas, x - box.width / 4 + 2, box.top - 34, "Back score", 8)
        canvas.setFillColor(INK)
        if sheet:
            draw_text(
                canvas, x + 6, box.top - 16, str(sheet["totals"][side]), 12, bold=True,
                align="right",
            )  # fmt: skip
            draw_text(
                canvas, x + 6, box.top - 34, f"{sheet['back_score'][side]:+d}", 10, align="right"
            )
