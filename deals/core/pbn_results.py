"""The tags of PBN that tell results and tables: what they may hold.

Source: PBN 2.1, sections 3.4 (Scoring, Declarer, Contract, Result), 3.5 (scores) and 5 (tables).
A value that breaks the rules is noted and left out; it never costs the deal of its game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from deals.core.cards import Seat, Trump
from deals.core.double_dummy import TABLE_SEATS, TABLE_TRUMPS, TrickTable
from deals.core.pbn_text import Row, Tag

Note = Callable[[int, str], None]  # called with a line and what is wrong there

UNKNOWN = ("", "?")  # written where the tag is there but the value is not known
TRUMP_LETTERS = dict(zip(("NT", "S", "H", "D", "C"), TABLE_TRUMPS, strict=True))

_NUMBER = r"[+-]?\d+(?:\.\d*)?"
_SIDED = rf"(?:(?:NS|EW|[NESW])\s+)?{_NUMBER}(?:\s+(?:NS|EW|[NESW])\s+{_NUMBER})?"
_SCORE = (_SIDED, "a number, or a side and its number")
_RUBBER = r"(?:(?:NS|EW)\s+)?\d+\s*/\s*\d+"
_HISTORY = r"(\d+(?: \d+)*) / (\d+(?: \d+)*)"
# What a value must match as a whole, and how the note says so.
_SHAPES: dict[str, tuple[str, str]] = {
    "Scoring": (r"[A-Za-z]\w*(?:;\w+)*", "words such as IMP or MP;MP1"),
    "Declarer": (r"\^?[NESW]", "N, E, S or W"),
    "Contract": (
        r"Pass|[SHDC]|NT|(?:[1-7](?:[SHDC]|NT?))X{0,2}",  # a trump alone is known of endings
        "Pass, or 1 to 7, a denomination, X or XX",
    ),
    "Result": (
        r"\^?(?:\d|1[0-3])|(?:NS|EW) (?:\d|1[0-3])|NS \d+ EW \d+|EW \d+ NS \d+",
        "0 to 13 tricks, or the tricks of a side or of both",
    ),
    "Score": _SCORE,
    "ScoreIMP": _SCORE,
    "ScoreMP": _SCORE,
    "ScorePercentage": (_SIDED.replace("[+-]?", ""), "0 to 100"),
    "ScoreRubber": (rf"{_RUBBER}(?:\s+{_RUBBER})?", "points such as NS 300/40"),
    "ScoreRubberHistory": (rf"NS {_HISTORY} EW {_HISTORY}", "NS 0 0 / 0 EW 0 0 / 0"),
    "OptimumScore": (rf"(?:NS|EW) {_NUMBER}", "NS or EW and a number"),
    "DoubleDummyTricks": (r"[0-9A-Da-d*]{20}", "20 digits 0 to 9 and a to d"),
}
RESULT_TAGS = frozenset(_SHAPES)
_PATTERNS = {
    name: re.compile(shape, re.ASCII | re.IGNORECASE) for name, (shape, _words) in _SHAPES.items()
}
_COLUMN = re.compile(r"[+-]?[A-Za-z]\w*(?:\\\d+[LRlr]?)?", re.ASCII)
_ELEMENT = re.compile(r'"[^"]*"|\S+')
FORBIDDEN_IN_ELEMENTS = frozenset("%[]{}")


@dataclass(frozen=True, slots=True)
class PbnTable:
    """A table of a game: names of columns without order and width, rows of as many elements."""

    line: int
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def is_table(name: str) -> bool:
    return name.endswith("Table") and name != "Table"


def read_results(tags: Mapping[str, Tag], note: Note) -> dict[str, str]:
    """The values of a game's result tags that are known and right; others are noted."""
    values = {}
    for name, tag in tags.items():
        if name not in RESULT_TAGS or tag.value in UNKNOWN:
            continue
        if not _PATTERNS[name].fullmatch(tag.value):
            note(tag.line, f"{name} must be {_SHAPES[name][1]}, got {quoted(tag)}")
        elif not _percentage_fits(tag) or not _tricks_add_up(tag):
            note(tag.line, f"{name} does not add up, got {quoted(tag)}")
        else:
            values[name] = tag.value
    _note_contradictions(tags, values, note)
    return values


def quoted(tag: Tag) -> str:
    return f'"{tag.value[:40]}"'


def _percentage_fits(tag: Tag) -> bool:
    if tag.name != "ScorePercentage":
        return True
    return all(float(number) <= 100 for number in re.findall(r"\d+(?:\.\d*)?", tag.value))


def _tricks_add_up(tag: Tag) -> bool:
    if tag.name != "Result":
        return True
    numbers = [int(number) for number in re.findall(r"\d+", tag.value)]
    return len(numbers) == 1 or sum(numbers) == 13


def _note_contradictions(tags: Mapping[str, Tag], values: Mapping[str, str], note: Note) -> None:
    """Tags of one game that cannot be true together."""
    contract, result = values.get("Contract"), values.get("Result")
    passed = contract is not None and contract.lower() == "pass"
    if passed and result is not None:
        note(tags["Result"].line, "Result must be empty where all passed")
    elif contract and contract[0].isdigit() and "Declarer" not in tags:
        note(tags["Contract"].line, "Contract without a Declarer tag in the same game")
    elif result and not contract and tags.get("Declarer", tags["Result"]).value == "":
        note(tags["Result"].line, "Result without a Declarer in the same game")
    elif "Declarer" in values and "Contract" not in tags and "Deal" in tags:
        note(tags["Declarer"].line, "Declarer without a Contract tag in the same game")
    _note_other_vulnerability(tags, values, note)


def _note_other_vulnerability(
    tags: Mapping[str, Tag], values: Mapping[str, str], note: Note
) -> None:
    """In rubber bridge the side that has won a game (100 below the line) is vulnerable."""
    history, vulnerable = values.get("ScoreRubberHistory"), tags.get("Vulnerable")
    if history is None or vulnerable is None or vulnerable.value in UNKNOWN:
        return
    below = re.findall(r"/ (\d+(?: \d+)*)", history)
    games = [any(int(points) >= 100 for points in row.split()) for row in below]
    expected = {(False, False): "none", (True, False): "ns", (False, True): "ew"}
    usual = expected.get((games[0], games[1]), "all")
    named = {"-": "none", "love": "none", "both": "all"}
    given = vulnerable.value.lower()
    if named.get(given, given) != usual:
        line = max(vulnerable.line, tags["ScoreRubberHistory"].line)
        note(line, f"Vulnerable {quoted(vulnerable)} contradicts ScoreRubberHistory")


def read_table(tag: Tag, rows: Sequence[Row], note: Note) -> PbnTable | None:
    """A table whose head is right; rows that are not are noted and left out."""
    columns = tag.value.split(";")
    if not all(_COLUMN.fullmatch(column) for column in columns):
        note(tag.line, f"{tag.name} must name columns such as Rank\\3R, got {quoted(tag)}")
        return None
    kept = []
    for row in rows:
        elements = tuple(_ELEMENT.findall(row.text))
        fault = _row_fault(row, elements, len(columns))
        if fault:
            note(row.line, f"{tag.name}: {fault}")
        else:
            kept.append(tuple(element.strip('"') for element in elements))
    names = tuple(re.sub(r"^[+-]|\\.*$", "", column) for column in columns)
    return PbnTable(tag.line, tag.name, names, tuple(kept))


def _row_fault(row: Row, elements: Sequence[str], columns: int) -> str:
    if any(FORBIDDEN_IN_ELEMENTS & set(element) for element in elements if element[0] != '"'):
        return "an element must not hold % [ ] { or }"
    if row.end in ("{", ";"):
        return "a row must not hold a comment"
    if len(elements) != columns:
        return f"a row must have {columns} elements, got {len(elements)}"
    return ""


def trick_table(table: PbnTable, note: Note) -> TrickTable | None:
    """Double dummy from an OptimumResultTable; None where it has not all 20 results."""
    wanted = [name.lower() for name in table.columns]
    if wanted[:3] != ["declarer", "denomination", "result"]:
        note(table.line, "OptimumResultTable must begin with Declarer;Denomination;Result")
        return None
    tricks: dict[tuple[Seat, Trump], int] = {}
    for seat, trump, result, *_rest in table.rows:
        seat, trump = seat.upper(), trump.upper()
        known = seat in Seat.__members__ and trump in TRUMP_LETTERS
        if not known or not re.fullmatch(r"\d|1[0-3]", result):
            note(table.line, f'OptimumResultTable has no result "{seat} {trump} {result}"')
            return None
        tricks[Seat[seat], TRUMP_LETTERS[trump]] = int(result)
    if len(tricks) != len(TABLE_SEATS) * len(TABLE_TRUMPS):
        return None
    return TrickTable.of(lambda seat, trump: tricks[seat, trump])
