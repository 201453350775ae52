"""One line of typing for one deal of bridge, with its place: "5 2 4sx n -1", "t5 3nt w +1".

What happened is read by scoring.core.keyboard. Before it may stand table and deal ("5 2"), the
deal alone ("2"), or the table alone ("t5"). "/430 920" compares the pad's totals with the deals;
"u" takes the last line back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from deals.core.cards import Seat
from scoring.core.keyboard import TypedDeal, parse_line
from scoring.core.line_abridged import PadTotals, TakeBack
from scoring.core.line_abridged import read_line as read_plain

_PLACE = re.compile(r"(?:t([0-9]{1,3})|([0-9]{1,3})) (?:([0-9]{1,3}) )?")


@dataclass(frozen=True, slots=True)
class DealLine:
    """A line as read: its place, and the deal. Always complete, or it is refused."""

    table: int | None
    hand: int | None
    deal: TypedDeal
    expects: tuple[()] = ()
    is_complete: bool = True

    @property
    def tricks(self) -> int | None:
        return self.deal.tricks

    def facts(self, dealer: Seat) -> dict[str, Any]:
        """The deal in the JSON form of the bridge rulesets; the dealer is not asked for."""
        return self.deal.facts


def read_line(text: str) -> DealLine | PadTotals | TakeBack:
    """Read a line. Raises RuleError that quotes what cannot be read."""
    plain = " ".join(text.casefold().split())
    if plain == "u" or plain.startswith("/"):
        read = read_plain(plain)
        assert isinstance(read, PadTotals | TakeBack)  # by what it starts with
        return read
    table = hand = None
    if found := _PLACE.match(plain):
        by_name, first, second = found.groups()
        plain = plain[found.end() :]
        if by_name:
            table, hand = int(by_name), second and int(second)
        else:
            table, hand = (int(first), int(second)) if second else (None, int(first))
    return DealLine(table, hand or None, parse_line(plain))
