"""The tie-breaks of a night of games. Source: docs/ranking.md, "Ties"."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from scoring.core.field import UNFINISHED, FieldResults, Sums
from scoring.core.matchpoints import Int64Array
from scoring.core.order import exact_order
from scoring.core.tie_breaks import (
    Group,
    Splitter,
    TieBreak,
    by_ballot,
    by_opponents,
    by_value,
    level_groups,
)


def field_tie_breaks(
    field: FieldResults, sums: Sums, seed: bytes | None
) -> dict[TieBreak, Splitter]:
    """Return every criterion that a night of games can be split by.

    Head-to-head is never used for individuals.
    """
    splits: dict[TieBreak, Callable[[Group], list[Group]]] = {
        TieBreak.OPPONENTS: lambda group: _opponents(field, sums)(group),
        TieBreak.NET_POINTS: by_value(sums.net_points),
        TieBreak.HANDS_WON: by_value(sums.hands_won),
        TieBreak.GAMES_WON: by_value(sums.double_wins),
    }
    if not field.individuals:
        splits[TieBreak.HEAD_TO_HEAD] = lambda group: _by_head_to_head(field, group)
    known: dict[TieBreak, Splitter] = {
        criterion: (criterion.value, split) for criterion, split in splits.items()
    }
    return {**known, TieBreak.BALLOT: by_ballot(seed)}


def _opponents(field: FieldResults, sums: Sums) -> Callable[[Group], list[Group]]:
    """Split by the opponents' wins per game; who met whom in a game that is finished."""
    met: list[set[int]] = [set() for _ in range(field.contestants)]
    for seats in field.games[field.game_winner != UNFINISHED].tolist():
        for own in (0, 1, 2, 3):
            for other in (1, 3) if own in (0, 2) else (0, 2):
                if seats[own] >= 0 and seats[other] >= 0:
                    met[seats[own]].add(seats[other])
    final = [
        Fraction(wins, 2 * games) if games else Fraction()
        for wins, games in zip(sums.double_wins.tolist(), sums.games_played.tolist(), strict=True)
    ]
    return by_opponents(met, final)


def _by_head_to_head(field: FieldResults, group: Group) -> list[Group]:
    """Split pairs by wins per game among themselves, again within each part that is smaller."""
    wins = _mutual_wins(field, group)
    if wins is None:
        return [group]
    ordered = sorted(group, key=lambda one: -int(wins[one]))
    parts = level_groups(ordered, wins)
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
