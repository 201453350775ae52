"""Victory points of a match, 20 to share, to the hundredth.

Source: World Bridge Federation, Technical Report of the Scoring Panel (continuous scale, in force
since 2013): V = 10 + 10 (1 - R^(I/X)) / (1 - R), X = 15 sqrt(boards), R = sqrt(5) - 2, and 20 from
X IMPs on. The printed tables are the formula rounded half up, then repaired so that no further IMP
is worth more than the one before it.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from math import isqrt

FULL = 2000  # hundredths of a victory point
HALF = 1000
PRECISION = 40  # digits; the nearest half hundredth of any table is far from that


def victory_points(imps: int, boards: int) -> tuple[int, int]:
    """Return both sides' victory points in hundredths for a margin of `imps`, which may be
    negative. ValueError if a match has no board."""
    table = winner_table(boards)
    winner = table[min(abs(imps), len(table) - 1)]
    return (winner, FULL - winner) if imps >= 0 else (FULL - winner, winner)


@cache
def winner_table(boards: int) -> tuple[int, ...]:
    """Return the winner's hundredths for a margin of 0, 1, ... IMPs; the last is 20.00."""
    if boards < 1:
        raise ValueError(f"boards must be at least 1, got {boards}")
    blitz = isqrt(225 * boards - 1) + 1  # X rounded up
    table = [_by_formula(margin, boards) for margin in range(blitz)] + [FULL]
    _repair(table)
    return tuple(table)


def _by_formula(margin: int, boards: int) -> int:
    with localcontext() as context:
        context.prec = PRECISION
        ratio = Decimal(5).sqrt() - 2
        power = ratio ** (Decimal(margin) / (15 * Decimal(boards).sqrt()))
        points = HALF + HALF * (1 - power) / (1 - ratio)
        return int(points.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _repair(table: list[int]) -> None:
    """Add a hundredth to a value while the increment after it exceeds the one before it."""
    changed = True
    while changed:
        changed = False
        for at in range(1, len(table) - 1):
            if table[at + 1] - table[at] > table[at] - table[at - 1]:
                table[at] += 1
                changed = True
