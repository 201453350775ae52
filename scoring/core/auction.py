"""The auction, checked call by call, and the contract that it ends in.

Source: Laws of Duplicate Bridge 2017, Law 18 (bids), Law 19 (doubles and redoubles), Law 22 (the
end of the auction) and "Definitions" (declarer). Calls go clockwise from the dealer, so that call
0, 2, 4 ... are the dealer's side's.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field

from deals.core.cards import Seat
from scoring.core.contract import Bid, Contract, Doubling
from scoring.core.ruleset import RuleError

MOST_CALLS = 319  # three passes, then 35 bids of nine calls with their doubles, the last of seven


class Word(enum.Enum):
    """The calls that are no bids."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"


Call = Bid | Word

_WORDS = {
    "P": Word.PASS,
    "PASS": Word.PASS,
    "X": Word.DOUBLE,
    "DBL": Word.DOUBLE,
    "DOUBLE": Word.DOUBLE,
    "XX": Word.REDOUBLE,
    "RDBL": Word.REDOUBLE,
    "REDOUBLE": Word.REDOUBLE,
}


def parse_call(text: object) -> Call:
    """Read "1S", "P" or "Pass", "X" or "Dbl", "XX" or "Rdbl". Raises RuleError."""
    word = _WORDS.get(text.upper()) if isinstance(text, str) else None
    return word or Bid.parse(text, "call")


def call_text(call: Call) -> str:
    """ "1S", "P", "X" or "XX"."""
    return call.text if isinstance(call, Bid) else call.value


@dataclass(slots=True)
class _Course:
    """Where an auction stands while its calls are checked."""

    last_bid: Bid | None = None
    bid_by_dealers_side: bool = False
    doubling: Doubling = Doubling.UNDOUBLED
    passes: int = 0  # in a row
    calls: int = 0
    first_to_name: dict[tuple[bool, str], int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.passes == (4 if self.last_bid is None else 3)

    @property
    def callers_side_bid(self) -> bool:
        """Whether the last bid belongs to the side whose turn it is."""
        return self.bid_by_dealers_side == (self.calls % 2 == 0)

    def refusal(self, call: Call) -> str:
        """What the call should have been, with the law; empty for a legal call."""
        if self.over:
            return "left out, for the auction was over (Law 22)"
        if isinstance(call, Bid):
            if self.last_bid and call.height <= self.last_bid.height:
                return f"a bid higher than {self.last_bid.text} (Law 18B)"
            return ""
        if call is Word.DOUBLE and not (
            self.last_bid and not self.callers_side_bid and self.doubling is Doubling.UNDOUBLED
        ):
            return "no double: only the opponents' last bid, not yet doubled, is (Law 19A)"
        if call is Word.REDOUBLE and not (
            self.callers_side_bid and self.doubling is Doubling.DOUBLED
        ):
            return "no redouble: only an own bid that the opponents doubled is (Law 19B)"
        return ""

    def take(self, call: Call) -> None:
        dealers_side = self.calls % 2 == 0
        if isinstance(call, Bid):
            self.last_bid, self.bid_by_dealers_side = call, dealers_side
            self.doubling = Doubling.UNDOUBLED
            self.first_to_name.setdefault((dealers_side, call.denomination.value), self.calls)
        elif call is not Word.PASS:
            self.doubling = Doubling(call.value)
        self.passes = self.passes + 1 if call is Word.PASS else 0
        self.calls += 1


@dataclass(frozen=True, slots=True)
class Auction:
    """A whole, legal auction. RuleError names the call, its place and the law it broke."""

    calls: tuple[Call, ...]

    def __post_init__(self) -> None:
        if not self._course().over:
            raise RuleError(
                "auction", self.text, "ended by three passes, or four at its start (Law 22)"
            )

    def _course(self) -> _Course:
        course = _Course()
        for number, call in enumerate(self.calls, start=1):
            if allowed := course.refusal(call):
                raise RuleError(f"call {number}", call_text(call), allowed)
            course.take(call)
        return course

    @property
    def text(self) -> str:
        return " ".join(call_text(call) for call in self.calls)

    def contract(self, dealer: Seat) -> Contract | None:
        """The contract and its declarer, who first named its denomination on her side.

        None if all four passed.
        """
        course = self._course()
        if course.last_bid is None:
            return None
        key = (course.bid_by_dealers_side, course.last_bid.denomination.value)
        return Contract(course.last_bid, course.doubling, dealer.turn(course.first_to_name[key]))


def parse_auction(data: object) -> Auction:
    """Read a list of calls, or one line with blanks between them. Raises RuleError."""
    calls: Sequence[object]
    if isinstance(data, str):
        calls = data.split()
    elif isinstance(data, list):
        calls = data
    else:
        raise RuleError("auction", data, "a list of calls from the dealer on")
    if len(calls) > MOST_CALLS:
        raise RuleError("auction", f"{len(calls)} calls", f"at most {MOST_CALLS} calls long")
    return Auction(tuple(parse_call(call) for call in calls))
