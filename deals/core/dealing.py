"""From a 32-byte secret to deals, and the commitment that is published first.

Algorithm "1". It is frozen: published commitments depend on every byte of it. The prose is in
docs/dealing.md; the golden vectors and the independent script beside the tests must agree.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

from deals.core.boards import MAX_BOARD_NUMBER, check_number
from deals.core.deal import FULL_PACK, Deal, Hand

ALGORITHM = "1"
TAG = b"sealed deal set, algorithm 1\n"
SECRET_BYTES = 32
DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)  # 52! / (13!)^4

_DRAW_BYTES = 12  # 96 bits; 67.7 % of the draws are below DEALS
# _CHOOSE[k][p] = C(p, k): ways to choose k cards among the first p of the remaining pack.
_CHOOSE = tuple(tuple(comb(position, k) for position in range(53)) for k in range(14))
_EAST, _SOUTH = comb(39, 13), comb(26, 13)


@dataclass(frozen=True, slots=True)
class BoardRange:
    """Consecutive board numbers. Raises ValueError outside 1 to MAX_BOARD_NUMBER."""

    first: int
    count: int

    def __post_init__(self) -> None:
        check_number(self.first)
        most = MAX_BOARD_NUMBER - self.first + 1
        if not 1 <= self.count <= most:
            raise ValueError(f"boards must be 1 to {most} from {self.first} on, got {self.count}")

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class DealDescription:
    """What a commitment is about. `later_source` names public information nobody knows yet.

    Texts are put into Unicode form NFC. Raises ValueError for a text with control characters
    or with blanks at its ends, and for an algorithm that is not known.
    """

    event: str
    session: str
    boards: BoardRange
    algorithm: str = ALGORITHM
    later_source: str = ""

    def __post_init__(self) -> None:
        if self.algorithm != ALGORITHM:
            raise ValueError(f'algorithm must be "{ALGORITHM}", got "{self.algorithm}"')
        for field in ("event", "session", "later_source"):
            object.__setattr__(self, field, canonical_text(field, getattr(self, field)))

    def as_dict(self) -> dict[str, Any]:
        return {
            "algorithm": self.algorithm,
            "boards": {"count": self.boards.count, "first": self.boards.first},
            "event": self.event,
            "later_source": self.later_source,
            "session": self.session,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DealDescription:
        """The inverse of `as_dict`. Raises KeyError or ValueError for anything else."""
        boards = BoardRange(data["boards"]["first"], data["boards"]["count"])
        return cls(data["event"], data["session"], boards, data["algorithm"], data["later_source"])

    def canonical_json(self) -> bytes:
        """Sorted keys, no blanks, UTF-8 without escapes but `\\"` and `\\\\`."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode("utf-8")


def canonical_text(field: str, text: str) -> str:
    """The one form of a text that enters a hash: NFC, no control characters, no outer blanks."""
    if text != text.strip():
        raise ValueError(f"{field} must not begin or end with a blank, got {text!r}")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
        raise ValueError(f"{field} must not hold control characters, got {text!r}")
    return unicodedata.normalize("NFC", text)


def commitment(description: DealDescription, secret: bytes) -> str:
    """64 hexadecimal digits: SHA-256(TAG, canonical JSON, secret)."""
    return hashlib.sha256(TAG + description.canonical_json() + _checked(secret)).hexdigest()


def deal_board(
    description: DealDescription, secret: bytes, number: int, later_value: str = ""
) -> Deal:
    """The deal of one board. Raises ValueError for a number outside the description."""
    if number not in description.boards.numbers:
        numbers = description.boards.numbers
        raise ValueError(f"board must be {numbers[0]} to {numbers[-1]}, got {number}")
    return _deal(board_key(description, secret, later_value), number)


def deal_boards(
    description: DealDescription, secret: bytes, later_value: str = ""
) -> dict[int, Deal]:
    """All deals of the description, by board number."""
    key = board_key(description, secret, later_value)
    return {number: _deal(key, number) for number in description.boards.numbers}


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"secret must be {SECRET_BYTES} bytes, got {len(secret)}")
    return secret


def board_key(description: DealDescription, secret: bytes, later_value: str) -> bytes:
    """HMAC-SHA-256(secret, canonical JSON, a zero byte, later value). JSON holds no zero byte."""
    if bool(description.later_source) != bool(later_value):
        raise ValueError("later value must be given exactly when the description names its source")
    later = canonical_text("later value", later_value).encode("utf-8")
    return hmac.digest(_checked(secret), description.canonical_json() + b"\0" + later, "sha256")


def _deal(key: bytes, number: int) -> Deal:
    return unrank(first_below_deals(_draws(key, number)))


def _draws(key: bytes, number: int) -> Iterator[int]:
    """Endless 96-bit numbers: bytes 0 to 11, then 12 to 23, of each block of a board."""
    counter = 0
    while True:
        message = number.to_bytes(4, "big") + counter.to_bytes(4, "big")
        block = hmac.digest(key, message, "sha256")
        yield int.from_bytes(block[:_DRAW_BYTES], "big")
        yield int.from_bytes(block[_DRAW_BYTES : 2 * _DRAW_BYTES], "big")
        counter += 1


def first_below_deals(draws: Iterable[int]) -> int:
    """The first draw that numbers a deal. Taking a remainder instead would favour some deals."""
    return next(draw for draw in draws if draw < DEALS)


def unrank(index: int) -> Deal:
    """Deal number `index`, 0 to DEALS - 1; in 0, North has all spades and West all clubs.

    Index = (north * C(39,13) + east) * C(26,13) + south, where each hand's index counts its
    positions in what the seats before it left. Raises ValueError outside the range.
    """
    if not 0 <= index < DEALS:
        raise ValueError(f"deal index must be 0 to {DEALS - 1}, got {index}")
    index, south = divmod(index, _SOUTH)
    north, east = divmod(index, _EAST)
    remaining = list(range(52))
    north_hand, east_hand, south_hand = (_take(remaining, n) for n in (north, east, south))
    west_hand = Hand(FULL_PACK ^ north_hand.mask ^ east_hand.mask ^ south_hand.mask)
    return Deal((north_hand, east_hand, south_hand, west_hand))


def _take(remaining: list[int], index: int) -> Hand:
    """Remove combination `index` of 13 cards: index = C(p13, 13) + ... + C(p1, 1), p ascending."""
    mask = 0
    position = len(remaining)
    for k in range(13, 0, -1):
        position = bisect_right(_CHOOSE[k], index, 0, position) - 1
        index -= _CHOOSE[k][position]
        mask |= 1 << remaining.pop(position)
    return Hand(mask)


def rank(deal: Deal) -> int:
    """The index of a deal; the inverse of `unrank`."""
    remaining = list(range(52))
    north, east, south = (_index_of(remaining, hand) for hand in deal.hands[:3])
    return (north * _EAST + east) * _SOUTH + south


def _index_of(remaining: list[int], hand: Hand) -> int:
    held = [position for position, card in enumerate(remaining) if hand.mask >> card & 1]
    remaining[:] = [card for card in remaining if not hand.mask >> card & 1]
    return sum(_CHOOSE[k][position] for k, position in enumerate(held, start=1))
