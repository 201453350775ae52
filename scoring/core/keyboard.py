"""One line of typing for one deal of bridge: "4sx n -1", "3nt w +1", "1s p 4s p p p =".

For scorers who type a pile of slips without a mouse. A line holds a contract and its declarer, or
the whole auction from the dealer on, then the result: "=", "+1", "-2" or the tricks won (0 to 13).
Honours come last: "hn100" are 100 in North's hand. "pass" is a passed-out deal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from deals.core.cards import Seat
from scoring.core.auction import parse_auction
from scoring.core.contract import Contract
from scoring.core.ruleset import TRICKS, RuleError

LONGEST_LINE = 2_000
EXAMPLE = "a contract, its declarer and the result, such as 4sx n -1"

_CONTRACT = re.compile(
    r"([0-9]+(?:nt|[cdhsn])x{0,2}) ?([nesw])(?: ?(=|[+-][0-9]{1,2}|[0-9]{1,2}))?"
)
_RESULT = re.compile(r"=|[+-][0-9]{1,2}|[0-9]{1,2}")
_HONOURS = re.compile(r"h([nesw])([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class TypedDeal:
    """A line as read: `facts` in the JSON form of the bridge rulesets, and the tricks won."""

    facts: dict[str, Any]
    tricks: int | None


def parse_line(line: str) -> TypedDeal:
    """Read a line, in any case. Raises RuleError that quotes what cannot be read."""
    if len(line) > LONGEST_LINE:
        raise RuleError("line", f"{len(line)} characters", f"at most {LONGEST_LINE} long")
    words = line.casefold().split()
    honours: dict[str, Any] = {}
    if words and (found := _HONOURS.fullmatch(words[-1])):
        honours = {"honours": {found[1].upper(): int(found[2])}}
        words.pop()
    if words in (["pass"], ["p"]):
        return TypedDeal({"passed_out": True, **honours}, None)
    if found := _CONTRACT.fullmatch(" ".join(words)):
        contract = Contract.parse(found[1], Seat(found[2].upper()))
        facts = {"contract": contract.text, "declarer": contract.declarer.value, **honours}
        return TypedDeal(facts, _tricks(found[3], contract.target))
    if len(words) < 4:
        raise RuleError("line", line, EXAMPLE)
    return _auction_line(words, honours)


def _auction_line(words: list[str], honours: dict[str, Any]) -> TypedDeal:
    result = words.pop() if _RESULT.fullmatch(words[-1]) else None
    auction = parse_auction(words)
    facts = {"auction": [word.upper() for word in words], **honours}
    contract = auction.contract(Seat.N)  # any dealer: only the level is asked for
    if contract is None:
        if result is not None:
            raise RuleError("result", result, "left out where the deal was passed out")
        return TypedDeal(facts, None)
    return TypedDeal(facts, _tricks(result, contract.target))


def _tricks(result: str | None, target: int) -> int:
    """Tricks won by the declarer's side, from "=", "+1", "-2" or their number."""
    if result is None:
        raise RuleError("result", None, "=, +1, -2 or the number of tricks")
    if result == "=":
        return target
    tricks = int(result) + (target if result[0] in "+-" else 0)
    if not 0 <= tricks <= TRICKS:
        raise RuleError("result", result, f"-{target} to +{TRICKS - target}, or 0 to {TRICKS}")
    return tricks
