"""Social night: individuals, a new partner in each round.

4k and 4k + 1 players up to 24 get the whist tables (`whist.py`) with the names drawn; every
other size is drawn round by round so that partners, and then opponents, repeat as little as
can be found (`pairings.py`). With n players, n mod 4 sit out, those with the fewest sit-outs
first. All tables of a round play the same board set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from clubmanager.nights.core.movement import (
    Movement,
    TableSitting,
    opponent_counts,
    partner_counts,
    player_sitting,
    require_between,
)
from clubmanager.nights.core.pairings import Meetings, Pair, draw_round, shuffled
from clubmanager.nights.core.whist import Seats, whist_round, whist_rounds

FEWEST_PLAYERS = 4
MOST_PLAYERS = 200
MOST_ROUNDS = 24


@dataclass(frozen=True, slots=True)
class History:
    """What was played before the draw: counts by player number, and the rounds so far."""

    rounds: int = 0
    partners: Mapping[Pair, int] = field(default_factory=dict)
    opponents: Mapping[Pair, int] = field(default_factory=dict)
    sit_outs: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, movement: Movement, rounds: int) -> History:
        """The first `rounds` rounds of a movement of individuals."""
        require_between("rounds", rounds, 0, len(movement.rounds))
        played = Movement(
            movement.format, movement.rounds[:rounds], movement.sit_outs[:rounds], True
        )
        return cls(
            rounds,
            {_numbers(pair): times for pair, times in partner_counts(played).items()},
            {_numbers(pair): times for pair, times in opponent_counts(played).items()},
            Counter(number for resting in played.sit_outs for _, number in resting),
        )


NOTHING_PLAYED = History()


def social_draw(
    players: int,
    rounds: int,
    seed: bytes,
    *,
    stationary: frozenset[int] = frozenset(),
    history: History = NOTHING_PLAYED,
    from_table: bool = True,
) -> Movement:
    """Rounds for 4 to 200 individuals, entries ("", 1) to ("", players), always member 0.

    The same arguments give the same movement. `stationary` are numbers of players who sit
    North at a table of their own in each round that they play. With a `history` only the
    rounds after it are drawn, and their board sets are numbered on from it. Without
    `from_table` no whist table is used even where there is one.
    Raises MovementError for a number of players, rounds or a stationary number out of range.
    """
    require_between("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    require_between("rounds", rounds, 1, MOST_ROUNDS)
    for number in stationary:
        require_between("stationary", number, 1, players)
    tables = players // 4
    homes = sorted(stationary)[:tables]
    fits_table = not history.rounds and len(homes) < 2 and rounds <= whist_rounds(players)
    from_table = from_table and fits_table
    plan = (
        _whist_plan(players, rounds, seed, homes)
        if from_table
        else _drawn_plan(players, rounds, seed, homes, history)
    )
    sittings = _sittings(plan, history.rounds)
    movement = Movement(
        "social",
        sittings,
        tuple(_resting(round_sittings, players) for round_sittings in sittings),
        shared_sets=tables > 1,
        copies=tables,
        notes=tuple(_notes(players, from_table, sorted(stationary))),
    )
    return _with_repeats_noted(movement, history)


def _sittings(plan: Iterable[list[Seats]], earlier: int) -> tuple[tuple[TableSitting, ...], ...]:
    """The plan's seats as sittings; board sets are numbered on from the earlier rounds."""
    return tuple(
        tuple(
            player_sitting(table, *seats, earlier + index)
            for table, seats in enumerate(seated, start=1)
        )
        for index, seated in enumerate(plan, start=1)
    )


def _whist_plan(players: int, rounds: int, seed: bytes, homes: list[int]) -> Iterator[list[Seats]]:
    """The whist table with the names drawn; homes[0], if any, is turned to North of table 1."""
    names = shuffled(range(1, players + 1), seed, "names")
    for index in range(rounds):
        tables = [
            (names[n - 1], names[e - 1], names[s - 1], names[w - 1])
            for n, e, s, w in whist_round(players, index)
        ]
        yield _turn_home(tables, homes[0]) if homes else tables


def _turn_home(tables: list[Seats], player: int) -> list[Seats]:
    """Put the player's table first and turn it so that the player sits North."""
    for seats in tables:
        if player in seats:
            at = seats.index(player)
            n, e, s, w = seats[at:] + seats[:at]
            return [(n, e, s, w), *(other for other in tables if other != seats)]
    return tables


def _drawn_plan(
    players: int, rounds: int, seed: bytes, homes: list[int], history: History
) -> Iterator[list[Seats]]:
    meetings = Meetings(players)
    meetings.add(history.partners, history.opponents)
    rested = Counter(history.sit_outs)
    for number in range(history.rounds + 1, history.rounds + rounds + 1):
        queue = shuffled(range(1, players + 1), seed, "sit out", number)
        resting = sorted(queue, key=rested.__getitem__)[: players % 4]
        rested.update(resting)
        present = set(range(1, players + 1)) - set(resting)
        fixed = {player: 4 * table for table, player in enumerate(homes) if player in present}
        flat = draw_round(present, fixed, meetings, seed, number)
        tables: list[Seats] = [
            (flat[at], flat[at + 1], flat[at + 2], flat[at + 3]) for at in range(0, len(flat), 4)
        ]
        for seats in tables:
            meetings.add_table(*seats)
        yield tables


def _resting(sittings: tuple[TableSitting, ...], players: int) -> tuple[tuple[str, int], ...]:
    present = {entry for sitting in sittings for entry in sitting.entries}
    everyone = (("", number) for number in range(1, players + 1))
    return tuple(entry for entry in everyone if entry not in present)


def _numbers(pair: frozenset[tuple[str, int]]) -> Pair:
    return frozenset(number for _, number in pair)


def _notes(players: int, from_table: bool, stationary: list[int]) -> Iterator[str]:
    resting = players % 4
    if resting:
        who = "One player sits" if resting == 1 else f"{resting} players sit"
        yield f"{who} out in each round, those with the fewest sit-outs first."
    if not from_table:
        yield "Drawn by chance, with as few repeated partners and opponents as were found."
    if len(stationary) > 1:
        yield "Players who keep their seats are at different tables and never meet."
    for number in stationary[players // 4 :]:
        yield f"Player {number} cannot keep a seat: each table has room for one who does."


def _with_repeats_noted(movement: Movement, history: History) -> Movement:
    times = Counter(dict(history.partners))
    for pair, count in partner_counts(movement).items():
        times[_numbers(pair)] += count
    again = sum(count - 1 for count in times.values() if count > 1)
    if not again:
        return movement
    note = (
        "One partnership is repeated."
        if again == 1
        else f"Partnerships are repeated {again} times in all."
    )
    return replace(movement, notes=(*movement.notes, note))
