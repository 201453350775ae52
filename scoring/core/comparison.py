"""Comparing every result on a board with every other one, by frequency.

Each distinct score is compared once with each other distinct score. A weighted result counts for
the others, and is compared itself, in proportion to its weights; it is not compared with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from scoring.core.outcomes import WHOLE, Lot

Kernel = Callable[[int, int], int]
"""(own net, other net) -> what the comparison is worth."""


def matchpoint(own: int, other: int) -> int:
    """2 for a worse score of the other, 1 for an equal one. Source: Law 78A."""
    return 2 * (own > other) + (own == other)


def compare(lots: Sequence[Lot], kernel: Kernel) -> list[Fraction]:
    """Return what each result gets from all the others together, all in one side's view."""
    if all(lot[0][1] is WHOLE for lot in lots):
        return _compare_whole([lot[0][0] for lot in lots], kernel)
    frequency: dict[int, Fraction] = {}
    for lot in lots:
        for net, weight in lot:
            frequency[net] = frequency.get(net, Fraction()) + weight
    worth = {
        own: sum((weight * kernel(own, other) for other, weight in frequency.items()), Fraction())
        for own in frequency
    }
    return [_of_lot(lot, worth, kernel) for lot in lots]


def _compare_whole(nets: Sequence[int], kernel: Kernel) -> list[Fraction]:
    """The same where no result is weighted, which is nearly always: in whole numbers."""
    frequency = Counter(nets)
    worth = {
        own: Fraction(
            sum(count * kernel(own, other) for other, count in frequency.items()) - kernel(own, own)
        )
        for own in frequency
    }
    return [worth[net] for net in nets]


def _of_lot(lot: Lot, worth: dict[int, Fraction], kernel: Kernel) -> Fraction:
    with_itself = sum(
        (own * other * kernel(net, against) for net, own in lot for against, other in lot),
        Fraction(),
    )
    return sum((weight * worth[net] for net, weight in lot), Fraction()) - with_itself
