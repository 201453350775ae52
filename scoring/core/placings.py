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
    `percentage_hundredths` is the scratch percentage, for showing. `deducted`: penalties, in the
    unit of what was got.
    """

    total: Total
    line: Hashable
    rank: int
    shared: bool
    final: Fraction
    handicap: Fraction = Fraction(0)
    tie_reason: str = ""
    deducted: Fraction = Fraction(0)

    @property
    def contestant(self) -> int:
        return self.total.contestant

    @property
    def percentage_hundredths(self) -> int | None:
        return percentage_hundredths(self.total.got - self.deducted, self.total.available)


def rank_session(
    scores: SessionScores,
    *,
    lines: Sequence[Hashable] | None = None,
    chain: Sequence[TieBreak] = (),
    handicaps: Mapping[int, Fraction] | None = None,
    deductions: Mapping[int, Fraction] | None = None,
    below: Mapping[int, str] | None = None,
    ballot_seed: bytes | None = None,
) -> list[Placing]:
    """Rank contestants by their exact share (or mean), each line by itself, the best first.

    `lines` gives each contestant's line (Mitchell's two, or a flight); without it all are one.
    `handicaps` are in percent (in a board's points or IMPs for other methods); `deductions` are
    penalties, taken from what was got. Contestants in `below` are not ranked, for the reason
    given. ValueError for a tie-break that is not for pairs.
    """
    handicaps, deductions = handicaps or {}, deductions or {}
    splitters = choose(chain, session_tie_breaks(scores, ballot_seed))
    scratch = {
        one.contestant: _scratch(scores, one, deductions.get(one.contestant, Fraction()))
        for one in scores.totals
    }
    final = {one: value + handicaps.get(one, 0) for one, value in scratch.items()}
    unranked = {one.contestant: NOTHING for one in scores.totals if not one.available}
    unranked |= below or {}
    line_of = lines if lines is not None else [""] * len(scores.totals)
    return [
        Placing(
            scores.totals[one], line, rank, shared, final[one],
            handicaps.get(one, Fraction()), reason, deductions.get(one, Fraction()),
        )
        for line in dict.fromkeys(line_of)
        for one, rank, shared, reason in _rank_line(
            [at for at, of in enumerate(line_of) if of == line], splitters, final, unranked
        )
    ]  # fmt: skip


def _scratch(scores: SessionScores, total: Total, deducted: Fraction) -> Fraction:
    if not total.available:
        return Fraction()
    share = (total.got - deducted) / total.available
    return 100 * share if scores.scoring.method is Comparison.MATCHPOINTS else share


def _rank_line(
    members: Sequence[int],
    splitters: Sequence[Splitter],
    final: Mapping[int, Fraction],
    unranked: Mapping[int, str],
) -> list[tuple[int, int, bool, str]]:
    """Return (contestant, rank, shared, why), those who are not ranked last."""
    playing = sorted((one for one in members if one not in unranked), key=lambda one: -final[one])
    placed = [
        (one, rank, len(block) > 1, reason)
        for rank, block, reason in rank_ties(playing, final, splitters)
        for one in block
    ]
    return placed + [(one, 0, False, unranked[one]) for one in members if one in unranked]
