"""Guide cards: each entry's own way through the evening, to carry from table to table."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from deals.prints.grid import card_pages
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

ACROSS = 2
MOST_DOWN = 3
PADDING = 7 * MM
HEADING_HEIGHT = 48.0
CAPTION_HEIGHT = 15.0
PER_NAME = 12.0  # least height of a name's line in a row
MOST_ROW = 38.0
NAME_SIZE, LEAST_NAME_SIZE = 10.5, 8.0
LEADING = 1.08
ROUND_WIDTH, TABLE_WIDTH, SEAT_WIDTH, BOARDS_WIDTH = 31.0, 32.0, 33.0, 42.0
BLANK_ROUNDS = 8
SIT_OUT = "Sits out"


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One round of an entry. Without a table it sits out; `opponents` are one or two names.

    All are text: `partner` is "" where pairs play, `boards` where the cards are shuffled at the
    table.
    """

    round: str
    table: str = ""
    direction: str = ""
    opponents: tuple[str, ...] = ()
    partner: str = ""
    boards: str = ""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """One entry: its label ("Pair 5", "Pair 3 North-South"), its people and its rounds.

    A card without names and label is a spare to write on.
    """

    night: str
    label: str
    names: tuple[str, ...]
    rows: tuple[GuideRow, ...]


def blank_guide(night: str) -> GuideCard:
    """A card to write on."""
    rows = tuple(GuideRow(str(number)) for number in range(1, BLANK_ROUNDS + 1))
    return GuideCard(night, "", (), rows)


def draw_guide_cards(cards: Sequence[GuideCard], paper: Paper) -> bytes:
    """Two to six cards a page with cut lines. Raises ValueError for no cards."""
    if not cards:
        raise ValueError("cards must hold at least one guide card, got none")
    title = f"Guide cards: {cards[0].night}"
    return render(paper, title, lambda canvas: guide_card_pages(canvas, cards, paper))


def guide_card_pages(canvas: Canvas, cards: Sequence[GuideCard], paper: Paper) -> None:
    """Draw the pages of cards; all cards of a pack have one size."""
    down = min(cards_down(card, paper) for card in cards)
    card_pages(canvas, cards, paper, (ACROSS, down), _draw_card)


def cards_down(card: GuideCard, paper: Paper) -> int:
    """How many cards like this one stand above each other on a page."""
    names = 3 if any(row.partner for row in card.rows) else 2
    needed = HEADING_HEIGHT + CAPTION_HEIGHT + len(card.rows) * names * PER_NAME + 2 * PADDING
    return max(1, min(MOST_DOWN, int(paper.height // needed)))


@dataclass(frozen=True, slots=True)
class Columns:
    """Left edges of the columns in points; without boards their column has no width."""

    table: float
    seat: float
    people: float
    boards: float
    right: float


def columns_of(box: Box, card: GuideCard) -> Columns:
    """Columns of a card; the boards get room only where there are some."""
    with_boards = not card.names or any(row.boards for row in card.rows)
    table = box.x + ROUND_WIDTH
    seat = table + TABLE_WIDTH
    boards = box.right - (BOARDS_WIDTH if with_boards else 0)
    return Columns(table, seat, seat + SEAT_WIDTH, boards, box.right)


def people_lines(row: GuideRow, width: float, height: float) -> tuple[Fitted, ...]:
    """Partner (bold) and opponents above each other: each on one line, or on two small ones.

    Together never wider than `width` nor higher than `height` points.
    """
    names = [(row.partner, True)] if row.partner else []
    names += [(name, False) for name in row.opponents]
    most = height / max(1, len(names)) / LEADING
    size, least = min(NAME_SIZE, most), min(LEAST_NAME_SIZE, most / 2)
    return tuple(line for name, bold in names for line in fit_lines(name, size, width, bold, least))


def heading_lines(names: Sequence[str], width: float) -> tuple[Fitted, ...]:
    """The names of an entry on one line or two; never wider than `width`."""
    return fit_lines(" & ".join(isolate(name) for name in names), 13.0, width, True, 10.0)


def _draw_card(canvas: Canvas, place: Box, card: GuideCard) -> None:
    box = place.inset(PADDING)
    _draw_heading(canvas, box, card)
    columns = columns_of(box, card)
    _draw_captions(canvas, box, columns, card)
    top = box.top - HEADING_HEIGHT - CAPTION_HEIGHT
    height = min(MOST_ROW, (top - box.y) / len(card.rows))
    for number, row in enumerate(card.rows, start=1):
        _draw_row(canvas, Box(box.x, top - number * height, box.width, height), row, columns, card)


def _draw_heading(canvas: Canvas, box: Box, card: GuideCard) -> None:
    canvas.setFillColor(MUTED)
    draw_text(canvas, box.x, box.top - 8, card.night, 8.5, width=box.width * 0.58)
    canvas.setFillColor(INK)
    if not card.names:
        draw_text(canvas, box.right, box.top - 9, "Guide card", 11, bold=True, align="right")
        draw_text(canvas, box.x, box.top - 38, "Name", 9)
        canvas.setStrokeColor(RULE)
        canvas.line(box.x + 32, box.top - 40, box.right, box.top - 40)
        return
    draw_text(
        canvas, box.right, box.top - 9, card.label, 11, bold=True, align="right",
        width=box.width * 0.4,
    )  # fmt: skip
    lines = heading_lines(card.names, box.width)
    y = box.top - (34 if len(lines) == 1 else 26)
    for line in lines:
        draw_fitted(canvas, box.x, y, line)
        y -= line.size * 1.25


def _draw_captions(canvas: Canvas, box: Box, columns: Columns, card: GuideCard) -> None:
    y = box.top - HEADING_HEIGHT - CAPTION_HEIGHT
    canvas.setFillColor(SHADE)
    canvas.rect(box.x, y, box.width, CAPTION_HEIGHT, stroke=0, fill=1)
    canvas.setFillColor(INK)
    captions = [(box.x, "Round"), (columns.table, "Table"), (columns.seat, "Seat")]
    partners = any(row.partner for row in card.rows)
    captions.append((columns.people, "Partner, opponents" if partners else "Opponents"))
    if columns.boards < columns.right:
        captions.append((columns.boards, "Boards"))
    for x, text in captions:
        draw_text(canvas, x + 3, y + 4.5, text, 7.5, bold=True)


def _draw_row(canvas: Canvas, box: Box, row: GuideRow, columns: Columns, card: GuideCard) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.line(box.x, box.y, box.right, box.y)
    canvas.setFillColor(INK)
    y = box.y + box.height / 2 - 4.5
    draw_text(canvas, box.x + 3, y, row.round, 12)
    if not row.table:
        if card.names:
            draw_text(canvas, columns.table + 3, y + 0.5, SIT_OUT, 11)
        return
    draw_text(canvas, columns.table + 3, y, row.table, 14, bold=True, width=TABLE_WIDTH - 5)
    draw_text(canvas, columns.seat + 3, y, row.direction, 11, bold=True, width=SEAT_WIDTH - 5)
    draw_text(canvas, columns.boards + 3, y, row.boards, 11, width=BOARDS_WIDTH - 4)
    _draw_people(canvas, box, row, columns)


def _draw_people(canvas: Canvas, box: Box, row: GuideRow, columns: Columns) -> None:
    """Names above each other, in the middle of the row."""
    lines = people_lines(row, columns.boards - columns.people - 6, box.height - 2)
    y = box.y + box.height / 2 + sum(line.size for line in lines) * LEADING / 2
    for line in lines:
        y -= line.size * LEADING
        draw_fitted(canvas, columns.people + 3, y + line.size * 0.25, line)
