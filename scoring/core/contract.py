"""Bids and contracts of bridge, as values that refuse what the law does not know.

Source: Laws of Duplicate Bridge 2017, "Definitions" (bid, contract, declarer, odd trick) and
Law 18 (the order of denominations). A face "4SX" is level, denomination, doubling.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from deals.core.cards import Seat, Suit
from scoring.core.ruleset import RuleError

BOOK = 6  # tricks that count for nothing; the odd tricks come after them
HIGHEST_LEVEL = 7


class Denomination(enum.Enum):
    """What a bid names, lowest first: the suits in their bridge faces, then notrump."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None for notrump."""
        return None if self is Denomination.NOTRUMP else Suit(self.value)

    @property
    def place(self) -> int:
        """0 for clubs to 4 for notrump."""
        return _DENOMINATIONS.index(self)


_DENOMINATIONS = tuple(Denomination)


class Doubling(enum.Enum):
    """Whether the final bid was doubled."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    @property
    def factor(self) -> int:
        """By how much trick points are multiplied: 1, 2 or 4."""
        return {"": 1, "X": 2, "XX": 4}[self.value]

    @property
    def word(self) -> str:
        """ "", "doubled" or "redoubled"."""
        return {"": "", "X": "doubled", "XX": "redoubled"}[self.value]


@dataclass(frozen=True, slots=True)
class Bid:
    """A level, 1 to 7 odd tricks, and a denomination. RuleError for any other level."""

    level: int
    denomination: Denomination

    def __post_init__(self) -> None:
        if isinstance(self.level, bool) or self.level not in range(1, HIGHEST_LEVEL + 1):
            raise RuleError(
                "level", self.level, "1 to 7, since no side can win more than seven odd tricks"
            )

    @property
    def height(self) -> int:
        """Place among the 35 bids: 0 for 1C to 34 for 7NT. A later bid must be higher."""
        return (self.level - 1) * len(_DENOMINATIONS) + self.denomination.place

    @property
    def target(self) -> int:
        """Tricks that the declarer's side needs, 7 to 13."""
        return BOOK + self.level

    @property
    def text(self) -> str:
        return f"{self.level}{self.denomination.value}"

    @classmethod
    def parse(cls, text: object, field: str = "bid") -> Bid:
        """Read "4S" or "3NT" (also "3N"), in any case. Raises RuleError."""
        bid, doubling = _parse(text, field)
        if doubling is not Doubling.UNDOUBLED:
            raise RuleError(field, text, "a bid such as 4S or 3NT")
        return bid


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer undertook to make."""

    bid: Bid
    doubling: Doubling
    declarer: Seat

    @property
    def level(self) -> int:
        return self.bid.level

    @property
    def denomination(self) -> Denomination:
        return self.bid.denomination

    @property
    def target(self) -> int:
        """Tricks that the declarer's side needs, 7 to 13."""
        return self.bid.target

    @property
    def text(self) -> str:
        """ "4SX": the contract without its declarer, as PBN writes it."""
        return self.bid.text + self.doubling.value

    @property
    def words(self) -> str:
        """ "4S doubled"."""
        return f"{self.bid.text} {self.doubling.word}".strip()

    @classmethod
    def parse(cls, text: object, declarer: Seat) -> Contract:
        """Read "4SX" or "3NTXX", in any case. Raises RuleError."""
        bid, doubling = _parse(text, "contract")
        return cls(bid, doubling, declarer)


_FACE = re.compile(r"([0-9]+)(C|D|H|S|NT?)(X{0,2})", re.ASCII)


def _parse(text: object, field: str) -> tuple[Bid, Doubling]:
    found = _FACE.fullmatch(text.upper()) if isinstance(text, str) and len(text) <= 10 else None
    if found is None:
        raise RuleError(
            field, text, "a level from 1 to 7, then C, D, H, S or NT, then X or XX if doubled"
        )
    level, denomination, doubling = found.groups()
    name = "NT" if denomination.startswith("N") else denomination
    return Bid(int(level), Denomination(name)), Doubling(doubling)
