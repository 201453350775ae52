"""What every result on one board is worth, by the method of the session.

Source: Laws of Duplicate Bridge 2017, Laws 78, 87 (fouled boards: each group is rated by itself);
docs/ranking.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scoring.core.butler import against_datum, extremes
from scoring.core.comparison import compare, matchpoint
from scoring.core.cross import Divisor, cross_imps, cross_points
from scoring.core.neuberg import (
    Factoring,
    factored,
    is_small_subfield,
    small_subfield_percent,
    to_tenths,
)
from scoring.core.outcomes import Artificial, Award, Lot, NotPlayed, Outcome, Scored

IMPS_FOR_TEN_PERCENT = 3
"""Average plus is 3 IMPs, average minus 3 IMPs less than nothing."""


class Comparison(StrEnum):
    """How boards are compared across tables."""

    MATCHPOINTS = "matchpoints"
    CROSS_POINTS = "cross-points"
    BUTLER = "butler"
    CROSS_IMPS = "cross-imps"


@dataclass(frozen=True, slots=True)
class Scoring:
    """The session's settings for comparing boards.

    `expected`: results that a board should have had, if more than there are lines on it.
    `small_subfields`: 60 % and 5 % a matchpoint for one to three of at least three times as many.
    `datum_dropped`: share of the scores to drop at each end; `datum_step`: what the datum is
    rounded to. `multiplier`: by what points are multiplied before IMPs (house practice for
    aBRIDGEd). `session_rule`: Law 12C2(c), average plus and minus follow the own session.
    ValueError for nonsense.
    """

    method: Comparison = Comparison.MATCHPOINTS
    factoring: Factoring = Factoring.TENTHS
    small_subfields: bool = True
    expected: int | None = None
    datum_dropped: Fraction = Fraction(0)
    datum_step: int = 10
    divisor: Divisor = Divisor.OTHERS
    multiplier: int = 1
    session_rule: bool = True

    def __post_init__(self) -> None:
        for name in ("datum_step", "multiplier"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if not 0 <= self.datum_dropped < Fraction(1, 2):
            raise ValueError(f"datum_dropped must be 0 to under 1/2, got {self.datum_dropped}")


@dataclass(frozen=True, slots=True)
class Worth:
    """What one result is worth to each side, of `available`; None where a side has no score.

    Matchpoints: available is the top. Other methods: available is 1, so that sums of it count
    boards. `results` were compared of `expected`; `raw_ns` and `raw_ew` are the matchpoints among
    those, before factoring.
    """

    ns: Fraction | None
    ew: Fraction | None
    available: Fraction
    results: int
    expected: int
    raw_ns: Fraction | None = None
    raw_ew: Fraction | None = None


def score_board(
    outcomes: Sequence[Outcome], *, groups: Sequence[str] = (), scoring: Scoring | None = None
) -> list[Worth]:
    """Return the worth of every line of one board's score sheet, in the order given.

    `groups` names the group of each line where a board was fouled; without it all are compared.
    Awards have the law's percentages here; see scoring.core.session for the own-session rule.
    """
    scoring = scoring or Scoring()
    groups = groups or [""] * len(outcomes)
    expected = max(len(outcomes), scoring.expected or 0)
    members: dict[str, list[int]] = defaultdict(list)
    for at, (outcome, group) in enumerate(zip(outcomes, groups, strict=True)):
        if not isinstance(outcome, Artificial | NotPlayed):
            members[group].append(at)
    empty = Worth(None, None, Fraction(), 0, expected)
    worths = [empty] * len(outcomes)
    for places in members.values():
        scored = [_scored(outcomes[at]) for at in places]
        for at, worth in zip(places, _score_group(scored, expected, scoring), strict=True):
            worths[at] = worth
    for at, outcome in enumerate(outcomes):
        if isinstance(outcome, Artificial):
            compared = len(members.get(groups[at], ()))
            worths[at] = _artificial(outcome, compared, expected, scoring)
    return worths


def _scored(outcome: Outcome) -> Scored:
    if isinstance(outcome, Artificial | NotPlayed):
        raise TypeError("a score is needed to compare")
    return outcome


def _score_group(scored: Sequence[Scored], expected: int, scoring: Scoring) -> list[Worth]:
    ns = _side([one.ns_lot for one in scored], expected, scoring)
    ew = _side([one.ew_lot for one in scored], expected, scoring)
    results = len(scored)
    if scoring.method is not Comparison.MATCHPOINTS:
        one = Fraction(1)
        return [Worth(n, e, one, results, expected) for n, e in zip(ns, ew, strict=True)]
    top = Fraction(board_top(results, expected, scoring.factoring))
    plain = Worth(None, None, top, results, expected)
    return [
        replace(
            plain,
            ns=full_matchpoints(north, results, expected, scoring),
            ew=full_matchpoints(east, results, expected, scoring),
            raw_ns=north,
            raw_ew=east,
        )
        for north, east in zip(ns, ew, strict=True)
    ]


def _side(lots: Sequence[Lot], expected: int, scoring: Scoring) -> list[Fraction]:
    """Return one side's figures: raw matchpoints, mean points, IMPs."""
    if scoring.method is Comparison.MATCHPOINTS:
        return compare(lots, matchpoint)
    if scoring.method is Comparison.CROSS_POINTS:
        return cross_points(lots)
    if scoring.method is Comparison.BUTLER:
        dropped = extremes(len(lots), scoring.datum_dropped)
        return against_datum(lots, dropped, scoring.datum_step, scoring.multiplier)
    full = len(lots) if scoring.factoring is Factoring.OFF else expected
    return cross_imps(lots, expected=full, divisor=scoring.divisor, multiplier=scoring.multiplier)


def board_top(results: int, expected: int, factoring: Factoring) -> int:
    """Return the full top, or where boards keep their own that of the results they have."""
    return 2 * (results - 1) if factoring is Factoring.OFF and results else 2 * (expected - 1)


def full_matchpoints(raw: Fraction, results: int, expected: int, scoring: Scoring) -> Fraction:
    """Return matchpoints on the board's top from those among the comparable results."""
    if scoring.factoring is Factoring.OFF or results == expected:
        return raw
    top = 2 * (expected - 1)
    if scoring.small_subfields and is_small_subfield(results, expected):
        return small_subfield_percent(raw, results) * top / 100
    exact = factored(raw, results, expected)
    return exact if scoring.factoring is Factoring.EXACT else to_tenths(exact, top)


def award_worth(percent: Fraction, available: Fraction, method: Comparison) -> Fraction | None:
    """Return what an award is worth: a share of the top, or IMPs around the average.

    None for cross-points, which know no average: such a board is left out.
    """
    if method is Comparison.MATCHPOINTS:
        return percent * available / 100
    if method is Comparison.CROSS_POINTS:
        return None
    return (percent - 50) * IMPS_FOR_TEN_PERCENT / 10


def _artificial(outcome: Artificial, compared: int, expected: int, scoring: Scoring) -> Worth:
    def worth(award: Award) -> Fraction | None:
        return award_worth(award.percent, available, scoring.method)

    available = Fraction(1)
    if scoring.method is Comparison.MATCHPOINTS:
        available = Fraction(board_top(compared, expected, scoring.factoring))
    return Worth(worth(outcome.ns), worth(outcome.ew), available, compared, expected)
