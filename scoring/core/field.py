"""A whole night's results as arrays, and the sums that every ranking needs.

One pass over arrays; no loop over hands or games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.core.matchpoints import Int64Array, IntArray, field_matchpoints

UNFINISHED = -128
"""`game_winner` of a game that is still being played."""

SIGNS = (1, -1, 1, -1)
"""North-South's or East-West's view, by the column N E S W."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldResults:
    """Everything that a ranking needs, for C contestants, G games and H hands.

    `games` (G, 4): contestant at N, E, S, W, -1 unknown; for pairs the same index at N and S and
    at E and W. `hand_game` (H,): index of the hand's game. `hand_board` (H,): the same number
    where hands are to be compared, -1 where not. `ns_points`, `ew_points` (H,): each side's own.
    `counted` (H,): false for hands that are missing, cancelled or not played. `game_winner` (G,):
    1 North-South, -1 East-West, 0 draw, -128 unfinished. `ns_hands_won`, `ew_hands_won` (G,).
    `scheduled_hands` (C,): hands that each should have played so far. `line` (C,): contestants
    are ranked within their own line. `deducted` (C,), or empty: points that penalties take from
    each one's net points. Lists become arrays of 64 bits. ValueError for shapes or
    indices that do not fit.
    """

    contestants: int
    games: IntArray
    hand_game: IntArray
    hand_board: IntArray
    ns_points: IntArray
    ew_points: IntArray
    counted: np.ndarray[tuple[int], np.dtype[np.bool_]]
    game_winner: IntArray
    ns_hands_won: IntArray
    ew_hands_won: IntArray
    scheduled_hands: IntArray
    individuals: bool
    line: IntArray
    deducted: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))

    def __post_init__(self) -> None:
        games, hands = len(self.game_winner), len(self.hand_game)
        shapes = {
            "games": (games, 4),
            "game_winner": (games,),
            "ns_hands_won": (games,),
            "ew_hands_won": (games,),
            "hand_game": (hands,),
            "hand_board": (hands,),
            "ns_points": (hands,),
            "ew_points": (hands,),
            "counted": (hands,),
            "scheduled_hands": (self.contestants,),
            "line": (self.contestants,),
            "deducted": (self.contestants,),
        }
        if not len(self.deducted):
            object.__setattr__(self, "deducted", np.zeros(self.contestants, np.int64))
        for name, shape in shapes.items():
            dtype = np.bool_ if name == "counted" else np.int64
            object.__setattr__(self, name, _as_array(name, getattr(self, name), shape, dtype))
        _require_within("games", self.games, -1, self.contestants - 1)
        _require_within("hand_game", self.hand_game, 0, games - 1)
        if not np.isin(self.game_winner, (1, 0, -1, UNFINISHED)).all():
            raise ValueError("game_winner must be 1, 0, -1 or -128")
        if not self.individuals and (self.games[:, :2] != self.games[:, 2:]).any():
            raise ValueError("games must have the same pair at N and S and at E and W")

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns of `games` that stand for contestants: two for pairs, four for players."""
        return (0, 1, 2, 3) if self.individuals else (0, 1)


def _as_array(
    name: str, given: npt.ArrayLike, shape: tuple[int, ...], dtype: type[np.generic]
) -> npt.NDArray[Any]:
    """Return `given` as an array of whole numbers (or of bool); an empty list has any shape."""
    array = np.asarray(given)
    if array.size == 0 and 0 in shape:
        return np.zeros(shape, dtype)
    if array.shape != shape or not np.can_cast(array.dtype, dtype, casting="same_kind"):
        kind = "bool" if dtype is np.bool_ else "whole numbers"
        raise ValueError(f"{name} must be {kind} of shape {shape}, got {array.dtype} {array.shape}")
    return array.astype(dtype, copy=False)


def _require_within(name: str, values: IntArray, lowest: int, highest: int) -> None:
    if values.size and (values.min() < lowest or values.max() > highest):
        raise ValueError(f"{name} must be {lowest} to {highest}")


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """What each contestant gathered, all (C,): whole numbers, `double_wins` counted in halves."""

    hands_played: Int64Array
    games_played: Int64Array
    double_wins: Int64Array
    net_points: Int64Array
    hands_won: Int64Array


def sum_field(field: FieldResults) -> Sums:
    """Return every contestant's sums. An unfinished game is no game played, its hands count."""
    sums = Sums(*(np.zeros(field.contestants, np.int64) for _ in range(5)))
    counted = field.counted.astype(np.int64)
    net = (field.ns_points.astype(np.int64) - field.ew_points) * counted
    finished = field.game_winner != UNFINISHED
    for column in field.columns:
        sign = SIGNS[column]
        seated = field.games[:, column]
        at_hand = seated[field.hand_game]
        _add(sums.hands_played, at_hand, counted)
        _add(sums.net_points, at_hand, sign * net)
        _add(sums.games_played, seated, finished.astype(np.int64))
        _add(sums.double_wins, seated, np.where(finished, 1 + sign * field.game_winner, 0))
        _add(sums.hands_won, seated, field.ns_hands_won if sign > 0 else field.ew_hands_won)
    sums.net_points[:] -= field.deducted
    return sums


def sum_matchpoints(field: FieldResults) -> tuple[Int64Array, Int64Array]:
    """Return (matchpoints got, matchpoints available) of every contestant, (C,) each.

    Hands that do not count and hands without a board have neither score nor available top.
    Source: Laws of Duplicate Bridge 2017, Law 78A.
    """
    got = np.zeros(field.contestants, np.int64)
    available = np.zeros(field.contestants, np.int64)
    compared = np.asarray(field.counted, np.bool_) & (field.hand_board >= 0)
    net = (field.ns_points.astype(np.int64) - field.ew_points)[compared]
    ns_matchpoints, top = field_matchpoints(field.hand_board[compared], net)
    for column in field.columns:
        at_hand = field.games[:, column][field.hand_game[compared]]
        _add(got, at_hand, ns_matchpoints if SIGNS[column] > 0 else top - ns_matchpoints)
        _add(available, at_hand, top)
    return got, available


def _add(target: Int64Array, index: IntArray, amount: IntArray) -> None:
    """Add amounts to the contestants of `index`; those at -1 are unknown and left out."""
    known = index >= 0
    np.add.at(target, index[known], amount[known])
