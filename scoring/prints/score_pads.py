"""Score pads: the paper on which a table writes its game. Plain values in, PDF bytes out.

What all pads of a pack share (lines, boxes, captions, chart) is drawn once as a form that every
page shows; only what differs is drawn page by page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.paper import (
    COLOUR_SIGNS,
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
    text_width,
)
from scoring.core.chart import Chart
from scoring.prints.chart_table import chart_title, draw_chart
from scoring.prints.pad_layout import (
    Group,
    Option,
    PadLayout,
    blank_layouts,
    chart_box,
    groups_of,
    pad_layout,
    place_groups,
    row_layout,
)

DIRECTIONS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SIDES = (("North and South", "N\u2013S", "NS"), ("East and West", "E\u2013W", "EW"))
CHAIN = ("points", "three hands", "fourth hand")  # what decides a game of four hands
SHORT_CHAIN = ("points", "hands won", "last hand")  # and one of another length
HINT = (
    "Cross one box in each group. Take the points from the chart and write them "
    "for the side that wins the hand; the other side gets a dash (\u2013)."
)
NAME_SIZE = 13.0
NAME_INDENT = 54.0  # room for the direction before a name


@dataclass(frozen=True, slots=True)
class PadTeam:
    """Two partners: North and South, or East and West, in that order."""

    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PadHand:
    """One hand to be written. Board is None for shuffled cards; dealer "" where the table says."""

    number: int
    board: int | None
    dealer: str

    def __post_init__(self) -> None:
        if self.dealer not in ("", *DIRECTIONS):
            raise ValueError(f"dealer must be N, E, S, W or empty, got {self.dealer!r}")


@dataclass(frozen=True, slots=True)
class ScorePad:
    """One table's game in one round; `code` is the short text that finds the sitting again."""

    club: str
    night: str
    date: str
    table: str
    round: str
    code: str
    chart: Chart
    ns: PadTeam
    ew: PadTeam
    hands: tuple[PadHand, ...]
    deals_stored: bool


def draw_score_pads(pads: Sequence[ScorePad], paper: Paper) -> bytes:
    """One page a pad. Raises ValueError for no pads, or a pad without 1 to 8 hands."""
    if not pads:
        raise ValueError("pads must hold at least one score pad, got none")
    title = f"Score pads: {pads[0].club}, {pads[0].night}"
    return render(paper, title, lambda canvas: score_pad_pages(canvas, pads, paper))


def draw_blank_pads(per_page: int, chart: Chart, paper: Paper) -> bytes:
    """One page of blank pads for shuffled cards, 1 or 2 games, without a night."""
    return render(
        paper,
        f"Blank score pads, {chart.name} chart",
        lambda canvas: blank_pad_page(canvas, per_page, chart, paper),
    )


def blank_pad_page(canvas: Canvas, per_page: int, chart: Chart, paper: Paper) -> None:
    """Draw one page of blank pads."""
    layouts = blank_layouts(paper, per_page)
    for layout in layouts:
        _draw_frame(canvas, layout, deals_stored=False)
        _draw_blanks(canvas, layout)
    if per_page > 1:
        _draw_cut(canvas, paper, layouts[0].signatures[0].y - 3.5 * MM)
    draw_chart(canvas, chart_box(paper), chart)
    canvas.showPage()


def name_lines(name: str, team: Box) -> tuple[Fitted, ...]:
    """A player's name as it fits under the team's heading: one line, or two smaller ones."""
    return fit_lines(name, NAME_SIZE, team.width - NAME_INDENT - 8)


def score_pad_pages(canvas: Canvas, pads: Sequence[ScorePad], paper: Paper) -> None:
    """Draw one page a pad."""
    forms: dict[tuple[bool, int, Chart], str] = {}
    for pad in pads:
        layout = pad_layout(paper, len(pad.hands))
        key = (pad.deals_stored, len(pad.hands), pad.chart)
        if key not in forms:
            forms[key] = f"pad{canvas.getPageNumber()}"
            canvas.beginForm(forms[key], 0, 0, paper.width, paper.height)
            _draw_frame(canvas, layout, pad.deals_stored)
            draw_chart(canvas, chart_box(paper), pad.chart)
            canvas.endForm()
        canvas.doForm(forms[key])
        _draw_pad(canvas, layout, pad)
        canvas.showPage()


# What differs from pad to pad


def _draw_pad(canvas: Canvas, layout: PadLayout, pad: ScorePad) -> None:
    canvas.setFillColor(INK)
    _draw_heading(canvas, layout.heading, pad)
    for box, team, seats in zip(layout.teams, (pad.ns, pad.ew), ("NS", "EW"), strict=True):
        for line, (name, seat) in enumerate(zip(team.names, seats, strict=True)):
            y = _name_line(box, line)
            draw_text(canvas, box.x + 8, y, DIRECTIONS[seat], 10, bold=True)
            lines = name_lines(name, box)
            for number, fitted in enumerate(lines):
                lift = (len(lines) - 1) * 5.0 - 10.0 * number
                draw_fitted(canvas, box.x + NAME_INDENT, y + lift, fitted)
    for row, hand in zip(layout.rows, pad.hands, strict=True):
        _draw_stub(canvas, row_layout(row).stub, hand)


def _name_line(box: Box, line: int) -> float:
    return box.top - box.height * (0.55 + 0.32 * line)


def _draw_heading(canvas: Canvas, box: Box, pad: ScorePad) -> None:
    left = box.width * 0.6
    draw_text(canvas, box.x, box.top - 9, pad.club, 11, width=left)
    draw_text(canvas, box.x, box.top - 29, pad.night, 18, bold=True, width=left, least=7)
    subtitle = f"{isolate(pad.date)} \u00b7 {chart_title(pad.chart)}"
    draw_text(canvas, box.x, box.top - 45, subtitle, 9.5, width=left)
    where = f"Table {pad.table} \u00b7 Round {pad.round}"
    right = box.width * 0.38
    draw_text(
        canvas, box.right, box.top - 22, where, 20, bold=True, align="right", width=right, least=8
    )
    draw_text(canvas, box.right, box.top - 42, f"Code {pad.code}", 12, align="right", width=right)


def _draw_stub(canvas: Canvas, box: Box, hand: PadHand) -> None:
    lead = min(13.5, box.height / 3.2)
    lines = 2 if hand.board is None else 3
    y = box.y + box.height / 2 + lead * (lines / 2 - 0.75)
    draw_text(canvas, box.x + 6, y, f"HAND {hand.number}", lead * 0.9, bold=True)
    if hand.board is not None:
        y -= lead
        draw_text(canvas, box.x + 6, y, f"Board {hand.board}", lead * 0.75, bold=True)
    dealer = f"Dealer {hand.dealer}" if hand.dealer else "Dealer ____"
    draw_text(canvas, box.x + 6, y - lead, dealer, lead * 0.75, width=box.width - 8)


# What all pads share


def _draw_frame(canvas: Canvas, layout: PadLayout, deals_stored: bool) -> None:
    canvas.setFillColor(INK)
    for box, (label, _, _) in zip(layout.teams, SIDES, strict=True):
        band = Box(box.x, box.top - box.height * 0.28, box.width, box.height * 0.28)
        _fill(canvas, band)
        _frame(canvas, box)
        size = min(11.0, band.height * 0.7)
        draw_text(
            canvas, box.middle, band.y + band.height * 0.3, label, size, bold=True, align="middle"
        )
    upper, lower = groups_of(deals_stored)
    for row in layout.rows:
        _draw_row(canvas, row, upper, lower)
    chain = CHAIN if len(layout.rows) == 4 else SHORT_CHAIN
    _draw_total(canvas, layout.total, chain)
    _draw_winner(canvas, layout.winner, chain)
    if layout.correction.height:
        _draw_correction(canvas, layout.correction)
        canvas.setFillColor(MUTED)
        box = layout.heading
        draw_text(canvas, box.x, box.y + 5, HINT, 7.5, width=box.width)
    for box, (label, _, _) in zip(layout.signatures, SIDES, strict=True):
        _draw_signature(canvas, box, label)


def _frame(canvas: Canvas, box: Box, width: float = 0.8) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(width)
    canvas.rect(box.x, box.y, box.width, box.height)


def _fill(canvas: Canvas, box: Box) -> None:
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
    canvas.setFillColor(INK)


def _draw_row(canvas: Canvas, row: Box, upper: tuple[Group, ...], lower: tuple[Group, ...]) -> None:
    parts = row_layout(row)
    _frame(canvas, row)
    _fill_points(canvas, parts.ns_points, SIDES[0][1])
    _fill_points(canvas, parts.ew_points, SIDES[1][1])
    _draw_tricks(canvas, parts.tricks)
    for line, groups in ((parts.upper, upper), (parts.lower, lower)):
        for group, boxes in place_groups(line, groups):
            canvas.setFillColor(MUTED)
            caption = min(7.0, line.height * 0.28)
            draw_text(canvas, boxes[0].x, boxes[0].top + 1.6, group.caption, caption)
            for option, box in zip(group.options, boxes, strict=True):
                _draw_option(canvas, option, box)


def _fill_points(canvas: Canvas, box: Box, side: str) -> None:
    _frame(canvas, box)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.middle, box.top - 8, f"{side} points", 7, align="middle")


def _draw_tricks(canvas: Canvas, box: Box) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.line(box.x, box.y, box.x, box.top)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.middle, box.top - 8, "Declarer's", 6.5, align="middle")
    draw_text(canvas, box.middle, box.top - 15, "tricks", 6.5, align="middle")


def _draw_option(canvas: Canvas, option: Option, box: Box) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.7)
    if option.shape == "circle":
        canvas.circle(box.middle, box.y + box.height / 2, min(box.width, box.height) / 2)
    else:
        canvas.rect(box.x, box.y, box.width, box.height)
    size = min(9.5, box.height * 0.62)
    y = box.y + (box.height - size * 0.73) / 2
    canvas.setFillColor(INK)
    if option.shape == "write":
        draw_text(canvas, box.x + 2, box.top - 7, option.label, 6.5, bold=True)
    elif option.label in COLOUR_SIGNS:
        _draw_colour(canvas, option.label, box, y, size)
    else:
        draw_text(canvas, box.middle, y, option.label, size, align="middle", width=box.width - 2)


def _draw_colour(canvas: Canvas, letter: str, box: Box, y: float, size: float) -> None:
    sign = COLOUR_SIGNS[letter]
    draw_text(canvas, box.middle - 0.5, y, letter, size * 0.9, bold=True, align="right")
    canvas.setFillColor(sign.colour)
    draw_text(canvas, box.middle, y, sign.shape, size)


def _draw_total(canvas: Canvas, box: Box, chain: tuple[str, ...]) -> None:
    parts = row_layout(box)
    for points, (_, side, _) in ((parts.ns_points, SIDES[0]), (parts.ew_points, SIDES[1])):
        _fill(canvas, points)
        _frame(canvas, points)
        canvas.setFillColor(MUTED)
        draw_text(canvas, points.middle, points.top - 8, f"{side} total", 7, align="middle")
    _frame(canvas, box)
    canvas.setFillColor(INK)
    y = box.y + box.height / 2 - 5
    draw_text(canvas, parts.stub.x + 6, y, "TOTAL", 14, bold=True)
    advice = f"More points wins; level: {chain[1]}; still level: {chain[2]}."
    canvas.setFillColor(MUTED)
    width = parts.ew_points.x - parts.stub.right - 10
    draw_text(canvas, parts.stub.right + 6, y + 1.5, advice, 8, width=width)


def _draw_winner(canvas: Canvas, box: Box, chain: tuple[str, ...]) -> None:
    _frame(canvas, box)
    y = box.y + box.height / 2
    x = _label(canvas, box.x + 8, y, "Winner", bold=True)
    for label, _, _ in SIDES:
        x = _tick(canvas, x, y, label)
    x = _label(canvas, x + 8, y, "by", bold=True)
    for reason in chain:
        x = _tick(canvas, x, y, reason)


def _label(canvas: Canvas, x: float, y: float, text: str, bold: bool = False) -> float:
    canvas.setFillColor(INK)
    draw_text(canvas, x, y - 3.5, text, 9.5, bold=bold)
    return x + text_width(text, 9.5, bold) + 8


def _tick(canvas: Canvas, x: float, y: float, text: str) -> float:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.rect(x, y - 5.5, 11, 11)
    return _label(canvas, x + 15, y, text) + 2


def _rule(canvas: Canvas, x: float, right: float, y: float) -> float:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.6)
    canvas.line(x, y, right, y)
    return right + 6


def _draw_correction(canvas: Canvas, box: Box) -> None:
    _frame(canvas, box)
    y = box.y + box.height / 2
    x = _label(canvas, box.x + 8, y, "Correction: hand", bold=True) - 4
    x = _rule(canvas, x, x + 26, y - 5)
    x = _label(canvas, x, y, "now reads") - 4
    x = _rule(canvas, x, x + 150, y - 5)
    x = _label(canvas, x, y, "Initials N\u2013S") - 4
    x = _rule(canvas, x, x + 34, y - 5)
    x = _label(canvas, x, y, "E\u2013W") - 4
    _rule(canvas, x, box.right - 8, y - 5)


def _draw_signature(canvas: Canvas, box: Box, label: str) -> None:
    _frame(canvas, box)
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x + 8, box.top - 10, f"Signed for {label}", 7.5)
    _rule(canvas, box.x + 8, box.right - 8, box.y + 6)


# Blank pads


def _draw_blanks(canvas: Canvas, layout: PadLayout) -> None:
    canvas.setFillColor(INK)
    box = layout.heading
    x, y = box.x, box.y + 10
    for text, length in (("Club", 0.34), ("Date", 0.2), ("Table", 0.09), ("Round", 0.1)):
        x = _label(canvas, x, y, text, bold=True) - 3
        x = _rule(canvas, x, min(box.right, x + box.width * length), y - 4)
    for team, (_, _, seats) in zip(layout.teams, SIDES, strict=True):
        for line, seat in enumerate(seats):
            y = _name_line(team, line)
            draw_text(canvas, team.x + 8, y, DIRECTIONS[seat], 10, bold=True)
            _rule(canvas, team.x + 54, team.right - 8, y - 2)
    canvas.setFillColor(INK)
    for number, row in enumerate(layout.rows, start=1):
        _draw_stub(canvas, row_layout(row).stub, PadHand(number, None, ""))


def _draw_cut(canvas: Canvas, paper: Paper, y: float) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.setDash(3, 3)
    canvas.line(0, y, paper.width, y)
    canvas.setDash()
