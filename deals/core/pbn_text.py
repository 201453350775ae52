"""The text level of PBN: bytes to characters, characters to tags and rows.

Source: PBN 2.1, sections 2 and 3.2 (escape lines, comments, tag pairs).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

# Blanks and line ends may stand between the parts of a tag, but not inside its value.
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
# The usual lines: one tag with nothing odd in it, an escape line, or nothing. Groups: a tag that
# nobody asks for, the name and value of another one, the sign of an escape line.
_USUAL = re.compile(
    r'^(?:\[(?:(Site|Date|West|North|East|South)|([A-Za-z0-9_]+)) "([^"\\\x00-\x1f\x7f]*)"\]'
    r"|(%)[^\x00-\x1f\x7f]*|)$",
    re.MULTILINE,
)
# Rows of auctions, play and tables; a quoted name in them may hold any character.
_ROW = re.compile(r'(?:"[^"]*"|[^{;\[])+')
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]")
# Names as the standard spells them; files in lower case are understood.
_NAMES = (
    *("ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory"),
    *("OptimumScore", "OptimumResultTable", "OptimumPlayTable", "DoubleDummyTricks"),
    *("ScoreTable", "TotalScoreTable", "InstantScoreTable", "ActionTable"),
    *("AuctionTimeTable", "PlayTimeTable"),
)
_SPELLED = {name.capitalize(): name for name in _NAMES}


@dataclass(frozen=True, slots=True)
class PbnNote:
    """An error or a warning; `line` counts from 1."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class PbnError(ValueError):
    """A file that was refused; `notes` holds all faults that were found, by line."""

    def __init__(self, notes: Sequence[PbnNote]) -> None:
        self.notes = tuple(notes)
        super().__init__("\n".join(str(note) for note in notes))


class Tag(NamedTuple):
    line: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """Text outside of tags; `end` is what ended it on its line: a comment, a tag or nothing."""

    line: int
    text: str
    end: str


def decode(data: bytes) -> str:
    """The text of a file with line ends as "\\n". Raises PbnError for bytes that are no text."""
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PbnError([_not_text(line, f"bytes that {error.encoding} does not know")]) from None
    text = re.sub(r"\r\n?", "\n", text).translate({0x0C: " ", 0x1A: " "})
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise PbnError([_not_text(line, "a zero byte")])
    return text


def _not_text(line: int, found: str) -> PbnNote:
    return PbnNote(line, f"this is no text file: {found}; allowed are UTF-8, UTF-16 and Latin-1")


def _encoding(data: bytes) -> str:
    """UTF-16 by its mark or its zero bytes, else UTF-8 if it can be that, else Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(data) >= 2 and 0 in data[:2] and data[:2] != b"\0\0":
        return "utf-16-be" if data[0] == 0 else "utf-16-le"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"


Refuse = Callable[[int, str], None]  # called with a line and what is wrong there


def scan(text: str, refuse: Refuse) -> Iterator[Tag | Row | None]:
    """The tags and rows in order, and None for each blank line outside comments and tags.

    Lines that start with % are skipped, comments too. Refuses a bracket that opens no tag, a
    comment that is not closed, and control characters.
    """
    usual = _USUAL.findall(text)
    if len(usual) == text.count("\n") + 1:
        return _usual_lines(usual)
    return _any_lines(text, refuse)


def _any_lines(text: str, refuse: Refuse) -> Iterator[Tag | Row | None]:
    scanner = _Scanner(text, refuse)
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        yield from scanner.read_line(number, line, start)
        start += len(line) + 1
    if scanner.comment:
        refuse(scanner.comment, "a comment that begins here with { is not closed")


def _usual_lines(lines: list[tuple[str, str, str, str]]) -> Iterator[Tag | None]:
    """The tags of a file in which every line is a usual one; this is about speed only."""
    for number, (unasked, name, value, escape) in enumerate(lines, start=1):
        if name:
            yield Tag(number, _spelled(name), value.strip())
        elif not unasked and not escape:
            yield None


@dataclass(slots=True)
class _Scanner:
    text: str
    refuse: Refuse
    comment: int = 0  # the line where an open comment began, 0 when none is open
    read_to: int = 0  # place in the text up to which a tag of several lines was read

    def read_line(self, number: int, line: str, start: int) -> Iterator[Tag | Row | None]:
        wrong = _CONTROL.search(line)
        if wrong:
            self.refuse(number, f"the control character 0x{ord(wrong[0]):02x} is not allowed")
        if self.read_to >= start + len(line) and self.read_to > start:
            return
        if line.startswith("%"):
            return
        if not line.strip():
            if not self.comment:
                yield None
            return
        yield from self._parts(number, line, start)

    def _parts(self, number: int, line: str, start: int) -> Iterator[Tag | Row]:
        position = max(0, self.read_to - start)
        while position < len(line):
            if self.comment:
                end = line.find("}", position)
                if end < 0:
                    return
                self.comment, position = 0, end + 1
            elif line[position] == "{":
                self.comment, position = number, position + 1
            elif line[position] == ";":
                return
            elif line[position] == "[":
                tag = _TAG.match(self.text, start + position)
                if not tag:
                    self.refuse(number, 'a bracket that opens no tag; a tag looks like [Board "1"]')
                    return
                yield _read_tag(number, tag)
                self.read_to = tag.end()
                position = self.read_to - start
            else:
                row = _ROW.match(line, position)
                end = row.end() if row else len(line)
                words = line[position:end].strip()
                if words:
                    yield Row(number, words, line[end : end + 1])
                position = end


def _read_tag(line: int, found: re.Match[str]) -> Tag:
    value = found[2]
    if "\\" in value:
        value = re.sub(r'\\(["\\])', r"\1", value)
    return Tag(line, _spelled(found[1]), value.strip())


@lru_cache(maxsize=1000)
def _spelled(name: str) -> str:
    capitalised = name.capitalize()
    return _SPELLED.get(capitalised, capitalised)
