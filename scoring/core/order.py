"""Ordering by exact fractions without fractions, and percentages to show."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from scoring.core.matchpoints import Int64Array


def exact_order(amount: Int64Array, per: Int64Array) -> Int64Array:
    """Return whole numbers that order and tie exactly as the fractions amount/per do.

    Two different fractions with denominators up to D are at least 1/D^2 apart, so D^2 times each,
    rounded down, differs too. A denominator of 0 counts as 1.
    """
    per = np.maximum(per, 1)
    if per.size and per.min() == per.max():
        return amount
    scale = int(per.max(initial=1)) ** 2
    if int(np.abs(amount).max(initial=0)) * scale >= 2**62:
        exact = amount.astype(object) * scale // per.astype(object)
        _, dense = np.unique(exact, return_inverse=True)
        return dense.astype(np.int64)
    return amount * scale // per


def percentage_hundredths(
    got: int | Fraction | None, available: int | Fraction | None
) -> int | None:
    """Return 100 x got / available in hundredths, half up, e.g. 5556 for 55.56 %; for showing."""
    if got is None or not available:
        return None
    return int((20_000 * got + available) // (2 * available))


def exact_sum(amounts: Iterable[Fraction]) -> Fraction:
    """Return the sum; whole numbers, which are nearly always all there is, are added as such."""
    given = list(amounts)
    if all(amount.denominator == 1 for amount in given):
        return Fraction(sum(amount.numerator for amount in given))
    return sum(given, Fraction())
