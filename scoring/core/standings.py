"""Rankings of a field: game scoring, total points, matchpoints.

Source: docs/rules.md, "Ranking a night" (the rule book stops at one game); matchpoints: Laws of
Duplicate Bridge 2017, Law 78A. Ranks are decided by whole numbers and exact fractions only. Ties
share a rank and the next is skipped: 1, 2=, 2=, 4. A contestant below the line has rank 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from scoring.core.field import FieldResults, Sums, sum_field, sum_matchpoints
from scoring.core.field_ties import field_tie_breaks
from scoring.core.matchpoints import Int64Array
from scoring.core.order import exact_order, percentage_hundredths
from scoring.core.tie_breaks import Group, Splitter, TieBreak, choose, rank_ties

__all__ = ["FieldResults", "Standing", "rank_games", "rank_matchpoints", "rank_points"]

HALF = Fraction(1, 2)

GAME_CHAIN = (TieBreak.HEAD_TO_HEAD, TieBreak.NET_POINTS, TieBreak.HANDS_WON)
"""How ties of a night of games are broken unless the night says otherwise."""


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


def rank_games(
    field: FieldResults,
    *,
    minimum_share: Fraction = HALF,
    chain: Sequence[TieBreak] = GAME_CHAIN,
    ballot_seed: bytes | None = None,
) -> list[Standing]:
    """Rank by wins per game played, then by the chain of tie-breaks.

    Head-to-head is for pairs only, and only where all the tied have met in a finished game.
    Contestants with less than `minimum_share` of their scheduled hands stand below the line.
    Lines come in the order in which they first appear in `field.line`. ValueError for a tie-break
    that a night of games does not know, or a ballot without a seed.
    """
    sums = sum_field(field)
    key = exact_order(sums.double_wins, sums.games_played)
    missing = _without(sums.games_played, "no game finished")
    splitters = _splitters(field, sums, chain, ballot_seed)
    return _rank(_Ranking(field, sums, key, splitters, missing), minimum_share)


def rank_points(
    field: FieldResults,
    *,
    minimum_share: Fraction = HALF,
    chain: Sequence[TieBreak] = (),
    ballot_seed: bytes | None = None,
) -> list[Standing]:
    """Rank by net points per hand played, so that a sit-out costs nothing; else as rank_games."""
    sums = sum_field(field)
    key = exact_order(sums.net_points, sums.hands_played)
    splitters = _splitters(field, sums, chain, ballot_seed)
    return _rank(_Ranking(field, sums, key, splitters, {}), minimum_share)


def rank_matchpoints(
    field: FieldResults,
    *,
    minimum_share: Fraction = HALF,
    chain: Sequence[TieBreak] = (),
    ballot_seed: bytes | None = None,
) -> list[Standing]:
    """Rank by matchpoints got of those available over boards played; else as rank_games.

    Each board has the top of its own results. For factoring, artificial scores and fouled boards
    see scoring.core.session.
    """
    sums = sum_field(field)
    got, available = sum_matchpoints(field)
    key = exact_order(got, available)
    missing = _without(available, "no board compared")
    splitters = _splitters(field, sums, chain, ballot_seed)
    return _rank(_Ranking(field, sums, key, splitters, missing, (got, available)), minimum_share)


def _splitters(
    field: FieldResults, sums: Sums, chain: Sequence[TieBreak], seed: bytes | None
) -> list[Splitter]:
    """Return the chain's splitters; head-to-head is dropped for individuals, who have none."""
    known = field_tie_breaks(field, sums, seed)
    wanted = [one for one in chain if one != TieBreak.HEAD_TO_HEAD or not field.individuals]
    return choose(wanted, known)


def _without(amount: Int64Array, reason: str) -> dict[int, str]:
    return {int(contestant): reason for contestant in np.flatnonzero(amount == 0)}


def _below_line(ranking: _Ranking, minimum_share: Fraction) -> dict[int, str]:
    """Return the contestants who cannot be ranked, each with the reason."""
    played, scheduled = ranking.sums.hands_played, ranking.field.scheduled_hands
    short = played * minimum_share.denominator < scheduled * minimum_share.numerator
    reasons = {
        int(contestant): too_few(int(played[contestant]), int(scheduled[contestant]))
        for contestant in np.flatnonzero(short | (played == 0))
    }
    return {**ranking.unrankable, **reasons}


def too_few(played: int, scheduled: int) -> str:
    """Return why somebody who has played so many hands of those due is not ranked."""
    return f"played {played} of {scheduled} scheduled hands" if scheduled else "no hand counts yet"


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
    for rank, block, reason in rank_ties(ordered, ranking.key, ranking.splitters):
        for contestant in block:
            yield _standing(ranking, contestant, rank, len(block) > 1, reason)


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
