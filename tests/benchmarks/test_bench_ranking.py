"""Speed of ranking a large event: ratios in one run on the same data.

10,000 pairs, 26 boards, 130,000 results. The plain method is what a site does without arrays: count
each board's scores once, then walk over the result objects.
"""

import random
import tracemalloc
from collections import Counter, defaultdict

import numpy as np

from scoring.core.event import Event
from tests.benchmarks.ratio import compare

PAIRS, BOARDS = 10_000, 26
HALF = PAIRS // 2
LARGEST = 400 * 2**20  # bytes


class Result:
    """A row as an object with attributes, as a database mapper hands it out."""

    def __init__(self, board, ns, ew, ns_net):
        self.board, self.ns, self.ew, self.ns_net = board, ns, ew, ns_net


def results():
    rng = random.Random(1)
    rows = [
        (board, pair, HALF + (pair + board) % HALF, rng.randrange(-800, 800, 10))
        for board in range(BOARDS)
        for pair in range(HALF)
    ]
    rng.shuffle(rows)  # results come in as tables finish
    return rows


def plain_ranking(objects):
    """Matchpoints by frequency, totals, percentages as ratios, ranks with ties."""
    by_board = defaultdict(Counter)
    for result in objects:
        by_board[result.board][result.ns_net] += 1
    worth, tops = {}, {}
    for board, counts in by_board.items():
        below = 0
        tops[board] = 2 * (sum(counts.values()) - 1)
        for net in sorted(counts):
            worth[board, net] = 2 * below + counts[net] - 1
            below += counts[net]
    got, available = defaultdict(int), defaultdict(int)
    for result in objects:
        top = tops[result.board]
        matchpoints = worth[result.board, result.ns_net]
        got[result.ns] += matchpoints
        got[result.ew] += top - matchpoints
        available[result.ns] += top
        available[result.ew] += top
    order = sorted(got, key=lambda pair: -got[pair] / available[pair])
    ranks, rank, last = {}, 0, None
    for place, pair in enumerate(order, 1):
        share = got[pair] / available[pair]
        if share != last:
            rank, last = place, share
        ranks[pair] = rank
    return [ranks[pair] for pair in range(PAIRS)]


def arrays_of(rows):
    return [np.array(column, np.int64) for column in zip(*rows, strict=True)]


def full_pass(arrays):
    return Event(PAIRS, *arrays).ranks()


def test_a_simultaneous_event_is_ranked_twenty_times_faster_than_by_plain_loops():
    rows = results()
    objects, arrays = [Result(*row) for row in rows], arrays_of(rows)
    measured = compare(
        lambda: plain_ranking(objects), lambda: full_pass(arrays), at_least=20, quick_times=5
    )
    assert measured.quick_result.tolist() == measured.slow_result
    assert measured.ratio >= 20, measured


def test_one_corrected_result_is_fifty_times_faster_than_the_full_pass():
    """Twenty corrections against twenty times scoring and ranking all.

    By turns a step of 10 too few and swapped sides, which touch few and most results of a board.
    """
    rows = results()
    arrays = arrays_of(rows)
    event = Event(PAIRS, *arrays)
    places = random.Random(2).sample(range(len(rows)), 20)
    event.rescore_board(places[0], rows[places[0]][3])  # finds the boards

    def correct():
        for turn, at in enumerate(places):
            net = -rows[at][3] if turn % 2 else rows[at][3] + 10
            event.rescore_board(at, net)
            rows[at] = (*rows[at][:3], net)

    def score():
        for _ in places:
            full_pass(arrays)

    measured = compare(score, correct, at_least=50)
    anew = Event(PAIRS, *arrays_of(rows))
    assert (event.got == anew.got).all()
    assert measured.ratio >= 50, measured


def test_the_event_stays_under_four_hundred_megabytes():
    arrays = arrays_of(results())
    tracemalloc.start()
    full_pass(arrays)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < LARGEST, f"{peak / 2**20:.0f} MB"
