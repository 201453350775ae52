"""Speed of scoring a field, as ratios in one run on the same data."""

import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from scoring.core.matchpoints import field_matchpoints
from scoring.core.standings import FieldResults, rank_games, rank_matchpoints
from tests.benchmarks.ratio import compare

PAIRS, BOARDS = 5_000, 26


def frequency_method(boards, nets):
    """Plain Python: count each board's scores once, then look every result up."""
    by_board = defaultdict(Counter)
    for board, net in zip(boards, nets, strict=True):
        by_board[board][net] += 1
    worth = {}
    for board, counts in by_board.items():
        below = 0
        for net in sorted(counts):
            worth[board, net] = 2 * below + counts[net] - 1
            below += counts[net]
    return [worth[pair] for pair in zip(boards, nets, strict=True)]


def club_night(tables=40, rounds=6, hands=4, seed=1):
    """A round robin-like night: every round the tables' pairs are drawn anew."""
    rng = np.random.default_rng(seed)
    draws = [rng.permutation(2 * tables).reshape(tables, 2) for _ in range(rounds)]
    games = np.concatenate(draws)[:, [0, 1, 0, 1]]
    net = rng.choice([100, 80, 20, 10, -10, -20, -30, -100], (len(games), hands))
    board = np.repeat(np.arange(rounds), tables)[:, None] * hands + np.arange(hands)
    return FieldResults(
        contestants=2 * tables,
        games=games,
        hand_game=np.repeat(np.arange(len(games)), hands),
        hand_board=board.ravel(),
        ns_points=np.maximum(net, 0).ravel(),
        ew_points=np.maximum(-net, 0).ravel(),
        counted=np.ones(net.size, dtype=bool),
        game_winner=np.sign(net.sum(axis=1)),
        ns_hands_won=(net > 0).sum(axis=1),
        ew_hands_won=(net < 0).sum(axis=1),
        scheduled_hands=np.full(2 * tables, rounds * hands),
        individuals=False,
        line=np.zeros(2 * tables, dtype=int),
    )


def test_one_pass_over_arrays_beats_the_plain_frequency_method_five_times():
    rng = random.Random(1)
    boards = [board for board in range(BOARDS) for _ in range(PAIRS // 2)]
    rng.shuffle(boards)  # results come in as tables finish
    nets = [rng.randrange(-800, 800, 10) for _ in boards]
    arrays = np.array(boards), np.array(nets)
    measured = compare(
        lambda: frequency_method(boards, nets), lambda: field_matchpoints(*arrays), at_least=5
    )
    matchpoints, _top = measured.quick_result
    assert matchpoints.tolist() == measured.slow_result
    assert measured.ratio >= 5, measured


@pytest.mark.parametrize("rank", [rank_games, rank_matchpoints])
def test_a_forty_table_night_is_ranked_while_a_plain_loop_matchpoints_it_a_few_times(rank):
    """A ranking makes 80 standings with sums, reasons and ties, which the loop does not."""
    night = club_night()
    boards = night.hand_board.tolist()
    nets = (night.ns_points - night.ew_points).tolist()

    def loops():
        for _ in range(20):
            frequency_method(boards, nets)

    measured = compare(loops, lambda: rank(night), at_least=1)
    assert len(measured.quick_result) == 80
    assert measured.ratio > 1, measured
