"""What may stand on a board's score sheet: a score, a ruling, or nothing.

Source: Laws of Duplicate Bridge 2017, Laws 12C1 (weighted and split scores), 12C2 (artificial
scores), 78; docs/ranking.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

Lot = tuple[tuple[int, Fraction], ...]
"""One side's scores on a board with their weights, which add to 1; one score has weight 1."""

WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Played:
    """A score in North-South's view. `ew_net` (East-West's own view) only where it is split."""

    ns_net: int
    ew_net: int | None = None

    @property
    def ns_lot(self) -> Lot:
        return ((self.ns_net, WHOLE),)

    @property
    def ew_lot(self) -> Lot:
        return ((-self.ns_net if self.ew_net is None else self.ew_net, WHOLE),)


@dataclass(frozen=True, slots=True)
class Weighted:
    """A director's mixture: each side's own scores, in its own view, with their weights.

    Source: Law 12C1(c). ValueError where the weights of a side are not positive or do not add to 1.
    """

    ns_lot: Lot
    ew_lot: Lot

    def __post_init__(self) -> None:
        for name, lot in (("ns_lot", self.ns_lot), ("ew_lot", self.ew_lot)):
            weights = [weight for _, weight in lot]
            if sum(weights) != 1 or min(weights, default=0) <= 0:
                raise ValueError(f"{name} weights must be positive and add to 1, got {weights}")

    @classmethod
    def same_for_both(cls, ns_lot: Lot) -> Weighted:
        """A weighted score that is not split: East-West's view is the negative."""
        return cls(ns_lot, tuple((-net, weight) for net, weight in ns_lot))


class AwardKind(Enum):
    """How an award is read; the value is its share of a top in percent, None where it says so."""

    PLUS = 60
    AVERAGE = 50
    MINUS = 40
    FIXED = None


@dataclass(frozen=True, slots=True)
class Award:
    """One side's artificial score: average plus, average, average minus, or a fixed percentage.

    `percent` is of the board's full top. Average plus and minus follow the contestant's own session
    (Law 12C2(c)); a fixed percentage stays as it is.
    """

    kind: AwardKind
    percent: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise ValueError(f"percent must be 0 to 100, got {self.percent}")
        if self.kind.value not in (None, self.percent):
            raise ValueError(f"percent must be {self.kind.value}, got {self.percent}")

    @classmethod
    def of(cls, percent: int) -> Award:
        """The law's award of 60, 50 or 40; another percentage is fixed."""
        kinds = {60: AwardKind.PLUS, 50: AwardKind.AVERAGE, 40: AwardKind.MINUS}
        return cls(kinds.get(percent, AwardKind.FIXED), Fraction(percent))

    @classmethod
    def fixed(cls, percent: Fraction) -> Award:
        return cls(AwardKind.FIXED, percent)

    def in_session(self, others_percent: Fraction | None) -> Fraction:
        """Return the percentage awarded to a contestant with this percentage on other boards.

        Average plus rises to it, average minus falls to it. None where it played no other board.
        Source: Law 12C2(c).
        """
        if others_percent is None:
            return self.percent
        if self.kind is AwardKind.PLUS:
            return max(self.percent, others_percent)
        if self.kind is AwardKind.MINUS:
            return min(self.percent, others_percent)
        return self.percent


@dataclass(frozen=True, slots=True)
class Artificial:
    """No score could be had or kept; each side has its award."""

    ns: Award
    ew: Award


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Neither a score nor an available top."""


Scored = Played | Weighted
Outcome = Played | Weighted | Artificial | NotPlayed
