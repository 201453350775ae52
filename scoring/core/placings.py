"""The ranking of a session of compared boards.

Source: docs/ranking.md. Exact fractions decide; ties share a rank and the next is skipped.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.core.board_scores import Comparison
from scoring.core.order import percentage_hundredths
from scoring.core.session import SessionScores, Total
from scoring.core.session_ties import session_tie_breaks
from scoring.core.tie_breaks import Splitter, TieBreak, choose, rank_ties

PAIRS_CHAIN = (TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.COUNT_BACK)
"""The usual order; a night chooses its own, or none: then the tied share their rank."""


NOTHING = "below the line: no board compared"


@dataclass(frozen=True, slots=True)
class Placing:
    """One contestant's place within its line; rank 0 where nothing was compared.

    `final` decides the rank: percent, or the mean of a board, with the `handicap` in the same unit.
    `percentage_hundredths` is the scratch percentage, for showing.
    """

    total: Total
    line: Hashable
    rank: int
    shared: bool
    final: Fraction
    handicap: Fraction = Fraction(0)
    tie_reason: str = ""

    @property
    def contestant(self) -> int:
        return self.total.contestant

    @property
    def percentage_hundredths(self) -> int | None:
        return percentage_hundredths(self.total.got, self.total.available)


def rank_session(
    scores: SessionScores,
    *,
    lines: Sequence[Hashable] | None = None,
    chain: Sequence[TieBreak] = (),
    handicaps: Mapping[int, Fraction] | None = None,
    ballot_seed: bytes | None = None,
) -> list[Placing]:
    """Rank contestants by their exact share (or mean), each line by itself, the best first.

    `lines` gives each contestant's line (Mitchell's two, or a flight); without it all are one.
    `handicaps` are in percent (in a board's points or IMPs for other methods). ValueError
    for a tie-break that is not for pairs.
    """
    handicaps = handicaps or {}
    splitters = choose(chain, session_tie_breaks(scores, ballot_seed))
    final = {one.contestant: _scratch(scores, one) for one in scores.totals}
    final = {one: scratch + handicaps.get(one, 0) for one, scratch in final.items()}
    line_of = lines if lines is not None else [""] * len(scores.totals)
    placings: list[Placing] = []
    for line in dict.fromkeys(line_of):
        members = [total for total in scores.totals if line_of[total.contestant] == line]
        placings += _rank_line(members, line, splitters, final, handicaps)
    return placings


def _scratch(scores: SessionScores, total: Total) -> Fraction:
    return total.percent if scores.scoring.method is Comparison.MATCHPOINTS else total.ratio


def _rank_line(
    members: Sequence[Total],
    line: Hashable,
    splitters: Sequence[Splitter],
    final: Mapping[int, Fraction],
    handicaps: Mapping[int, Fraction],
) -> list[Placing]:
    total = {one.contestant: one for one in members}
    playing = sorted((one for one in total if total[one].available), key=lambda one: -final[one])
    placed = [
        (one, rank, len(block) > 1, reason)
        for rank, block, reason in rank_ties(playing, final, splitters)
        for one in block
    ]
    placed += [(one, 0, False, NOTHING) for one in total if not total[one].available]
    return [
        Placing(total[one], line, rank, shared, final[one], handicaps.get(one, Fraction()), reason)
        for one, rank, shared, reason in placed
    ]
