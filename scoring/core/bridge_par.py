"""Makeable contracts and par of bridge, from the tricks of perfect play.

Source: Laws of Duplicate Bridge 2017, Law 77 (scores) and Law 18 (a bid must be higher). Par is
where neither side gains by one more bid: each side in turn passes or bids, sees all cards, and
doubles whatever fails. It is settled from seven notrump downwards; the dealer's side begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from deals.core.boards import Vulnerability
from deals.core.cards import Seat, Side, Suit, Trump
from deals.core.double_dummy import TrickTable
from scoring.core.contract import BOOK, HIGHEST_LEVEL, Bid, Contract, Denomination, Doubling
from scoring.core.duplicate import duplicate_points

BIDS = tuple(
    Bid(level, denomination)
    for level in range(1, HIGHEST_LEVEL + 1)
    for denomination in Denomination
)


@dataclass(frozen=True, slots=True)
class BridgePar:
    """`ns_points` is NS's score (negative: EW's); no contract where everybody passes."""

    ns_points: int
    contract: Contract | None
    tricks: int | None


PASSED_OUT = BridgePar(0, None, None)


def trump_of(denomination: Denomination) -> Trump:
    """The same denomination with aBRIDGEd's face."""
    suit: Suit | None = denomination.suit
    return Trump.NT if suit is None else Trump(suit.colour_letter)


def makeable_level(table: TrickTable, declarer: Seat, denomination: Denomination) -> int:
    """The highest level that declarer makes, 1 to 7; 0 where there is none."""
    return max(0, table.tricks(declarer, trump_of(denomination)) - BOOK)


def bridge_par(table: TrickTable, dealer: Seat, vulnerable: Vulnerability) -> BridgePar:
    """The par of a board. Of equal choices a side takes the lowest bid, and Pass before all."""

    @cache
    def result(side: Side, bid: Bid) -> BridgePar:
        return _declared(table, side, bid, vulnerable)

    @cache
    def settled(height: int, side: Side) -> BridgePar:
        """What comes of bid `height` of the other side, when `side` is to speak."""
        return best(side, height, result(side.other, BIDS[height]))

    def best(side: Side, height: int, if_passed: BridgePar) -> BridgePar:
        sign = 1 if side is Side.NS else -1
        further = [settled(higher, side.other) for higher in range(height + 1, len(BIDS))]
        return max([if_passed, *further], key=lambda par: sign * par.ns_points)

    first = dealer.side
    return best(first, -1, best(first.other, -1, PASSED_OUT))


def _declared(table: TrickTable, side: Side, bid: Bid, vulnerable: Vulnerability) -> BridgePar:
    """The bid played by the side's better seat, doubled where it fails."""
    trump = trump_of(bid.denomination)
    seat = max(side.seats, key=lambda declarer: table.tricks(declarer, trump))
    tricks = table.tricks(seat, trump)
    doubling = Doubling.UNDOUBLED if tricks >= bid.target else Doubling.DOUBLED
    contract = Contract(bid, doubling, seat)
    points = duplicate_points(contract, tricks, vulnerable in ("All", side.value))
    return BridgePar(points if side is Side.NS else -points, contract, tricks)
