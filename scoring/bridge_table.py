"""A table at home that plays rubber or Chicago: names, deals, and the evening so far.

The state is a plain dictionary in the visitor's session; everything derived comes from the core
each time it is shown.
"""

from collections.abc import Mapping, MutableMapping
from dataclasses import asdict, dataclass, field
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.evening import PlayerTotal, Sitting, evening_totals, pivot
from scoring.core.game import score_game

SESSION_KEY = "bridge_table"
NOTHING_YET: dict[str, Any] = {
    "deals": [],
    "totals": {"NS": 0, "EW": 0},
    "winner": None,
    "finished": False,
    "sheet": None,
}


@dataclass
class BridgeTable:
    """Who sits where, who dealt first, the deals as `score_game` takes them, earlier sittings.

    `sittings` are [N, E, S, W, North-South's margin]; `ended` says that a rubber was broken off.
    """

    game: str  # "rubber" or "chicago"
    names: dict[str, str]  # by seat letter
    dealer: str
    deals: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False
    sittings: list[list[Any]] = field(default_factory=list)

    @classmethod
    def load(cls, session: Mapping[str, Any]) -> "BridgeTable | None":
        stored = session.get(SESSION_KEY)
        return cls(**stored) if stored else None

    def save(self, session: MutableMapping[str, Any]) -> None:
        session[SESSION_KEY] = asdict(self)

    def name(self, seat: Seat) -> str:
        return self.names[seat.value]

    def team(self, side: Side) -> tuple[str, str]:
        first, second = side.seats
        return self.name(first), self.name(second)

    def result(self, deals: list[dict[str, Any]] | None = None) -> dict[str, Any]:
        """What `score_game` says of these deals, or of those stored. Raises RuleError."""
        deals = self.deals if deals is None else deals
        if not deals:
            return NOTHING_YET
        ended = {"ended": True} if self.ended else {}
        return score_game({"game": self.game, "dealer": self.dealer, "deals": deals, **ended})

    def with_deal(self, number: int, deal: dict[str, Any]) -> list[dict[str, Any]]:
        """The deals with one more, or with an earlier one corrected."""
        return [*self.deals[: number - 1], deal, *self.deals[number:]]

    def next_game(self, change_partners: bool) -> None:
        """Keep the finished sitting for the evening's totals and begin the next one."""
        result = self.result()
        if not result["finished"]:
            return
        margin = result["totals"]["NS"] - result["totals"]["EW"]
        self.sittings.append([*(self.names[seat] for seat in "NESW"), margin])
        self.deals, self.ended = [], False
        if change_partners:
            self._change_partners()

    def _change_partners(self) -> None:
        """The next of the three seatings of a pivot."""
        (_, _), (ns, ew), _ = pivot([self.names[seat] for seat in "NESW"])
        self.names = {"N": ns[0], "S": ns[1], "E": ew[0], "W": ew[1]}

    def evening(self) -> list[PlayerTotal]:
        return evening_totals(
            [Sitting((n, s), (e, w), margin) for n, e, s, w, margin in self.sittings]
        )
