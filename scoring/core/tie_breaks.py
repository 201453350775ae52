"""Splitting contestants who are level, by a chain of criteria that each night chooses.

Source: docs/ranking.md; the order of the usual chain follows the English Bridge Union's practice:
the meetings among the tied, the opponents' scores, the basic score, the boards, and then a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any

Group = list[int]
Splitter = tuple[str, Callable[[Group], list[Group]]]
"""A criterion's name, and what splits level contestants into groups, the best first."""


class TieBreak(StrEnum):
    """A criterion; the value is the word that a standings page shows."""

    HEAD_TO_HEAD = "head-to-head"
    OPPONENTS = "opponents' scores"
    BASIC_SCORE = "basic score"
    COUNT_BACK = "board count-back"
    NET_POINTS = "net points"
    HANDS_WON = "hands won"
    GAMES_WON = "games won"
    BALLOT = "ballot"


def choose(chain: Sequence[TieBreak], known: Mapping[TieBreak, Splitter]) -> list[Splitter]:
    """Return the chain's splitters. ValueError for a criterion that the ranking does not know."""
    for criterion in chain:
        if criterion not in known:
            allowed = ", ".join(known)
            raise ValueError(f"tie-break must be one of {allowed}, got {criterion}")
    return [known[criterion] for criterion in chain]


def level_groups(ordered: Group, value: Any) -> list[Group]:
    """Return runs of contestants of equal value[contestant], in the order given."""
    groups: list[Group] = []
    for contestant in ordered:
        if groups and value[groups[-1][0]] == value[contestant]:
            groups[-1].append(contestant)
        else:
            groups.append([contestant])
    return groups


def by_value(amount: Any) -> Callable[[Group], list[Group]]:
    """Split by amount[contestant], the largest first; amounts are whole numbers or fractions."""

    def split(group: Group) -> list[Group]:
        return level_groups(sorted(group, key=lambda one: -amount[one]), amount)

    return split


def by_opponents(
    opponents: Sequence[Set[int]], final: Sequence[Fraction]
) -> Callable[[Group], list[Group]]:
    """Split by the sum of the final scores of all whom a contestant met.

    Not used where all the tied have met everybody who played: then the sums say nothing new.
    """
    playing = {one for one, met in enumerate(opponents) if met}

    def split(group: Group) -> list[Group]:
        if all(opponents[one] == playing - {one} for one in group):
            return [group]
        met = {one: sum((final[other] for other in opponents[one]), Fraction()) for one in group}
        return by_value(met)(group)

    return split


def by_ballot(seed: bytes | None) -> Splitter:
    """Draw lots from a seed that the director's log keeps, so that the draw can be repeated.

    ValueError without a seed when it comes to drawing.
    """

    def split(group: Group) -> list[Group]:
        if seed is None:
            raise ValueError("ballot must have a seed, got none")
        drawn = {one: sha256(seed + one.to_bytes(8, "big")).digest() for one in group}
        return [[one] for one in sorted(group, key=lambda one: drawn[one])]

    return TieBreak.BALLOT.value, split


def split_ties(group: Group, splitters: Sequence[Splitter]) -> tuple[list[Group], list[str]]:
    """Return the group split by each criterion in turn, and what stands between two neighbours."""
    blocks, reasons = [group], list[str]()
    for name, split in splitters:
        finer: list[Group] = []
        between: list[str] = []
        for place, block in enumerate(blocks):
            parts = split(block) if len(block) > 1 else [block]
            finer += parts
            between += [name] * (len(parts) - 1) + reasons[place : place + 1]
        blocks, reasons = finer, between
    return blocks, reasons


def rank_ties(
    ordered: Group, value: Any, splitters: Sequence[Splitter]
) -> list[tuple[int, Group, str]]:
    """Return (rank, contestants who share it, why) for contestants ordered by descending value.

    Ties share a rank and the next is skipped. The reason is empty where the value alone decided.
    """
    places: list[tuple[int, Group, str]] = []
    rank = 1
    for level in level_groups(ordered, value):
        blocks, reasons = split_ties(level, splitters)
        for place, block in enumerate(blocks):
            places.append((rank, sorted(block), _reason(rank, block, reasons, place)))
            rank += len(block)
    return places


def _reason(rank: int, block: Group, reasons: Sequence[str], place: int) -> str:
    """Name what separates a block from the next below it, the last one from that above it."""
    if len(block) > 1:
        return f"tied: shares rank {rank}"
    if not reasons:
        return ""
    return f"{ordinal(rank)} by {reasons[min(place, len(reasons) - 1)]}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, ... 11th, 21st."""
    teens = 10 < number % 100 < 14
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
