"""Exact chances of a hand: integer counts, no floats.

Each function counts hands (13 of 52 cards) or partnerships (26 of 52 cards); a chance is a count
over HANDS or PARTNERSHIPS. Source: combinatorics; the counts by strength come from multiplying
one polynomial for each rank.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from math import comb, prod

from deals.core.cards import PACK

HANDS = comb(52, 13)  # 635,013,559,600
PARTNERSHIPS = comb(52, 26)

Pattern = tuple[int, int, int, int]


@cache
def pattern_counts() -> dict[Pattern, int]:
    """Hands by suit pattern, longest suit first: (4, 4, 3, 2) -> 136,852,887,600."""
    patterns = [
        (a, b, c, 13 - a - b - c)
        for a in range(14)
        for b in range(min(a, 13 - a) + 1)
        for c in range(min(b, 13 - a - b) + 1)
        if 0 <= 13 - a - b - c <= c
    ]
    return {
        pattern: len(set(permutations(pattern))) * prod(comb(13, length) for length in pattern)
        for pattern in patterns
    }


def colour_length_counts() -> dict[int, int]:
    """Hands by the number of cards in one given colour, 0 to 13."""
    return {length: comb(13, length) * comb(39, 13 - length) for length in range(14)}


def colour_count_counts() -> dict[int, int]:
    """Hands by colour count (the length of the longest colour), 4 to 13."""
    counts: Counter[int] = Counter()
    for pattern, count in pattern_counts().items():
        counts[pattern[0]] += count
    return dict(sorted(counts.items()))


def strength_counts() -> dict[int, int]:
    """Hands by strength, 0 to 37."""
    return _counts_by_pips(13)


def partnership_strength_counts() -> dict[int, int]:
    """Pairs of partners' hands (26 cards) by combined strength, 0 to 40."""
    return _counts_by_pips(26)


@cache
def _counts_by_pips(cards: int) -> dict[int, int]:
    """Sets of that many cards by the sum of their pips."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # (cards chosen, pips) -> sets
    for rank_pips, copies in Counter(card.pips for card in PACK).items():
        further: Counter[tuple[int, int]] = Counter()
        for (chosen, pips), count in ways.items():
            for taken in range(min(copies, cards - chosen) + 1):
                key = (chosen + taken, pips + taken * rank_pips)
                further[key] += count * comb(copies, taken)
        ways = further
    return {pips: count for (chosen, pips), count in sorted(ways.items()) if chosen == cards}
