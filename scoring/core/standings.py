"""Rankings of a field: game scoring, total points, matchpoints.

Source: docs/rules.md, "Ranking a night" (the rule book stops at one game); matchpoints: Laws of
Duplicate Bridge 2017, Law 78A. Ranks are decided by whole numbers and exact fractions only. Ties
share a rank and the next is skipped: 1, 2=, 2=, 4. A contestant below the line has rank 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.core.field import UNFINISHED, FieldResults, Sums, sum_field, sum_matchpoints
from scoring.core.matchpoints import Int64Array

__all__ = ["FieldResults", "Standing", "rank_games", "rank_matchpoints", "rank_points"]

HALF = Fraction(1, 2)

Group = list[int]
Splitter = tuple[str, Callable[[Group], list[Group]]]


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant's place.

    `rank` counts within `line` from 1; 0 below the line, where entries stand that played too
    little. `wins` counts a drawn game as a half. Matchpoint fields are None in other rankings
    and where nothing was compared. `tie_reason` says in words what separated the contestant from
    its neighbour of equal standing, that it shares a rank, or why it is below the line.
    """

    contestant: int
    line: int
    rank: int
    shared: bool
    below_line: bool
    hands_played: int
    games_played: int
    wins: Fraction
    net_points: int
    hands_won: int
    matchpoints: int | None = None
    available: int | None = None
    percentage_hundredths: int | None = None
    tie_reason: str = ""


@dataclass(frozen=True, slots=True)
class _Ranking:
    """One method: an exact order key (C,), how to split ties, who cannot be ranked at all."""

    field: FieldResults
    sums: Sums
    key: Int64Array
    splitters: Sequence[Splitter]
    unrankable: dict[int, str]
    matchpoints: tuple[Int64Array, Int64Array] | None = None


def rank_games(field: FieldResults, *, minimum_share: Fraction = HALF) -> list[Standing]:
    """Rank by wins per game played, then head-to-head, net points, hands won.

    Head-to-head is for pairs only, and only where all the tied have met in a finished game.
    Contestants with less than `minimum_share` of their scheduled hands stand below the line.
    Lines come in the order in which they first appear in `field.line`.
    """
    sums = sum_field(field)
    splitters: list[Splitter] = [
        ("net points", _by_value(sums.net_points)),
        ("hands won", _by_value(sums.hands_won)),
    ]
    if not field.individuals:
        splitters.insert(0, ("head-to-head", lambda group: _by_head_to_head(field, group)))
    key = exact_order(sums.double_wins, sums.games_played)
    missing = _without(sums.games_played, "no game finished")
    return _rank(_Ranking(field, sums, key, splitters, missing), minimum_share)


def rank_points(field: FieldResults, *, minimum_share: Fraction = HALF) -> list[Standing]:
    """Rank by net points per hand played, so that a sit-out costs nothing; else as rank_games."""
    sums = sum_field(field)
    key = exact_order(sums.net_points, sums.hands_played)
    return _rank(_Ranking(field, sums, key, (), {}), minimum_share)


def rank_matchpoints(field: FieldResults, *, minimum_share: Fraction = HALF) -> list[Standing]:
    """Rank by matchpoints got of those available over boards played; else as rank_games."""
    sums = sum_field(field)
    got, available = sum_matchpoints(field)
    key = exact_order(got, available)
    missing = _without(available, "no board compared")
    return _rank(_Ranking(field, sums, key, (), missing, (got, available)), minimum_share)


def exact_order(amount: Int64Array, per: Int64Array) -> Int64Array:
    """Return whole numbers that order and tie exactly as the fractions amount/per do.

    Two different fractions with denominators up to D are at least 1/D^2 apart, so D^2 times each,
    rounded down, differs too. A denominator of 0 counts as 1.
    """
    per = np.maximum(per, 1)
    scale = int(per.max(initial=1)) ** 2
    if int(np.abs(amount).max(initial=0)) * scale >= 2**62:
        exact = amount.astype(object) * scale // per.astype(object)
        _, dense = np.unique(exact, return_inverse=True)
        return dense.astype(np.int64)
    return amount * scale // per


def _without(amount: Int64Array, reason: str) -> dict[int, str]:
    return {int(contestant): reason for contestant in np.flatnonzero(amount == 0)}


def _below_line(ranking: _Ranking, minimum_share: Fraction) -> dict[int, str]:
    """Return the contestants who cannot be ranked, each with the reason."""
    played, scheduled = ranking.sums.hands_played, ranking.field.scheduled_hands
    too_few = played * minimum_share.denominator < scheduled * minimum_share.numerator
    reasons = {
        int(contestant): f"played {played[contestant]} of {scheduled[contestant]} scheduled hands"
        for contestant in np.flatnonzero(too_few | (played == 0))
    }
    return {**ranking.unrankable, **reasons}


def _rank(ranking: _Ranking, minimum_share: Fraction) -> list[Standing]:
    below = _below_line(ranking, minimum_share)
    order = np.argsort(-ranking.key, kind="stable").tolist()
    line_of = ranking.field.line.tolist()
    standings: list[Standing] = []
    for line in dict.fromkeys(line_of):
        members = [contestant for contestant in order if line_of[contestant] == line]
        ranked = [contestant for contestant in members if contestant not in below]
        standings += _rank_line(ranking, ranked)
        standings += [
            _standing(ranking, contestant, reason=f"below the line: {below[contestant]}")
            for contestant in members
            if contestant in below
        ]
    return standings


def _rank_line(ranking: _Ranking, ordered: Group) -> Iterator[Standing]:
    """Yield the standings of one line's contestants, given by descending key."""
    rank = 1
    for level in _level_groups(ordered, ranking.key):
        blocks, reasons = _split([level], [], ranking.splitters)
        for place, block in enumerate(blocks):
            reason = _reason(reasons, place)
            if len(block) > 1:
                reason = f"tied: shares rank {rank}"
            for contestant in sorted(block):
                yield _standing(ranking, contestant, rank, len(block) > 1, reason)
            rank += len(block)


def _reason(reasons: Sequence[str], place: int) -> str:
    """Return what separates a block from the next below it, the last one from that above it."""
    if place < len(reasons):
        return f"ahead by {reasons[place]}"
    return f"behind by {reasons[-1]}" if reasons else ""


def _level_groups(ordered: Group, key: Int64Array) -> list[Group]:
    groups: list[Group] = []
    for contestant in ordered:
        if groups and key[groups[-1][0]] == key[contestant]:
            groups[-1].append(contestant)
        else:
            groups.append([contestant])
    return groups


def _split(
    blocks: list[Group], reasons: list[str], splitters: Sequence[Splitter]
) -> tuple[list[Group], list[str]]:
    """Return blocks split by each criterion in turn, and what stands between two neighbours."""
    for name, split in splitters:
        finer: list[Group] = []
        between: list[str] = []
        for place, block in enumerate(blocks):
            parts = split(block) if len(block) > 1 else [block]
            finer += parts
            between += [name] * (len(parts) - 1) + reasons[place : place + 1]
        blocks, reasons = finer, between
    return blocks, reasons


def _by_value(amount: Int64Array) -> Callable[[Group], list[Group]]:
    def split(group: Group) -> list[Group]:
        return _level_groups(sorted(group, key=lambda one: -int(amount[one])), amount)

    return split


def _by_head_to_head(field: FieldResults, group: Group) -> list[Group]:
    """Split pairs by wins per game among themselves, again within each part that is smaller."""
    wins = _mutual_wins(field, group)
    if wins is None:
        return [group]
    ordered = sorted(group, key=lambda one: -int(wins[one]))
    parts = _level_groups(ordered, wins)
    if len(parts) == 1:
        return parts
    return [
        finer
        for part in parts
        for finer in (_by_head_to_head(field, part) if len(part) > 1 else [part])
    ]


def _mutual_wins(field: FieldResults, group: Group) -> Int64Array | None:
    """Return a key (C,) of wins per game within the group; None if not all of it have met."""
    place = np.full(field.contestants + 1, -1, np.int64)
    place[group] = np.arange(len(group))
    north, east = place[field.games[:, 0]], place[field.games[:, 1]]
    mutual = (north >= 0) & (east >= 0) & (field.game_winner != UNFINISHED)
    meetings = len(group) * (len(group) - 1) // 2
    if int(mutual.sum()) < meetings:
        return None
    north, east = north[mutual], east[mutual]
    met = {(min(one, two), max(one, two)) for one, two in zip(north, east, strict=True)}
    if len(met) < meetings:
        return None
    winner = field.game_winner[mutual].astype(np.int64)
    double_wins = np.zeros(len(group), np.int64)
    np.add.at(double_wins, np.r_[north, east], np.r_[1 + winner, 1 - winner])
    games = np.bincount(np.r_[north, east], minlength=len(group))
    wins = np.zeros(field.contestants, np.int64)
    wins[group] = exact_order(double_wins, games)
    return wins


def _standing(
    ranking: _Ranking, contestant: int, rank: int = 0, shared: bool = False, reason: str = ""
) -> Standing:
    sums = ranking.sums
    got, available = _matchpoints_of(ranking, contestant)
    return Standing(
        contestant=contestant,
        line=int(ranking.field.line[contestant]),
        rank=rank,
        shared=shared,
        below_line=rank == 0,
        hands_played=int(sums.hands_played[contestant]),
        games_played=int(sums.games_played[contestant]),
        wins=Fraction(int(sums.double_wins[contestant]), 2),
        net_points=int(sums.net_points[contestant]),
        hands_won=int(sums.hands_won[contestant]),
        matchpoints=got,
        available=available,
        percentage_hundredths=percentage_hundredths(got, available),
        tie_reason=reason,
    )


def _matchpoints_of(ranking: _Ranking, contestant: int) -> tuple[int | None, int | None]:
    if ranking.matchpoints is None or contestant in ranking.unrankable:
        return None, None
    got, available = ranking.matchpoints
    return int(got[contestant]), int(available[contestant])


def percentage_hundredths(got: int | None, available: int | None) -> int | None:
    """Return 100 x got / available in hundredths, half up, e.g. 5556 for 55.56 %; for showing."""
    if got is None or not available:
        return None
    return (20_000 * got + available) // (2 * available)
