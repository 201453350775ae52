"""The text level of PBN: bytes to characters, characters to tags.

Source: PBN 2.1, sections 2 and 3.2 (escape lines, comments, tag pairs).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
# Rows of auctions, play and tables; a quoted name in them may hold any character.
_ROW = re.compile(r'(?:"[^"]*"|[^{;\[])+')
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]")


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


@dataclass(frozen=True, slots=True)
class Tag:
    line: int
    name: str
    value: str


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


def scan(text: str, refuse: Refuse) -> Iterator[Tag | None]:
    """The tags in order, and None for each blank line outside comments.

    Lines that start with % are skipped, comments and rows too. Refuses a bracket that opens no
    tag, a comment that is not closed, and control characters.
    """
    comment_line = 0  # where an open comment began, 0 when none is open
    for number, line in enumerate(text.split("\n"), start=1):
        wrong = _CONTROL.search(line)
        if wrong:
            refuse(number, f"the control character 0x{ord(wrong[0]):02x} is not allowed")
        if line.startswith("%"):
            continue
        if not comment_line and not line.strip():
            yield None
        tags, comment_line = _scan_line(number, line, comment_line, refuse)
        yield from tags
    if comment_line:
        refuse(comment_line, "a comment that begins here with { is not closed")


def _scan_line(number: int, line: str, comment: int, refuse: Refuse) -> tuple[list[Tag], int]:
    """The tags of one line, and the line of the comment that is open at its end (or 0)."""
    tags: list[Tag] = []
    position = 0
    while position < len(line):
        start = line[position]
        if comment:
            end = line.find("}", position)
            if end < 0:
                break
            comment, position = 0, end + 1
        elif start == "{":
            comment, position = number, position + 1
        elif start == ";":
            break
        elif start == "[":
            tag = _TAG.match(line, position)
            if not tag:
                refuse(number, 'a bracket that opens no tag; a tag looks like [Board "1"]')
                break
            tags.append(_read_tag(number, tag))
            position = tag.end()
        else:
            row = _ROW.match(line, position)
            position = row.end() if row else len(line)
    return tags, comment


def _read_tag(line: int, found: re.Match[str]) -> Tag:
    value = re.sub(r'\\(["\\])', r"\1", found[2])
    return Tag(line, found[1].capitalize(), value.strip())
