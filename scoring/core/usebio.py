"""Results in USEBIO, the XML in which scoring programs hand a session to the English Bridge Union.

Reads pairs scored by matchpoints (MP_PAIRS). Source: USEBIO 1.2 as written by scoring programs. The
document may name its DTD, which is never fetched; it may not bring definitions of its own, and
entities are refused, so that a small file cannot grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from scoring.core.outcomes import Artificial, Award, NotPlayed, Outcome, Played
from scoring.core.ruleset import RuleError

LARGEST_FILE = 10_000_000  # bytes; a club's evening takes a quarter of a million
DEEPEST = 20
READABLE = "MP_PAIRS"
AWARD = re.compile(r"A(\d\d)(\d\d)")
NUMBER = re.compile(r"-?\d{1,6}(\.\d{1,4})?")


@dataclass(frozen=True, slots=True)
class ClaimedPair:
    """A pair and what the file says of it; None where it says nothing. `line` is NS, EW or ""."""

    number: str
    line: str
    names: tuple[str, ...]
    total: Fraction | None
    percentage: str | None
    place: str | None


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One line of a board, with the matchpoints that the file gives (as text, as printed)."""

    board: int
    ns: str
    ew: str
    score: str
    outcome: Outcome
    ns_claim: str | None
    ew_claim: str | None


@dataclass(frozen=True, slots=True)
class UsebioFile:
    title: str
    winners: int
    pairs: tuple[ClaimedPair, ...]
    lines: tuple[TravellerLine, ...]


def read_usebio(data: bytes) -> UsebioFile:
    """Read a session. RuleError for what is not USEBIO, not matchpointed pairs, or nonsense."""
    event = _event(parse_safely(data))
    pairs = tuple(_pair(one) for one in event.iterfind("PARTICIPANTS/PAIR"))
    if len({pair.number for pair in pairs}) < len(pairs) or not pairs:
        raise RuleError("PAIR_NUMBER", f"{len(pairs)} pairs", "different for every pair")
    known = {pair.number for pair in pairs}
    lines = tuple(line for board in event.iterfind("BOARD") for line in _board(board, known))
    winners = _number(_text(event, "WINNER_TYPE") or "1", "WINNER_TYPE")
    if winners not in (1, 2):
        raise RuleError("WINNER_TYPE", winners, "1 or 2")
    return UsebioFile(_text(event, "TITLE"), int(winners), pairs, lines)


def parse_safely(data: bytes) -> Element:
    """Return the root of an XML document without definitions of its own.

    RuleError for one that is too large, too deep, not well-formed, or brings or uses entities.
    """
    if len(data) > LARGEST_FILE:
        raise RuleError("file", f"{len(data)} bytes", f"at most {LARGEST_FILE} bytes")
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise RuleError("XML", "deeper elements", f"at most {DEEPEST} deep")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.buffer_text = True
    _refuse_definitions(parser)
    try:
        parser.Parse(data, True)
    except RuleError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise RuleError("file", str(error), "well-formed XML") from error
    return builder.close()


def _refuse_definitions(parser: expat.XMLParserType) -> None:
    def refuse(*_: Any) -> int:
        raise RuleError("XML", "an entity", "without entities of its own")

    def doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
        if internal:
            raise RuleError("DOCTYPE", "definitions", "the name of a DTD only")

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.SkippedEntityHandler = refuse


def _event(root: Element) -> Element:
    event = root.find("EVENT")
    if root.tag != "USEBIO" or event is None:
        raise RuleError("file", f"<{root.tag[:40]}>", "a USEBIO document with an EVENT")
    kind = event.get("EVENT_TYPE", "")
    if kind != READABLE:
        raise RuleError("EVENT_TYPE", kind[:40] or "none", f"{READABLE} (pairs, matchpoints)")
    return event


def _text(element: Element, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _number(text: str, name: str) -> Fraction:
    if not NUMBER.fullmatch(text):
        raise RuleError(name, text[:40] or "nothing", "a number")
    return Fraction(text)


def _pair(element: Element) -> ClaimedPair:
    total = _text(element, "TOTAL_SCORE")
    line = _text(element, "DIRECTION")
    if line not in ("NS", "EW", ""):
        raise RuleError("DIRECTION", line[:40], "NS or EW")
    names = (_text(player, "PLAYER_NAME") for player in element.iterfind("PLAYER"))
    return ClaimedPair(
        number=_text(element, "PAIR_NUMBER"),
        line=line,
        names=tuple(names),
        total=_number(total, "TOTAL_SCORE") if total else None,
        percentage=_text(element, "PERCENTAGE") or None,
        place=_text(element, "PLACE") or None,
    )


def _board(element: Element, known: set[str]) -> Iterator[TravellerLine]:
    number = _number(_text(element, "BOARD_NUMBER"), "BOARD_NUMBER")
    if number.denominator != 1:
        raise RuleError("BOARD_NUMBER", number, "a whole number")
    for line in element.iterfind("TRAVELLER_LINE"):
        yield _traveller_line(line, int(number), known)


def _traveller_line(element: Element, board: int, known: set[str]) -> TravellerLine:
    ns, ew = _text(element, "NS_PAIR_NUMBER"), _text(element, "EW_PAIR_NUMBER")
    for name, pair in (("NS_PAIR_NUMBER", ns), ("EW_PAIR_NUMBER", ew)):
        if pair not in known:
            raise RuleError(name, pair[:40] or "nothing", f"a pair of this event (board {board})")
    claims = [_text(element, f"{side}_MATCH_POINTS") for side in ("NS", "EW")]
    for claim in filter(None, claims):
        _number(claim, "MATCH_POINTS")
    score = _text(element, "SCORE")
    outcome = _outcome(score, board)
    return TravellerLine(board, ns, ew, score, outcome, claims[0] or None, claims[1] or None)


def _outcome(score: str, board: int) -> Outcome:
    """A number in North-South's view, A and two percentages, or nothing: not played."""
    if not score or score == "NP":
        return NotPlayed()
    if award := AWARD.fullmatch(score):
        return Artificial(Award.of(int(award[1])), Award.of(int(award[2])))
    if not re.fullmatch(r"[-+]?\d{1,5}", score):
        raise RuleError("SCORE", score[:40], f"points, or A and two percentages (board {board})")
    return Played(int(score))
