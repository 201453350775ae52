"""Comparing with every other result by points or by IMPs, instead of by rank.

Source: cross-IMPs: Law 78B with the division and factoring of the English practice, sum x (E / A)
/ (E - 1) for A results of E expected; cross-points: docs/ranking.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from scoring.core.comparison import compare
from scoring.core.imps import imps
from scoring.core.outcomes import Lot


class Divisor(StrEnum):
    """By what a sum of cross-IMPs is divided: the other results (the usual way), or all."""

    OTHERS = "others"
    ALL = "all"


def cross_imps(
    lots: Sequence[Lot],
    *,
    expected: int,
    divisor: Divisor = Divisor.OTHERS,
    multiplier: int = 1,
) -> list[Fraction]:
    """Return the mean IMPs of each result against the others, in one side's view.

    0 where there is nothing to compare with.
    """
    sums = compare(lots, lambda own, other: imps(own - other, multiplier))
    return [_mean(total, len(lots), expected, divisor) for total in sums]


def cross_points(lots: Sequence[Lot]) -> list[Fraction]:
    """Return the mean of (own - each other result), in one side's view; 0 for a single result."""
    sums = compare(lots, lambda own, other: own - other)
    return [_mean(total, len(lots), len(lots), Divisor.OTHERS) for total in sums]


def _mean(total: Fraction, results: int, expected: int, divisor: Divisor) -> Fraction:
    by = expected - 1 if divisor is Divisor.OTHERS else expected
    return total * expected / results / by if by else Fraction()
