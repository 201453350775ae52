"""The plan of an evening: who sits where in which round, with which boards.

Every format returns the same `Movement`, so that seating, printing and entry need to know
one shape only. Tables, entries, rounds and board sets are numbered from 1; round *r* is
`movement.rounds[r - 1]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from scoring.core.ruleset import RuleError

EntryKey = tuple[str, int]
"""(line, number): line is "NS", "EW" or "" where the format has no lines."""


Thing = TypeVar("Thing")


class MovementError(RuleError):
    """A movement that cannot be made; names the field, its value and what is allowed."""


def require_between(field: str, value: int, least: int, most: int) -> None:
    """Raise MovementError unless least <= value <= most."""
    if not least <= value <= most:
        raise MovementError(field, value, f"{least} to {most}")


@dataclass(frozen=True, slots=True)
class Place:
    """One person: a player is member 0, a pair members 0 and 1, a team of four 0 to 3."""

    entry: EntryKey
    member: int = 0

    def __post_init__(self) -> None:
        line, number = self.entry
        if line not in ("", "NS", "EW"):
            raise MovementError("line", line, "'NS', 'EW' or ''")
        if number < 1:
            raise MovementError("entry number", number, "1 or more")
        require_between("member", self.member, 0, 3)


@dataclass(frozen=True, slots=True)
class TableSitting:
    """Four people at one table in one round, and the board set they play."""

    table: int
    n: Place
    e: Place
    s: Place
    w: Place
    board_set: int

    def __post_init__(self) -> None:
        if self.table < 1:
            raise MovementError("table", self.table, "1 or more")
        if self.board_set < 1:
            raise MovementError("board set", self.board_set, "1 or more")
        if len(set(self.places)) != 4:
            raise MovementError(f"places at table {self.table}", self.places, "four people")

    @property
    def places(self) -> tuple[Place, Place, Place, Place]:
        """Clockwise from North."""
        return self.n, self.e, self.s, self.w

    @property
    def entries(self) -> frozenset[EntryKey]:
        """Two entries where pairs sit down, four where individuals do."""
        return frozenset(place.entry for place in self.places)

    @property
    def partnerships(self) -> tuple[frozenset[EntryKey], frozenset[EntryKey]]:
        """The entries of North-South and of East-West: one each for pairs, two for players."""
        return (
            frozenset((self.n.entry, self.s.entry)),
            frozenset((self.e.entry, self.w.entry)),
        )


Match = tuple[TableSitting, TableSitting]


def pair_sitting(table: int, ns: EntryKey, ew: EntryKey, board_set: int) -> TableSitting:
    """Two pairs at a table: member 0 sits North or East, member 1 South or West."""
    return TableSitting(table, Place(ns, 0), Place(ew, 0), Place(ns, 1), Place(ew, 1), board_set)


def player_sitting(table: int, n: int, e: int, s: int, w: int, board_set: int) -> TableSitting:
    """Four individuals at a table."""
    north, east, south, west = (Place(("", number)) for number in (n, e, s, w))
    return TableSitting(table, north, east, south, west, board_set)


def match_sittings(match: int, home: EntryKey, away: EntryKey, board_set: int) -> Match:
    """A match of two teams of four at tables 2 * match - 1 and 2 * match, with the same boards.

    At the first table members 0 and 1 of the home team sit North-South against members 2 and
    3 of the guests, at the second table it is the other way round.
    """
    return (
        team_sitting(2 * match - 1, home, away, board_set),
        team_sitting(2 * match, away, home, board_set),
    )


def team_sitting(table: int, ns: EntryKey, ew: EntryKey, board_set: int) -> TableSitting:
    """Half a match: members 0 and 1 of one team against members 2 and 3 of the other."""
    return TableSitting(table, Place(ns, 0), Place(ew, 2), Place(ns, 1), Place(ew, 3), board_set)


@dataclass(frozen=True, slots=True)
class Movement:
    """All rounds of a section.

    `sit_outs[r]` are the entries that sit out round r + 1. `shared_sets` says that one board
    set may be in play at several tables in the same round. `copies` is how many copies of
    each board must be made up for that (1 where the tables pass the boards to each other).
    `notes` are sentences for the director about what this size cannot keep.
    `winners` is how many rankings there are (2: one for each line). `absent[r]` are entries
    who take no part in round r + 1: not here yet, knocked out, or gone home.
    """

    format: str
    rounds: tuple[tuple[TableSitting, ...], ...]
    sit_outs: tuple[tuple[EntryKey, ...], ...]
    shared_sets: bool
    notes: tuple[str, ...] = ()
    copies: int = 1
    winners: int = 1
    absent: tuple[tuple[EntryKey, ...], ...] = ()

    def __post_init__(self) -> None:
        require_between("winners", self.winners, 1, 2)
        if self.absent and len(self.absent) != len(self.rounds):
            raise MovementError(
                "absent", len(self.absent), f"one list for each of {len(self.rounds)} rounds"
            )
        if len(self.sit_outs) != len(self.rounds):
            raise MovementError(
                "sit_outs", len(self.sit_outs), f"one list for each of {len(self.rounds)} rounds"
            )
        if self.copies < 1:
            raise MovementError("copies", self.copies, "1 or more")
        clashes = list(_two_places(self))
        if clashes:
            raise ValueError(clashes[0])

    @property
    def entries(self) -> tuple[EntryKey, ...]:
        """Every entry that plays or sits out, North-South line first, by number."""
        found = {entry for entries in (*self.sit_outs, *self.absent) for entry in entries}
        for sitting in self.sittings():
            found |= sitting.entries
        return tuple(sorted(found, key=lambda entry: (entry[0] != "NS", entry)))

    @property
    def table_count(self) -> int:
        """The highest table number in use."""
        return max((sitting.table for sitting in self.sittings()), default=0)

    @property
    def board_sets(self) -> tuple[int, ...]:
        """The numbers of all board sets in play, in order."""
        return tuple(sorted({sitting.board_set for sitting in self.sittings()}))

    def absent_in(self, number: int) -> frozenset[EntryKey]:
        """Those who take no part in round `number` (from 1)."""
        return frozenset(self.absent[number - 1]) if self.absent else frozenset()

    def sittings(self) -> Iterator[TableSitting]:
        """Every table of every round."""
        return (sitting for tables in self.rounds for sitting in tables)

    def plays_of_set(self, board_set: int) -> frozenset[EntryKey]:
        """The entries that meet this board set in some round."""
        return frozenset(
            entry
            for sitting in self.sittings()
            if sitting.board_set == board_set
            for entry in sitting.entries
        )


def check(movement: Movement, *, meet_once: bool = True) -> list[str]:
    """The broken invariants, as sentences; an empty list for a sound movement.

    Nobody in two places in a round and nobody forgotten; nobody meets a board set twice;
    no two pairs meet twice (not asked of individuals, nor with `meet_once=False`); a board
    set at one table at a time unless `shared_sets`; sit-outs of a line at most one apart.
    """
    problems = [
        *_two_places(movement),
        *_forgotten(movement),
        *_repeated_sets(movement),
        *_undeclared_sharing(movement),
        *_uneven_sit_outs(movement),
    ]
    if meet_once:
        problems.extend(_repeated_meetings(movement))
    return problems


def entry_name(entry: EntryKey) -> str:
    """A short name for messages: "NS 3", or "number 3" where there are no lines."""
    line, number = entry
    return f"{line} {number}" if line else f"number {number}"


def _repeats(things: Iterable[Thing]) -> list[Thing]:
    return [thing for thing, times in Counter(things).items() if times > 1]


def _two_places(movement: Movement) -> Iterator[str]:
    for number, (tables, resting) in enumerate(
        zip(movement.rounds, movement.sit_outs, strict=True), start=1
    ):
        for table in _repeats(sitting.table for sitting in tables):
            yield f"round {number}: table {table} is used twice"
        crowded = {place.entry for place in _repeats(p for s in tables for p in s.places)}
        crowded |= {entry for s in tables for entry in s.entries} & set(resting)
        for entry in sorted(crowded | set(_repeats(resting))):
            yield f"round {number}: {entry_name(entry)} is in two places"


def _forgotten(movement: Movement) -> Iterator[str]:
    everyone = set(movement.entries)
    for number, (tables, resting) in enumerate(
        zip(movement.rounds, movement.sit_outs, strict=True), start=1
    ):
        present = {entry for sitting in tables for entry in sitting.entries}
        for entry in sorted(everyone - present - set(resting) - movement.absent_in(number)):
            yield f"round {number}: {entry_name(entry)} neither plays nor sits out"


def _repeated_sets(movement: Movement) -> Iterator[str]:
    met = [
        (place, sitting.board_set) for sitting in movement.sittings() for place in sitting.places
    ]
    for entry, board_set in sorted({(place.entry, number) for place, number in _repeats(met)}):
        yield f"{entry_name(entry)} meets board set {board_set} twice"


def _undeclared_sharing(movement: Movement) -> Iterator[str]:
    if movement.shared_sets:
        return
    for number, tables in enumerate(movement.rounds, start=1):
        for board_set in _repeats(sitting.board_set for sitting in tables):
            yield f"round {number}: board set {board_set} is at two tables"


def _repeated_meetings(movement: Movement) -> Iterator[str]:
    for first, second in sorted(tuple(sorted(pair)) for pair in _repeats(meetings(movement))):
        yield f"{entry_name(first)} and {entry_name(second)} meet twice"


def meetings(movement: Movement) -> list[frozenset[EntryKey]]:
    """Who met whom where pairs or teams play, in order; a match at two tables counts once.

    The two halves of a match may be in different rounds (a triangle): then one table has the
    first team North-South and the other one the second, with the same boards.
    """
    met = []
    first_halves: set[tuple[EntryKey, EntryKey, int]] = set()
    for s in movement.sittings():
        north, east = s.n.entry, s.e.entry
        if len(s.entries) != 2 or (east, north, s.board_set) in first_halves:
            continue
        met.append(s.entries)
        if s.e.member == 2:
            first_halves.add((north, east, s.board_set))
    return met


def _uneven_sit_outs(movement: Movement) -> Iterator[str]:
    times = Counter(entry for resting in movement.sit_outs for entry in resting)
    absent = movement.absent_in(len(movement.rounds))
    for line in ("", "NS", "EW"):
        counts = [times[e] for e in movement.entries if e[0] == line and e not in absent]
        if counts and max(counts) - min(counts) > 1:
            yield f"sit-outs are uneven: {min(counts)} to {max(counts)} times"


def partner_counts(movement: Movement) -> Counter[frozenset[EntryKey]]:
    """How often two individuals partner each other."""
    return Counter(pair for s in movement.sittings() for pair in s.partnerships if len(pair) == 2)


def opponent_counts(movement: Movement) -> Counter[frozenset[EntryKey]]:
    """How often two entries, pairs or individuals, sit down against each other."""
    against: Counter[frozenset[EntryKey]] = Counter()
    for sitting in movement.sittings():
        partners = sitting.partnerships
        for pair in combinations(sorted(sitting.entries), 2):
            if frozenset(pair) not in partners:
                against[frozenset(pair)] += 1
    return against


def decks_needed(movement: Movement, *, boards_per_set: int, stored: bool) -> int:
    """Decks (and as many trays) the club needs for the busiest moment of this movement.

    With stored deals every board in use needs its own deck, a set from its first round to
    its last, in as many copies as the movement asks for. Without stored deals the cards are
    shuffled at the table: two decks a table.
    """
    if boards_per_set < 1:
        raise MovementError("boards_per_set", boards_per_set, "1 or more")
    if not stored:
        return 2 * movement.table_count
    used: dict[int, list[int]] = {}
    for number, tables in enumerate(movement.rounds):
        for sitting in tables:
            used.setdefault(sitting.board_set, []).append(number)
    busiest = max(
        sum(min(when) <= number <= max(when) for when in used.values())
        for number in range(len(movement.rounds))
    )
    return busiest * movement.copies * boards_per_set
