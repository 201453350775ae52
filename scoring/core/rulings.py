"""What a director's ruling says beyond two numbers: artificial, weighted and split scores.

Source: Laws of Duplicate Bridge 2017, Laws 12C1 (weighted, split), 12C2 (artificial). In a game an
artificial score counts as a cancelled hand, a weighted one as its mean; docs/ranking.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from scoring.core.outcomes import Artificial, Award, NotPlayed, Outcome, Played, Weighted
from scoring.core.ruleset import RuleError

LAW_AWARDS = {"A+": 60, "A": 50, "A-": 40}
MOST_POINTS = 10_000
MOST_PARTS = 6

Points = tuple[int, int]
"""North-South's and East-West's points of one result."""


@dataclass(frozen=True, slots=True)
class ArtificialRuling:
    """An award for each side: A+, A, A- or a whole percentage. RuleError for anything else."""

    ns: str
    ew: str

    ruling = "cancelled"
    kind = "artificial"

    def __post_init__(self) -> None:
        for side, award in (("ns", self.ns), ("ew", self.ew)):
            fixed = isinstance(award, str) and award.isascii() and award.isdecimal()
            if award not in LAW_AWARDS and not (fixed and len(award) <= 3 and int(award) <= 100):
                raise RuleError(f"award {side}", award, "A+, A, A- or 0 to 100")

    @property
    def points(self) -> Points | None:
        return None

    @property
    def outcome(self) -> Outcome:
        return Artificial(_award(self.ns), _award(self.ew))

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "ns": self.ns, "ew": self.ew}


def _award(text: str) -> Award:
    if text in LAW_AWARDS:
        return Award.of(LAW_AWARDS[text])
    return Award.fixed(Fraction(text))


@dataclass(frozen=True, slots=True)
class WeightedRuling:
    """Several results, each with its share in percent; the shares add up to 100."""

    parts: tuple[tuple[int, Points], ...]

    ruling = "adjusted"
    kind = "weighted"

    def __post_init__(self) -> None:
        if not 2 <= len(self.parts) <= MOST_PARTS:
            raise RuleError("weighted results", len(self.parts), f"2 to {MOST_PARTS}")
        shares = [share for share, _ in self.parts]
        if any(type(share) is not int or share < 1 for share in shares) or sum(shares) != 100:
            raise RuleError("shares", shares, "whole percentages that add up to 100")
        for _, points in self.parts:
            _require_points(points)

    @property
    def points(self) -> Points:
        """The weighted means, half up to whole points."""
        ns, ew = (
            floor(Fraction(sum(share * points[side] for share, points in self.parts), 100)
                  + Fraction(1, 2))
            for side in (0, 1)
        )  # fmt: skip
        return ns, ew

    @property
    def outcome(self) -> Outcome:
        lot = tuple((ns - ew, Fraction(share, 100)) for share, (ns, ew) in self.parts)
        return Weighted.same_for_both(lot)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "parts": [[share, *points] for share, points in self.parts]}


@dataclass(frozen=True, slots=True)
class SplitRuling:
    """Two results: North-South keep what `ns` gives them, East-West what `ew` gives them."""

    ns: Points
    ew: Points

    ruling = "adjusted"
    kind = "split"

    def __post_init__(self) -> None:
        _require_points(self.ns)
        _require_points(self.ew)

    @property
    def points(self) -> Points:
        return self.ns[0], self.ew[1]

    @property
    def outcome(self) -> Outcome:
        return Played(self.ns[0] - self.ns[1], self.ew[1] - self.ew[0])

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "ns": list(self.ns), "ew": list(self.ew)}


Detail = ArtificialRuling | WeightedRuling | SplitRuling


def _require_points(points: Points) -> None:
    for one in points:
        if type(one) is not int or not 0 <= one <= MOST_POINTS:
            raise RuleError("points", one, f"0 to {MOST_POINTS}")


def detail_from_json(data: Any) -> Detail:
    """Read what `to_json` gave. RuleError for anything else."""
    if not isinstance(data, Mapping):
        raise RuleError("ruling detail", type(data).__name__, "an object with kind")
    try:
        if data["kind"] == ArtificialRuling.kind:
            return ArtificialRuling(data["ns"], data["ew"])
        if data["kind"] == WeightedRuling.kind:
            return WeightedRuling(tuple((share, (ns, ew)) for share, ns, ew in data["parts"]))
        if data["kind"] == SplitRuling.kind:
            (ns_ns, ns_ew), (ew_ns, ew_ew) = data["ns"], data["ew"]
            return SplitRuling((ns_ns, ns_ew), (ew_ns, ew_ew))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError("ruling detail", str(data)[:60], "complete") from error
    raise RuleError("kind", str(data["kind"])[:40], "artificial, weighted or split")


def outcome_of(ns_points: int | None, ew_points: int | None, detail: Any) -> Outcome:
    """Return what stands on the score sheet for points that count and a ruling's detail."""
    if detail is not None:
        return detail_from_json(detail).outcome
    if ns_points is None or ew_points is None:
        return NotPlayed()
    return Played(ns_points - ew_points)
