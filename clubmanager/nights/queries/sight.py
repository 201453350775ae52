"""What one reader of the API sees of a night: an officer, a table that plays, or anybody.

The rules are those of the pages: seen.py for the public, officer.py for an officer who plays.
"""

from dataclasses import dataclass
from functools import cached_property

from clubmanager.nights.models import Claim, ClubNight, NightState
from scoring.models import HandResult

from .data import EntryRow, HandRow, NightData, TableRow, hand_rows, load_night
from .officer import sight_of
from .paper import shown_names
from .seen import boards_hidden_from_public, results_are_public
from .standings import StandingRow, standings_for


@dataclass
class Sight:
    """A night as one reader may see it.

    `is_open` says whether results may be shown at all; `own_games` are seen whatever is hidden.
    """

    data: NightData
    is_officer: bool
    hidden: frozenset[int]
    own_games: frozenset[int]
    is_open: bool

    @property
    def night(self) -> ClubNight:
        return self.data.night

    @cached_property
    def tables(self) -> list[TableRow]:
        """The sittings that this reader may know of."""
        if self.is_officer:
            return self.data.tables
        started = [table for table in self.data.tables if table.round_state != "planned"]
        return started if self.is_open else [t for t in started if t.game in self.own_games]

    @property
    def holds_back(self) -> bool:
        """Whether there is nothing at all of the night's results for this reader."""
        return not self.is_open and not self.own_games

    def veils(self, table: TableRow, hand: HandRow) -> bool:
        return hand.board_id in self.hidden and table.game not in self.own_games

    def veils_game(self, table: TableRow) -> bool:
        return any(self.veils(table, hand) for hand in table.hands)

    def table(self, table_round_id: int) -> TableRow | None:
        return next((table for table in self.tables if table.id == table_round_id), None)

    def hand(self, hand_id: int) -> tuple[TableRow, HandRow] | None:
        found = ((t, h) for t in self.tables for h in t.hands if h.id == hand_id)
        return next(found, None)

    def entry_name(self, entry: EntryRow) -> str:
        return " & ".join(shown_names(entry, public=not self.is_officer))

    def standings(self) -> list[StandingRow]:
        """The ranking; nothing while the night is held back or no hand counts."""
        if not self.is_open:
            return []
        if self.is_officer:
            return standings_for(self.data, public=False, hidden_boards=self.hidden)
        return standings_for(self.data, public=True)


def officer_sight(night: ClubNight, user) -> Sight:
    data = load_night(night)
    veil = sight_of(data, user)
    return Sight(data, True, veil.hidden_boards, veil.own_games, is_open=True)


def public_sight(night: ClubNight, own_games: frozenset[int] = frozenset()) -> Sight:
    """As everybody sees it; `own_games` are those of the table that asks."""
    data = load_night(night)
    is_open = results_are_public(night) and night.state != NightState.PLANNED
    return Sight(data, False, boards_hidden_from_public(data), own_games, is_open)


def table_sight(claim: Claim) -> Sight:
    """The hands that a device sees of its own table and round: one query."""
    sat = claim.table_round
    table = TableRow(
        sat.pk, sat.round.number, sat.round.state, sat.table, sat.board_set, sat.game_id, {}, None
    )
    table.hands.extend(hand_rows(HandResult.objects.filter(game=sat.game_id)))
    data = NightData(claim.night, {}, [table], {})
    return Sight(data, False, frozenset(), frozenset([table.game]), is_open=False)
