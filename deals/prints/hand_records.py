"""Hand records: what the boards of a night were, for afterwards. 6, 12 or 18 boards a page.

Each board: compass diagram, dealer (and for bridge vulnerability), number, strength and colour
count of each hand, the tricks of perfect play, par, and the results with their frequency.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from deals.core.boards import Vulnerability
from deals.core.cards import Seat, Suit
from deals.core.deal import Deal
from deals.core.double_dummy import TABLE_SEATS, TrickTable
from deals.prints.faces import Face, colour_of, shape_of
from deals.prints.paper import (
    BOLD,
    INK,
    MUTED,
    REGULAR,
    RULE,
    SHADE,
    Box,
    Paper,
    draw_fitted,
    draw_text,
    fit,
    line_of,
    render,
    wrap,
)

MARGIN = 22.0
HEAD, FOOT = 30.0, 16.0
PADDING = 5.0
GRIDS = {6: (2, 3), 12: (3, 4), 18: (3, 6)}  # boards a page: across, down
LINES = 14.4  # lines of a board: three hands of four, par, results
SOUTH, TRICKS = 0.3, 0.655  # where they begin, as shares of a board's width
VULNERABLE_WORDS = {"None": "none vul", "NS": "N-S vul", "EW": "E-W vul", "All": "all vul"}
Placed = tuple[float, float, str]  # x, y and a text


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One board. `tricks` is None where it was not solved; `par` and `results` are sentences."""

    number: int
    dealer: Seat
    vulnerable: Vulnerability
    deal: Deal
    tricks: TrickTable | None = None
    par: str = ""
    results: tuple[str, ...] = ()  # such as "3 x N-S 80", the most frequent first


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """What stands above the boards, and how they are drawn. Raises ValueError."""

    title: str
    subtitle: str
    face: Face
    boards_per_page: int = 18

    def __post_init__(self) -> None:
        if self.boards_per_page not in GRIDS:
            raise ValueError(f"boards a page must be 6, 12 or 18, got {self.boards_per_page}")


def draw_hand_records(records: Sequence[HandRecord], sheet: RecordSheet, paper: Paper) -> bytes:
    """As many pages as the boards need. Raises ValueError for no records."""
    if not records:
        raise ValueError("records must hold at least one board, got none")
    size = sheet.boards_per_page
    pages = -(-len(records) // size)

    def draw(canvas: Canvas) -> None:
        places = record_boxes(paper, size)
        line_of("warm")  # registers the fonts that are drawn with directly below
        line_of("warm", True)
        for page in range(pages):
            _draw_head(canvas, paper, sheet, f"{page + 1} / {pages}")
            shown = records[page * size : (page + 1) * size]
            for place, record in zip(places, shown, strict=False):
                _draw_record(canvas, place, record, sheet.face)
            canvas.showPage()

    return render(paper, f"Hand records: {sheet.title}", draw)


def record_boxes(paper: Paper, boards: int) -> tuple[Box, ...]:
    """The places of a page's boards: down the first column, then the next one."""
    across, down = GRIDS[boards]
    width = (paper.width - 2 * MARGIN) / across
    height = (paper.height - 2 * MARGIN - HEAD - FOOT) / down
    top = paper.height - MARGIN - HEAD
    return tuple(
        Box(MARGIN + column * width, top - (row + 1) * height, width, height)
        for column in range(across)
        for row in range(down)
    )


def _draw_head(canvas: Canvas, paper: Paper, sheet: RecordSheet, page: str) -> None:
    top, right = paper.height - MARGIN, paper.width - MARGIN
    half = (right - MARGIN) / 2 - 6
    canvas.setFillColor(INK)
    draw_text(canvas, MARGIN, top - 16, sheet.title, 15, bold=True, width=half + 60)
    canvas.setFillColor(MUTED)
    draw_text(canvas, right, top - 16, sheet.subtitle, 9.5, align="right", width=half - 60)
    draw_text(canvas, right, MARGIN, page, 8, align="right")
    legend = (
        "Lower left of each board: strength and colour count. Lower right: tricks of perfect play."
    )
    draw_text(canvas, MARGIN, MARGIN, legend, 7.5, width=right - MARGIN - 40)


def _draw_record(canvas: Canvas, cell: Box, record: HandRecord, face: Face) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.6)
    canvas.rect(cell.x, cell.y, cell.width, cell.height)
    box = cell.inset(PADDING)
    line = min(box.height / LINES, max(box.width / (23 if face.letters else 21), 8.0))
    blocks = _blocks(box, line)
    _draw_board_heading(canvas, box, record, line, face)
    _draw_table(canvas, blocks, line)
    _draw_hands(canvas, blocks, record, line, face)
    south = blocks[Seat.S]
    _draw_counts(canvas, Box(box.x, south.y, south.x - box.x - 4, south.height), record, line)
    if record.tricks:
        left = box.x + TRICKS * box.width
        right = Box(left, south.y, box.right - left, south.height)
        _draw_tricks(canvas, right, record.tricks, line, face)
    _draw_sentences(canvas, box, record, line)


def _blocks(box: Box, line: float) -> dict[Seat, Box]:
    """Where the four lines of each hand stand."""
    left, height = box.x + SOUTH * box.width, 4 * line
    middle = (TRICKS - SOUTH) * box.width - 2
    side = 0.345 * box.width
    bottoms = [box.top - place * height for place in (1, 2, 3)]
    return {
        Seat.N: Box(left, bottoms[0], middle, height),
        Seat.W: Box(box.x, bottoms[1], side, height),
        Seat.E: Box(box.right - side, bottoms[1], side, height),
        Seat.S: Box(left, bottoms[2], middle, height),
    }


def _draw_board_heading(
    canvas: Canvas, box: Box, record: HandRecord, line: float, face: Face
) -> None:
    canvas.setFillColor(INK)
    number = fit(str(record.number), 2.6 * line, box.width * 0.22, True)
    draw_fitted(canvas, box.right - 1, box.top - 2.1 * line, number, "right")
    width = SOUTH * box.width - 4
    dealer = f"{record.dealer.word} deals"
    draw_text(canvas, box.x, box.top - 0.9 * line, dealer, 0.86 * line, bold=True, width=width)
    if not face.letters:  # aBRIDGEd knows no vulnerability
        canvas.setFillColor(MUTED)
        words = VULNERABLE_WORDS[record.vulnerable]
        draw_text(canvas, box.x, box.top - 1.9 * line, words, 0.8 * line, width=width)


def _draw_table(canvas: Canvas, blocks: dict[Seat, Box], line: float) -> None:
    """The small compass in the middle of the diagram."""
    west, east = blocks[Seat.W], blocks[Seat.E]
    side = min(2.7 * line, east.x - west.right - 8)
    x, y = (west.right + east.x - side) / 2, west.y + west.height / 2 - side / 2
    canvas.setFillColor(SHADE)
    canvas.roundRect(x, y, side, side, 0.25 * side, stroke=0, fill=1)
    canvas.setFillColor(MUTED)
    size = 0.26 * side
    seats = (("N", 0.5, 0.73), ("S", 0.5, 0.08), ("W", 0.17, 0.4), ("E", 0.84, 0.4))
    names = [
        _centred(x + across * side, y + up * side, name, BOLD, size) for name, across, up in seats
    ]
    _write(canvas, BOLD, size, names)


def _write(canvas: Canvas, font: str, size: float, placed: Iterable[Placed]) -> None:
    """Short texts whose letters are known to be in the font, as one piece of the page."""
    text = canvas.beginText()
    text.setFont(font, size)
    for x, y, words in placed:
        text.setTextOrigin(x, y)
        text.textOut(words)
    canvas.drawText(text)


@lru_cache(maxsize=1000)
def _width(words: str, font: str) -> float:
    """Width in points at a size of one point."""
    return float(pdfmetrics.stringWidth(words, font, 1))


def _centred(x: float, y: float, words: str, font: str, size: float) -> Placed:
    return x - size * _width(words, font) / 2, y, words


def _draw_hands(
    canvas: Canvas, blocks: dict[Seat, Box], record: HandRecord, line: float, face: Face
) -> None:
    """All hands, colour by colour, so that fonts and inks change seldom."""
    size = 0.84 * line
    indent = (1.75 if face.letters else 1.05) * line
    heights = {suit: (place + 0.84) * line for place, suit in enumerate(face.suits)}
    shift = 0.8 * line if face.letters else 0.0
    for suit, down in heights.items():
        canvas.setFillColor(colour_of(suit))
        shape = shape_of(suit)
        rows = [(box.x + shift, box.top - down, shape) for box in blocks.values()]
        _write(canvas, REGULAR, size, rows)
    canvas.setFillColor(INK)
    if face.letters:
        letters = [
            (box.x, box.top - down, suit.colour_letter)
            for suit, down in heights.items()
            for box in blocks.values()
        ]
        _write(canvas, BOLD, size, letters)
    _draw_ranks(canvas, blocks, record, face, heights, indent, size)


def _draw_ranks(
    canvas: Canvas,
    blocks: dict[Seat, Box],
    record: HandRecord,
    face: Face,
    heights: dict[Suit, float],
    indent: float,
    size: float,
) -> None:
    """The ranks of all hands; long ones are drawn smaller."""
    usual: list[Placed] = []
    for seat, box in blocks.items():
        hand = record.deal.hand(seat)
        room = box.width - indent - 1
        for suit, down in heights.items():
            words = face.ranks_text(hand, suit)
            placed = (box.x + indent, box.top - down, words)
            unit = sum(_width(letter, REGULAR) for letter in words)
            if unit * size <= room:
                usual.append(placed)
            else:
                _write(canvas, REGULAR, room / unit, [placed])
    _write(canvas, REGULAR, size, usual)


def _draw_counts(canvas: Canvas, box: Box, record: HandRecord, line: float) -> None:
    """Strength (bold) and colour count of each hand, placed as on the compass."""
    middle = box.x + min(box.width / 2, 3.2 * line)
    spread = 1.75 * line
    places = {
        Seat.N: (middle, box.top - 1.35 * line),
        Seat.W: (middle - spread, box.top - 2.45 * line),
        Seat.E: (middle + spread, box.top - 2.45 * line),
        Seat.S: (middle, box.top - 3.55 * line),
    }
    size = 0.86 * line
    strengths, counts = [], []
    for seat, (x, y) in places.items():
        hand = record.deal.hand(seat)
        strength = str(hand.strength)
        left = x + 0.25 * line - size * _width(strength, BOLD)
        strengths.append((left, y, strength))
        counts.append((x + 0.4 * line, y, f"\u00b7{hand.colour_count}"))
    canvas.setFillColor(INK)
    _write(canvas, BOLD, size, strengths)
    canvas.setFillColor(MUTED)
    _write(canvas, REGULAR, 0.7 * line, counts)


def _draw_tricks(canvas: Canvas, box: Box, tricks: TrickTable, line: float, face: Face) -> None:
    """Tricks of each declarer (rows N S E W) in each denomination (columns)."""
    step, height, size = box.width / 6, 0.75 * line, 0.7 * line
    columns = [(box.x + (place + 1.5) * step, trump) for place, trump in enumerate(face.trumps)]
    top = box.top - 0.84 * line
    for x, trump in columns:
        canvas.setFillColor(MUTED if trump.suit is None else colour_of(trump.suit))
        _write(canvas, BOLD, size, [_centred(x, top, face.trump_text(trump), BOLD, size)])
    seats = [(top - row * height, seat) for row, seat in enumerate(TABLE_SEATS, start=1)]
    canvas.setFillColor(MUTED)
    names = [_centred(box.x + step / 2, y, seat.value, BOLD, size) for y, seat in seats]
    _write(canvas, BOLD, size, names)
    canvas.setFillColor(INK)
    numbers = [
        _centred(x, y, str(tricks.tricks(seat, trump)), REGULAR, size)
        for y, seat in seats
        for x, trump in columns
    ]
    _write(canvas, REGULAR, size, numbers)


def _draw_sentences(canvas: Canvas, box: Box, record: HandRecord, line: float) -> None:
    y = box.top - 12.9 * line - 1
    if record.par:
        canvas.setFillColor(INK)
        text = f"Par: {record.par}"
        draw_text(canvas, box.x, y, text, 0.84 * line, bold=True, width=box.width)
        y -= 1.08 * line
    if record.results:
        canvas.setFillColor(MUTED)
        text = ",  ".join(record.results)
        size, step = 0.78 * line, 1.0 * line
        room = max(1, int((y - box.y) / step) + 1)
        lines = wrap(text, size, box.width)
        kept = [*lines[: room - 1], " ".join(lines[room - 1 :])]
        for place, words in enumerate(kept):
            draw_text(canvas, box.x, y - place * step, words, size, width=box.width)
