"""The search behind the social draw: tables with as few repeats as can be found.

A drawn round starts from a shuffle; two people change places wherever that lowers the price
of the round, until no change helps. Small fields are tried from several shuffles. All chance
comes from the seed, through SHA-256, so that the same seed draws the same round anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

# What one more meeting costs, times the square of how often these two met in that way.
PARTNER_AGAIN = 30
OPPONENT_AGAIN = 3

# Searches of one round stop at the first without any repeat, or when this many people have
# been seated in all: a field of 12 is tried 20 times, one of 120 twice.
PEOPLE_SEATED = 240

Pair = frozenset[int]


def shuffled(things: Iterable[int], seed: bytes, *labels: object) -> list[int]:
    """The numbers in an order that depends on the seed and the labels only."""
    prefix = seed + "|".join(str(label) for label in labels).encode() + b"|"
    return sorted(things, key=lambda thing: hashlib.sha256(prefix + b"%d" % thing).digest())


@dataclass(slots=True)
class Meetings:
    """What it costs to let players 1 to `players` partner or oppose each other again."""

    players: int
    partner_price: list[list[int]] = field(init=False)
    opponent_price: list[list[int]] = field(init=False)
    _times: dict[tuple[int, int, int], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        size = range(self.players + 1)
        self.partner_price = [[0 for _ in size] for _ in size]
        self.opponent_price = [[0 for _ in size] for _ in size]

    def add(self, partners: Mapping[Pair, int], opponents: Mapping[Pair, int]) -> None:
        """Count meetings of an earlier round."""
        for prices, price, counts in (
            (self.partner_price, PARTNER_AGAIN, partners),
            (self.opponent_price, OPPONENT_AGAIN, opponents),
        ):
            for pair, times in counts.items():
                self._raise_price(prices, price, pair, times)

    def add_table(self, n: int, e: int, s: int, w: int) -> None:
        """Count one table of a drawn round."""
        self.add(
            {frozenset((n, s)): 1, frozenset((e, w)): 1},
            {frozenset((a, b)): 1 for a in (n, s) for b in (e, w)},
        )

    def _raise_price(self, prices: list[list[int]], price: int, pair: Pair, times: int) -> None:
        a, b = sorted(pair)
        met = self._times[price, a, b] = self._times.get((price, a, b), 0) + times
        prices[a][b] = prices[b][a] = price * met * met

    def table_price(self, seats: list[int], table: int) -> int:
        """The price of the four people at seats[4 * table:], in the order N E S W."""
        n, e, s, w = seats[4 * table : 4 * table + 4]
        partner, opponent = self.partner_price, self.opponent_price
        north, south = opponent[n], opponent[s]
        return partner[n][s] + partner[e][w] + north[e] + north[w] + south[e] + south[w]


def draw_round(
    people: Collection[int],
    fixed: Mapping[int, int],
    meetings: Meetings,
    seed: bytes,
    number: int,
) -> list[int]:
    """Seats of one round: entry 4 * t + k is the player at table t + 1, seat N E S W [k].

    `people` are a multiple of four; `fixed` gives a position to those whose seat stays.
    `number` is the round's, so that each round is shuffled anew.
    """
    best: list[int] = []
    best_price = -1
    for attempt in range(max(1, PEOPLE_SEATED // len(people))):
        seats = _first_seats(people, fixed, seed, number, attempt)
        _improve(seats, set(fixed.values()), meetings)
        price = sum(meetings.table_price(seats, table) for table in range(len(seats) // 4))
        if best_price < 0 or price < best_price:
            best, best_price = seats, price
        if best_price == 0:
            break
    return best


def _first_seats(
    people: Collection[int], fixed: Mapping[int, int], seed: bytes, number: int, attempt: int
) -> list[int]:
    holders = {position: player for player, position in fixed.items()}
    movers = iter(shuffled(set(people) - set(fixed), seed, "seats", number, attempt))
    return [
        holders[position] if position in holders else next(movers)
        for position in range(len(people))
    ]


def _improve(seats: list[int], locked: Collection[int], meetings: Meetings) -> None:
    """Let people change places while that lowers the price; changes `seats`."""
    free = [position for position in range(len(seats)) if position not in locked]
    improved = True
    while improved:
        improved = False
        for position in free:
            if meetings.table_price(seats, position // 4) and _swap(
                seats, position, free, meetings
            ):
                improved = True


def _swap(seats: list[int], here: int, free: list[int], meetings: Meetings) -> bool:
    """Make the first exchange with `here` that lowers the price, if there is one."""
    price = meetings.table_price
    table = here // 4
    before_here = price(seats, table)
    for there in free:
        other = there // 4
        before = before_here if other == table else before_here + price(seats, other)
        seats[here], seats[there] = seats[there], seats[here]
        after = price(seats, table) + (0 if other == table else price(seats, other))
        if after < before:
            return True
        seats[here], seats[there] = seats[there], seats[here]
    return False
