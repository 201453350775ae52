"""A night as its JSON export holds it, read back for ranking.

Nothing of it is trusted: shapes, names and numbers are checked. Source: `export_night`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scoring.core.board_scores import Comparison
from scoring.core.field import UNFINISHED, FieldResults
from scoring.core.ruleset import RuleError
from scoring.core.rulings import detail_from_json, outcome_of
from scoring.core.session import BoardPlay

MOST_POINTS = 100_000
SEATS = "NESW"
WINNERS = {"NS": 1, "EW": -1, None: 0}
RULINGS = ("none", "adjusted", "cancelled", "not played")
RANKED_BY = ("games", "points", *Comparison)
ROUND_STATES = ("planned", "open", "closed")


@dataclass(frozen=True, slots=True)
class NightHand:
    """One hand: its board where it is compared, and the points, None where nothing counts."""

    board: int | None
    ns_points: int | None
    ew_points: int | None
    expected: bool
    ruling: str
    detail: Mapping[str, Any] | None = None
    group: int = 0


@dataclass(frozen=True, slots=True)
class NightGame:
    """One table's game: entry index by seat, the hands, and who won (None: not finished).

    `state` of its round; empty in files that do not say.
    """

    round: int
    seats: tuple[int, int, int, int]
    hands: tuple[NightHand, ...]
    winner: int | None
    state: str = ""


@dataclass(frozen=True, slots=True)
class NightEntry:
    line: str
    number: int
    names: tuple[str, ...]
    section: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.section, self.line, self.number

    @property
    def label(self) -> str:
        return f"{self.number}{self.line}"


@dataclass(frozen=True, slots=True)
class NightFile:
    title: str
    ranked_by: str
    closed: bool
    entries: tuple[NightEntry, ...]
    games: tuple[NightGame, ...]
    claims: tuple[Mapping[str, Any], ...]
    ranking: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_night(data: Any) -> NightFile:
    """Read the JSON value of an exported night. RuleError for whatever does not fit."""
    night = _member(data, "night", dict)
    ranked_by = _member(night, "ranked_by", str)
    if ranked_by not in RANKED_BY:
        raise RuleError("ranked_by", ranked_by[:40], " or ".join(RANKED_BY))
    entries = tuple(_entry(one) for one in _member(data, "entries", list))
    if len({entry.key for entry in entries}) < len(entries):
        raise RuleError("entries", "one number twice", "a line and a number for each")
    games = tuple(_game(one, entries) for one in _member(data, "games", list))
    claims = _member(data, "standings", list)
    for claim in claims:
        _member(claim, "line", str)
        _member(claim, "number", int)
    closed = _member(night, "state", str) == "closed"
    return NightFile(
        _member(night, "title", str),
        ranked_by,
        closed,
        entries,
        games,
        tuple(claims),
        _member(night, "ranking", dict) if "ranking" in night else {},
        tuple(_notes(data, night)),
    )


def _notes(data: Any, night: Mapping[str, Any]) -> Iterator[str]:
    """What of the night's ranking a file cannot be ranked by."""
    if data.get("penalties"):
        yield "penalties of the night are not taken off here"
    if night.get("ranked_together") is False:
        yield "sections are ranked apart on the night, together here"
    for name in sorted({"handicaps", "winners", "strata"} & set(night.get("ranking") or ())):
        yield f"the night's {name} are left out here"


def _member(data: Any, name: str, kind: type) -> Any:
    """Return data[name], which must be of a kind; a bool is no number."""
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {dict: "an object", list: "a list", str: "text", int: "a whole number"}
        raise RuleError(name, "nothing" if value is None else type(value).__name__, words[kind])
    return value


def _entry(data: Any) -> NightEntry:
    names = _member(data, "names", list)
    if not names or not all(isinstance(name, str) for name in names):
        raise RuleError("names", str(names)[:40], "one or two names")
    section = _member(data, "section", str) if "section" in data else ""
    line, number = _member(data, "line", str), _member(data, "number", int)
    return NightEntry(line, number, tuple(names), section)


def _game(data: Any, entries: Sequence[NightEntry]) -> NightGame:
    seats = _member(data, "seats", dict)
    if not all(isinstance(name, str | None) for name in seats.values()):
        raise RuleError("seats", "something else", "names")
    hands = tuple(_hand(one) for one in _member(data, "hands", list))
    winner = data.get("winner")
    if not isinstance(winner, str | None) or winner not in WINNERS:
        raise RuleError("winner", str(winner)[:40], "NS, EW or null")
    finished = bool(data.get("decided_by"))
    state = data.get("round_state", "")
    if state not in ("", *ROUND_STATES):
        raise RuleError("round_state", str(state)[:40], ", ".join(ROUND_STATES))
    keys = data.get("entries")
    return NightGame(
        _member(data, "round", int),
        _seated(seats, entries) if keys is None else _by_key(keys, entries),
        hands,
        WINNERS[winner] if finished else None,
        state,
    )


def _by_key(keys: Any, entries: Sequence[NightEntry]) -> tuple[int, int, int, int]:
    """Return the entry at each seat where the file names each by section, line and number."""
    if not isinstance(keys, dict) or not set(keys) <= set(SEATS):
        raise RuleError("entries", "something else", "an entry for N, E, S and W")
    index = {entry.key: at for at, entry in enumerate(entries)}
    found = {}
    for seat, key in keys.items():
        named = tuple(_member(key, part, str) for part in ("section", "line"))
        number = _member(key, "number", int)
        if (*named, number) not in index:
            raise RuleError("entries", f"{number} at {seat}", "an entry of the night")
        found[seat] = index[(*named, number)]
    north, east, south, west = (found.get(seat, -1) for seat in SEATS)
    return north, east, south, west


def _hand(data: Any) -> NightHand:
    ruling = _member(data, "ruling", str)
    if ruling not in RULINGS:
        raise RuleError("ruling", ruling[:40], ", ".join(RULINGS))
    points = [_optional_number(data, f"{side}_points", 0, MOST_POINTS) for side in ("ns", "ew")]
    if (points[0] is None) != (points[1] is None):
        raise RuleError("ns_points and ew_points", "one of them", "both or neither")
    board = _optional_number(data, "board", 1, 10_000)
    state = _member(data, "state", str)
    detail = data.get("ruling_detail")
    if detail is not None:
        detail_from_json(detail)
    group = _optional_number(data, "group", 0, 10_000) or 0
    return NightHand(board, points[0], points[1], state == "expected", ruling, detail, group)


def _optional_number(data: dict[str, Any], name: str, lowest: int, highest: int) -> int | None:
    if data.get(name) is None:
        return None
    value: int = _member(data, name, int)
    if not lowest <= value <= highest:
        raise RuleError(name, value, f"{lowest} to {highest}")
    return value


def _seated(seats: Mapping[str, Any], entries: Sequence[NightEntry]) -> tuple[int, int, int, int]:
    """Return the entry at each seat, -1 where nobody sits. Partners of a pair are one entry."""
    if any(len(entry.names) == 1 for entry in entries):
        north, east, south, west = (_entry_of([seats.get(seat)], entries) for seat in SEATS)
        return north, east, south, west
    ns = _entry_of([seats.get("N"), seats.get("S")], entries)
    ew = _entry_of([seats.get("E"), seats.get("W")], entries)
    return ns, ew, ns, ew


def _entry_of(names: Sequence[str | None], entries: Sequence[NightEntry]) -> int:
    """Return the entry that has most of these names; with a substitute the partner decides."""
    sitting = {name for name in names if name is not None}
    if not sitting:
        return -1
    found = [len(sitting & set(entry.names)) for entry in entries]
    best = max(found, default=0)
    if best == 0 or found.count(best) > 1:
        raise RuleError("seats", " and ".join(sorted(sitting))[:80], "names of exactly one entry")
    return found.index(best)


def field_of(night: NightFile) -> FieldResults:
    """Return the arrays that rank the night by games, points or matchpoints."""
    hands = [(at, hand) for at, game in enumerate(night.games) for hand in game.hands]
    lines = sorted({entry.line for entry in night.entries}, reverse=True)
    individuals = any(len(entry.names) == 1 for entry in night.entries)
    return FieldResults(
        contestants=len(night.entries),
        games=np.array([game.seats for game in night.games], np.int64).reshape(-1, 4),
        hand_game=_row(at for at, _ in hands),
        hand_board=_row(hand.board or -1 for _, hand in hands),
        ns_points=_row(hand.ns_points or 0 for _, hand in hands),
        ew_points=_row(hand.ew_points or 0 for _, hand in hands),
        counted=np.array([hand.ns_points is not None for _, hand in hands], np.bool_),
        game_winner=_row(UNFINISHED if g.winner is None else g.winner for g in night.games),
        ns_hands_won=_row(_hands_won(game, 1) for game in night.games),
        ew_hands_won=_row(_hands_won(game, -1) for game in night.games),
        scheduled_hands=_scheduled(night, individuals),
        individuals=individuals,
        line=_row(lines.index(entry.line) for entry in night.entries),
    )


def plays_of(night: NightFile) -> list[BoardPlay]:
    """Return every play of a board of a round that counts, with its ruling and group."""
    individuals = any(len(entry.names) == 1 for entry in night.entries)
    plays: list[BoardPlay] = []
    for game in night.games:
        north, east, south, west = game.seats
        if min(game.seats) < 0 or game.state == "planned":
            continue
        ns = (north, south) if individuals else (north,)
        ew = (east, west) if individuals else (east,)
        plays += [
            BoardPlay(
                hand.board, ns, ew, outcome_of(hand.ns_points, hand.ew_points, hand.detail),
                str(hand.group),
            )
            for hand in game.hands
            if hand.board is not None
        ]  # fmt: skip
    return plays


def _row(values: Any) -> Any:
    return np.fromiter(values, np.int64)


def _hands_won(game: NightGame, sign: int) -> int:
    nets = [(hand.ns_points or 0) - (hand.ew_points or 0) for hand in game.hands]
    return sum(sign * net > 0 for net in nets)


def _scheduled(night: NightFile, individuals: bool) -> Any:
    """Hands that each entry should have played: all of a round that is over, those that are in of
    the last round that has begun, none of a later one."""
    begun = {game.round for game in night.games for hand in game.hands if not hand.expected}
    last = max(begun, default=0)
    scheduled = np.zeros(len(night.entries), np.int64)
    for game in night.games:
        over = game.round < last or (night.closed and game.round == last)
        if game.state:
            over = game.state == "closed"
            if game.state == "planned":
                continue
        hands = sum(
            hand.ruling in ("none", "adjusted")
            and (over or not hand.expected or hand.ruling == "adjusted")
            for hand in game.hands
        )
        for entry in game.seats if individuals else game.seats[:2]:
            if entry >= 0:
                scheduled[entry] += hands
    return scheduled
