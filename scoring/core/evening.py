"""An evening of rubbers or Chicagos with changing partners: what each player has won.

Source: Laws of Contract Bridge (rubber), the chapters on pivot and on back score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deals.core.cards import Side
from scoring.core.rubber import back_score
from scoring.core.ruleset import RuleError

Partners = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One rubber or Chicago: who were partners, and North-South's margin in points."""

    ns: Partners
    ew: Partners
    ns_net: int

    def __post_init__(self) -> None:
        players = (*self.ns, *self.ew)
        if len(set(players)) != 4 or not all(players):
            raise RuleError("players", ", ".join(players), "four different people")

    def partners(self, side: Side) -> Partners:
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """One player's evening: sittings, points won less lost, and the same as back score."""

    player: str
    sittings: int
    net_points: int
    hundreds: int


def evening_totals(sittings: Sequence[Sitting]) -> list[PlayerTotal]:
    """Totals per player, best first by back score, then by points, then by name.

    Each sitting is turned into hundreds by itself, as it is settled at the table.
    """
    totals: dict[str, PlayerTotal] = {}
    for sitting in sittings:
        for side in Side:
            net = sitting.ns_net if side is Side.NS else -sitting.ns_net
            for player in sitting.partners(side):
                before = totals.get(player, PlayerTotal(player, 0, 0, 0))
                totals[player] = PlayerTotal(
                    player,
                    before.sittings + 1,
                    before.net_points + net,
                    before.hundreds + back_score(net),
                )
    return sorted(
        totals.values(), key=lambda total: (-total.hundreds, -total.net_points, total.player)
    )


def pivot(players: Sequence[str]) -> tuple[tuple[Partners, Partners], ...]:
    """Return three seatings of four players in which each partners each other once.

    One player stays; the others move round. RuleError unless they are four different people.
    """
    if len(players) != 4 or len(set(players)) != 4:
        raise RuleError("players", ", ".join(players), "four different people")
    one, two, three, four = players
    return (
        ((one, three), (two, four)),
        ((one, four), (three, two)),
        ((one, two), (four, three)),
    )
