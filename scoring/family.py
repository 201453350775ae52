"""One game at one table, without a club: four first names, four hands, the winner and why.

The state is a plain dictionary in the visitor's session; points and winner come from the core
each time it is shown, so that nothing derived is stored.
"""

from collections.abc import Mapping, MutableMapping
from dataclasses import asdict, dataclass, field
from typing import Any

from deals.core.cards import Seat
from scoring.core.game import score_game

SESSION_KEY = "family_game"
HANDS_PER_GAME = 4
# score_game wants a hand at least.
NOTHING_YET = {
    "hands": [],
    "totals": {"NS": 0, "EW": 0},
    "hands_won": {"NS": 0, "EW": 0},
    "winner": None,
    "decided_by": None,
}


@dataclass
class FamilyGame:
    """Who sits where, who dealt first, and the hands as `score_game` takes them."""

    names: dict[str, str]  # by seat letter
    dealer: str  # seat letter of hand 1
    hands: list[dict[str, Any]] = field(default_factory=list)
    last_saved: int = 0  # number of the hand saved last, 0 before the first
    games_won: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})

    @classmethod
    def load(cls, session: Mapping[str, Any]) -> "FamilyGame | None":
        """The game of this visitor, None before the names are known."""
        stored = session.get(SESSION_KEY)
        return cls(**stored) if stored else None

    def save(self, session: MutableMapping[str, Any]) -> None:
        session[SESSION_KEY] = asdict(self)

    def dealer_of(self, number: int) -> Seat:
        """The deal moves clockwise, one seat a hand."""
        return Seat(self.dealer).turn(number - 1)

    def name(self, seat: Seat) -> str:
        return self.names[seat.value]

    @property
    def next_number(self) -> int | None:
        """The hand to be entered next, None when the game is complete."""
        return len(self.hands) + 1 if len(self.hands) < HANDS_PER_GAME else None

    def may_enter(self, number: int) -> bool:
        """Whether hand `number` is one to correct or the next one."""
        return 1 <= number <= min(len(self.hands) + 1, HANDS_PER_GAME)

    def put(self, number: int, hand: dict[str, Any]) -> None:
        """Store a new hand, or correct an earlier one."""
        self.hands[number - 1 : number] = [hand]
        self.last_saved = number

    def result(self) -> dict[str, Any]:
        """What `score_game` says: hands, totals, hands won, winner and what decided."""
        if not self.hands:
            return NOTHING_YET
        return score_game(
            {
                "game": "abridged",
                "dealer": self.dealer,
                "chart": "reconstructed",
                "hands": self.hands,
            }
        )

    def next_game(self) -> None:
        """Keep names and seats, count the game that has just ended, begin the next one."""
        if self.next_number is not None:
            return
        winner = self.result()["winner"]
        if winner:
            self.games_won[winner] += 1
        self.hands, self.last_saved = [], 0
