"""International match points. Source: Laws of Duplicate Bridge 2017, Law 78B."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference in points that is worth 1, 2, ... 24 IMPs."""


def imps(difference: int, multiplier: int = 1) -> int:
    """Return the IMPs for a difference in points, negative for a negative one.

    `multiplier` stretches the small numbers of aBRIDGEd onto the bridge scale (house practice).
    ValueError for a multiplier below 1.
    """
    if multiplier < 1:
        raise ValueError(f"multiplier must be at least 1, got {multiplier}")
    size = bisect_right(IMP_STEPS, abs(difference) * multiplier)
    return size if difference > 0 else -size


def team_imps(boards: Iterable[tuple[int, int]], multiplier: int = 1) -> list[int]:
    """Return team A's IMPs on each board, given the nets (ns_net where A sits North-South,
    ns_net at the other table, where A sits East-West)."""
    return [imps(home - away, multiplier) for home, away in boards]
