"""IMPs against a datum (Butler scoring).

Source: the common practice as in ACBLscore: the mean of the scores, without the extremes at each
end, rounded to ten points, a half to the even ten; Law 78B for the IMPs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.core.imps import imps
from scoring.core.outcomes import Lot


def datum(nets: Sequence[Fraction], dropped: int = 0, step: int = 10) -> int:
    """Return the datum of a board without the `dropped` highest and lowest scores, in `step`s.

    ValueError if nothing is left.
    """
    kept = sorted(nets)[dropped : len(nets) - dropped]
    if dropped < 0 or not kept:
        most = (len(nets) - 1) // 2
        raise ValueError(f"dropped must be 0 to {most} for {len(nets)} results, got {dropped}")
    return round(sum(kept, Fraction()) / len(kept) / step) * step


def extremes(results: int, share: Fraction) -> int:
    """Return how many scores to drop at each end for a share such as 1/20, half up."""
    return min(int(results * share + Fraction(1, 2)), (results - 1) // 2)


def mean_of(lot: Lot) -> Fraction:
    return sum((net * weight for net, weight in lot), Fraction())


def against_datum(lots: Sequence[Lot], dropped: int, step: int, multiplier: int) -> list[Fraction]:
    """Return each result's IMPs against the datum of all, in one side's view.

    A weighted result enters the datum with its mean and gets the weighted IMPs of its scores.
    """
    par = datum([mean_of(lot) for lot in lots], dropped, step)
    return [
        sum((weight * imps(net - par, multiplier) for net, weight in lot), Fraction())
        for lot in lots
    ]
