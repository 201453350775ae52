"""Dealt boards look like chance, and each test here catches a dealer that does not.

20,000 deals from fixed secrets; a test fails beyond the point that chance passes once in 10,000.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from deals.core.cards import PACK
from deals.core.dealing import BoardRange, DealDescription, deal_boards

VECTORS = Path(__file__).parent.parent / "vectors"
PIPS = np.array([card.pips for card in PACK])
DEAL_COUNT = 20_000


def seats_of(deals):
    """(deals, 52) array: which seat, 0 to 3, holds each card."""
    masks = np.array([[hand.mask for hand in deal.hands] for deal in deals], dtype=np.uint64)
    held = (masks[:, :, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    return held.argmax(axis=1)


@pytest.fixture(scope="module")
def dealt():
    described = DealDescription(event="statistics", session="", boards=BoardRange(1, 10_000))
    secrets = (bytes(32), bytes([1]) * 32)
    return seats_of([deal for s in secrets for deal in deal_boards(described, s).values()])


@pytest.fixture(scope="module")
def fair():
    """Deals of another generator, to be made unfair."""
    rng = np.random.default_rng(1)
    return rng.permuted(np.tile(np.repeat(np.arange(4), 13), (DEAL_COUNT, 1)), axis=1)


def critical(freedom):
    """Chi-square that chance exceeds once in 10,000 (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.719 * spread**0.5) ** 3


def chi_square(observed, expected):
    return float(((observed - expected) ** 2 / expected).sum())


def card_by_seat(seats):
    counts = np.array([(seats == seat).sum(axis=0) for seat in range(4)])
    return chi_square(counts, len(seats) / 4) * 51 / 52, critical(153)


def seat_on_the_next_board(seats):
    pairs = np.bincount((seats[:-1] * 4 + seats[1:]).ravel(), minlength=16)
    return chi_square(pairs, pairs.sum() / 16) * 51 / 52, critical(9)


def against_exact(values, counts):
    """North's value (a string per deal) against exact counts; cells expected below 5 are one."""
    total = sum(counts.values())
    expected = {value: len(values) * count / total for value, count in counts.items()}
    seen = dict(zip(*np.unique(values, return_counts=True), strict=True))
    rare = [value for value in expected if expected[value] < 5]
    cells = [(seen.get(v, 0), expected[v]) for v in expected if v not in rare]
    cells.append((sum(seen.get(v, 0) for v in rare), sum(expected[v] for v in rare)))
    observed, wanted = np.array(cells).T
    return chi_square(observed, wanted), critical(len(cells) - 1)


def strength(seats):
    counts = json.loads((VECTORS / "hand_strength.json").read_text())["counts"]
    return against_exact(((seats == 0) @ PIPS).astype(str), counts)


def colour_length(seats):
    counts = json.loads((VECTORS / "colour_length.json").read_text())["counts"]
    return against_exact((seats[:, :13] == 0).sum(axis=1).astype(str), counts)


def pattern(seats):
    rows = json.loads((VECTORS / "hand_patterns.json").read_text())["patterns"]
    lengths = (seats == 0).reshape(-1, 4, 13).sum(axis=2)
    names = ["-".join(map(str, row)) for row in -np.sort(-lengths, axis=1)]
    return against_exact(names, {row["pattern"]: row["count"] for row in rows})


def naive_swaps(fair):
    """The well-known wrong shuffle: each card changes places with any card."""
    rng = np.random.default_rng(2)
    seats = np.tile(np.repeat(np.arange(4), 13), (len(fair), 1))
    rows = np.arange(len(fair))
    for place in range(52):
        other = rng.integers(52, size=len(fair))
        seats[rows, place], seats[rows, other] = seats[rows, other], seats[rows, place]
    return seats


def repeats_some_boards(fair):
    """One board in fifty is the board before once more."""
    seats = fair.copy()
    for board in range(50, len(seats), 50):
        seats[board] = seats[board - 1]
    return seats


def no_weak_north(fair):
    return fair[((fair == 0) @ PIPS) >= 3]


def no_long_spades(fair):
    return fair[(fair[:, :13] == 0).sum(axis=1) < 7]


TESTS = [
    pytest.param(card_by_seat, naive_swaps, id="card by seat"),
    pytest.param(seat_on_the_next_board, repeats_some_boards, id="seat on the next board"),
    pytest.param(strength, no_weak_north, id="strength"),
    pytest.param(colour_length, no_long_spades, id="colour length"),
    pytest.param(pattern, no_long_spades, id="pattern"),
]


@pytest.mark.parametrize(("test", "_biased"), TESTS)
def test_dealt_boards_look_like_chance(dealt, test, _biased):
    assert len(dealt) == DEAL_COUNT
    statistic, limit = test(dealt)
    assert statistic < limit


@pytest.mark.parametrize(("test", "biased"), TESTS)
def test_a_biased_dealer_is_caught(fair, test, biased):
    fair_statistic, limit = test(fair)
    biased_statistic, _limit = test(biased(fair))
    assert fair_statistic < limit < biased_statistic
