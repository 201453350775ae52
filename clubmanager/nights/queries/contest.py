"""A part of a night's field that is compared and ranked by itself: all of it, or one section.

Boards are compared by scoring.core.session; matches of teams as boards of two results each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from clubmanager.nights.core.ranking import VICTORY, RankingSettings, settings_from_json
from clubmanager.nights.core.visibility import shared_boards
from clubmanager.nights.models import NightState, PenaltyUnit
from scoring.core.board_scores import Comparison
from scoring.core.field import FieldResults, sum_field
from scoring.core.outcomes import NotPlayed
from scoring.core.rulings import outcome_of
from scoring.core.session import BoardPlay, SessionScores, score_session
from scoring.core.standings import too_few
from scoring.core.teams import BYE, TeamMatch

from .data import HandRow, NightData, TableRow
from .field import build_field, is_individual


@dataclass
class Contest:
    """Entries (ids, by index), tables whose hands count, and boards that are left out."""

    data: NightData
    settings: RankingSettings
    order: list[int]
    tables: list[TableRow]
    hidden: frozenset

    @property
    def method(self) -> str:
        return self.data.night.method

    @cached_property
    def index(self) -> dict[int, int]:
        return {entry_id: at for at, entry_id in enumerate(self.order)}

    @cached_property
    def individuals(self) -> bool:
        return is_individual(self.data)

    @property
    def one_winner(self) -> bool:
        """By the ranking's settings, or because the movement mixes the lines."""
        return "one" in (self.settings.winners, self.data.night.options.get("winners"))

    @property
    def lines(self) -> list[str]:
        """Each entry's line; one line where the night has one winner."""
        one = self.one_winner
        return ["" if one else self.data.entries[entry].line for entry in self.order]

    @cached_property
    def field(self) -> FieldResults:
        return build_field(self.data, self.tables, self.order, self.hidden)

    @cached_property
    def below(self) -> dict[int, str]:
        """Who has played too little to be ranked, and how little."""
        played, scheduled = sum_field(self.field).hands_played, self.field.scheduled_hands
        return {
            at: f"below the line: {too_few(done, due)}"
            for at, (done, due) in enumerate(zip(played.tolist(), scheduled.tolist(), strict=True))
            if 100 * done < due * self.settings.minimum_percent
        }

    @cached_property
    def scores(self) -> SessionScores:
        scoring = self.settings.scoring(self.method)
        return score_session(
            [play for play, _table, _hand in self.plays],
            contestants=len(self.order),
            scoring=scoring,
        )

    @cached_property
    def plays(self) -> list[tuple[BoardPlay, TableRow, HandRow]]:
        """Every play of a numbered board, with where it was played."""
        return [found for table in self.tables for found in self._plays_at(table)]

    def _plays_at(self, table: TableRow) -> Iterator[tuple[BoardPlay, TableRow, HandRow]]:
        if any(seat not in table.seats for seat in "NESW"):
            return
        north, east, south, west = (self.index[table.seats[seat][1]] for seat in "NESW")
        ns, ew = ((north, south), (east, west)) if self.individuals else ((north,), (east,))
        match = f"round {table.round}, {min(north, east)}-{max(north, east)}, "
        for hand in table.hands:
            if hand.board is not None:
                hidden = hand.board_id in self.hidden
                outcome = (
                    NotPlayed()
                    if hidden
                    else outcome_of(hand.ns_points, hand.ew_points, hand.ruling_detail)
                )
                group = f"{match if self.method == VICTORY else ''}{hand.board_group}"
                yield BoardPlay(hand.board, ns, ew, outcome, group), table, hand

    def deductions(self) -> dict[int, Fraction]:
        """Penalties in the unit of the method; a share of a top only where there is a top."""
        top = max((worth.available for worth in self.scores.worths), default=Fraction())
        has_top = self.scores.scoring.method is Comparison.MATCHPOINTS
        found: dict[int, Fraction] = {}
        for penalty in self.data.penalties:
            unit = Fraction(1, 100)
            if penalty.unit == PenaltyUnit.PERCENT:
                unit = top / 10_000 if has_top else Fraction()
            if penalty.entry in self.index:
                at = self.index[penalty.entry]
                found[at] = found.get(at, Fraction()) + penalty.hundredths * unit
        return found

    def handicaps(self) -> dict[int, Fraction]:
        chosen = self.settings.handicaps.items()
        return {
            self.index[entry]: Fraction(hundredths, 100)
            for entry, hundredths in chosen
            if entry in self.index
        }

    @cached_property
    def matches(self) -> list[TeamMatch]:
        """The matches of teams that have a board in, and the byes of rounds that count."""
        imps: dict[tuple[int, int, int], dict[int, list[Fraction]]] = {}
        for at, (play, table, _hand) in enumerate(self.plays):
            home, away = sorted((play.ns[0], play.ew[0]))
            worth = self.scores.worths[at]
            got = worth.ns if play.ns[0] == home else worth.ew
            if got is not None and (worth.results == 2 or worth.results < 2 and _is_award(play)):
                boards = imps.setdefault((table.round, home, away), {})
                boards.setdefault(play.board, []).append(got)
        matches = [
            TeamMatch(home, away, len(boards), _whole(boards.values()))
            for (_round, home, away), boards in sorted(imps.items())
        ]
        return matches + [
            TeamMatch(self.index[entry.id], BYE, 1, 0, self.settings.bye_hundredths)
            for number in sorted({table.round for table in self.tables})
            for entry in self.data.sit_outs.get(number, [])
            if entry.id in self.index
        ]


def _is_award(play: BoardPlay) -> bool:
    return not hasattr(play.outcome, "ns_lot") and not isinstance(play.outcome, NotPlayed)


def _whole(boards) -> int:
    """A match's IMPs: both tables of a board say the same, or an award is shared by the two."""
    total = sum((sum(got, Fraction()) / len(got) for got in boards), Fraction())
    size = int(abs(total) + Fraction(1, 2))
    return size if total > 0 else -size


def compares_boards(data: NightData) -> bool:
    """Whether boards are played at more than one table."""
    return bool(shared_boards(data.plays()))


def counted_tables(data: NightData, *, public: bool, shared: bool) -> list[TableRow]:
    """The tables whose hands count: started rounds, or only closed ones for the public."""
    closed_only = public and shared and data.night.state != NightState.CLOSED
    states = {"closed"} if closed_only else {"open", "closed"}
    return [table for table in data.tables if table.round_state in states]


def contests_of(
    data: NightData, *, public: bool, hidden_boards: frozenset = frozenset()
) -> list[Contest]:
    """The whole field, or each section by itself where the night ranks them apart.

    For the public of a running night whose boards are shared, only closed rounds count.
    """
    settings = settings_from_json(data.night.ranking)
    tables = counted_tables(data, public=public, shared=compares_boards(data))
    if data.night.ranked_together:
        return [Contest(data, settings, list(data.entries), tables, hidden_boards)]
    sections: dict[str, list[int]] = {}
    for entry in data.entries.values():
        sections.setdefault(entry.section, []).append(entry.id)
    return [
        Contest(data, settings, order, _tables_of(tables, set(order)), hidden_boards)
        for _name, order in sorted(sections.items())
    ]


def _tables_of(tables: list[TableRow], entries: set[int]) -> list[TableRow]:
    return [t for t in tables if any(entry in entries for _person, entry in t.seats.values())]
