"""Strata, flights and handicaps: prizes for those who do not win outright.

Source: docs/ranking.md. Strata play and are compared as one field; each stratum is ranked among
itself and those below. Flights are compared and ranked apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from scoring.core.placings import Placing
from scoring.core.session import BoardPlay


def rank_strata(
    placings: Sequence[Placing], *, stratum_of: Mapping[int, str], strata: Sequence[str]
) -> dict[str, list[Placing]]:
    """Return each stratum's ranking, from the highest stratum, which is the whole field, down.

    A contestant is also ranked in every stratum above its own. Scores, and ties that were broken,
    stay as they are in the whole field. ValueError for a stratum that is not one of `strata`.
    """
    level = {name: at for at, name in enumerate(strata)}
    for placing in placings:
        if stratum_of.get(placing.contestant) not in level:
            given = stratum_of.get(placing.contestant)
            raise ValueError(f"stratum must be one of {', '.join(strata)}, got {given}")
    return {
        name: _renumbered([p for p in placings if level[stratum_of[p.contestant]] >= at])
        for name, at in level.items()
    }


def _renumbered(placings: Sequence[Placing]) -> list[Placing]:
    """Rank what is left of every line anew: 1, 2=, 2=, 4; rank 0 stays."""
    renumbered: list[Placing] = []
    for _, line in groupby(placings, key=lambda placing: placing.line):
        rank = 1
        for old, sharing in groupby(line, key=lambda placing: placing.rank):
            block = list(sharing)
            shared = old > 0 and len(block) > 1
            reason = f"tied: shares rank {rank}" if shared else ""
            renumbered += [
                replace(p, rank=rank, shared=shared, tie_reason=reason) if old else p for p in block
            ]
            rank += len(block)
    return renumbered


def split_flights(
    plays: Sequence[BoardPlay], flight_of: Mapping[int, str]
) -> dict[str, list[BoardPlay]]:
    """Return each flight's plays, to be scored and ranked by itself.

    ValueError where contestants of two flights met: those are strata.
    """
    flights: dict[str, list[BoardPlay]] = defaultdict(list)
    for play in plays:
        names = {flight_of[one] for one in (*play.ns, *play.ew)}
        if len(names) > 1:
            met = " and ".join(sorted(names))
            raise ValueError(f"flights must not meet, got {met} on board {play.board}")
        flights[names.pop()].append(play)
    return dict(flights)


def handicap(members: Sequence[Fraction], *, par: Fraction, share: Fraction) -> Fraction:
    """Return the handicap of partners whose usual results are `members`: a share of what their
    mean is short of `par` (50 % of matchpoints, 0 IMPs); negative for those above it."""
    if not members:
        raise ValueError("members must be at least 1, got 0")
    return share * (par - sum(members, Fraction()) / len(members))
