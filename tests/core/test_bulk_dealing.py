"""Bulk dealing gives the very same deals, and a million of them look like chance.

Seeds are fixed. Each chi-square must stay below the point that chance passes once in 10,000.
"""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from deals.core.bulk import deal_seats, lengths_of, strengths_of, unrank_seats
from deals.core.dealing import DEALS, BoardRange, DealDescription, deal_boards, rank, unrank

VECTORS = Path(__file__).parent.parent / "vectors"
SETS, BOARDS = 100, 10_000
TOTAL = SETS * BOARDS


def described(first=1, count=BOARDS, later=""):
    return DealDescription("statistics", "", BoardRange(first, count), "1", later)


def same(seats, deal):
    held = [sum(1 << card for card in np.flatnonzero(seats == seat).tolist()) for seat in range(4)]
    return held == [hand.mask for hand in deal.hands]


@pytest.mark.parametrize(
    ("description", "later"),
    [
        pytest.param(described(count=2000), "", id="from 1"),
        pytest.param(described(9001, 1000), "", id="to the last number"),
        pytest.param(described(5, 300, "Lotto"), "1 2 3", id="later value"),
    ],
)
def test_the_same_deals_as_board_by_board(description, later):
    secret = bytes(range(32))
    dealt = deal_boards(description, secret, later)
    bulk = deal_seats(description, secret, later)
    assert len(bulk) == len(dealt)
    assert all(same(row, deal) for row, deal in zip(bulk, dealt.values(), strict=True))


def words(numbers):
    rows = [(n >> 64, n >> 32 & 0xFFFFFFFF, n & 0xFFFFFFFF) for n in numbers]
    return np.array(rows, dtype=np.uint32)


def test_rank_is_the_inverse_of_bulk_unranking():
    draws = random.Random(1)
    numbers = [0, 1, DEALS - 1, *(draws.randrange(DEALS) for _ in range(2000))]
    for seats, number in zip(unrank_seats(words(numbers)), numbers, strict=True):
        deal = unrank(number)
        assert same(seats, deal)
        assert rank(deal) == number


@pytest.mark.slow
def test_rank_and_unrank_are_inverse_on_a_million_random_numbers():
    """Ranks are computed here from the arrays, by the definition of the combinatorial numbers."""
    from math import comb

    choose = np.array([[comb(p, k) for p in range(53)] for k in range(14)], dtype=np.int64)
    draws = random.Random(2)
    for _ in range(20):
        numbers = [draws.randrange(DEALS) for _ in range(50_000)]
        seats = unrank_seats(words(numbers))
        left = np.ones(seats.shape, dtype=bool)
        ranks = []
        for seat in range(3):
            place = np.cumsum(left, axis=1, dtype=np.int8) - 1
            mine = seats == seat
            nth = np.cumsum(mine, axis=1, dtype=np.int8)
            ranks.append(choose[nth[mine], place[mine]].reshape(-1, 13).sum(axis=1))
            left &= ~mine
        again = [
            (int(n) * comb(39, 13) + int(e)) * comb(26, 13) + int(s)
            for n, e, s in zip(*ranks, strict=True)
        ]
        assert again == numbers


def critical(freedom):
    """Chi-square that chance exceeds once in 10,000 (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.719 * spread**0.5) ** 3


def chi_square(observed, expected):
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    return float(((observed - expected) ** 2 / expected).sum())


def counted(name):
    return json.loads((VECTORS / name).read_text())["counts"]


class Tally:
    """What is counted over all sets, one set of arrays in memory at a time."""

    def __init__(self):
        self.card_by_seat = np.zeros((4, 52))
        self.next_board = np.zeros((4, 4))
        self.strength = np.zeros((4, 38))
        self.pair_strength = np.zeros(41)
        self.spades = np.zeros((4, 14))
        self.patterns = np.zeros((4, 14 * 14 * 14))

    def add(self, seats):
        strengths, lengths = strengths_of(seats), lengths_of(seats)
        ordered = -np.sort(-lengths, axis=2)
        codes = ordered[:, :, 0] * 196 + ordered[:, :, 1] * 14 + ordered[:, :, 2]
        for seat in range(4):
            self.card_by_seat[seat] += (seats == seat).sum(axis=0)
            self.strength[seat] += np.bincount(strengths[:, seat], minlength=38)
            self.spades[seat] += np.bincount(lengths[:, seat, 0], minlength=14)
            self.patterns[seat] += np.bincount(codes[:, seat], minlength=14**3)
        self.pair_strength += np.bincount(strengths[:, 0] + strengths[:, 2], minlength=41)
        pairs = np.bincount((seats[:-1] * 4 + seats[1:]).ravel(), minlength=16)
        self.next_board += pairs.reshape(4, 4)


@pytest.fixture(scope="module")
def tally():
    tally = Tally()
    for index in range(SETS):
        tally.add(deal_seats(described(), index.to_bytes(32, "big")))
    return tally


def against(observed, counts, boards=TOTAL):
    """Chi-square and its limit; cells that are expected less than five times are one cell."""
    total = sum(counts)
    expected = np.array([boards * count / total for count in counts])
    rare = expected < 5
    cells = [*observed[~rare]], [*expected[~rare]]
    if expected[rare].sum() > 0.5:
        cells[0].append(observed[rare].sum())
        cells[1].append(expected[rare].sum())
    return chi_square(*cells), critical(len(cells[0]) - 1)


@pytest.mark.slow
def test_a_million_deals_each_card_by_seat(tally):
    assert tally.card_by_seat.sum() == 52 * TOTAL
    assert chi_square(tally.card_by_seat, np.full((4, 52), TOTAL / 4)) * 51 / 52 < critical(153)


@pytest.mark.slow
def test_a_million_deals_board_to_board(tally):
    expected = np.full((4, 4), tally.next_board.sum() / 16)
    assert chi_square(tally.next_board, expected) * 51 / 52 < critical(9)


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(4))
def test_a_million_deals_strength_length_and_pattern(tally, seat):
    statistic, limit = against(tally.strength[seat], list(counted("hand_strength.json").values()))
    assert statistic < limit
    statistic, limit = against(tally.spades[seat], list(counted("colour_length.json").values()))
    assert statistic < limit
    rows = json.loads((VECTORS / "hand_patterns.json").read_text())["patterns"]
    lengths = [tuple(map(int, row["pattern"].split("-"))) for row in rows]
    seen = np.array([tally.patterns[seat][a * 196 + b * 14 + c] for a, b, c, _d in lengths])
    assert seen.sum() == TOTAL
    statistic, limit = against(seen, [row["count"] for row in rows])
    assert statistic < limit


@pytest.mark.slow
def test_a_million_deals_partners_strength(tally):
    counts = list(counted("partnership_strength.json").values())
    statistic, limit = against(tally.pair_strength, counts)
    assert statistic < limit


def test_each_statistic_catches_a_bias_of_one_in_two_hundred():
    """A dealer that now and then repeats a board, or swaps the spade ace to North."""
    seats = deal_seats(described(), bytes(32))
    seats[200::200] = seats[199:-1:200]
    biased = Tally()
    for row in range(0, len(seats), 200):
        if seats[row][0] != 0:
            other = int(np.flatnonzero(seats[row] == 0)[0])
            seats[row][[0, other]] = seats[row][[other, 0]]
    for _ in range(SETS):
        biased.add(seats)
    assert chi_square(biased.card_by_seat, np.full((4, 52), TOTAL / 4)) * 51 / 52 > critical(153)
    expected = np.full((4, 4), biased.next_board.sum() / 16)
    assert chi_square(biased.next_board, expected) * 51 / 52 > critical(9)
