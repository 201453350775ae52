"""Matchpoints of a board and of a whole field. Expected values: vectors, counted by hand."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.matchpoints import board_matchpoints, field_matchpoints

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "matchpoints.json").read_text("utf-8")
)
# Boards with artificial or unplayed results need factoring and come with it.
PLAIN = [board for board in VECTORS["boards"] if all("ns_score" in r for r in board["results"])]

nets = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=40)


def worse_and_equal(ns_net):
    """The law, word for word: 2 for each worse, 1 for each other equal score."""
    return [
        2 * sum(other < own for other in ns_net) + sum(other == own for other in ns_net) - 1
        for own in ns_net
    ]


def test_six_vectors_are_plain():
    assert len(PLAIN) == 6


@pytest.mark.parametrize("board", PLAIN, ids=lambda board: board["name"])
def test_a_board_gives_2_for_each_worse_and_1_for_each_equal_score(board):
    ns, ew = board_matchpoints(np.array([result["ns_score"] for result in board["results"]]))
    assert [list(pair) for pair in zip(ns, ew, strict=True)] == board["matchpoints"]
    assert (ns + ew).tolist() == [board["top"]] * len(board["results"])


def test_each_board_of_a_field_has_its_own_top():
    board = np.array([7, 9, 7, 9, 7, 11])
    net = np.array([100, -20, 100, 10, -10, 30])
    matchpoints, top = field_matchpoints(board, net)
    assert matchpoints.tolist() == [3, 0, 3, 2, 0, 0]
    assert top.tolist() == [4, 2, 4, 2, 4, 0]


def test_a_field_without_results_has_no_matchpoints():
    matchpoints, top = field_matchpoints(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert matchpoints.size == top.size == 0


def test_arrays_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="one row each"):
        field_matchpoints(np.zeros(2, np.int64), np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="too far apart"):
        field_matchpoints(np.array([0, 2**60]), np.array([0, 10_000]))


@given(nets)
def test_a_board_always_gives_n_times_n_minus_1_in_all(ns_net):
    ns, ew = board_matchpoints(np.array(ns_net))
    assert ns.sum() == ew.sum() == len(ns_net) * (len(ns_net) - 1)
    assert ns.tolist() == worse_and_equal(ns_net)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-50, 50)), min_size=1), st.randoms())
def test_the_order_of_entry_never_changes_a_result(results, random):
    shuffled = list(range(len(results)))
    random.shuffle(shuffled)
    board, net = np.array(results).T
    matchpoints, top = field_matchpoints(board, net)
    again, top_again = field_matchpoints(board[shuffled], net[shuffled])
    assert again.tolist() == matchpoints[shuffled].tolist()
    assert top_again.tolist() == top[shuffled].tolist()


@given(nets, st.integers(1, 500), st.data())
def test_a_better_score_never_gets_fewer_matchpoints(ns_net, gain, data):
    place = data.draw(st.integers(0, len(ns_net) - 1))
    better = np.array(ns_net)
    better[place] += gain
    assert board_matchpoints(better)[0][place] >= board_matchpoints(np.array(ns_net))[0][place]
