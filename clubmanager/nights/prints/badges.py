"""Name badges, ten to a page: the first name large, the rest below it."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.grid import card_pages
from deals.prints.paper import (
    INK,
    MM,
    MUTED,
    RULE,
    Box,
    Fitted,
    Paper,
    draw_fitted,
    draw_text,
    fit_lines,
    render,
)

GRID = (2, 5)
PADDING = 8 * MM
FIRST_SIZE, LEAST_FIRST_SIZE = 38.0, 20.0
LAST_SIZE, LEAST_LAST_SIZE = 19.0, 12.0
LEADING = 1.1


@dataclass(frozen=True, slots=True)
class Badge:
    """One person; a badge without names is a spare to write on."""

    club: str
    first: str = ""
    last: str = ""


def draw_badges(badges: Sequence[Badge], paper: Paper) -> bytes:
    """Ten badges a page with cut lines. Raises ValueError for no badges."""
    if not badges:
        raise ValueError("badges must hold at least one badge, got none")
    title = f"Name badges: {badges[0].club}"
    return render(paper, title, lambda canvas: badge_pages(canvas, badges, paper))


def badge_pages(canvas: Canvas, badges: Sequence[Badge], paper: Paper) -> None:
    """Draw the pages of badges."""
    card_pages(canvas, badges, paper, GRID, _draw_badge)


def name_lines(badge: Badge, width: float) -> tuple[Fitted, ...]:
    """The name as it fits: first name large, last name below; never wider than `width`."""
    first, last = (badge.first, badge.last) if badge.first else (badge.last, "")
    large = fit_lines(first, FIRST_SIZE, width, True, LEAST_FIRST_SIZE) if first else ()
    small = fit_lines(last, LAST_SIZE, width, False, LEAST_LAST_SIZE) if last else ()
    return (*large, *small)


def _draw_badge(canvas: Canvas, place: Box, badge: Badge) -> None:
    box = place.inset(PADDING)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.middle, box.top - 9, badge.club, 11, align="middle", width=box.width)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.8)
    canvas.line(box.x, box.top - 18, box.right, box.top - 18)
    lines = name_lines(badge, box.width)
    if not lines:
        canvas.line(box.x, box.y + 12, box.right, box.y + 12)
        return
    room = box.height - 18
    y = box.y + (room + sum(line.size * LEADING for line in lines)) / 2 - 2
    canvas.setFillColor(INK)
    for line in lines:
        y -= line.size * LEADING
        draw_fitted(canvas, box.middle, y + line.size * 0.22, line, "middle")
