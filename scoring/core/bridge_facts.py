"""The facts of one deal of bridge and their JSON form.

Source: Laws of Duplicate Bridge 2017, "Definitions"; honours: Laws of Contract Bridge, scoring
table; tricks transferred: Laws 64 (revoke) and 68 to 71 (claims and concessions). Records are
facts; points are derived from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deals.core.boards import MAX_BOARD_NUMBER
from deals.core.cards import Seat, Side
from scoring.core.auction import Auction, call_text, parse_auction
from scoring.core.contract import Contract, Denomination
from scoring.core.ruleset import (
    TRICKS,
    RuleError,
    require_choice,
    require_flag,
    require_mapping,
    require_whole,
)

FACT_KEYS = ("contract", "declarer", "auction", "passed_out", "honours", "board", "adjustment")
LONGEST_REASON = 200
HONOURS = (100, 150)  # four trump honours in one hand; all five, or four aces at notrump


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours held in one hand, by whichever side: 100 or 150 points."""

    seat: Seat
    points: int

    def __post_init__(self) -> None:
        if isinstance(self.points, bool) or self.points not in HONOURS:
            raise RuleError("honours", self.points, "100 or 150")


@dataclass(frozen=True, slots=True)
class Transfer:
    """Tricks that a ruling takes from one side and gives to the other, and why."""

    to: Side
    tricks: int
    reason: str

    def __post_init__(self) -> None:
        require_whole("adjustment tricks", self.tricks, 1, TRICKS)
        if not self.reason.strip() or len(self.reason) > LONGEST_REASON:
            raise RuleError(
                "adjustment reason", self.reason, f"given, in at most {LONGEST_REASON} characters"
            )
        if not self.reason.isprintable():
            raise RuleError("adjustment reason", self.reason, "one line")


@dataclass(frozen=True, slots=True)
class BridgeFacts:
    """What happened on a deal, without its tricks.

    Either the contract or the whole auction is known; with neither the deal was passed out.
    `board` is the number on the board, where the deal came from one.
    """

    contract: Contract | None = None
    auction: Auction | None = None
    honours: Honours | None = None
    board: int | None = None
    transfer: Transfer | None = None

    def __post_init__(self) -> None:
        if self.contract and self.auction:
            raise RuleError("contract", self.contract.text, "left out beside an auction")
        if self.board is not None:
            require_whole("board", self.board, 1, MAX_BOARD_NUMBER)
        self._require_possible_honours()
        if self.denomination is None:
            for name, given in (("honours", self.honours), ("adjustment", self.transfer)):
                if given is not None:
                    raise RuleError(name, "some", "left out where the deal was passed out")

    def _require_possible_honours(self) -> None:
        four = self.honours is not None and self.honours.points == 100
        if four and self.denomination is Denomination.NOTRUMP:
            raise RuleError("honours", 100, "150 at notrump, for all four aces in one hand")

    @property
    def denomination(self) -> Denomination | None:
        """What the contract names; None if the deal was passed out."""
        contract = self.contract_from(Seat.N)
        return contract.denomination if contract else None

    def contract_from(self, dealer: Seat) -> Contract | None:
        """The contract; that of an auction needs to know who dealt."""
        return self.auction.contract(dealer) if self.auction else self.contract


def parse_facts(data: Mapping[str, Any]) -> BridgeFacts:
    """Return the facts of a deal from their JSON form; a null is the same as a missing key.

    Raises RuleError with the field, the value and what is allowed.
    """
    given = {
        key: value
        for key, value in require_mapping("deal", data, FACT_KEYS).items()
        if value is not None
    }
    passed = require_flag("passed_out", given.get("passed_out", False))
    ways = [key for key in ("contract", "auction") if key in given] + ["passed_out"] * passed
    if len(ways) != 1:
        raise RuleError("deal", " and ".join(ways) or None, "contract, auction or passed_out")
    if "declarer" in given and "contract" not in given:
        raise RuleError("declarer", given["declarer"], f"left out beside {ways[0]}")
    return BridgeFacts(
        contract=_parse_contract(given) if "contract" in given else None,
        auction=parse_auction(given["auction"]) if "auction" in given else None,
        honours=_parse_honours(given["honours"]) if given.get("honours") else None,
        board=given.get("board"),
        transfer=_parse_transfer(given["adjustment"]) if "adjustment" in given else None,
    )


def dump_facts(facts: BridgeFacts) -> dict[str, Any]:
    """Return the JSON form of a deal's facts; keys that say nothing are left out."""
    data: dict[str, Any] = {}
    if facts.auction:
        data["auction"] = [call_text(call) for call in facts.auction.calls]
    elif facts.contract:
        data["contract"] = facts.contract.text
        data["declarer"] = facts.contract.declarer.value
    else:
        data["passed_out"] = True
    if facts.honours:
        data["honours"] = {facts.honours.seat.value: facts.honours.points}
    if facts.board is not None:
        data["board"] = facts.board
    if facts.transfer:
        data["adjustment"] = {
            "to": facts.transfer.to.value,
            "tricks": facts.transfer.tricks,
            "reason": facts.transfer.reason,
        }
    return data


def parse_seat(field: str, value: object) -> Seat:
    """Return the seat of a letter, else RuleError."""
    return Seat(require_choice(field, value, [seat.value for seat in Seat]))


def _parse_contract(given: Mapping[str, Any]) -> Contract:
    return Contract.parse(given["contract"], parse_seat("declarer", given.get("declarer")))


def _parse_honours(data: object) -> Honours:
    honours = require_mapping("honours", data, [seat.value for seat in Seat])
    if len(honours) != 1:
        raise RuleError(
            "honours", dict(honours), "those of one hand, for no two hands can have any"
        )
    [(seat, points)] = honours.items()
    return Honours(Seat(seat), points)


def _parse_transfer(data: object) -> Transfer:
    given = require_mapping("adjustment", data, ("to", "tricks", "reason"))
    to = require_choice("adjustment to", given.get("to"), [side.value for side in Side])
    reason = given.get("reason")
    if not isinstance(reason, str):
        raise RuleError("adjustment reason", reason, "a reason in words, such as revoke")
    return Transfer(Side(to), given.get("tricks", 0), reason.strip())
