"""The arrays of scoring.core.field from the tables of a night."""

import numpy as np

from clubmanager.nights.models import PenaltyUnit
from scoring.core.field import UNFINISHED, FieldResults

from .data import HandRow, NightData, TableRow

WINNER = {"NS": 1, "EW": -1}
IN_PLAY = ("none", "adjusted")


def is_individual(data: NightData) -> bool:
    return any(len(entry.members) == 1 for entry in data.entries.values())


def build_field(
    data: NightData, tables: list[TableRow], order: list[int], hidden_boards: frozenset
) -> FieldResults:
    """The arrays for these tables; `order` gives entries their index."""
    index = {entry_id: at for at, entry_id in enumerate(order)}
    lines = sorted({data.entries[entry_id].line for entry_id in order}, reverse=True)
    games = np.array(
        [[index[t.seats[c][1]] if c in t.seats else -1 for c in "NESW"] for t in tables],
        dtype=np.int64,
    ).reshape(-1, 4)
    hands = [(at, hand) for at, table in enumerate(tables) for hand in table.hands]
    individuals = is_individual(data)
    counted = [hand.scored and hand.board_id not in hidden_boards for _, hand in hands]
    return FieldResults(
        contestants=len(order),
        games=games,
        hand_game=_ints(at for at, _ in hands),
        hand_board=_ints(hand.board_id or -1 for _, hand in hands),
        ns_points=_ints(_points(tables[at], hand, "NS") for at, hand in hands),
        ew_points=_ints(_points(tables[at], hand, "EW") for at, hand in hands),
        counted=np.array(counted, dtype=np.bool_),
        game_winner=_ints(_winner(t, hidden_boards) for t in tables),
        ns_hands_won=_ints(_hands_won(t, "NS", hidden_boards) for t in tables),
        ew_hands_won=_ints(_hands_won(t, "EW", hidden_boards) for t in tables),
        scheduled_hands=scheduled(games, tables, len(order), individuals),
        individuals=individuals,
        line=_ints(lines.index(data.entries[entry_id].line) for entry_id in order),
        deducted=_deducted(data, index),
    )


def _points(table: TableRow, hand: HandRow, side: str) -> int:
    """What a hand pays; the last one of a rubber with the points that belong to no single hand."""
    return hand.paid(side) + (table.bonus(side) if hand is table.last_scored else 0)


def _ints(values) -> np.ndarray:
    return np.fromiter(values, dtype=np.int64)


def _deducted(data: NightData, index: dict[int, int]) -> np.ndarray:
    """Penalties in whole points of the net; a share of a top is one of boards, not of games."""
    deducted = np.zeros(len(index), dtype=np.int64)
    for penalty in data.penalties:
        if penalty.unit == PenaltyUnit.POINTS and penalty.entry in index:
            deducted[index[penalty.entry]] += penalty.hundredths // 100
    return deducted


def _is_seen(table: TableRow, hidden_boards: frozenset) -> bool:
    return all(hand.board_id not in hidden_boards for hand in table.hands)


def _winner(table: TableRow, hidden_boards: frozenset) -> int:
    if not (_is_seen(table, hidden_boards) and table.totals.get("finished")):
        return UNFINISHED
    return WINNER.get(table.totals["winner"], 0)


def _hands_won(table: TableRow, side: str, hidden_boards: frozenset) -> int:
    if not (_is_seen(table, hidden_boards) and table.totals):
        return 0
    return table.totals["hands_won"][side]


def scheduled(
    games: np.ndarray, tables: list[TableRow], count: int, individuals: bool
) -> np.ndarray:
    """Hands that each entry should have played by now: all of a closed round, those that are in
    of an open one; not the cancelled and the not played. A round of which no hand is in was not
    played at all, as when the night was abandoned: nobody owes its hands."""
    due = {t.round for t in tables if t.round_state == "closed" and any(h.settled for h in t.hands)}
    per_game = _ints(
        sum(hand.ruling in IN_PLAY and (hand.settled or t.round in due) for hand in t.hands)
        for t in tables
    )
    hands = np.zeros(count, dtype=np.int64)
    for column in range(4 if individuals else 2):
        known = games[:, column] >= 0
        np.add.at(hands, games[known, column], per_game[known])
    return hands
