"""A large event as arrays: the same numbers as board by board, and a correction on its own."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.board_scores import Scoring
from scoring.core.event import Event
from scoring.core.matchpoints import field_matchpoints
from scoring.core.outcomes import Played
from scoring.core.placings import rank_session
from scoring.core.session import BoardPlay, score_session

RESULTS = st.lists(
    st.tuples(st.integers(1, 3), st.integers(0, 3), st.integers(4, 7), st.integers(-9, 9)),
    min_size=1,
    max_size=20,
)


def event(results, expected=0):
    board, ns, ew, net = zip(*results, strict=True)
    return Event(8, np.array(board), np.array(ns), np.array(ew), np.array(net), expected)


@settings(max_examples=100, deadline=None)
@given(results=RESULTS, more=st.integers(0, 4))
def test_arrays_agree_with_the_fractions_of_a_session(results, more):
    most = max(sum(r[0] == board for r in results) for board in (1, 2, 3))
    expected = most + more
    plays = [BoardPlay(board, (ns,), (ew,), Played(net)) for board, ns, ew, net in results]
    setting = Scoring(small_subfields=False, expected=expected)
    scores = score_session(plays, contestants=8, scoring=setting)
    arrays = event(results, expected)
    assert arrays.ns_tenths.tolist() == [10 * worth.ns for worth in scores.worths]
    assert arrays.got.tolist() == [10 * total.got for total in scores.totals]
    ranks = {p.contestant: p.rank for p in rank_session(scores)}
    assert arrays.ranks().tolist() == [ranks[one] for one in range(8)]


@settings(max_examples=100, deadline=None)
@given(results=RESULTS, factored=st.booleans(), data=st.data())
def test_a_corrected_result_gives_what_a_full_pass_gives(results, factored, data):
    expected = 25 if factored else 0
    arrays = event(results, expected)
    corrected = list(results)
    for _ in range(3):
        at, net = data.draw(st.integers(0, len(results) - 1)), data.draw(st.integers(-9, 9))
        corrected[at] = (*corrected[at][:3], net)
        arrays.rescore_board(at, net)
    anew = event(corrected, expected)
    assert arrays.ns_tenths.tolist() == anew.ns_tenths.tolist()
    assert arrays.got.tolist() == anew.got.tolist()


def test_a_correction_touches_its_own_board_only():
    arrays = event([(1, 0, 4, 10), (1, 1, 5, 20), (2, 0, 5, 10), (2, 1, 4, 20)])
    # 30 passes 20: the two results of board 1 change places.
    assert arrays.rescore_board(0, 30) == 2
    assert arrays.ns_tenths.tolist() == [20, 0, 0, 20]


def test_lines_are_ranked_apart_and_idle_contestants_have_no_rank():
    arrays = event([(1, 0, 4, 10), (1, 1, 5, 20), (1, 2, 6, 20)])
    # North-South 0 3 3 of 4, East-West 4 1 1; 3 and 7 did not play.
    assert arrays.ranks(np.array([0] * 4 + [1] * 4)).tolist() == [3, 1, 1, 0, 1, 2, 2, 0]


def test_an_event_without_results_ranks_nobody():
    nothing = np.zeros(0, np.int64)
    assert Event(2, nothing, nothing, nothing, nothing).ranks().tolist() == [0, 0]


def test_scores_too_far_apart_to_count_are_sorted_instead():
    board, net = np.array([1, 1, 1, 9]), np.array([10**9, -(10**9), 10**9, 0])
    matchpoints, top = field_matchpoints(board, net)
    assert (matchpoints.tolist(), top.tolist()) == ([3, 0, 3, 0], [4, 4, 4, 0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"ns": [0]}, "ns must be of shape", id="shape"),
        pytest.param({"ew": [8, 5]}, "ew must be 0 to 7", id="contestant"),
        pytest.param({"expected": 1}, "expected must be at least 2, got 1", id="expected"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change, message):
    given = {"board": [1, 1], "ns": [0, 1], "ew": [4, 5], "ns_net": [0, 10], "expected": 2} | change
    with pytest.raises(ValueError, match=message):
        Event(8, **{k: np.array(v) if isinstance(v, list) else v for k, v in given.items()})
