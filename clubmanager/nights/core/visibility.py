"""What of a running night may be seen by whom.

Source: docs/rules.md, "What the public sees": where boards are shared between tables, a result
tells those who have still to play the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Play:
    """One scheduled play of a board. `settled`: its result is in, or nothing more is expected."""

    board: Hashable
    game: int
    settled: bool


def shared_boards(plays: Iterable[Play]) -> frozenset[Hashable]:
    """Boards that more than one table plays; a board of None (shuffled cards) is never shared."""
    times = Counter(play.board for play in plays if play.board is not None)
    return frozenset(board for board, count in times.items() if count > 1)


def pending_boards(plays: Iterable[Play]) -> frozenset[Hashable]:
    """Shared boards of which a scheduled play is still missing: their results are not public."""
    plays = list(plays)
    shared = shared_boards(plays)
    return frozenset(play.board for play in plays if not play.settled and play.board in shared)


def unfinished_boards(plays: Iterable[Play], own_games: Iterable[int]) -> frozenset[Hashable]:
    """Shared boards that somebody who plays in `own_games` has still to play."""
    plays = list(plays)
    own = frozenset(own_games)
    shared = shared_boards(plays)
    return frozenset(
        play.board
        for play in plays
        if play.game in own and not play.settled and play.board in shared
    )
