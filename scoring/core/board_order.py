"""One board's results in the order of their scores, so that a correction finds whom it touches.

Source: Laws of Duplicate Bridge 2017, Law 78A: 2 for a worse score, 1 for an equal one. A result
that passes another takes 2 from it or gives it 2; joining or leaving a tie counts 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.core.matchpoints import Int64Array, IntArray

ROW, NET, NS, EW = range(4)


@dataclass(frozen=True, slots=True)
class Moved:
    """K results that a correction touches: who sat there, and North-South's matchpoints more."""

    ns: Int64Array
    ew: Int64Array
    change: Int64Array
    nets: Int64Array  # after it


@dataclass(slots=True, eq=False)
class BoardOrder:
    """R results by rising score: (4, R) of row in the event, net, NS, EW.

    Lying side by side, the results between two scores are one piece of memory.
    """

    table: Int64Array

    @property
    def results(self) -> int:
        return len(self.table[ROW])

    def move(self, row: int, old: int, new: int) -> Moved:
        """Put the result of a row of the event from one score to another, different one."""
        # Of whole numbers: the first place with each score, and the first behind it.
        places = self.table[NET].searchsorted((old, old + 1, new, new + 1))
        left, left_end, joined, joined_end = places.tolist()
        source = left + int((self.table[ROW, left:left_end] == row).argmax())
        if new > old:
            step, target, span = -1, joined - 1, slice(left, joined_end)
            inner = slice(left_end - 1 - left, joined - left)
        else:
            step, target, span = 1, joined_end, slice(joined, left_end)
            inner = slice(joined_end - joined, left + 1 - joined)
        self._shift(source, target, new)
        change = np.full(span.stop - span.start, step)  # the ties at both ends
        change[inner] = 2 * step  # those in between
        change[target - span.start] = joined + joined_end - left - left_end + step
        _, nets, ns, ew = self.table[:, span]
        return Moved(ns, ew, change, nets)

    def matchpoints(self, nets: Int64Array) -> Int64Array:
        """Return what these scores are worth, which are on the board."""
        order = self.table[NET]
        worse, not_better = np.searchsorted(order, nets), np.searchsorted(order, nets, "right")
        return np.asarray(worse + not_better - 1, np.int64)

    def _shift(self, source: int, target: int, net: int) -> None:
        """Take the result at one place out, let the others move up, put it in at another."""
        own = self.table[:, source].copy()
        own[NET] = net
        if source < target:
            self.table[:, source:target] = self.table[:, source + 1 : target + 1]
        else:
            self.table[:, target + 1 : source + 1] = self.table[:, target:source]
        self.table[:, target] = own


def orders_of(
    board: Int64Array, net: Int64Array, ns: Int64Array, ew: Int64Array
) -> dict[int, BoardOrder]:
    """Return the order of every board of N results; all arrays (N,)."""
    order = np.lexsort((_small(net), _small(board)))
    table = np.array([order, net[order], ns[order], ew[order]])
    ordered = board[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    parts = np.split(table, starts[1:], axis=1)
    return {
        number: BoardOrder(np.ascontiguousarray(part))
        for number, part in zip(ordered[starts].tolist(), parts, strict=True)
    }


def _small(numbers: IntArray) -> IntArray:
    """Return whole numbers in 16 bits where they fit, which sort much faster."""
    if numbers.size and -(2**15) <= numbers.min() <= numbers.max() < 2**15:
        return numbers.astype(np.int16)
    return numbers
