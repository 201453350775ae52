"""Matches of teams: IMPs over the boards, victory points, and the ranking of an event.

Source: Laws of Duplicate Bridge 2017, Law 78B; WBF victory points; docs/ranking.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.core.tie_breaks import (
    Group,
    Splitter,
    TieBreak,
    by_ballot,
    by_opponents,
    by_value,
    choose,
    rank_ties,
)
from scoring.core.victory_points import victory_points

TEAMS_CHAIN = (TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.BASIC_SCORE)
BYE = -1


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of `boards` boards that `home` won by `imps` (negative: lost).

    A bye has `away` -1, no IMPs, and gives `bye_points` victory points, in hundredths.
    ValueError for nonsense.
    """

    home: int
    away: int
    boards: int
    imps: int
    bye_points: int = 1200

    def __post_init__(self) -> None:
        if self.home < 0 or self.away < BYE or self.home == self.away:
            raise ValueError(f"a match must be of two teams, got {self.home} and {self.away}")
        if self.away == BYE and self.imps:
            raise ValueError(f"imps of a bye must be 0, got {self.imps}")
        if self.boards < 1:
            raise ValueError(f"boards must be at least 1, got {self.boards}")

    @property
    def points(self) -> tuple[int, int]:
        """Victory points of home and away in hundredths."""
        if self.away == BYE:
            return self.bye_points, 0
        return victory_points(self.imps, self.boards)


@dataclass(frozen=True, slots=True)
class TeamPlacing:
    """One team's place: victory points in hundredths, and the IMPs they came from."""

    team: int
    rank: int
    shared: bool
    points_hundredths: int
    net_imps: int
    matches: int
    tie_reason: str = ""


def rank_teams(
    matches: Sequence[TeamMatch],
    *,
    teams: int,
    chain: Sequence[TieBreak] = TEAMS_CHAIN,
    deductions: Mapping[int, int] | None = None,
    ballot_seed: bytes | None = None,
) -> list[TeamPlacing]:
    """Rank teams, numbered from 0, by the sum of their victory points, then by the chain.

    `deductions`: penalties, in hundredths of a victory point.
    """
    points, net, played = [0] * teams, [0] * teams, [0] * teams
    for match in matches:
        for team, won, sign in zip((match.home, match.away), match.points, (1, -1), strict=True):
            if team != BYE:
                points[team] += won
                net[team] += sign * match.imps
                played[team] += 1
    for team, deducted in (deductions or {}).items():
        points[team] -= deducted
    splitters = choose(chain, _tie_breaks(matches, points, net, ballot_seed))
    order = sorted(range(teams), key=lambda team: -points[team])
    return [
        TeamPlacing(team, rank, len(block) > 1, points[team], net[team], played[team], reason)
        for rank, block, reason in rank_ties(order, points, splitters)
        for team in block
    ]


def _tie_breaks(
    matches: Sequence[TeamMatch], points: list[int], net: list[int], seed: bytes | None
) -> dict[TieBreak, Splitter]:
    met: list[set[int]] = [set() for _ in points]
    for match in matches:
        if match.away != BYE:
            met[match.home].add(match.away)
            met[match.away].add(match.home)
    splits: dict[TieBreak, Callable[[Group], list[Group]]] = {
        TieBreak.HEAD_TO_HEAD: lambda group: _by_head_to_head(matches, group),
        TieBreak.OPPONENTS: by_opponents(met, [Fraction(one) for one in points]),
        TieBreak.BASIC_SCORE: by_value(net),
    }
    known: dict[TieBreak, Splitter] = {
        criterion: (criterion.value, split) for criterion, split in splits.items()
    }
    return {**known, TieBreak.BALLOT: by_ballot(seed)}


def _by_head_to_head(matches: Sequence[TeamMatch], group: Group) -> list[Group]:
    """Split by victory points in the matches among the tied, if all of them have met."""
    points: dict[int, int] = defaultdict(int)
    met: set[frozenset[int]] = set()
    for match in matches:
        if match.home in group and match.away in group:
            met.add(frozenset((match.home, match.away)))
            points[match.home] += match.points[0]
            points[match.away] += match.points[1]
    if len(met) < len(group) * (len(group) - 1) // 2:
        return [group]
    return by_value(points)(group)
