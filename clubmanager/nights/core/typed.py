"""Movements typed in by hand or read from a file: text, CSV or JSON.

The three forms say the same (docs/movements.md shows them): in each round, at each table, who
sits North-South and East-West and which board set they play. A side is one pair ("6", "NS 6"),
half a team ("3a" its members 0 and 1, "3b" members 2 and 3) or two players ("8 1", North and
South or East and West). Whoever has no table in a round sits out.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from clubmanager.nights.core.movement import EntryKey, Movement, Place, TableSitting, check

MOST_BYTES = 1_000_000
MOST_FAULTS = 50
COLUMNS = ("round", "table", "ns", "ew", "set")

_ENTRY = re.compile(r"\s*(NS|EW)?\s*(\d{1,3})([ab])?\b", re.IGNORECASE)
_ROUND = re.compile(r"round\s+(\d{1,3})\s*:?", re.IGNORECASE)
_TABLE = re.compile(r"table\s+(\d{1,3})\s*:(.+?)\bv\b(.+?),\s*set\s+(\d{1,3})", re.IGNORECASE)
_REST = re.compile(r"sit out\s*:(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: the line of a text or CSV file, "round 2, table 1" in JSON."""

    where: str
    message: str


def _line_of(fault: Fault) -> int:
    """Where the fault stands in the order of the file; what has no line comes last."""
    digits = fault.where.removeprefix("line ")
    return int(digits) if digits.isdigit() else MOST_BYTES


class MovementFileError(ValueError):
    """A movement that cannot be read; `faults` are all that were found (at most 50)."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(sorted(dict.fromkeys(faults), key=_line_of)[:MOST_FAULTS])
        super().__init__("; ".join(f"{fault.where}: {fault.message}" for fault in self.faults))


@dataclass(frozen=True, slots=True)
class _Row:
    """One table, or (without `table`) people who sit out, as they stand in the file."""

    where: str
    round: str
    table: str
    ns: str
    ew: str
    board_set: str


@dataclass(frozen=True, slots=True)
class _Line:
    where: str
    round: int
    sitting: TableSitting | None
    resting: tuple[EntryKey, ...]


def read_movement(data: bytes, filename: str = "") -> Movement:
    """The movement in a file of at most 1 MB, UTF-8; the form is told by its beginning.

    What a laws-abiding movement never does (somebody in two places, the same boards twice)
    is refused; what it may do (meetings twice, shared boards, uneven sit-outs) becomes a note.
    Raises MovementFileError with every fault and its place.
    """
    rows, faults = _rows(data)
    lines = []
    for row in rows:
        try:
            lines.append(_parsed(row))
        except ValueError as error:
            faults.append(Fault(row.where, str(error)))
    faults += _contradictions(lines)
    faults += _gaps(lines)
    if not faults and not any(line.sitting for line in lines):
        faults.append(Fault("file", "there is no table in it"))
    if faults:
        raise MovementFileError(faults)
    return _movement(lines)


def write_movement(movement: Movement) -> str:
    """The text form; reading it gives the same rounds and sit-outs."""
    return "\n".join(_written(movement)) + "\n"


def _rows(data: bytes) -> tuple[list[_Row], list[Fault]]:
    if len(data) > MOST_BYTES:
        return [], [Fault("file", f"size must be at most {MOST_BYTES} bytes, got {len(data)}")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return [], [Fault("file", f"text must be UTF-8; byte {error.start} is not")]
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return _json_rows(text)
    header = next((line for line in text.splitlines() if line.strip()), "")
    if "," in header and header.lower().lstrip().startswith("round"):
        return _csv_rows(text)
    return _text_rows(text)


def _text_rows(text: str) -> tuple[list[_Row], list[Fault]]:
    rows, faults, current = [], [], ""
    for number, whole in enumerate(text.splitlines(), start=1):
        line, where = whole.split("#", 1)[0].strip(), f"line {number}"
        if not line:
            continue
        if found := _ROUND.fullmatch(line):
            current = found[1]
        elif found := _TABLE.fullmatch(line):
            rows.append(_Row(where, current, found[1], found[2], found[3], found[4]))
        elif found := _REST.fullmatch(line):
            rows.append(_Row(where, current, "", found[1], "", ""))
        else:
            faults.append(
                Fault(where, "must be 'round 1', 'table 1: 2 v 5, set 1' or 'sit out: 7'")
            )
    return rows, faults


def _csv_rows(text: str) -> tuple[list[_Row], list[Fault]]:
    reader = csv.DictReader(io.StringIO(text.lstrip()), skipinitialspace=True)
    names = {(name or "").strip().lower(): name for name in reader.fieldnames or ()}
    if missing := [name for name in COLUMNS if name not in names]:
        return [], [Fault("line 1", f"columns must be {', '.join(COLUMNS)}; missing: {missing}")]
    rows = []
    for cells in reader:
        values = [str(cells[names[name]] or "").strip() for name in COLUMNS]
        if any(values):
            rows.append(_Row(f"line {reader.line_num}", *values))
    return rows, []


def _json_rows(text: str) -> tuple[list[_Row], list[Fault]]:
    try:
        rounds = json.loads(text)["rounds"]
        return list(_json_tables(rounds)), []
    except json.JSONDecodeError as error:
        return [], [Fault(f"line {error.lineno}", error.msg)]
    except (KeyError, TypeError, AttributeError, RecursionError):
        wanted = '{"rounds": [{"tables": [{"table": 1, "ns": 2, "ew": 5, "set": 1}]}]}'
        return [], [Fault("file", f"JSON must look like {wanted}")]


def _json_tables(rounds: list[dict[str, Any]]) -> Iterator[_Row]:
    for number, content in enumerate(rounds, start=1):
        for table in content["tables"]:
            values = [str(table[name]) for name in COLUMNS[1:]]
            yield _Row(f"round {number}, table {values[0]}", str(number), *values)
        if resting := content.get("sit_out"):
            names = ",".join(str(entry) for entry in resting)
            yield _Row(f"round {number}, sit_out", str(number), "", names, "", "")


def _parsed(row: _Row) -> _Line:
    """Raises ValueError (a MovementError from the values, or a sentence of our own)."""
    if not row.round:
        raise ValueError("a 'round' line must come first")
    number = _number("round", row.round)
    if not row.table:
        resting = tuple(_entries(part)[0][0] for part in row.ns.split(",") if part.strip())
        return _Line(row.where, number, None, resting)
    (n, s), (e, w) = _side(row.ns), _side(row.ew)
    table, board_set = _number("table", row.table), _number("set", row.board_set)
    return _Line(row.where, number, TableSitting(table, n, e, s, w, board_set), ())


def _number(field: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 999:
        raise ValueError(f"{field} must be a number from 1 to 999, got {text[:20]!r}")
    return int(text)


def _side(text: str) -> tuple[Place, Place]:
    found = _entries(text)
    if len(found) == 2 and not any(half for _, half in found):
        (first, _), (second, _) = found
        return Place(first), Place(second)
    if len(found) == 1:
        entry, half = found[0]
        return (
            (Place(entry, 2), Place(entry, 3)) if half == "b" else (Place(entry), Place(entry, 1))
        )
    raise ValueError(f"a side must be '6', 'NS 6', '3a' or '8 1', got {text.strip()[:20]!r}")


def _entries(text: str) -> list[tuple[EntryKey, str]]:
    found, at = [], 0
    while text[at:].strip():
        match = _ENTRY.match(text, at)
        if not match or int(match[2]) == 0:
            raise ValueError(
                f"an entry must be like '6', 'NS 6' or '3a', got {text.strip()[:20]!r}"
            )
        line, number, half = match[1] or "", int(match[2]), match[3] or ""
        found.append(((line.upper(), number), half.lower()))
        at = match.end()
    if not found:
        raise ValueError("an entry must be like '6', 'NS 6' or '3a', got nothing")
    return found


def _contradictions(lines: list[_Line]) -> Iterator[Fault]:
    """Somebody or something in two places, and boards met twice, at the later line."""
    seen: set[object] = set()
    met: set[tuple[Place, int]] = set()
    for line in lines:
        here: list[tuple[str, object]] = [(_name(entry), entry) for entry in line.resting]
        if line.sitting:
            here = [(f"table {line.sitting.table}", line.sitting.table)]
            here += [(_name(place.entry), place) for place in line.sitting.places]
        for name, thing in here:
            if _is_taken(thing, line.round, seen):
                yield Fault(line.where, f"{name} is in round {line.round} already")
            seen.add((line.round, thing))
        for place in line.sitting.places if line.sitting else ():
            board_set = line.sitting.board_set if line.sitting else 0
            if (place, board_set) in met:
                yield Fault(line.where, f"{_name(place.entry)} meets board set {board_set} twice")
            met.add((place, board_set))


def _is_taken(thing: object, number: int, seen: set[object]) -> bool:
    """A place is also taken when its entry sits out, an entry when one of its places plays."""
    if isinstance(thing, Place):
        return (number, thing) in seen or (number, thing.entry) in seen
    if isinstance(thing, tuple):
        return (number, thing) in seen or any(
            (number, Place(thing, member)) in seen for member in range(4)
        )
    return (number, thing) in seen


def _gaps(lines: list[_Line]) -> Iterator[Fault]:
    rounds = {line.round for line in lines}
    for number in sorted(set(range(1, max(rounds, default=0) + 1)) - rounds):
        yield Fault("file", f"round {number} is missing")
    entries = {entry for line in lines for entry in line.resting}
    entries |= {e for line in lines if line.sitting for e in line.sitting.entries}
    for name in sorted({line for line, _ in entries}):
        numbers = {number for line, number in entries if line == name}
        for number in sorted(set(range(1, max(numbers) + 1)) - numbers):
            yield Fault("file", f"{_name((name, number))} is missing")


def _movement(lines: list[_Line]) -> Movement:
    everybody = {entry for line in lines for entry in line.resting}
    everybody |= {e for line in lines if line.sitting for e in line.sitting.entries}
    rounds, sit_outs = [], []
    for number in range(1, max(line.round for line in lines) + 1):
        tables = [line.sitting for line in lines if line.round == number and line.sitting]
        tables.sort(key=lambda sitting: sitting.table)
        seated = {entry for sitting in tables for entry in sitting.entries}
        rounds.append(tuple(tables))
        sit_outs.append(tuple(sorted(everybody - seated)))
    copies = max(_most_at_once(tables) for tables in rounds)
    movement = Movement(
        "typed",
        tuple(rounds),
        tuple(sit_outs),
        shared_sets=copies > 1,
        copies=copies,
        winners=2 if {line for line, _ in everybody} == {"NS", "EW"} else 1,
    )
    return replace(movement, notes=tuple(_notes(movement)))


def _notes(movement: Movement) -> Iterator[str]:
    if movement.copies > 1:
        yield f"Up to {movement.copies} tables play the same boards in a round."
    for problem in check(movement):
        yield f"{problem[0].upper()}{problem[1:]}."


def _most_at_once(tables: tuple[TableSitting, ...]) -> int:
    """How many tables play the same set in a round."""
    sets = [sitting.board_set for sitting in tables]
    return max((sets.count(board_set) for board_set in sets), default=1)


def _name(entry: EntryKey) -> str:
    line, number = entry
    return f"{line} {number}" if line else f"number {number}"


def _written(movement: Movement) -> Iterator[str]:
    for number, (tables, resting) in enumerate(
        zip(movement.rounds, movement.sit_outs, strict=True), start=1
    ):
        yield f"round {number}"
        for s in tables:
            sides = f"{_written_side(s.n, s.s)} v {_written_side(s.e, s.w)}"
            yield f"table {s.table}: {sides}, set {s.board_set}"
        if resting:
            yield "sit out: " + ", ".join(f"{line} {n}".strip() for line, n in resting)


def _written_side(first: Place, second: Place) -> str:
    line, number = first.entry
    if first.entry != second.entry:
        return f"{number} {second.entry[1]}"
    return f"{line} {number}".strip() + ("b" if first.member == 2 else "")
