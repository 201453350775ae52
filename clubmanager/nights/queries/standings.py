"""The ranking of a night, from the arrays of one pass."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from clubmanager.nights.core.visibility import shared_boards
from clubmanager.nights.models import Method, NightState
from scoring.core.field import UNFINISHED, FieldResults
from scoring.core.standings import Standing, rank_games, rank_matchpoints, rank_points

from .data import EntryRow, NightData, TableRow

RANKINGS: dict[str, Callable[[FieldResults], list[Standing]]] = {
    Method.GAMES: rank_games,
    Method.POINTS: rank_points,
    Method.MATCHPOINTS: rank_matchpoints,
}
WINNER = {"NS": 1, "EW": -1}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings page: who, and the numbers of scoring.core.Standing."""

    entry: EntryRow
    standing: Standing

    @property
    def rank_text(self) -> str:
        if self.standing.below_line:
            return "–"
        return f"{self.standing.rank}{'=' if self.standing.shared else ''}"

    @property
    def wins_text(self) -> str:
        return f"{fraction_text(self.standing.wins)} / {self.standing.games_played}"

    @property
    def percentage_text(self) -> str:
        hundredths = self.standing.percentage_hundredths
        if hundredths is None:
            return ""
        return f"{hundredths // 100}.{hundredths % 100:02d} %"


def fraction_text(value: Fraction) -> str:
    """3 for three, 2½ for two and a half."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}½"


def compares_boards(data: NightData) -> bool:
    """Whether boards are played at more than one table."""
    return bool(shared_boards(data.plays()))


def standings_for(
    data: NightData, *, public: bool, hidden_boards: frozenset = frozenset()
) -> list[StandingRow]:
    """The ranking of the night by its method, best first, line by line.

    For the public of a running night whose boards are shared, only closed rounds count. Hands on
    `hidden_boards` (those that a playing director has still to play) are left out.
    """
    if not data.entries:
        return []
    order = list(data.entries)
    shared = compares_boards(data)
    tables = counted_tables(data, public=public, shared=shared)
    field = build_field(data, tables, order, hidden_boards)
    rows = RANKINGS[data.night.method](field)
    if shared and data.night.method != Method.MATCHPOINTS:
        rows = _with_percentages(rows, rank_matchpoints(field))
    return [StandingRow(data.entries[order[row.contestant]], row) for row in rows]


def _with_percentages(rows: list[Standing], others: list[Standing]) -> list[Standing]:
    found = {other.contestant: other for other in others}
    return [
        replace(
            row,
            matchpoints=found[row.contestant].matchpoints,
            available=found[row.contestant].available,
            percentage_hundredths=found[row.contestant].percentage_hundredths,
        )
        for row in rows
    ]


def counted_tables(data: NightData, *, public: bool, shared: bool) -> list[TableRow]:
    """The tables whose hands count: started rounds, or only closed ones for the public."""
    closed_only = public and shared and data.night.state != NightState.CLOSED
    states = {"closed"} if closed_only else {"open", "closed"}
    return [table for table in data.tables if table.round_state in states]


def build_field(
    data: NightData, tables: list[TableRow], order: list[int], hidden_boards: frozenset
) -> FieldResults:
    """The arrays of scoring.core.field for these tables; `order` gives entries their index."""
    index = {entry_id: at for at, entry_id in enumerate(order)}
    lines = sorted({entry.line for entry in data.entries.values()}, reverse=True)
    games = np.array(
        [[index[t.seats[c][1]] if c in t.seats else -1 for c in "NESW"] for t in tables],
        dtype=np.int64,
    ).reshape(-1, 4)
    hands = [(at, hand) for at, table in enumerate(tables) for hand in table.hands]
    individuals = any(len(entry.members) == 1 for entry in data.entries.values())
    counted = [hand.scored and hand.board_id not in hidden_boards for _, hand in hands]
    return FieldResults(
        contestants=len(order),
        games=games,
        hand_game=_ints(at for at, _ in hands),
        hand_board=_ints(hand.board_id or -1 for _, hand in hands),
        ns_points=_ints(hand.ns_points or 0 for _, hand in hands),
        ew_points=_ints(hand.ew_points or 0 for _, hand in hands),
        counted=np.array(counted, dtype=np.bool_),
        game_winner=_ints(_winner(t, hidden_boards) for t in tables),
        ns_hands_won=_ints(_hands_won(t, "NS", hidden_boards) for t in tables),
        ew_hands_won=_ints(_hands_won(t, "EW", hidden_boards) for t in tables),
        scheduled_hands=_scheduled(games, tables, len(order), individuals),
        individuals=individuals,
        line=_ints(lines.index(data.entries[entry_id].line) for entry_id in order),
    )


def _ints(values) -> np.ndarray:
    return np.fromiter(values, dtype=np.int64)


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


def _scheduled(
    games: np.ndarray, tables: list[TableRow], count: int, individuals: bool
) -> np.ndarray:
    """Hands that each entry should have played by now: all of a closed round, those that are in
    of an open one; not the cancelled and the not played."""
    per_game = _ints(
        sum(
            hand.ruling in ("none", "adjusted") and (hand.settled or t.round_state == "closed")
            for hand in t.hands
        )
        for t in tables
    )
    scheduled = np.zeros(count, dtype=np.int64)
    for column in range(4 if individuals else 2):
        known = games[:, column] >= 0
        np.add.at(scheduled, games[known, column], per_game[known])
    return scheduled
