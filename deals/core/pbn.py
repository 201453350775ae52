"""Read and write Portable Bridge Notation: deals, results and tables.

Source: PBN 2.1 (import format for reading, export format for writing). Auctions and play are
skipped and counted. A file whose deals have faults is refused as a whole, with every line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from deals.core.boards import (
    MAX_BOARD_NUMBER,
    Vulnerability,
    check_number,
    dealer_of,
    vulnerability_of,
)
from deals.core.cards import Seat
from deals.core.deal import Deal, DealError
from deals.core.double_dummy import TABLE_SEATS, TrickTable
from deals.core.pbn_results import (
    RESULT_TAGS,
    TRUMP_LETTERS,
    UNKNOWN,
    PbnTable,
    is_table,
    quoted,
    read_results,
    read_table,
    trick_table,
)
from deals.core.pbn_text import PbnError, PbnNote, Row, Tag, decode, scan

MAX_BYTES = 5_000_000
MAX_ERRORS = 500
MAX_LINE = 255

T = TypeVar("T")

_OWN = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
_WANTED = {"Event", *_OWN, *RESULT_TAGS}
_SKIPPED = ("Auction", "Play")
_SEATS = {seat.value: seat for seat in Seat}
_VULNERABLE: dict[str, Vulnerability] = {
    "none": "None",
    "love": "None",
    "-": "None",
    "ns": "NS",
    "n-s": "NS",
    "ew": "EW",
    "e-w": "EW",
    "all": "All",
    "both": "All",
}


@dataclass(frozen=True, slots=True)
class PbnBoard:
    """One board of a file. `line` is where its deal stood (0: not read from a file)."""

    number: int
    dealer: Seat
    vulnerable: Vulnerability
    deal: Deal
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        check_number(self.number)


@dataclass(frozen=True, slots=True)
class PbnGame:
    """What a game of a file tells beside its deal; values that break the standard are left out."""

    line: int
    number: int | None
    values: Mapping[str, str]  # Scoring, Declarer, Contract, Result and scores, by tag name
    tables: tuple[PbnTable, ...]
    tricks: TrickTable | None  # double dummy, where the file has it


@dataclass(frozen=True, slots=True)
class PbnFile:
    """The boards in the order of the file, and what was left or looked odd, by line.

    A board that several games were played on is there once. `skipped` counts sections that are
    not read, by name ("Auction", "Play").
    """

    boards: tuple[PbnBoard, ...]
    warnings: tuple[PbnNote, ...]
    games: tuple[PbnGame, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Record:
    """The tags of one game that are read, and its tables with their rows."""

    tags: dict[str, Tag] = field(default_factory=dict)
    tables: list[tuple[Tag, list[Row]]] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """What has been read so far. `previous` is what "#" repeats, `lasting` what "##" set."""

    inherits: bool  # whether any value of the file begins with "#"
    boards: dict[int, PbnBoard] = field(default_factory=dict)
    games: list[PbnGame] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    warnings: list[PbnNote] = field(default_factory=list)
    errors: list[PbnNote] = field(default_factory=list)
    previous: dict[str, Tag] = field(default_factory=dict)
    lasting: dict[str, str] = field(default_factory=dict)

    def refuse(self, line: int, message: str) -> None:
        if len(self.errors) == MAX_ERRORS - 1:
            raise PbnError([*self.errors, PbnNote(line, "too many errors, reading stopped here")])
        self.errors.append(PbnNote(line, message))

    def warn(self, line: int, message: str) -> None:
        if len(self.warnings) < MAX_ERRORS:
            self.warnings.append(PbnNote(line, message))


def read_pbn(data: bytes) -> PbnFile:
    """All boards of a PBN file, in UTF-8, UTF-16 or Latin-1.

    Dealer and vulnerability follow from the number where they are missing; where they
    contradict it they are kept, with a warning. A game without a whole deal or a number, a deal
    that contradicts an earlier one of its number, and results that break the standard are left,
    with a warning. Raises PbnError with all faults (errors at most MAX_ERRORS, and warnings) when
    a number, dealer, vulnerability or deal is wrong, or no board is left.
    """
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES:,} bytes are allowed"
        raise PbnError([PbnNote(1, f"the file has {len(data):,} bytes, {limit}")])
    text = decode(data)
    reader = _Reader('"#' in text)
    for record in _records(scan(text, reader.refuse), reader.skipped):
        _read_record(reader, record)
    if not reader.boards and not reader.errors:
        last = text.count("\n") + 1
        reader.refuse(last, "the file ends without any board that has a deal")
    if reader.errors:
        notes = [*reader.errors, *reader.warnings]
        raise PbnError(sorted(notes, key=lambda note: note.line))
    warnings = sorted(reader.warnings, key=lambda note: note.line)
    return PbnFile(
        tuple(reader.boards.values()), tuple(warnings), tuple(reader.games), dict(reader.skipped)
    )


def _records(parts: Iterable[Tag | Row | None], skipped: Counter[str]) -> Iterator[_Record]:
    """Each game. A blank line (None) or a tag that comes again ends one."""
    record = _Record()
    rows: list[Row] | None = None  # of the table that is open
    for part in parts:
        if isinstance(part, Row):
            if rows is not None:
                rows.append(part)
            continue
        if record.tags and (part is None or part.name in record.tags):
            yield record
            record = _Record()
        rows = None
        if part is None:
            continue
        name = part.name
        if name in _WANTED:
            record.tags[name] = part
        elif is_table(name):
            rows = []
            record.tables.append((part, rows))
        elif name in _SKIPPED:
            skipped[name] += 1
    if record.tags or record.tables:
        yield record


def _read_record(reader: _Reader, record: _Record) -> None:
    tags = record.tags
    if reader.inherits:
        tags = {name: _inherited(reader, tag) for name, tag in tags.items()}
        reader.previous.update(tags)
    given_tags = [*tags.values(), *(tag for tag, _rows in record.tables)]
    first_line = min(tag.line for tag in given_tags)
    for name, value in reader.lasting.items():
        tags.setdefault(name, Tag(first_line, name, value))
    number = _number(reader, tags)
    dealer = _dealer(reader, tags.get("Dealer"))
    vulnerable = _vulnerable(reader, tags.get("Vulnerable"))
    deal = _deal(reader, tags)
    values = read_results(tags, reader.warn)
    tables = tuple(_tables(reader, record))
    tricks = _tricks(reader, values, tables)
    reader.games.append(PbnGame(first_line, number, values, tables, tricks))
    if number is not None and deal is not None:
        _add_board(reader, tags, number, deal, dealer, vulnerable)


def _add_board(
    reader: _Reader,
    tags: dict[str, Tag],
    number: int,
    deal: Deal,
    dealer: Seat | None,
    vulnerable: Vulnerability | None,
) -> None:
    line = tags["Deal"].line
    earlier = reader.boards.get(number)
    if earlier is not None:
        if earlier.deal != deal:
            there = f"board {number} has another one in line {earlier.line}"
            reader.warn(line, f"this deal is left, {there}")
        return
    settled_dealer = _settled(reader, tags, "Dealer", number, dealer, dealer_of(number))
    settled_vulnerable = _settled(
        reader, tags, "Vulnerable", number, vulnerable, vulnerability_of(number)
    )
    reader.boards[number] = PbnBoard(number, settled_dealer, settled_vulnerable, deal, line)


def _tables(reader: _Reader, record: _Record) -> Iterator[PbnTable]:
    for tag, rows in record.tables:
        tag = reader.previous[tag.name] = _inherited(reader, tag)
        table = read_table(tag, rows, reader.warn)
        if table is not None:
            yield table


def _tricks(
    reader: _Reader, values: Mapping[str, str], tables: tuple[PbnTable, ...]
) -> TrickTable | None:
    """Double dummy as the game tells it: as a table, else in 20 digits."""
    for table in tables:
        if table.name == "OptimumResultTable":
            found = trick_table(table, reader.warn)
            if found is not None:
                return found
    digits = values.get("DoubleDummyTricks", "*").lower()
    return None if "*" in digits else TrickTable(digits)


def _inherited(reader: _Reader, tag: Tag) -> Tag:
    """A tag whose "#" is replaced by the game before's value ("##x" means x from here on)."""
    value = tag.value
    if value.startswith("##"):
        value = reader.lasting[tag.name] = value[2:].strip()
    elif value == "#":
        if tag.name in _OWN:
            reader.warn(tag.line, f"{tag.name} must not be #, the game before's value is taken")
        before = reader.previous.get(tag.name)
        value = before.value if before else ""
    return Tag(tag.line, tag.name, value)


def _number(reader: _Reader, record: dict[str, Tag]) -> int | None:
    tag = record.get("Board")
    if tag is None:
        if "Deal" in record:
            reader.warn(record["Deal"].line, "this deal is left, its game has no Board tag")
        return None
    if (
        len(tag.value) <= 5
        and tag.value.isascii()
        and tag.value.isdigit()
        and 1 <= int(tag.value) <= MAX_BOARD_NUMBER
    ):
        return int(tag.value)
    reader.refuse(tag.line, f"Board must be 1 to {MAX_BOARD_NUMBER}, got {quoted(tag)}")
    return None


def _dealer(reader: _Reader, tag: Tag | None) -> Seat | None:
    if tag is None or tag.value in UNKNOWN:
        return None
    seat = _SEATS.get(tag.value.upper())
    if seat is not None:
        return seat
    reader.refuse(tag.line, f"Dealer must be N, E, S or W, got {quoted(tag)}")
    return None


def _vulnerable(reader: _Reader, tag: Tag | None) -> Vulnerability | None:
    if tag is None or tag.value in UNKNOWN:
        return None
    if tag.value.lower() not in _VULNERABLE:
        reader.refuse(tag.line, f"Vulnerable must be None, NS, EW or All, got {quoted(tag)}")
        return None
    return _VULNERABLE[tag.value.lower()]


def _deal(reader: _Reader, record: dict[str, Tag]) -> Deal | None:
    tag = record.get("Deal")
    if tag is None or tag.value in UNKNOWN:
        if "Board" in record:
            reader.warn(record["Board"].line, "this board is left, its game has no Deal tag")
        return None
    if "  " in tag.value:
        reader.warn(tag.line, "Deal: hands are parted by one blank")
    try:
        return Deal.from_pbn(tag.value)
    except DealError as error:
        tell = reader.warn if error.incomplete else reader.refuse
        for fault in error.faults:
            tell(tag.line, f"Deal: {fault}")
    return None


def _settled(
    reader: _Reader, record: dict[str, Tag], name: str, number: int, given: T | None, usual: T
) -> T:
    """The value that the file gives, else the usual one; a warning where they differ."""
    if given is None or given == usual:
        return usual
    line, shown = record[name].line, getattr(usual, "value", usual)
    message = f"{name} {quoted(record[name])} of board {number} is kept, {shown} would be usual"
    reader.warnings.append(PbnNote(line, message))
    return given


def write_pbn(
    boards: Iterable[PbnBoard],
    *,
    event: str = "",
    site: str = "",
    date: str = "",
    tables: Mapping[int, TrickTable] | None = None,
) -> bytes:
    """A file in PBN 2.1 export format: the 15 mandatory tags in order, lines ended by CR LF.

    `date` is "YYYY.MM.DD" or empty; `tables` holds double dummy by board number. Text that
    Latin-1 lacks is written in UTF-8, which the head of the file then says. Raises ValueError for
    another date and for a text that is too long for a line or has control characters.
    """
    if date and not re.fullmatch(r"\d{4}\.\d\d\.\d\d", date):
        raise ValueError(f'date must look like 2026.01.31, got "{date}"')
    opening = [tag_line("Event", event), tag_line("Site", site), tag_line("Date", date)]
    lines = ["% PBN 2.1", "% EXPORT"]
    if not "".join(opening).isascii():
        lines.append("%Content-type: text/x-pbn; charset=UTF-8")
    for board in boards:
        lines += opening
        lines.append(_board_text(board))
        if tables and board.number in tables:
            lines += _table_lines(tables[board.number])
        lines.append("")
    return "".join(line + "\r\n" for line in lines).encode("utf-8")


def _board_text(board: PbnBoard) -> str:
    """The tags from Board to Result; these values need no escapes."""
    return "\r\n".join(
        (
            f'[Board "{board.number}"]',
            '[West ""]\r\n[North ""]\r\n[East ""]\r\n[South ""]',
            f'[Dealer "{board.dealer.value}"]',
            f'[Vulnerable "{board.vulnerable}"]',
            f'[Deal "{board.deal.to_pbn()}"]',
            '[Scoring ""]\r\n[Declarer ""]\r\n[Contract ""]\r\n[Result ""]',
        )
    )


def _table_lines(table: TrickTable) -> list[str]:
    return [
        f'[DoubleDummyTricks "{table.text}"]',
        r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]',
        *(
            f"{seat.value} {letter:>2} {table.tricks(seat, trump):>2}"
            for seat in TABLE_SEATS
            for letter, trump in TRUMP_LETTERS.items()
        ),
    ]


def tag_line(name: str, value: str) -> str:
    """A tag pair with its escapes. ValueError for a text that no line of PBN holds."""
    if not value.isprintable():
        raise ValueError(f"{name} must not hold control characters, got {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{name} "{escaped}"]'
    if len(line.encode("utf-8")) >= MAX_LINE:
        raise ValueError(f"{name} is too long for a line of PBN ({len(value)} characters)")
    return line
