"""Read and write Portable Bridge Notation: the deals of a file and nothing else.

Source: PBN 2.1 (import format for reading, export format for writing). Auctions, play and
tables are skipped. A file is refused as a whole, with every fault and its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
from deals.core.pbn_text import PbnError, PbnNote, Tag, decode, scan

MAX_BYTES = 5_000_000
MAX_ERRORS = 50
MAX_LINE = 255

T = TypeVar("T")

_WANTED = ("Event", "Board", "Dealer", "Vulnerable", "Deal")
_UNKNOWN = ("", "?")  # written where the tag is there but the value is not known
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
class PbnFile:
    """The boards in the order of the file, and what was accepted but looked odd."""

    boards: tuple[PbnBoard, ...]
    warnings: tuple[PbnNote, ...]


@dataclass(slots=True)
class _Reader:
    """What has been read so far; `previous` holds the values that a "#" repeats."""

    boards: dict[int, PbnBoard] = field(default_factory=dict)
    warnings: list[PbnNote] = field(default_factory=list)
    errors: list[PbnNote] = field(default_factory=list)
    previous: dict[str, str] = field(default_factory=dict)

    def refuse(self, line: int, message: str) -> None:
        if len(self.errors) == MAX_ERRORS - 1:
            raise PbnError([*self.errors, PbnNote(line, "too many errors, reading stopped here")])
        self.errors.append(PbnNote(line, message))


def read_pbn(data: bytes) -> PbnFile:
    """All boards of a PBN file, in UTF-8, UTF-16 or Latin-1.

    Dealer and vulnerability follow from the number where they are missing; where they
    contradict it they are kept, with a warning. Raises PbnError with all faults (at most
    MAX_ERRORS) when a board is not complete, is numbered twice, or there is none.
    """
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES:,} bytes are allowed"
        raise PbnError([PbnNote(1, f"the file has {len(data):,} bytes, {limit}")])
    text = decode(data)
    reader = _Reader()
    for record in _records(scan(text, reader.refuse)):
        _read_record(reader, record)
    if not reader.boards and not reader.errors:
        last = text.count("\n") + 1
        reader.refuse(last, "the file ends without any board that has a deal")
    if reader.errors:
        raise PbnError(sorted(reader.errors, key=lambda note: note.line))
    return PbnFile(tuple(reader.boards.values()), tuple(reader.warnings))


def _records(tags: Iterable[Tag | None]) -> Iterator[dict[str, Tag]]:
    """The wanted tags of each game. A blank line (None) or a tag that comes again ends a game."""
    record: dict[str, Tag] = {}
    for tag in tags:
        if record and (tag is None or tag.name in record):
            yield record
            record = {}
        if tag is not None and tag.name in _WANTED:
            record[tag.name] = tag
    if record:
        yield record


def _read_record(reader: _Reader, record: dict[str, Tag]) -> None:
    record = {name: _inherited(reader, tag) for name, tag in record.items()}
    number = _number(reader, record)
    given_dealer = _dealer(reader, record.get("Dealer"))
    given_vulnerable = _vulnerable(reader, record.get("Vulnerable"))
    deal = _deal(reader, record)
    if number is None or deal is None:
        return
    if number in reader.boards:
        first = reader.boards[number].line
        reader.refuse(record["Board"].line, f"Board {number} is there already, in line {first}")
        return
    dealer = _settled(reader, record, "Dealer", number, given_dealer, dealer_of(number))
    vulnerable = _settled(
        reader, record, "Vulnerable", number, given_vulnerable, vulnerability_of(number)
    )
    reader.boards[number] = PbnBoard(number, dealer, vulnerable, deal, record["Deal"].line)


def _inherited(reader: _Reader, tag: Tag) -> Tag:
    """A tag whose "#" is replaced by the game before's value ("##x" means x from here on)."""
    value = tag.value.removeprefix("##").strip()
    if value == "#":
        value = reader.previous.get(tag.name, "")
    reader.previous[tag.name] = value
    return Tag(tag.line, tag.name, value)


def _number(reader: _Reader, record: dict[str, Tag]) -> int | None:
    tag = record.get("Board")
    if tag is None:
        if "Deal" in record:
            reader.refuse(record["Deal"].line, "Deal without a Board tag in the same game")
        return None
    if re.fullmatch(r"[0-9]{1,5}", tag.value) and 1 <= int(tag.value) <= MAX_BOARD_NUMBER:
        return int(tag.value)
    reader.refuse(tag.line, f"Board must be 1 to {MAX_BOARD_NUMBER}, got {_quoted(tag)}")
    return None


def _dealer(reader: _Reader, tag: Tag | None) -> Seat | None:
    if tag is None or tag.value in _UNKNOWN:
        return None
    if tag.value.upper() in Seat.__members__:
        return Seat[tag.value.upper()]
    reader.refuse(tag.line, f"Dealer must be N, E, S or W, got {_quoted(tag)}")
    return None


def _vulnerable(reader: _Reader, tag: Tag | None) -> Vulnerability | None:
    if tag is None or tag.value in _UNKNOWN:
        return None
    if tag.value.lower() not in _VULNERABLE:
        reader.refuse(tag.line, f"Vulnerable must be None, NS, EW or All, got {_quoted(tag)}")
        return None
    return _VULNERABLE[tag.value.lower()]


def _deal(reader: _Reader, record: dict[str, Tag]) -> Deal | None:
    tag = record.get("Deal")
    if tag is None:
        if "Board" in record:
            reader.refuse(record["Board"].line, "Board without a Deal tag in the same game")
        return None
    try:
        return Deal.from_pbn(tag.value)
    except DealError as error:
        for fault in error.faults:
            reader.refuse(tag.line, f"Deal: {fault}")
    return None


def _settled(
    reader: _Reader, record: dict[str, Tag], name: str, number: int, given: T | None, usual: T
) -> T:
    """The value that the file gives, else the usual one; a warning where they differ."""
    if given is None or given == usual:
        return usual
    line, shown = record[name].line, getattr(usual, "value", usual)
    message = f"{name} {_quoted(record[name])} of board {number} is kept, {shown} would be usual"
    reader.warnings.append(PbnNote(line, message))
    return given


def _quoted(tag: Tag) -> str:
    return f'"{tag.value[:40]}"'


def write_pbn(
    boards: Iterable[PbnBoard], *, event: str = "", site: str = "", date: str = ""
) -> bytes:
    """A file in PBN 2.1 export format: the 15 mandatory tags in order, lines ended by CR LF.

    `date` is "YYYY.MM.DD" or empty. Text that Latin-1 lacks is written in UTF-8, which the
    head of the file then says. Raises ValueError for another date and for a text that is too
    long for a line or has control characters.
    """
    if date and not re.fullmatch(r"\d{4}\.\d\d\.\d\d", date):
        raise ValueError(f'date must look like 2026.01.31, got "{date}"')
    opening = [_tag("Event", event), _tag("Site", site), _tag("Date", date)]
    lines = ["% PBN 2.1", "% EXPORT"]
    if not "".join(opening).isascii():
        lines.append("%Content-type: text/x-pbn; charset=UTF-8")
    for board in boards:
        lines += [*opening, *_board_lines(board), ""]
    return "".join(line + "\r\n" for line in lines).encode("utf-8")


def _board_lines(board: PbnBoard) -> list[str]:
    values = {
        "Board": str(board.number),
        "West": "",
        "North": "",
        "East": "",
        "South": "",
        "Dealer": board.dealer.value,
        "Vulnerable": board.vulnerable,
        "Deal": board.deal.to_pbn(),
        "Scoring": "",
        "Declarer": "",
        "Contract": "",
        "Result": "",
    }
    return [_tag(name, value) for name, value in values.items()]


def _tag(name: str, value: str) -> str:
    if not value.isprintable():
        raise ValueError(f"{name} must not hold control characters, got {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{name} "{escaped}"]'
    if len(line.encode("utf-8")) >= MAX_LINE:
        raise ValueError(f"{name} is too long for a line of PBN ({len(value)} characters)")
    return line
