"""The facts of one aBRIDGEd hand and their JSON form.

Source: aBRIDGEd rule book, "Round One", "Round Two" and "Equipment" (strengths 0 to 37, in all
40). Records are facts; points are derived from them and a chart.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from deals.core.cards import Seat, Side, Trump
from scoring.core.chart import Declaration
from scoring.core.ruleset import (
    MAXIMUM_POINTS,
    RuleError,
    require_mapping,
    require_whole,
)

STRONGEST_HAND = 37
ALL_STRENGTH = 40
LONGEST_REASON = 200

FACT_KEYS = ("round", "strengths", "declarer", "declaration", "trump", "points_only", "as_played")

Choice = TypeVar("Choice", bound=enum.Enum)


@dataclass(frozen=True, slots=True)
class AbridgedFacts:
    """What happened on a hand, without its tricks.

    `round` is 1 or 2, or None for a hand of which only the points are known. `strengths` are
    those stated at the table, in the order N E S W. `declarer` is None in Round Two where it
    follows from strengths. `points_only` is (side, points) copied from a pad. `as_played` is a
    director's reason for recording what the rules would refuse, else empty.
    """

    round: int | None = None
    declaration: Declaration | None = None
    trump: Trump | None = None
    declarer: Seat | None = None
    strengths: tuple[int, int, int, int] | None = None
    points_only: tuple[Side, int] | None = None
    as_played: str = ""

    def __post_init__(self) -> None:
        _require_reason(self.as_played)
        if self.points_only is not None:
            self._require_points_alone()
            return
        require_whole("round", self.round, 1, 2)
        self._require_declaration()
        if not isinstance(self.trump, Trump):
            raise RuleError("trump", self.trump, _values(Trump))
        if self.strengths is not None:
            self._require_strengths(self.strengths)

    def _require_points_alone(self) -> None:
        for name in ("round", "declaration", "trump", "declarer", "strengths"):
            if getattr(self, name) is not None:
                raise RuleError(name, getattr(self, name), "left out where only points are given")

    def _require_declaration(self) -> None:
        if self.round == 1:
            if self.declaration is not Declaration.PLAY:
                raise RuleError("declaration", self.declaration, "play in Round One")
            if not isinstance(self.declarer, Seat):
                raise RuleError("declarer", self.declarer, _values(Seat))
            if self.strengths is not None:
                raise RuleError("strengths", self.strengths, "left out in Round One")
        elif self.declaration not in (Declaration.TEN, Declaration.SEVEN):
            raise RuleError("declaration", self.declaration, "ten or seven in Round Two")

    def _require_strengths(self, strengths: tuple[int, ...]) -> None:
        for seat, strength in zip(Seat, strengths, strict=True):
            require_whole(f"strength {seat.value}", strength, 0, STRONGEST_HAND)
        if sum(strengths) != ALL_STRENGTH and not self.as_played:
            raise RuleError("strengths", sum(strengths), f"{ALL_STRENGTH} in all")

    @property
    def strengths_by_seat(self) -> dict[Seat, int] | None:
        """The strengths stated at the table, None where none were."""
        if self.strengths is None:
            return None
        return dict(zip(Seat, self.strengths, strict=True))


def parse_facts(data: Mapping[str, Any]) -> AbridgedFacts:
    """Return the facts of a hand from their JSON form; a null is the same as a missing key.

    Raises RuleError with the field, the value and what is allowed.
    """
    given = {
        key: value
        for key, value in require_mapping("hand", data, FACT_KEYS).items()
        if value is not None
    }
    return AbridgedFacts(
        round=given.get("round"),
        declaration=_choice(Declaration, "declaration", given),
        trump=_choice(Trump, "trump", given),
        declarer=_choice(Seat, "declarer", given),
        strengths=_parse_strengths(given["strengths"]) if "strengths" in given else None,
        points_only=_parse_points(given["points_only"]) if "points_only" in given else None,
        as_played=_parse_reason(given["as_played"]) if "as_played" in given else "",
    )


def dump_facts(facts: AbridgedFacts) -> dict[str, Any]:
    """Return the JSON form of a hand's facts; keys that say nothing are left out."""
    data: dict[str, Any] = {}
    if facts.points_only is not None:
        side, points = facts.points_only
        data["points_only"] = {side.value: points}
    else:
        data["round"] = facts.round
    if facts.strengths is not None:
        data["strengths"] = {
            seat.value: strength for seat, strength in zip(Seat, facts.strengths, strict=True)
        }
    for name in ("declarer", "declaration", "trump"):
        choice = getattr(facts, name)
        if choice is not None:
            data[name] = choice.value
    if facts.as_played:
        data["as_played"] = facts.as_played
    return data


def _values(choices: type[enum.Enum]) -> str:
    *others, last = (choice.value for choice in choices)
    return f"{', '.join(others)} or {last}"


def _choice(choices: type[Choice], field: str, given: Mapping[str, Any]) -> Choice | None:
    if field not in given:
        return None
    value = given[field]
    if not isinstance(value, str) or value not in {choice.value for choice in choices}:
        raise RuleError(field, value, _values(choices))
    return choices(value)


def _parse_strengths(data: object) -> tuple[int, int, int, int]:
    """Return four strengths in the order N E S W; their range is checked with the facts."""
    strengths = require_mapping("strengths", data, [seat.value for seat in Seat])
    for seat in Seat:
        if seat.value not in strengths:
            raise RuleError(f"strength {seat.value}", None, "given, as for all four seats")
    return strengths["N"], strengths["E"], strengths["S"], strengths["W"]


def _parse_points(data: object) -> tuple[Side, int]:
    points = require_mapping("points_only", data, [side.value for side in Side])
    if len(points) != 1:
        raise RuleError("points_only", dict(points), "points of one side, NS or EW")
    [(side, amount)] = points.items()
    return Side(side), require_whole(f"points_only {side}", amount, 1, MAXIMUM_POINTS)


def _parse_reason(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RuleError("as_played", value, "a reason in words")
    return value.strip()


def _require_reason(reason: str) -> None:
    if not isinstance(reason, str) or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise RuleError("as_played", reason, f"one line of at most {LONGEST_REASON} characters")
