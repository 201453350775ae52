"""A large event of pairs as arrays: scored in one pass, corrected board by board.

Source: Laws of Duplicate Bridge 2017, Law 78A; factoring as in scoring.core.neuberg. For boards
with artificial, weighted or split scores or fouled groups see scoring.core.session.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from scoring.core.board_order import BoardOrder, Moved, orders_of
from scoring.core.matchpoints import Int64Array, IntArray, field_matchpoints
from scoring.core.neuberg import factored_tenths
from scoring.core.order import exact_order

TENTHS = 10


@dataclass(slots=True, eq=False)
class Event:
    """N results of C contestants: who sat North-South and East-West, and the score, by board.

    Matchpoints are kept in tenths. `expected` results a board factor the boards that have fewer;
    0 leaves every board its own top. Scored when made; `rescore_board` after a correction.
    `top_tenths` (N,) stands in the order given, `got` and `available` (C,) are sums.
    ValueError for arrays that do not fit.
    """

    contestants: int
    board: Int64Array
    ns: Int64Array
    ew: Int64Array
    ns_net: Int64Array
    expected: int = 0
    top_tenths: Int64Array = field(init=False)
    got: Int64Array = field(init=False)
    available: Int64Array = field(init=False)
    _orders: dict[int, BoardOrder] = field(init=False, repr=False, default_factory=dict)

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
        raw, top = field_matchpoints(self.board, self.ns_net)
        most = int(top.max(initial=0)) // 2 + 1
        if self.expected and most > self.expected:
            raise ValueError(f"expected must be at least {most}, got {self.expected}")
        ns_tenths = self._in_tenths(raw, top // 2 + 1)
        full = 2 * (self.expected - 1)
        self.top_tenths = TENTHS * (np.full_like(top, full) if self.expected else top)
        self.got = np.zeros(self.contestants, np.int64)
        np.add.at(self.got, self.ns, ns_tenths)
        np.add.at(self.got, self.ew, self.top_tenths - ns_tenths)
        self.available = np.zeros(self.contestants, np.int64)
        np.add.at(self.available, self.ns, self.top_tenths)
        np.add.at(self.available, self.ew, self.top_tenths)

    @property
    def ns_tenths(self) -> Int64Array:
        """North-South's matchpoints of every result (N,), in the order given."""
        raw, top = field_matchpoints(self.board, self.ns_net)
        return self._in_tenths(raw, top // 2 + 1)

    def _in_tenths(self, raw: Int64Array, results: Int64Array) -> Int64Array:
        if not self.expected or (results == self.expected).all():
            return raw * TENTHS
        return factored_tenths(raw, results, np.full_like(results, self.expected))

    def rescore_board(self, result: int, ns_net: int) -> int:
        """Correct one result, by its place in the arrays, and score its own board again.

        Only the results from the old to the new score are touched, no other and no other board.
        Returns how many results changed their matchpoints.
        """
        old = int(self.ns_net[result])
        if old == ns_net:
            return 0
        board = self._order_of(int(self.board[result]))
        self.ns_net[result] = ns_net
        moved = board.move(result, old, ns_net)
        gained = self._gained(board, moved)
        np.add.at(self.got, moved.ns, gained)
        np.subtract.at(self.got, moved.ew, gained)
        return int(np.count_nonzero(gained))

    def _gained(self, board: BoardOrder, moved: Moved) -> Int64Array:
        """Return North-South's tenths more of the results that a correction touches."""
        if self.expected in (0, board.results):
            return moved.change * TENTHS
        results = np.full(moved.change.shape, board.results)
        after = board.matchpoints(moved.nets)
        before = self._in_tenths(after - moved.change, results)
        return self._in_tenths(after, results) - before

    def _order_of(self, board: int) -> BoardOrder:
        """Return a board's results by score; found for all boards at once, at the first need."""
        if not self._orders:
            self._orders = orders_of(self.board, self.ns_net, self.ns, self.ew)
        return self._orders[board]

    def ranks(self, line: IntArray | None = None) -> Int64Array:
        """Return every contestant's rank (C,) within its line: ties share, the next is skipped.

        0 for a contestant without a compared board. Exact whole numbers decide.
        """
        return rank_shares(self.got, self.available, line)


def rank_shares(got: Int64Array, available: Int64Array, line: IntArray | None = None) -> Int64Array:
    """Return the rank (C,) of got / available within each line; 0 where nothing was available."""
    key = exact_order(got, available)
    lines = np.zeros(len(got), np.int64) if line is None else np.asarray(line)
    ranks = np.zeros(len(got), np.int64)
    for one in np.unique(lines).tolist():
        members = np.flatnonzero((lines == one) & (available > 0))
        ordered = np.sort(key[members])
        better = len(members) - np.searchsorted(ordered, key[members], side="right")
        ranks[members] = better + 1
    return ranks
