"""One line of typing for one hand of aBRIDGEd: "5 2 n r 11", or only "nr11".

For a scorer who types a pile of pads without a mouse. A line may begin with its place: table and
hand ("5 2"), the hand alone ("2"), or the table alone ("t5"); without a place it is the next hand.
Then follows what happened:

    n r 11          North said Play, in red, and took 11 tricks (n e s w; r y g b, n for No trump)
    p2 r 11         the same by passes: two players passed before somebody said Play
    x t g 10        all passed; Round Two, Ten in green, 10 tricks (t Ten, s Seven)
    x s b 8 9 11 12 8       the same with the strengths of North, East, South and West
    = ns 100        only the points are known

"/190 120" compares the pad's totals with the hands; "u" takes the last line back.
Source: aBRIDGEd rule book, "Round One" and "Round Two", for what a hand consists of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deals.core.cards import Seat
from scoring.core.ruleset import MAXIMUM_POINTS, TRICKS, RuleError

LONGEST_LINE = 80
EXAMPLE = "a hand such as n r 11, x t g 10 or = ns 100"
SEATS = {"n": "N", "e": "E", "s": "S", "w": "W"}
TRUMPS = {"r": "R", "y": "Y", "g": "G", "b": "B", "n": "NT", "nt": "NT"}
DECLARATIONS = {"t": "ten", "ten": "ten", "s": "seven", "seven": "seven"}
SIDES = {"ns": "NS", "ew": "EW"}
STRENGTHS = tuple(f"strength of {word}" for word in ("North", "East", "South", "West"))

_SPEAKER = re.compile(r"p[0-3]|[nesw]")
_TOGETHER = re.compile(r"(x)([ts])(nt|[rygbn])([0-9]{1,2})|(p[0-3]|[nesw])(nt|[rygbn])([0-9]{1,2})")
_PAD = re.compile(r"/ ?([0-9]{1,5}) ([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Part:
    """A word that a line needs: its name in messages, and what it may be."""

    name: str
    allowed: str
    words: Mapping[str, str] | None = None  # None: a whole number
    most: int = 0

    def read(self, word: str) -> str | int:
        """The word's meaning. Raises RuleError that quotes the word."""
        if self.words is not None:
            if word not in self.words:
                raise RuleError(self.name, word, self.allowed)
            return self.words[word]
        if not (word.isascii() and word.isdecimal()) or int(word) > self.most:
            raise RuleError(self.name, word, self.allowed)
        return int(word)


_SPEAKERS = {**SEATS, **{f"p{n}": f"p{n}" for n in range(4)}}
DECLARER = Part("declarer", "n, e, s or w, or p0 to p3 for the passes before Play", _SPEAKERS)
TRUMP = Part("trump", "r, y, g or b, or n for No trump", TRUMPS)
TRICK_COUNT = Part("tricks", f"0 to {TRICKS}", most=TRICKS)
DECLARATION = Part("declaration", "t for Ten or s for Seven", DECLARATIONS)
SIDE = Part("side", "ns or ew", SIDES)
POINTS = Part("points", f"0 to {MAXIMUM_POINTS}", most=MAXIMUM_POINTS)
STATED = tuple(Part(name, "0 to 37, or all four left out", most=37) for name in STRENGTHS)

PLAY = (DECLARER, TRUMP, TRICK_COUNT)
ROUND_TWO = (DECLARATION, TRUMP, TRICK_COUNT)
POINTS_ONLY = (SIDE, POINTS)


@dataclass(frozen=True, slots=True)
class HandLine:
    """A line as far as it is typed: its place, what was read, and the parts still to come."""

    table: int | None = None
    hand: int | None = None
    kind: str = ""  # "play", "two", "points", or nothing yet
    said: Mapping[str, str | int] = field(default_factory=dict)
    expects: tuple[Part, ...] = ()

    @property
    def is_complete(self) -> bool:
        return bool(self.kind) and not self.expects

    @property
    def tricks(self) -> int | None:
        found = self.said.get("tricks")
        return found if isinstance(found, int) else None

    def facts(self, dealer: Seat) -> dict[str, Any]:
        """The hand in the JSON form of the ruleset; `dealer` turns passes into a declarer.

        Raises RuleError for a line that is not complete.
        """
        if not self.is_complete:
            missing = self.expects[0] if self.expects else None
            raise RuleError(missing.name if missing else "line", None,
                            missing.allowed if missing else EXAMPLE)  # fmt: skip
        if self.kind == "points":
            return {"points_only": {self.said["side"]: self.said["points"]}}
        if self.kind == "play":
            said = str(self.said["declarer"])
            declarer = dealer.turn(int(said[1])).value if said.startswith("p") else said
            return {"round": 1, "declarer": declarer, "declaration": "play",
                    "trump": self.said["trump"]}  # fmt: skip
        facts: dict[str, Any] = {
            "round": 2,
            "declaration": self.said["declaration"],
            "trump": self.said["trump"],
        }
        if STRENGTHS[0] in self.said:
            facts["strengths"] = {
                seat.value: self.said[name] for seat, name in zip(Seat, STRENGTHS, strict=True)
            }
        return facts


@dataclass(frozen=True, slots=True)
class PadTotals:
    """What the pad itself says at the bottom, to compare."""

    ns_points: int
    ew_points: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last line was wrong."""


Line = HandLine | PadTotals | TakeBack


def read_line(text: str) -> Line:
    """Read what is typed so far. Raises RuleError that quotes the first word that cannot be."""
    if len(text) > LONGEST_LINE:
        raise RuleError("line", f"{len(text)} characters", f"at most {LONGEST_LINE} long")
    plain = " ".join(text.casefold().split())
    if plain == "u":
        return TakeBack()
    if plain.startswith("/"):
        found = _PAD.fullmatch(plain)
        if not found:
            raise RuleError("pad", plain, "the two totals of the pad, such as /190 120")
        return PadTotals(int(found[1]), int(found[2]))
    words = [word for typed in plain.split() for word in _apart(typed)]
    table, hand, rest = _place(words)
    return _hand(table, hand, rest)


def _apart(typed: str) -> list[str]:
    """The words of "nr11", "p2b9" or "xtg10"; any other word as it is."""
    found = _TOGETHER.fullmatch(typed)
    return [word for word in found.groups() if word] if found else [typed]


def _place(words: list[str]) -> tuple[int | None, int | None, list[str]]:
    """Table and hand at the beginning, where they are given, and the words after them."""
    if words and re.fullmatch(r"t[0-9]{1,3}", words[0]):
        table, words = int(words[0][1:]), words[1:]
        if words and words[0].isdecimal():
            return table, int(words[0]), words[1:]
        return table, None, words
    numbers: list[int] = []
    while words and words[0].isascii() and words[0].isdecimal():
        numbers.append(_small(words[0]))
        words = words[1:]
    if len(numbers) > 2:
        raise RuleError("place", " ".join(map(str, numbers)), "table and hand, two numbers")
    if len(numbers) == 2:
        return numbers[0], numbers[1], words
    return None, numbers[0] if numbers else None, words


def _small(word: str) -> int:
    if len(word) > 3:
        raise RuleError("place", word, "a table and a hand, such as 5 2")
    return int(word)


def _hand(table: int | None, hand: int | None, words: list[str]) -> HandLine:
    if not words:
        return HandLine(table, hand, expects=(DECLARER,))
    parts: tuple[Part, ...]
    if words[0] == "x":
        kind, parts, words = "two", ROUND_TWO, words[1:]
        if len(words) > len(parts):
            parts = ROUND_TWO + STATED
    elif words[0] == "=":
        kind, parts, words = "points", POINTS_ONLY, words[1:]
    else:
        kind, parts = "play", PLAY
    if len(words) > len(parts):
        raise RuleError("line", words[len(parts)], f"at its end after {parts[-1].name}")
    said = {part.name: part.read(word) for part, word in zip(parts, words, strict=False)}
    return HandLine(table, hand, kind, said, parts[len(words) :])
