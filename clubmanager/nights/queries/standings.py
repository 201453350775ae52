"""The ranking of a night by its method and settings, best first."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from clubmanager.nights.core.ranking import BACK_SCORE, GAMES, POINTS, VICTORY
from clubmanager.nights.models import Method
from scoring.core.board_scores import Comparison
from scoring.core.field import Sums, sum_field
from scoring.core.neuberg import Factoring
from scoring.core.placings import rank_session
from scoring.core.report import decimal_text
from scoring.core.standings import Standing, rank_games, rank_matchpoints, rank_points
from scoring.core.teams import rank_teams

from .back_score import back_scores
from .contest import Contest, compares_boards, contests_of
from .data import EntryRow, NightData, PenaltyRow

__all__ = ["StandingRow", "compares_boards", "fraction_text", "standings_for"]

RANKINGS: dict[str, Callable[..., list[Standing]]] = {
    Method.GAMES: rank_games,
    Method.POINTS: rank_points,
    Method.MATCHPOINTS: rank_matchpoints,
}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings page: who, and the numbers of scoring.core.Standing.

    `score` decides where it is not wins, points or a plain percentage: a mean of IMPs or points
    of a board, victory points, or a percentage with its handicap. `stratum_ranks`: the rank in
    each stratum that the entry belongs to. `in_section` where sections are ranked apart. `exact` is
    what decided, where boards were compared one by one; an event of several sessions needs it.
    """

    entry: EntryRow
    standing: Standing
    score: Fraction | None = None
    exact: Fraction | None = None
    handicap: Fraction = Fraction(0)
    penalties: tuple[PenaltyRow, ...] = ()
    stratum_ranks: tuple[tuple[str, str], ...] = ()
    line: str = ""
    in_section: str = ""

    @property
    def rank_text(self) -> str:
        if self.standing.below_line:
            return "–"
        return rank_text(self.standing.rank, self.standing.shared)

    @property
    def part(self) -> tuple[str, str]:
        """The section and line within which the rank counts; empty where there is only one."""
        return self.in_section, self.line

    @property
    def wins_text(self) -> str:
        return f"{fraction_text(self.standing.wins)} / {self.standing.games_played}"

    @property
    def percentage_text(self) -> str:
        hundredths = self.standing.percentage_hundredths
        return "" if hundredths is None else f"{decimal_text(Fraction(hundredths, 100))} %"

    @property
    def score_text(self) -> str:
        return "" if self.score is None else decimal_text(self.score)


def rank_text(rank: int, shared: bool) -> str:
    return f"{rank}{'=' if shared else ''}"


def fraction_text(value: Fraction) -> str:
    """3 for three, 2½ for two and a half."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}½"


def standings_for(
    data: NightData, *, public: bool, hidden_boards: frozenset = frozenset()
) -> list[StandingRow]:
    """The ranking of the night by its method, best first, line by line, section by section.

    For the public of a running night whose boards are shared, only closed rounds count. Hands on
    `hidden_boards` (those that a playing director has still to play) are left out.
    """
    if not data.entries:
        return []
    shared = compares_boards(data)
    contests = contests_of(data, public=public, hidden_boards=hidden_boards)
    return [row for contest in contests for row in _rank(contest, shared)]


def _rank(contest: Contest, shared: bool) -> list[StandingRow]:
    rows = _by_arrays(contest, shared) if _needs_arrays_only(contest) else _by_boards(contest)
    apart = not contest.data.night.ranked_together
    given = contest.data.penalties
    rows = [
        replace(
            row,
            line="" if contest.one_winner else row.entry.line,
            in_section=row.entry.section if apart else "",
            penalties=tuple(one for one in given if one.entry == row.entry.id),
        )
        for row in rows
    ]
    return _with_strata(rows, contest) if contest.settings.strata else rows


def _needs_arrays_only(contest: Contest) -> bool:
    """Whether plain whole numbers say it all; matchpoints only without anything special."""
    if contest.method in (GAMES, POINTS):
        return True
    if contest.method != Comparison.MATCHPOINTS:
        return False
    settings, night = contest.settings, contest.data
    hands = (hand for table in contest.tables for hand in table.hands)
    return not (
        settings.factoring is not Factoring.OFF
        or settings.chain
        or settings.handicaps
        or night.penalties
        or any(hand.ruling_detail or hand.board_group for hand in hands)
    )


def _options(contest: Contest) -> dict:
    chain = contest.settings.chain_for(contest.method, individuals=contest.individuals)
    return {"chain": chain, "ballot_seed": bytes.fromhex(contest.data.night.draw_seed)}


def _by_arrays(contest: Contest, shared: bool) -> list[StandingRow]:
    share = Fraction(contest.settings.minimum_percent, 100)
    field = contest.field
    if contest.one_winner:
        field = replace(field, line=field.line * 0)
    rows = RANKINGS[contest.method](field, minimum_share=share, **_options(contest))
    if shared and contest.method != Comparison.MATCHPOINTS:
        rows = _with_percentages(rows, rank_matchpoints(field))
    return [_row(contest, row) for row in rows]


def _row(contest: Contest, standing: Standing, **more) -> StandingRow:
    return StandingRow(contest.data.entries[contest.order[standing.contestant]], standing, **more)


def _with_percentages(rows: list[Standing], others: list[Standing]) -> list[Standing]:
    found = {other.contestant: other for other in others}
    return [
        replace(
            row,
            matchpoints=found[row.contestant].matchpoints,
            available=found[row.contestant].available,
            percentage_hundredths=found[row.contestant].percentage_hundredths,
        )
        for row in rows
    ]


def _by_back_score(contest: Contest) -> list[StandingRow]:
    """Each finished table's margin in hundreds, summed; level hundreds by points, then shared."""
    won, sums = back_scores(contest), sum_field(contest.field)
    order = sorted(range(len(won)), key=lambda at: won[at], reverse=True)
    rows = []
    for at in sorted(order, key=lambda at: contest.lines[at], reverse=True):
        others = [won[o] for o in order if o != at and contest.lines[o] == contest.lines[at]]
        level = [net for hundreds, net in others if hundreds == won[at][0]]
        shared = won[at][1] in level
        rank = 1 + sum(other > won[at] for other in others)
        reason = "level back scores: by points" if level and not shared else ""
        standing = replace(_standing(sums, at, rank, shared, reason), net_points=won[at][1])
        rows.append(_row(contest, standing, score=Fraction(won[at][0])))
    return rows


def _by_boards(contest: Contest) -> list[StandingRow]:
    ranking = {VICTORY: _by_matches, BACK_SCORE: _by_back_score}.get(contest.method, _by_session)
    return ranking(contest)


def _by_session(contest: Contest) -> list[StandingRow]:
    placings = rank_session(
        contest.scores,
        lines=contest.lines,
        handicaps=contest.handicaps(),
        deductions=contest.deductions(),
        below=contest.below,
        **_options(contest),
    )
    sums = sum_field(contest.field)
    percent = contest.method == Comparison.MATCHPOINTS
    rows = []
    for one in placings:
        standing = _standing(sums, one.contestant, one.rank, one.shared, one.tie_reason)
        if percent:
            standing = replace(standing, percentage_hundredths=one.percentage_hundredths)
        shown = not percent or one.handicap
        exact = one.final if one.total.available else None
        score = exact if shown else None
        rows.append(_row(contest, standing, score=score, exact=exact, handicap=one.handicap))
    return rows


def _by_matches(contest: Contest) -> list[StandingRow]:
    hundredths = {at: int(100 * points) for at, points in contest.deductions().items()}
    placings = rank_teams(
        contest.matches, teams=len(contest.order), deductions=hundredths, **_options(contest)
    )
    sums = sum_field(contest.field)
    return [
        _row(
            contest,
            _standing(sums, one.team, one.rank, one.shared, one.tie_reason),
            score=Fraction(one.points_hundredths, 100),
        )
        for one in placings
    ]


def _standing(sums: Sums, at: int, rank: int, shared: bool, reason: str) -> Standing:
    """A place that was found by boards, with what the entry gathered besides."""
    return Standing(
        contestant=at,
        line=0,
        rank=rank,
        shared=shared,
        below_line=rank == 0,
        hands_played=int(sums.hands_played[at]),
        games_played=int(sums.games_played[at]),
        wins=Fraction(int(sums.double_wins[at]), 2),
        net_points=int(sums.net_points[at]),
        hands_won=int(sums.hands_won[at]),
        tie_reason=reason,
    )


def _with_strata(rows: list[StandingRow], contest: Contest) -> list[StandingRow]:
    """Rank each stratum below the first among itself and those below it, by the places above.

    An entry without a stratum is in the highest.
    """
    names = contest.settings.strata
    own = contest.settings.stratum_of
    level = {row.entry.id: names.index(own.get(row.entry.id, names[0])) for row in rows}
    ranks: dict[int, list[tuple[str, str]]] = {}
    for at, name in enumerate(names[1:], 1):
        for line in dict.fromkeys(row.line for row in rows):
            members = [row for row in rows if row.line == line and level[row.entry.id] >= at]
            for row, rank in _renumbered([row for row in members if row.standing.rank]):
                ranks.setdefault(row.entry.id, []).append((name, rank))
    return [replace(row, stratum_ranks=tuple(ranks.get(row.entry.id, ()))) for row in rows]


def _renumbered(rows: list[StandingRow]) -> list[tuple[StandingRow, str]]:
    places = [row.standing.rank for row in rows]
    return [
        (row, rank_text(places.index(place) + 1, places.count(place) > 1))
        for row, place in zip(rows, places, strict=True)
    ]
