"""Matchpoints: 2 for each worse score on the board, 1 for each equal one.

Source: Laws of Duplicate Bridge 2017, Law 78A. Counted in twos, so that everything stays whole.
Boards with unequal numbers of results each have their own top here; factoring is in
scoring.core.neuberg; artificial, weighted and split scores are in scoring.core.board_scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer[Any]]
Int64Array = npt.NDArray[np.int64]

MOST_BINS_PER_RESULT = 4
FEW_BINS = 20_000
"""A histogram is quicker than sorting while it has few bins for its results."""


def field_matchpoints(board: IntArray, ns_net: IntArray) -> tuple[Int64Array, Int64Array]:
    """Return (North-South's matchpoints, top) of every result of a field, in one pass.

    `board` (R,) is any whole number that is the same for results to be compared; `ns_net` (R,)
    is in points, North-South's view. East-West receive top less North-South's matchpoints. A
    result that was not played is simply not among them. ValueError if shapes differ or the
    numbers are too far apart for 64 bits.
    """
    if board.shape != ns_net.shape or board.ndim != 1:
        raise ValueError(
            f"board and ns_net must be one row each, got {board.shape}, {ns_net.shape}"
        )
    if board.size == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    key, span = _board_and_score_key(board, ns_net)
    boards = int(key.max()) // span + 1
    if boards * span <= MOST_BINS_PER_RESULT * board.size + FEW_BINS:
        return _by_histogram(key, boards, span)
    return _by_sorting(key, span)


def _by_histogram(key: Int64Array, boards: int, span: int) -> tuple[Int64Array, Int64Array]:
    """Count every score of every board once; what is before a score on its board is below it."""
    counts = np.bincount(key, minlength=boards * span).reshape(boards, span)
    below = np.cumsum(counts, axis=1) - counts
    matchpoints = (2 * below + counts - 1).ravel()
    top = 2 * (counts.sum(axis=1) - 1)
    return matchpoints[key], top[key // span]


def _by_sorting(key: Int64Array, span: int) -> tuple[Int64Array, Int64Array]:
    """The same for scores that are too far apart to count: sort all of them once."""
    order = np.argsort(key)
    ordered = key[order]
    below, same, results = _positions(ordered, ordered // span)
    matchpoints = np.empty(key.size, np.int64)
    top = np.empty(key.size, np.int64)
    matchpoints[order] = 2 * below + same - 1
    top[order] = 2 * (results - 1)
    return matchpoints, top


def board_matchpoints(ns_net: IntArray) -> tuple[Int64Array, Int64Array]:
    """Return (North-South's, East-West's) matchpoints of the results of one board."""
    matchpoints, top = field_matchpoints(np.zeros(ns_net.shape, np.int64), ns_net)
    return matchpoints, top - matchpoints


def _board_and_score_key(board: IntArray, ns_net: IntArray) -> tuple[Int64Array, int]:
    """Return one number for each result that orders by board, then score; and its span."""
    first, lowest = int(board.min()), int(ns_net.min())
    span = int(ns_net.max()) - lowest + 1
    if (int(board.max()) - first + 1) * span >= 2**63:
        raise ValueError("boards and scores are too far apart to compare")
    return (board.astype(np.int64) - first) * span + (ns_net.astype(np.int64) - lowest), span


def _positions(
    ordered: Int64Array, ordered_board: Int64Array
) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Return how many results are below, equal (itself included) and on the same board."""
    score_start, same = _runs(ordered)
    board_start, results = _runs(ordered_board)
    return score_start - board_start, same, results


def _runs(ordered: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return for each element of a sorted array its run's first position and its length."""
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    lengths = np.diff(np.r_[starts, ordered.size])
    return np.repeat(starts, lengths), np.repeat(lengths, lengths)
