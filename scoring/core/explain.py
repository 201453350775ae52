"""How one number on a standings page came about: this board, these other results, this many.

Source: the rules named in scoring.core.board_scores. Plain values; the page words and draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from scoring.core.board_scores import Comparison, Worth
from scoring.core.butler import datum, extremes, mean_of
from scoring.core.comparison import matchpoint
from scoring.core.imps import imps
from scoring.core.neuberg import Factoring, is_small_subfield
from scoring.core.order import percentage_hundredths
from scoring.core.outcomes import Artificial, AwardKind, Lot, NotPlayed, Outcome
from scoring.core.session import BoardPlay, Line, SessionScores

SIDES = {"NS": "North-South", "EW": "East-West"}
UNITS = {
    Comparison.MATCHPOINTS: "matchpoints",
    Comparison.CROSS_POINTS: "points",
    Comparison.BUTLER: "IMPs",
    Comparison.CROSS_IMPS: "IMPs",
}


@dataclass(frozen=True, slots=True)
class Against:
    """One other result on the board, seen from the same side, and what comparing gave."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    score: Lot
    worth: Fraction


@dataclass(frozen=True, slots=True)
class Explanation:
    """One contestant's result on one play of a board.

    `score` and the scores of `others` are in the contestant's own view; empty for an award.
    `sentences` say the same in plain English, one step each.
    """

    board: int
    contestant: int
    side: str
    score: Lot
    others: tuple[Against, ...]
    got: Fraction
    available: Fraction
    sentences: tuple[str, ...]

    @property
    def percentage_hundredths(self) -> int | None:
        return percentage_hundredths(self.got, self.available)


def explain(scores: SessionScores, *, contestant: int, board: int) -> list[Explanation]:
    """Explain every play of `board` by `contestant`; empty where it has no score there.

    A board that was not played has no score. ValueError for an unknown contestant.
    """
    if not 0 <= contestant < len(scores.totals):
        raise ValueError(f"contestant must be 0 to {len(scores.totals) - 1}, got {contestant}")
    return [
        _explain_line(scores, contestant, line)
        for line in scores.lines.get(contestant, ())
        if scores.plays[line.play].board == board
    ]


def _explain_line(scores: SessionScores, contestant: int, line: Line) -> Explanation:
    play, worth = scores.plays[line.play], scores.worths[line.play]
    if line.award is not None:
        return _explained(play, contestant, line, (), (), _award_sentences(scores, line))
    score = lot_of(play.outcome, line.side)
    others = _others(scores, line)
    kernel = _kernel(scores, [score, *(score for _, score in others)])
    against = tuple(
        Against(other.ns, other.ew, theirs, _weighted(score, theirs, kernel))
        for other, theirs in others
    )
    sentences = [f"{SIDES[line.side]} scored {lot_text(score)} on board {play.board}."]
    sentences += _comparison_sentences(scores, line, worth, score, against)
    return _explained(play, contestant, line, score, against, sentences)


def _explained(
    play: BoardPlay,
    contestant: int,
    line: Line,
    score: Lot,
    against: tuple[Against, ...],
    sentences: list[str],
) -> Explanation:
    return Explanation(
        play.board,
        contestant,
        line.side,
        score,
        against,
        line.got,
        line.available,
        tuple(sentences),
    )


def lot_of(outcome: Outcome, side: str) -> Lot:
    """Return one side's scores, in its own view; empty where there is none."""
    if isinstance(outcome, Artificial | NotPlayed):
        return ()
    return outcome.ns_lot if side == "NS" else outcome.ew_lot


def lot_text(lot: Lot) -> str:
    """+420, or 50 % of +420 and 50 % of -50."""
    if len(lot) == 1:
        return f"{lot[0][0]:+d}"
    return " and ".join(f"{number_text(100 * weight)} % of {net:+d}" for net, weight in lot)


def number_text(value: Fraction) -> str:
    """A whole number, a finite decimal up to two places, or a fraction: 6, 7.7, 123/7."""
    if (value * 100).denominator == 1:
        return f"{float(value):.2f}".rstrip("0").rstrip(".")
    return str(value)


def _others(scores: SessionScores, line: Line) -> list[tuple[BoardPlay, Lot]]:
    own = scores.plays[line.play]
    found = [
        (play, lot_of(play.outcome, line.side))
        for at, play in enumerate(scores.plays)
        if play.board == own.board and play.group == own.group and at != line.play
    ]
    return [(play, lot) for play, lot in found if lot]


def _kernel(scores: SessionScores, lots: list[Lot]) -> Callable[[int, int], int]:
    scoring = scores.scoring
    if scoring.method is Comparison.MATCHPOINTS:
        return matchpoint
    if scoring.method is Comparison.CROSS_IMPS:
        return lambda own, other: imps(own - other, scoring.multiplier)
    return lambda own, other: own - other


def _weighted(own: Lot, other: Lot, kernel: Callable[[int, int], int]) -> Fraction:
    return sum((w * v * kernel(net, against) for net, w in own for against, v in other), Fraction())


def _award_sentences(scores: SessionScores, line: Line) -> list[str]:
    award = line.award
    if award is None or scores.scoring.method is not Comparison.MATCHPOINTS:
        return [f"The director awarded {number_text(line.got)} IMPs."]
    names = {AwardKind.PLUS: "average plus", AwardKind.MINUS: "average minus"}
    name = names.get(award.kind, "average" if award.kind is AwardKind.AVERAGE else "a share")
    sentences = [f"The director awarded {name}: {number_text(award.percent)} % of a top."]
    given = line.got * 100 / line.available if line.available else award.percent
    if given != award.percent:
        sentences.append(f"By Law 12C2 it follows the own other boards: {percent_text(given)}.")
    return [*sentences, _total_sentence(line)]


def percent_text(percent: Fraction) -> str:
    hundredths = percentage_hundredths(percent, 100) or 0
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


def _total_sentence(line: Line) -> str:
    if not line.available:
        return "There is nothing to compare with."
    got, top = number_text(line.got), number_text(line.available)
    return f"{got} of {top} matchpoints, {percent_text(100 * line.got / line.available)}."


def _comparison_sentences(
    scores: SessionScores, line: Line, worth: Worth, score: Lot, against: tuple[Against, ...]
) -> list[str]:
    method = scores.scoring.method
    if method is Comparison.MATCHPOINTS:
        raw = worth.raw_ns if line.side == "NS" else worth.raw_ew
        return [
            _counts(against),
            *_factoring_sentences(scores, worth, raw or Fraction()),
            _total_sentence(line),
        ]
    if method is Comparison.BUTLER:
        return [_datum_sentence(scores, line, score, against)]
    total = sum((one.worth for one in against), Fraction())
    return [
        f"Against {len(against)} other results together {number_text(total)} {UNITS[method]}.",
        f"The mean is {number_text(line.got)} {UNITS[method]}.",
    ]


def _counts(against: tuple[Against, ...]) -> str:
    worse, equal = (sum(one.worth == worth for one in against) for worth in (2, 1))
    total = number_text(sum((one.worth for one in against), Fraction()))
    return (
        f"Of {len(against)} other results {worse} are worse (2 each) and {equal} equal (1 each): "
        f"{total} matchpoints."
    )


def _factoring_sentences(scores: SessionScores, worth: Worth, raw: Fraction) -> list[str]:
    results, expected, scoring = worth.results, worth.expected, scores.scoring
    if results == expected or scoring.factoring is Factoring.OFF:
        return []
    if scoring.small_subfields and is_small_subfield(results, expected):
        return [f"Only {results} of {expected} results can be compared: 60 %, 5 % a matchpoint."]
    return [
        f"{results} of {expected} results can be compared, so matchpoints are factored: "
        f"({number_text(raw)} x {expected} + {expected} - {results}) / {results}."
    ]


def _datum_sentence(
    scores: SessionScores, line: Line, score: Lot, against: tuple[Against, ...]
) -> str:
    scoring = scores.scoring
    means = [mean_of(score), *(mean_of(one.score) for one in against)]
    par = datum(means, extremes(len(means), scoring.datum_dropped), scoring.datum_step)
    return f"The datum of {len(means)} results is {par:+d}: {number_text(line.got)} IMPs."
