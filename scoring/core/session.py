"""A session of compared boards: every contestant's lines and totals.

Source: Laws of Duplicate Bridge 2017, Laws 12C2(c), 78; docs/ranking.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.core.board_scores import Comparison, Scoring, Worth, award_worth, score_board
from scoring.core.field import FieldResults
from scoring.core.order import exact_sum
from scoring.core.outcomes import Artificial, Award, NotPlayed, Outcome, Played


@dataclass(frozen=True, slots=True)
class BoardPlay:
    """One line of a board's score sheet: who sat North-South and East-West, and what happened.

    One contestant a side, or two where individuals play. Lines of a fouled board are compared
    within their `group` only. `award`: the score counts for all others as it stands, but its own
    two sides receive these matchpoints. ValueError if somebody sits on both sides.
    """

    board: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    outcome: Outcome
    group: str = ""
    award: Artificial | None = None

    def __post_init__(self) -> None:
        if not self.ns or not self.ew or set(self.ns) & set(self.ew):
            raise ValueError(f"board {self.board} must have two sides, got {self.ns} and {self.ew}")

    def side_of(self, contestant: int) -> str:
        return "NS" if contestant in self.ns else "EW"


def plays_of_field(field_results: FieldResults) -> list[BoardPlay]:
    """Return every play of a compared board of a night of games, in the order of its hands.

    A hand that does not count was not played. Hands of tables with an unknown seat are left out.
    """
    plays: list[BoardPlay] = []
    nets = (field_results.ns_points - field_results.ew_points).tolist()
    counted = field_results.counted.tolist()
    boards = field_results.hand_board.tolist()
    for at, game in enumerate(field_results.hand_game.tolist()):
        north, east, south, west = field_results.games[game].tolist()
        if boards[at] < 0 or min(north, east, south, west) < 0:
            continue
        ns = (north, south) if field_results.individuals else (north,)
        ew = (east, west) if field_results.individuals else (east,)
        outcome = Played(nets[at]) if counted[at] else NotPlayed()
        plays.append(BoardPlay(boards[at], ns, ew, outcome))
    return plays


@dataclass(frozen=True, slots=True)
class Line:
    """What one contestant got on one play, of what was available; `award` where it was one."""

    play: int
    side: str
    got: Fraction
    available: Fraction
    award: Award | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """One contestant's sum. Matchpoints: got of available; other methods: got in `available`
    boards."""

    contestant: int
    got: Fraction = Fraction(0)
    available: Fraction = Fraction(0)
    boards: int = 0

    @property
    def ratio(self) -> Fraction:
        """The exact share of the matchpoints, or the mean of a board; 0 where nothing counts."""
        return self.got / self.available if self.available else Fraction(0)

    @property
    def percent(self) -> Fraction:
        return 100 * self.ratio


@dataclass(frozen=True, slots=True)
class SessionScores:
    """The scored session: plays, what each is worth, every contestant's lines and totals."""

    scoring: Scoring
    plays: tuple[BoardPlay, ...]
    worths: tuple[Worth, ...]
    lines: dict[int, tuple[Line, ...]] = field(repr=False)
    totals: tuple[Total, ...]

    def average_of(self, line: Line) -> Fraction:
        """Half the top for matchpoints, nothing for the other methods."""
        is_matchpoints = self.scoring.method is Comparison.MATCHPOINTS
        return line.available / 2 if is_matchpoints else Fraction()


def score_session(
    plays: Sequence[BoardPlay],
    *,
    contestants: int,
    scoring: Scoring | None = None,
    others: Sequence[Total] = (),
) -> SessionScores:
    """Score every board, then every contestant. Contestants are numbered from 0.

    `others`: what each has on boards of the same session that are scored elsewhere; it counts
    for the own-session rule only. ValueError for a contestant beyond that.
    """
    scoring = scoring or Scoring()
    sitting = {one for play in plays for one in (*play.ns, *play.ew)}
    if sitting and not 0 <= min(sitting) <= max(sitting) < contestants:
        raise ValueError(f"contestants must be 0 to {contestants - 1}, got {max(sitting)}")
    worths = _worths(plays, scoring)
    lines = _lines(plays, worths, scoring)
    if scoring.session_rule and scoring.method is Comparison.MATCHPOINTS:
        beside = dict(enumerate(others))
        lines = {
            one: _by_own_session(own, beside.get(one, Total(one))) for one, own in lines.items()
        }
    totals = tuple(_total(one, lines.get(one, ())) for one in range(contestants))
    return SessionScores(scoring, tuple(plays), tuple(worths), lines, totals)


def _worths(plays: Sequence[BoardPlay], scoring: Scoring) -> list[Worth]:
    by_board: dict[int, list[int]] = defaultdict(list)
    for at, play in enumerate(plays):
        by_board[play.board].append(at)
    worths: dict[int, Worth] = {}
    for places in by_board.values():
        scored = score_board(
            [plays[at].outcome for at in places],
            groups=[plays[at].group for at in places],
            scoring=scoring,
        )
        worths.update(zip(places, scored, strict=True))
    return [worths[at] for at in range(len(plays))]


def _lines(
    plays: Sequence[BoardPlay], worths: Sequence[Worth], scoring: Scoring
) -> dict[int, tuple[Line, ...]]:
    lines: dict[int, list[Line]] = defaultdict(list)
    for at, (play, worth) in enumerate(zip(plays, worths, strict=True)):
        awards = play.outcome if isinstance(play.outcome, Artificial) else play.award
        sides = (
            ("NS", play.ns, worth.ns, awards.ns if awards else None),
            ("EW", play.ew, worth.ew, awards.ew if awards else None),
        )
        for side, sitting, got, award in sides:
            if award is not None and got is not None:
                got = award_worth(award.percent, worth.available, scoring.method)
            if got is not None:
                for contestant in sitting:
                    lines[contestant].append(Line(at, side, got, worth.available, award))
    return {one: tuple(own) for one, own in lines.items()}


def _by_own_session(lines: tuple[Line, ...], beside: Total) -> tuple[Line, ...]:
    """Return the lines with average plus and minus read by the contestant's other boards."""
    if all(line.award is None for line in lines):
        return lines
    played = [line for line in lines if line.award is None]
    available = sum((line.available for line in played), beside.available)
    got = sum((line.got for line in played), beside.got)
    others = 100 * got / available if available else None
    return tuple(_awarded(line, line.award, others) if line.award else line for line in lines)


def _awarded(line: Line, award: Award, others_percent: Fraction | None) -> Line:
    return replace(line, got=award.in_session(others_percent) * line.available / 100)


def _total(contestant: int, lines: Sequence[Line]) -> Total:
    return Total(
        contestant,
        exact_sum(line.got for line in lines),
        exact_sum(line.available for line in lines),
        len(lines),
    )
