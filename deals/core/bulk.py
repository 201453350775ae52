"""Thousands of deals at once, as arrays: the very deals of `dealing.deal_boards`, faster.

For statistics and large sets. The hash stream is drawn board by board; the numbers are unranked
together. A set holds at most 10,000 boards, so memory does not grow with the number of sets.
"""

from __future__ import annotations

import hashlib
from math import comb

import numpy as np
from numpy.typing import NDArray

from deals.core.cards import PACK
from deals.core.dealing import DEALS, DealDescription, board_key

_EAST, _SOUTH = comb(39, 13), comb(26, 13)
_BLOCK = 64  # bytes of a SHA-256 input block, to which HMAC pads its key
_CHOOSE = np.array([[comb(place, k) for place in range(53)] for k in range(14)], dtype=np.int64)
_PIPS = np.array([card.pips for card in PACK])

_LIMIT = (DEALS >> 64, DEALS >> 32 & 0xFFFFFFFF, DEALS & 0xFFFFFFFF)

Words = NDArray[np.uint32]
Seats = NDArray[np.uint8]


def deal_seats(description: DealDescription, secret: bytes, later_value: str = "") -> Seats:
    """Array (boards, 52): the seat (0 to 3 for N E S W) that holds each card of `cards.PACK`.

    Row i is the board with number `first + i`. Raises ValueError as `deal_boards` does.
    """
    numbers = description.boards.numbers
    return unrank_seats(_drawn_words(board_key(description, secret, later_value), numbers))


def _drawn_words(key: bytes, boards: range) -> Words:
    """Array (boards, 3): each board's first draw below DEALS, in words, highest first."""
    drawn = np.empty((len(boards), 3), dtype=np.uint32)
    waiting = np.arange(len(boards))
    counter = 0
    while len(waiting):
        blocks = _blocks(key, (waiting + boards.start).tolist(), counter)
        for first in (0, 3):
            draws = blocks[:, first : first + 3]
            good = _below_deals(draws)
            drawn[waiting[good]] = draws[good]
            waiting, blocks = waiting[~good], blocks[~good]
        counter += 1
    return drawn


def _blocks(key: bytes, boards: list[int], counter: int) -> Words:
    """Array (boards, 8): HMAC-SHA-256 of each board and the counter; the key is hashed once."""
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key.ljust(_BLOCK, b"\0"))).copy
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key.ljust(_BLOCK, b"\0"))).copy
    digests = []
    for board in boards:
        hashed, block = inner(), outer()
        hashed.update((board << 32 | counter).to_bytes(8, "big"))
        block.update(hashed.digest())
        digests.append(block.digest())
    return np.frombuffer(b"".join(digests), dtype=">u4").astype(np.uint32).reshape(-1, 8)


def _below_deals(words: Words) -> NDArray[np.bool_]:
    high, middle, low = words.T
    below: NDArray[np.bool_] = low < _LIMIT[2]
    for word, limit in ((middle, _LIMIT[1]), (high, _LIMIT[0])):
        below = (word < limit) | ((word == limit) & below)
    return below


def unrank_seats(words: Words) -> Seats:
    """Array (deals, 52) from deal numbers in three words each; see `dealing.unrank`."""
    halves = np.stack([words >> np.uint32(16), words & np.uint32(0xFFFF)], axis=2)
    limbs = list(halves.reshape(len(words), 6).T.astype(np.int64))
    limbs, south = _divided(limbs, _SOUTH)
    limbs, east = _divided(limbs, _EAST)
    north = limbs[3] << 32 | limbs[4] << 16 | limbs[5]
    seats = np.full((len(words), 52), 3, dtype=np.uint8)
    for seat, hands in enumerate((north, east, south)):
        _give(seats.reshape(-1), seat, hands)
    return seats


def _divided(
    limbs: list[NDArray[np.int64]], divisor: int
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """Long division of numbers in limbs of 16 bits, highest first: quotients and remainders."""
    quotients, remainder = [], np.zeros_like(limbs[0])
    for limb in limbs:
        quotient, remainder = np.divmod(remainder << 16 | limb, divisor)
        quotients.append(quotient)
    return quotients, remainder


def _give(seats: Seats, seat: int, hands: NDArray[np.int64]) -> None:
    """Take hand number `hands[i]` out of what deal i has left (marked 3) and mark it `seat`."""
    left = np.flatnonzero(seats == 3)
    size = len(left) // len(hands)
    places = np.empty((13, len(hands)), dtype=np.int64)
    index = hands.copy()
    for k in range(13, 0, -1):
        places[k - 1] = np.searchsorted(_CHOOSE[k, : size + 1], index, side="right") - 1
        index -= _CHOOSE[k][places[k - 1]]
    seats[left[places + size * np.arange(len(hands))]] = seat


def strengths_of(seats: Seats) -> NDArray[np.int64]:
    """Array (boards, 4): strength of each hand, N E S W."""
    return np.stack([(seats == seat) @ _PIPS for seat in range(4)], axis=1)


def lengths_of(seats: Seats) -> NDArray[np.int64]:
    """Array (boards, 4 seats, 4 suits): cards of each suit, S H D C, in each hand."""
    suits = seats.reshape(len(seats), 4, 13)
    return np.stack([(suits == seat).sum(axis=2) for seat in range(4)], axis=1)
