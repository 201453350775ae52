"""Speed of scoring a field, as ratios in one run on the same data."""

import random
from collections import Counter, defaultdict
from time import perf_counter

import numpy as np

from scoring.core.matchpoints import field_matchpoints
from scoring.core.standings import FieldResults, rank_games, rank_matchpoints

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


def fastest(function, *arguments, times=5):
    best, result = float("inf"), None
    for _ in range(times):
        start = perf_counter()
        result = function(*arguments)
        best = min(best, perf_counter() - start)
    return best, result


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
    plain, expected = fastest(frequency_method, boards, nets)
    arrays, (matchpoints, _top) = fastest(field_matchpoints, np.array(boards), np.array(nets))
    assert matchpoints.tolist() == expected
    assert plain / arrays >= 5


def test_a_forty_table_night_is_ranked_while_a_plain_loop_matchpoints_it_a_few_times():
    night = club_night()
    boards = night.hand_board.tolist()
    nets = (night.ns_points - night.ew_points).tolist()
    plain, _ = fastest(frequency_method, boards, nets, times=20)
    games, standings = fastest(rank_games, night, times=20)
    matchpoints, _ = fastest(rank_matchpoints, night, times=20)
    assert len(standings) == 80
    # Both rankings make 80 standings with sums, reasons and ties, which the loop does not.
    assert max(games, matchpoints) < 20 * plain
