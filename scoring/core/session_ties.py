"""The tie-breaks of a session of compared boards. Source: docs/ranking.md, "Ties"."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from scoring.core.session import SessionScores
from scoring.core.tie_breaks import (
    Group,
    Splitter,
    TieBreak,
    by_ballot,
    by_opponents,
    by_value,
    level_groups,
)


def session_tie_breaks(scores: SessionScores, seed: bytes | None) -> dict[TieBreak, Splitter]:
    """Return every criterion that a session of compared boards can be split by."""
    splits = {
        TieBreak.HEAD_TO_HEAD: lambda group: _by_head_to_head(scores, group),
        TieBreak.OPPONENTS: lambda group: by_opponents(
            _opponents(scores), [total.ratio for total in scores.totals]
        )(group),
        TieBreak.COUNT_BACK: lambda group: _by_count_back(scores, group),
    }
    known: dict[TieBreak, Splitter] = {
        criterion: (criterion.value, split) for criterion, split in splits.items()
    }
    return {**known, TieBreak.BALLOT: by_ballot(seed)}


def _opponents(scores: SessionScores) -> list[set[int]]:
    met: list[set[int]] = [set() for _ in scores.totals]
    for play in scores.plays:
        for one in play.ns:
            met[one].update(play.ew)
        for one in play.ew:
            met[one].update(play.ns)
    return met


def _by_head_to_head(scores: SessionScores, group: Group) -> list[Group]:
    """Split pairs by their share of the boards against each other, if all of them have met.

    Again within each part that is smaller. Never for individuals.
    """
    if any(len(play.ns) > 1 or len(play.ew) > 1 for play in scores.plays):
        return [group]
    share = _mutual_share(scores, set(group))
    if share is None:
        return [group]
    parts = level_groups(sorted(group, key=lambda one: -share[one]), share)
    if len(parts) == 1:
        return parts
    return [
        finer
        for part in parts
        for finer in (_by_head_to_head(scores, part) if len(part) > 1 else [part])
    ]


def _mutual_share(scores: SessionScores, group: set[int]) -> dict[int, Fraction] | None:
    got: dict[int, Fraction] = defaultdict(Fraction)
    available: dict[int, Fraction] = defaultdict(Fraction)
    met: set[frozenset[int]] = set()
    for one in group:
        for line in scores.lines.get(one, ()):
            play = scores.plays[line.play]
            other = (play.ew if line.side == "NS" else play.ns)[0]
            if other in group and line.award is None:
                got[one] += line.got
                available[one] += line.available
                met.add(frozenset((one, other)))
    if len(met) < len(group) * (len(group) - 1) // 2 or not all(available[one] for one in group):
        return None
    return {one: got[one] / available[one] for one in group}


def _by_count_back(scores: SessionScores, group: Group) -> list[Group]:
    """Split by the share of boards above average, one at average counting as a half."""
    counted = {one: _boards_won(scores, one) for one in group}
    return by_value(counted)(group)


def _boards_won(scores: SessionScores, contestant: int) -> Fraction:
    lines = scores.lines.get(contestant, ())
    average = [scores.average_of(line) for line in lines]
    doubled = sum(
        2 * (line.got > middle) + (line.got == middle)
        for line, middle in zip(lines, average, strict=True)
    )
    return Fraction(doubled, 2 * len(lines)) if lines else Fraction()
