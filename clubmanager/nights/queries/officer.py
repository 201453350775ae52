"""What an officer sees of a night: everything, unless she plays in it herself (story 46)."""

from dataclasses import dataclass

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
        return hand.board_id in self.hidden_boards and table.game not in self.own_games

    def veils_game(self, table: TableRow) -> bool:
        """Whether a total of this table's game would tell something of a hidden hand."""
        return any(self.veils(table, hand) for hand in table.hands)


def sight_of(data: NightData, user) -> OfficerSight:
    """What this officer may see of the night."""
    hidden = boards_hidden_from_officer(data, user)
    own = data.games_of_player(data.players_of(user.pk)) if hidden else frozenset()
    return OfficerSight(hidden, frozenset(own))
