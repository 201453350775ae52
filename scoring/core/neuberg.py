"""Boards with fewer comparable results than expected: factoring to the full top.

Source: G. Neuberg's formula M = (m E + E - A) / A as the English Bridge Union prints it (M. Bavin,
"The Neuberg Formula"; N. Doe, "Scoring fouled boards"; White Book 4.2.3.3 for small sub-fields).
m = matchpoints among the A comparable results, E = results expected on the board.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import numpy as np

from scoring.core.matchpoints import Int64Array

LARGEST_SMALL_SUBFIELD = 3


class Factoring(StrEnum):
    """`TENTHS`: factored, to 0.1 matchpoint, the English practice. `EXACT`: factored, a fraction.
    `OFF`: the board keeps the top of the results that it has."""

    TENTHS = "tenths"
    EXACT = "exact"
    OFF = "off"


def factored(matchpoints: Fraction, results: int, expected: int) -> Fraction:
    """Return the exact matchpoints on the top of `expected` results.

    ValueError unless 1 <= results <= expected.
    """
    if not 1 <= results <= expected:
        raise ValueError(f"results must be 1 to {expected}, got {results}")
    return (matchpoints * expected + expected - results) / results


def small_subfield_percent(matchpoints: Fraction, results: int) -> Fraction:
    """Return 60 % for the middle of a very small sub-field, 5 % more or less a matchpoint."""
    return 60 + 5 * (matchpoints - (results - 1))


def is_small_subfield(results: int, expected: int) -> bool:
    """Whether one to three of at least three times as many results can be compared."""
    return 0 < results <= LARGEST_SMALL_SUBFIELD and expected >= 3 * results


def to_tenths(matchpoints: Fraction, top: int) -> Fraction:
    """Return matchpoints rounded to 0.1; an exact 0.05 goes towards the average, top / 2."""
    whole, rest = divmod(matchpoints * 10, 1)
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and 2 * matchpoints < top)
    return Fraction(int(whole) + up, 10)


def factored_tenths(
    matchpoints: Int64Array, results: Int64Array, expected: Int64Array
) -> Int64Array:
    """Return factored matchpoints in tenths for arrays (N,) of results, rounded as `to_tenths`."""
    whole, rest = np.divmod(10 * (matchpoints * expected + expected - results), results)
    below_average = whole < 10 * (expected - 1)
    up = (2 * rest > results) | ((2 * rest == results) & below_average)
    return np.asarray(whole + up, np.int64)
