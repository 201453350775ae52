"""A night as its JSON export holds it, read back for ranking.

Nothing of it is trusted: shapes, names and numbers are checked. Source: `export_night`. Version 2
has all that ranks a night; files without a version are read as far as they go, and a note says
what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.core.board_scores import Comparison
from scoring.core.ruleset import RuleError
from scoring.core.rulings import detail_from_json

VERSION = 2
MOST_POINTS = 100_000
MOST_ID = 2**53
SEATS = "NESW"
SIDES = ("NS", "EW")
RULINGS = ("none", "adjusted", "cancelled", "not played")
RANKED_BY = ("games", "points", "victory", "back-score", *Comparison)
UNITS = ("points", "percent")
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
    """One table's game: entry index by seat (-1: nobody), the hands, and the game's totals.

    `totals` is as the site keeps it: points of each side, hands won, winner, finished.
    `has_sheet`: some of its points belong to no single hand, as in rubber.
    """

    round: int
    table: int
    state: str
    seats: tuple[int, int, int, int]
    hands: tuple[NightHand, ...]
    totals: Mapping[str, Any]
    has_sheet: bool = False


@dataclass(frozen=True, slots=True)
class NightEntry:
    line: str
    number: int
    names: tuple[str, ...]
    section: str = ""
    id: int = 0

    @property
    def key(self) -> tuple[str, str, int]:
        return self.section, self.line, self.number

    @property
    def label(self) -> str:
        return f"{self.number}{self.line}"


@dataclass(frozen=True, slots=True)
class NightPenalty:
    """What an entry, by its index, loses, in hundredths of a point or of a percent of a top."""

    entry: int
    hundredths: int
    unit: str


@dataclass(frozen=True, slots=True)
class NightFile:
    """The night. `sit_outs`: entries, by index, that sit out, by round. `draw_seed`: of lots."""

    title: str
    ranked_by: str
    closed: bool
    entries: tuple[NightEntry, ...]
    games: tuple[NightGame, ...]
    claims: tuple[Mapping[str, Any], ...]
    ranking: Mapping[str, Any] = field(default_factory=dict)
    winners: str = ""
    ranked_together: bool = True
    draw_seed: str = ""
    penalties: tuple[NightPenalty, ...] = ()
    sit_outs: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_night(data: Any) -> NightFile:
    """Read the JSON value of an exported night. RuleError for whatever does not fit."""
    night = _member(data, "night", dict)
    version = _optional_number(data, "version", 1, VERSION) or 1
    ranked_by = _member(night, "ranked_by", str)
    if ranked_by not in RANKED_BY:
        raise RuleError("ranked_by", ranked_by[:40], " or ".join(RANKED_BY))
    entries = _entries(data)
    closed = _member(night, "state", str) == "closed"
    ranking = _optional(night, "ranking", dict, {})
    notes = list(_notes(ranking, version, _optional(night, "draw_seed", str, "")))
    return NightFile(
        _member(night, "title", str),
        ranked_by,
        closed,
        entries,
        _games(data, entries, closed),
        _claims(data),
        _known(ranking, version),
        _optional(night, "winners", str, ""),
        _optional(night, "ranked_together", bool, True),
        _seed(night),
        tuple(_penalty(one, entries) for one in _optional(data, "penalties", list, [])),
        _sit_outs(data, entries),
        tuple(notes),
    )


def _notes(ranking: Mapping[str, Any], version: int, seed: str) -> Iterator[str]:
    """What of the night's ranking a file does not hold."""
    if version < VERSION:
        for name in sorted({"handicaps", "stratum_of"} & set(ranking)):
            yield f"the night's {name} are left out: the file does not say whose they are"
    if BALLOT in (ranking.get("chain") or ()) and not seed:
        yield "lots are not drawn: the file holds their seed once the night is closed"


BALLOT = "ballot"


def _known(ranking: Mapping[str, Any], version: int) -> dict[str, Any]:
    """Return the settings without those of entries that an older file does not name."""
    left_out = ("handicaps", "stratum_of") if version < VERSION else ()
    return {name: value for name, value in ranking.items() if name not in left_out}


def _seed(night: Mapping[str, Any]) -> str:
    seed: str = _optional(night, "draw_seed", str, "")
    try:
        bytes.fromhex(seed)
    except ValueError:
        raise RuleError("draw_seed", seed[:40], "hexadecimal digits") from None
    return seed


def _entries(data: Any) -> tuple[NightEntry, ...]:
    entries = [_entry(one) for one in _member(data, "entries", list)]
    if len({entry.key for entry in entries}) < len(entries):
        raise RuleError("entries", "one number twice", "a line and a number for each")
    if not all(entry.id for entry in entries):
        entries = [replace(entry, id=at) for at, entry in enumerate(entries, 1)]
    if len({entry.id for entry in entries}) < len(entries):
        raise RuleError("entries", "one id twice", "an id for each")
    return tuple(entries)


def _claims(data: Any) -> tuple[Mapping[str, Any], ...]:
    claims = _member(data, "standings", list)
    for claim in claims:
        _member(claim, "line", str)
        _member(claim, "number", int)
    return tuple(claims)


def _penalty(data: Any, entries: Sequence[NightEntry]) -> NightPenalty:
    unit = _member(data, "unit", str)
    if unit not in UNITS:
        raise RuleError("unit", unit[:40], " or ".join(UNITS))
    hundredths = _optional_number(data, "hundredths", 0, 100 * MOST_POINTS) or 0
    return NightPenalty(_indexed(_member(data, "entry", dict), entries), hundredths, unit)


def _sit_outs(data: Any, entries: Sequence[NightEntry]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for one in _optional(data, "sit_outs", list, []):
        number = _member(one, "round", int)
        found[number] = (*found.get(number, ()), _indexed(one, entries))
    return found


def _indexed(key: Any, entries: Sequence[NightEntry]) -> int:
    """Return which entry a section, line and number name."""
    named = (_optional(key, "section", str, ""), _member(key, "line", str))
    number = _member(key, "number", int)
    for at, entry in enumerate(entries):
        if entry.key == (*named, number):
            return at
    raise RuleError("entry", number, "an entry of the night")


def _member(data: Any, name: str, kind: type) -> Any:
    """Return data[name], which must be of a kind; a bool is no number."""
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {dict: "an object", list: "a list", str: "text", int: "a whole number",
                 bool: "true or false"}  # fmt: skip
        raise RuleError(name, "nothing" if value is None else type(value).__name__, words[kind])
    return value


def _optional(data: Any, name: str, kind: type, usual: Any) -> Any:
    return usual if not isinstance(data, dict) or name not in data else _member(data, name, kind)


def _entry(data: Any) -> NightEntry:
    names = _member(data, "names", list)
    if not names or not all(isinstance(name, str) for name in names):
        raise RuleError("names", str(names)[:40], "one or two names")
    section = _optional(data, "section", str, "")
    line, number = _member(data, "line", str), _member(data, "number", int)
    entry_id = _optional_number(data, "id", 1, MOST_ID) or 0
    return NightEntry(line, number, tuple(names), section, entry_id)


def _games(data: Any, entries: Sequence[NightEntry], closed: bool) -> tuple[NightGame, ...]:
    games = [_game(one, entries) for one in _member(data, "games", list)]
    begun = [game.round for game in games if any(not hand.expected for hand in game.hands)]
    last = max(begun, default=0)
    return tuple(replace(game, state=_state(game, last, closed)) for game in games)


def _state(game: NightGame, last: int, closed: bool) -> str:
    """Return the state of the round; where a file is silent, the last that has begun runs."""
    if game.state:
        return game.state
    if game.round < last or (closed and game.round == last):
        return "closed"
    return "open" if game.round == last else "planned"


def _game(data: Any, entries: Sequence[NightEntry]) -> NightGame:
    seats = _member(data, "seats", dict)
    if not all(isinstance(name, str | None) for name in seats.values()):
        raise RuleError("seats", "something else", "names")
    hands = tuple(_hand(one) for one in _member(data, "hands", list))
    state = data.get("round_state", "")
    if state not in ("", *ROUND_STATES):
        raise RuleError("round_state", str(state)[:40], ", ".join(ROUND_STATES))
    keys = data.get("entries")
    return NightGame(
        _member(data, "round", int),
        _optional_number(data, "table", 0, 10_000) or 0,
        state,
        _seated(seats, entries) if keys is None else _by_key(keys, entries),
        hands,
        _totals(data, hands),
        _optional(data, "has_sheet", bool, False),
    )


def _totals(data: Any, hands: Sequence[NightHand]) -> dict[str, Any]:
    """Return the game's totals; hands won are counted where a file does not say."""
    winner = data.get("winner")
    if winner is not None and winner not in SIDES:
        raise RuleError("winner", str(winner)[:40], "NS, EW or null")
    points = _optional(data, "totals", dict, {})
    nets = [(hand.ns_points or 0) - (hand.ew_points or 0) for hand in hands]
    counted = {"NS": sum(net > 0 for net in nets), "EW": sum(net < 0 for net in nets)}
    won = _optional(data, "hands_won", dict, counted)
    return {
        **{side: _optional_number(points, side, 0, 10 * MOST_POINTS) or 0 for side in SIDES},
        "hands_won": {side: _member(won, side, int) for side in SIDES},
        "winner": winner,
        "decided_by": data.get("decided_by"),
        "finished": _optional(data, "finished", bool, bool(data.get("decided_by"))),
    }


def _by_key(keys: Any, entries: Sequence[NightEntry]) -> tuple[int, int, int, int]:
    """Return the entry at each seat where the file names each by section, line and number."""
    if not isinstance(keys, dict) or not set(keys) <= set(SEATS):
        raise RuleError("entries", "something else", "an entry for N, E, S and W")
    found = {seat: _indexed(key, entries) for seat, key in keys.items()}
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
