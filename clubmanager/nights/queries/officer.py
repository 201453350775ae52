"""What an officer sees of a night: everything, unless she plays in it herself (story 46)."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubmanager.nights.models import ClubNight, HandLineup, NightState, TableRound
from clubmanager.people.models import Player
from scoring.models import EntryState, HandResult, Ruling

from .data import HandRow, NightData, TableRow
from .seen import boards_hidden_from_officer


@dataclass(frozen=True, slots=True)
class OfficerSight:
    """The boards that an officer has still to play, and the games she plays in.

    Hands on those boards show their state at other tables, and nothing else.
    """

    hidden_boards: frozenset[int] = frozenset()
    own_games: frozenset[int] = frozenset()

    def veils(self, table: TableRow, hand: HandRow) -> bool:
        return self.veils_hand(hand)

    def veils_hand(self, hand: HandRow) -> bool:
        return hand.board_id in self.hidden_boards and hand.game not in self.own_games

    def veils_game(self, table: TableRow) -> bool:
        """Whether a total of this table's game would tell something of a hidden hand."""
        return any(self.veils(table, hand) for hand in table.hands)


def sight_of(data: NightData, user) -> OfficerSight:
    """What this officer may see of the night."""
    hidden = boards_hidden_from_officer(data, user)
    own = data.games_of_player(data.players_of(user.pk)) if hidden else frozenset()
    return OfficerSight(hidden, frozenset(own))


def own_players(user, nights: Collection[ClubNight]) -> QuerySet[Player]:
    """The user's players who are on the list of one of these nights, or sit in for somebody."""
    sits_in = HandLineup.objects.filter(
        hand__game__table_round__round__night__in=nights, player__user=user
    )
    listed = Q(check_ins__night__in=nights) | Q(pk__in=sits_in.values("player"))
    return Player.objects.filter(listed, user=user).distinct()


def sight_in(night: ClubNight, user) -> OfficerSight:
    """The same for single hands, in one query, where the rest of the night is not needed.

    A board that she has still to play and that another table's hand is about is a shared one.
    """
    if night.state == NightState.CLOSED:
        return OfficerSight()
    tables = TableRound.objects.filter(round__night=night)
    seated = tables.filter(seats__player__user=user).values("game_id")
    sits_in = HandLineup.objects.filter(
        hand__game__table_round__round__night=night, player__user=user
    ).values("hand__game_id")
    own = HandResult.objects.filter(Q(game__in=seated) | Q(game__in=sits_in))
    rows = list(own.values_list("game_id", "board_id", "entry_state", "ruling"))
    missing = {
        board
        for _game, board, state, ruling in rows
        if board and state == EntryState.EXPECTED and ruling == Ruling.NONE
    }
    return OfficerSight(frozenset(missing), frozenset(row[0] for row in rows))
