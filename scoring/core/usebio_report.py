"""A USEBIO session ranked anew, and where that differs from what the file itself claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.outcomes import Artificial, Award
from scoring.core.placings import Placing, rank_session
from scoring.core.report import board_rows, number, placing_row, rank_text
from scoring.core.session import BoardPlay, SessionScores, score_session
from scoring.core.tie_breaks import TieBreak
from scoring.core.usebio import TravellerLine, UsebioFile


@dataclass(frozen=True, slots=True)
class _Checked:
    """A line whose own matchpoints differ from the file's: ours, the file's, what it is."""

    at: int
    ours: tuple[Fraction, Fraction]
    claimed: tuple[str, str]
    contradicts: bool


def report_usebio(
    file: UsebioFile, *, scoring: Scoring, chain: Sequence[TieBreak]
) -> dict[str, Any]:
    """Return standings, every board, and the differences, ready for JSON.

    An artificial line takes the file's own matchpoints. A line with a score whose matchpoints
    differ from those that the file gives the same score elsewhere on the board contradicts the
    file: it is a warning, and its matchpoints count as the director's award for its two pairs.
    """
    index = {pair.number: at for at, pair in enumerate(file.pairs)}
    plays, notes = _plays(file, index)
    checks: list[_Checked] = []
    scores = score_session(plays, contestants=len(file.pairs), scoring=scoring)
    compares = scoring.method is Comparison.MATCHPOINTS
    if compares:
        checks = _check_lines(file, scores)
        plays = _with_awards(file, plays, checks)
        scores = score_session(plays, contestants=len(file.pairs), scoring=scoring)
    lines = [pair.line if file.winners == 2 else "" for pair in file.pairs]
    placings = rank_session(scores, lines=lines, chain=chain)
    claims, differences = _check_standings(file, placings) if compares else ({}, [])
    line_claims = sum(line.ns_claim is not None for line in file.lines) if compares else 0
    return {
        "source": "USEBIO",
        "title": file.title,
        "method": scoring.method.value,
        "factoring": scoring.factoring.value,
        "standings": [_row(file, scores, placing) for placing in placings],
        "boards": board_rows(scores, [pair.number for pair in file.pairs]),
        "compared": {
            "lines": line_claims,
            "lines_equal": line_claims - len(checks),
            **claims,
        },
        "differences": [_line_difference(file, check) for check in checks] + differences,
        "warnings": [_warning(file, check) for check in checks if check.contradicts],
        "notes": notes,
    }  # fmt: skip


def _plays(file: UsebioFile, index: dict[str, int]) -> tuple[list[BoardPlay], list[str]]:
    plays, notes = [], []
    lines_on: dict[int, int] = {}
    for line in file.lines:
        lines_on[line.board] = lines_on.get(line.board, 0) + 1
    for line in file.lines:
        outcome = line.outcome
        if isinstance(outcome, Artificial):
            top = 2 * (lines_on[line.board] - 1)
            outcome, note = _as_awarded(line, outcome, top)
            notes += note
        plays.append(BoardPlay(line.board, (index[line.ns],), (index[line.ew],), outcome))
    return plays, notes


def _as_awarded(line: TravellerLine, award: Artificial, top: int) -> tuple[Artificial, list[str]]:
    """Return the award that the file's matchpoints are, with a note where its code differs."""
    if line.ns_claim is None or line.ew_claim is None or not top:
        return award, []
    given = _fixed(line.ns_claim, line.ew_claim, Fraction(top))
    if (given.ns.percent, given.ew.percent) == (award.ns.percent, award.ew.percent):
        return given, []
    by_code = [number(one.percent * top / 100) for one in (award.ns, award.ew)]
    return given, [
        f"board {line.board}, {line.ns} against {line.ew}: the code {line.score} means "
        f"{by_code[0]} and {by_code[1]}, the file awards {line.ns_claim} and {line.ew_claim}; "
        "the award counts"
    ]


def _fixed(ns: str, ew: str, top: Fraction) -> Artificial:
    shares = (Award.fixed(100 * Fraction(claim) / top) for claim in (ns, ew))
    return Artificial(*shares)


def agrees(value: Fraction, claim: str, digits: int) -> bool:
    """Whether a claim is this value rounded to so many digits, an exact half either way."""
    return abs(value - Fraction(claim)) <= Fraction(1, 2 * 10**digits)


def _digits(claims: Iterable[str | None]) -> int:
    """Return how finely a file prints a column: 1 may stand for 1.0 where others have tenths."""
    return max([len(claim.partition(".")[2]) for claim in claims if claim], default=0) or 1


def _check_lines(file: UsebioFile, scores: SessionScores) -> list[_Checked]:
    checks: list[_Checked] = []
    digits = _digits(claim for line in file.lines for claim in (line.ns_claim, line.ew_claim))
    for at, (line, worth) in enumerate(zip(file.lines, scores.worths, strict=True)):
        if line.ns_claim is None or line.ew_claim is None or worth.ns is None or worth.ew is None:
            continue
        if agrees(worth.ns, line.ns_claim, digits) and agrees(worth.ew, line.ew_claim, digits):
            continue
        claimed = (line.ns_claim, line.ew_claim)
        checks.append(_Checked(at, (worth.ns, worth.ew), claimed, _contradicts(file, at)))
    return checks


def _contradicts(file: UsebioFile, at: int) -> bool:
    """Whether the file gives the same score on the same board other matchpoints."""
    own = file.lines[at]
    return any(
        line.board == own.board and line.score == own.score and line.ns_claim != own.ns_claim
        for line in file.lines
    )


def _with_awards(
    file: UsebioFile, plays: list[BoardPlay], checks: list[_Checked]
) -> list[BoardPlay]:
    plays = list(plays)
    for check in checks:
        if check.contradicts:
            top = Fraction(2 * (sum(p.board == plays[check.at].board for p in plays) - 1))
            plays[check.at] = replace(plays[check.at], award=_fixed(*check.claimed, top))
    return plays


def _check_standings(
    file: UsebioFile, placings: list[Placing]
) -> tuple[dict[str, int], list[dict[str, Any]]]:
    counts = dict.fromkeys(("percentages", "percentages_equal", "places", "places_equal"), 0)
    differences: list[dict[str, Any]] = []
    digits = _digits(pair.percentage for pair in file.pairs)
    for placing in placings:
        pair = file.pairs[placing.contestant]
        for name, claim, ours, equal in (
            ("percentages", pair.percentage, number(placing.total.percent),
             pair.percentage and agrees(placing.total.percent, pair.percentage, digits)),
            ("places", pair.place, rank_text(placing.rank, placing.shared),
             pair.place and pair.place.strip("=") == str(placing.rank)),
        ):  # fmt: skip
            if claim is None:
                continue
            counts[name] += 1
            counts[f"{name}_equal"] += bool(equal)
            if not equal:
                differences.append(
                    {"pair": pair.number, "what": name[:-1], "ours": ours, "file": claim}
                )
    return counts, differences


def _row(file: UsebioFile, scores: SessionScores, placing: Placing) -> dict[str, Any]:
    pair = file.pairs[placing.contestant]
    return {
        "line": placing.line,
        "number": pair.number,
        "names": list(pair.names),
        **placing_row(scores, placing),
    }


def _line_difference(file: UsebioFile, check: _Checked) -> dict[str, Any]:
    line = file.lines[check.at]
    return {
        "board": line.board,
        "ns": line.ns,
        "ew": line.ew,
        "what": "matchpoints",
        "score": line.score,
        "ours": [number(one) for one in check.ours],
        "file": [number(Fraction(one)) for one in check.claimed],
    }


def _warning(file: UsebioFile, check: _Checked) -> str:
    line = file.lines[check.at]
    ours, theirs = [number(one) for one in check.ours], check.claimed
    return (
        f"board {line.board}, {line.ns} against {line.ew}: the file contradicts itself: "
        f"{line.score} is worth {ours[0]} and {ours[1]} like elsewhere on the board, "
        f"but this line has {theirs[0]} and {theirs[1]}, which count here as the director's award"
    )
