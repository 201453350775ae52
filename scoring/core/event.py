"""A large event of pairs as arrays: scored in one pass, corrected board by board.

Source: Laws of Duplicate Bridge 2017, Law 78A; factoring as in scoring.core.neuberg. For boards
with artificial, weighted or split scores or fouled groups see scoring.core.session.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from scoring.core.matchpoints import Int64Array, IntArray, field_matchpoints
from scoring.core.neuberg import factored_tenths
from scoring.core.order import exact_order

TENTHS = 10


@dataclass(slots=True, eq=False)
class Event:
    """N results of C contestants: who sat North-South and East-West, and the score, by board.

    Matchpoints are kept in tenths. `expected` results a board factor the boards that have fewer;
    0 leaves every board its own top. Scored when made; `rescore_board` after a correction.
    `ns_tenths` and `top_tenths` (N,) stand in the order given, `got` and `available` (C,) are sums.
    ValueError for arrays that do not fit.
    """

    contestants: int
    board: Int64Array
    ns: Int64Array
    ew: Int64Array
    ns_net: Int64Array
    expected: int = 0
    ns_tenths: Int64Array = field(init=False)
    top_tenths: Int64Array = field(init=False)
    got: Int64Array = field(init=False)
    available: Int64Array = field(init=False)
    _raw: Int64Array = field(init=False, repr=False)
    _rows: dict[int, Int64Array] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        shape = np.shape(self.board)
        for name in ("board", "ns", "ew", "ns_net"):
            array = np.array(getattr(self, name), np.int64)
            if array.shape != shape:
                raise ValueError(f"{name} must be of shape {shape}, got {array.shape}")
            setattr(self, name, array)
        for name in ("ns", "ew"):
            seated = getattr(self, name)
            if seated.size and not 0 <= seated.min() <= seated.max() < self.contestants:
                raise ValueError(f"{name} must be 0 to {self.contestants - 1}")
        self._score()

    def _score(self) -> None:
        self._raw, top = field_matchpoints(self.board, self.ns_net)
        most = int(top.max(initial=0)) // 2 + 1
        if self.expected and most > self.expected:
            raise ValueError(f"expected must be at least {most}, got {self.expected}")
        self.ns_tenths = self._in_tenths(self._raw, top // 2 + 1)
        full = 2 * (self.expected - 1)
        self.top_tenths = TENTHS * (np.full_like(top, full) if self.expected else top)
        self.got = np.zeros(self.contestants, np.int64)
        np.add.at(self.got, self.ns, self.ns_tenths)
        np.add.at(self.got, self.ew, self.top_tenths - self.ns_tenths)
        self.available = np.zeros(self.contestants, np.int64)
        np.add.at(self.available, self.ns, self.top_tenths)
        np.add.at(self.available, self.ew, self.top_tenths)

    def _in_tenths(self, raw: Int64Array, results: Int64Array) -> Int64Array:
        if not self.expected or (results == self.expected).all():
            return raw * TENTHS
        return factored_tenths(raw, results, np.full_like(results, self.expected))

    def rescore_board(self, result: int, ns_net: int) -> int:
        """Correct one result, by its place in the arrays, and score its own board again.

        Every other result on the board is compared with the old and the new score; other boards
        are not touched. Returns how many results changed their matchpoints.
        """
        rows = self._rows_of(int(self.board[result]))
        nets, old = self.ns_net[rows], int(self.ns_net[result])
        change = np.sign(nets - ns_net) - np.sign(nets - old)
        own = int(np.sign(ns_net - nets).sum() - np.sign(old - nets).sum())
        own -= int(np.sign(ns_net - old))  # it is not compared with itself
        change[np.searchsorted(rows, result)] = own
        self.ns_net[result] = ns_net
        moved = np.flatnonzero(change)
        where = rows[moved]
        self._raw[where] += change[moved]
        tenths = self._in_tenths(self._raw[where], np.full(where.shape, len(rows), np.int64))
        gained = tenths - self.ns_tenths[where]
        self.ns_tenths[where] = tenths
        np.add.at(self.got, self.ns[where], gained)
        np.subtract.at(self.got, self.ew[where], gained)
        return len(where)

    def _rows_of(self, board: int) -> Int64Array:
        """Return where a board's results are, in rising order; found for all boards at once."""
        if not self._rows:
            order = np.argsort(_small(self.board), kind="stable")
            ordered = self.board[order]
            starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
            parts = np.split(order, starts[1:])
            self._rows = dict(zip(ordered[starts].tolist(), parts, strict=True))
        return self._rows[board]

    def ranks(self, line: IntArray | None = None) -> Int64Array:
        """Return every contestant's rank (C,) within its line: ties share, the next is skipped.

        0 for a contestant without a compared board. Exact whole numbers decide.
        """
        key = exact_order(self.got, self.available)
        lines = np.zeros(self.contestants, np.int64) if line is None else np.asarray(line)
        ranks = np.zeros(self.contestants, np.int64)
        for one in np.unique(lines).tolist():
            members = np.flatnonzero((lines == one) & (self.available > 0))
            ordered = np.sort(key[members])
            better = len(members) - np.searchsorted(ordered, key[members], side="right")
            ranks[members] = better + 1
        return ranks


def _small(board: IntArray) -> IntArray:
    """Return board numbers in 16 bits where they fit, which sort much faster."""
    if board.size and -(2**15) <= board.min() <= board.max() < 2**15:
        return board.astype(np.int16)
    return board
