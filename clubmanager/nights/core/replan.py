"""A movement changes during the night: what was played stays, the rest is drawn anew.

Story 19 of a club evening: somebody falls ill, a pair arrives, or the director wants another
movement after round 1. `redraw` keeps the played rounds and draws the others; `without` takes
people out of a movement that otherwise goes on. A pair that arrives late in an odd field
needs neither: round robin, Mitchell and Howell of one pair more have the same meetings, and
the newcomer plays those of the rounds that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    Place,
    TableSitting,
    match_sittings,
    opponent_counts,
    pair_sitting,
    partner_counts,
    require_between,
)
from clubmanager.nights.core.pairings import Pair, shuffled
from clubmanager.nights.core.round_robin import berger_round, full_rounds
from clubmanager.nights.core.rounds import first_rounds, next_board_set, with_round
from clubmanager.nights.core.social_draw import History, social_draw
from clubmanager.nights.core.swiss import Pairing, met_before, swiss_round

TRIES = 60  # draws of the rest, of which the one with the most rounds is kept


def redraw(
    movement: Movement,
    played: int,
    *,
    rounds: int,
    here: Collection[EntryKey],
    seed: bytes,
    stationary: frozenset[EntryKey] = frozenset(),
) -> Movement:
    """The first `played` rounds as they were, then `rounds` more for those who are `here`.

    Players: new partners, as in a social night, counting what was played. Pairs and teams:
    meetings that have not been, all tables with the same new board set. Where no further
    round without a repeat can be drawn, there are fewer rounds and a note says so.
    Raises MovementError when fewer are here than sit at one table, or none can be drawn.
    """
    kept = first_rounds(movement, played)
    require_between("rounds", rounds, 1, 24)
    start = replace(kept, notes=_played_note(played), shared_sets=True)
    kind = _kind(movement)
    if kind == "players":
        return _redraw_players(start, rounds, here, seed, stationary)
    return _redraw_entries(start, rounds, sorted(here), seed, teams=kind == "teams")


def without(movement: Movement, from_round: int, left: Collection[EntryKey]) -> Movement:
    """The movement when `left` go home before round `from_round`: who would meet them rests.

    Board sets and all other tables stay as they were.
    Raises MovementError for a round that does not exist or entries that are not in it.
    """
    require_between("from_round", from_round, 1, len(movement.rounds))
    if strangers := set(left) - set(movement.entries):
        raise MovementError("left", sorted(strangers), "entries of this movement")
    gone = frozenset(left)
    rounds, sit_outs, absent = [], [], []
    for number, tables in enumerate(movement.rounds, start=1):
        away = gone if number >= from_round else frozenset()
        staying = tuple(s for s in tables if not s.entries & away)
        everybody = {entry for s in tables for entry in s.entries}
        everybody |= set(movement.sit_outs[number - 1])
        seated = {entry for s in staying for entry in s.entries}
        rounds.append(staying)
        sit_outs.append(tuple(sorted(everybody - seated - away)))
        absent.append(tuple(sorted(away | movement.absent_in(number))))
    note = f"From round {from_round} on whoever would meet somebody who has left sits out."
    return replace(
        movement,
        rounds=tuple(rounds),
        sit_outs=tuple(sit_outs),
        absent=tuple(absent),
        notes=(*movement.notes, note),
    )


def _played_note(played: int) -> tuple[str, ...]:
    if not played:
        return ("Drawn anew before the first round.",)
    first = "Round 1 stays" if played == 1 else f"Rounds 1 to {played} stay"
    return (f"{first} as played; the rest was drawn anew.",)


def _kind(movement: Movement) -> str:
    for sitting in movement.sittings():
        if len(sitting.entries) == 4:
            return "players"
        return "teams" if sitting.e.member == 2 else "pairs"
    raise MovementError("movement", "no tables", "one with at least one table")


def _redraw_players(
    start: Movement,
    rounds: int,
    here: Collection[EntryKey],
    seed: bytes,
    stationary: frozenset[EntryKey],
) -> Movement:
    """The social draw, with the people who are here numbered from 1 for the draw."""
    names = sorted(here)
    number = {entry: index for index, entry in enumerate(names, start=1)}
    drawn = social_draw(
        len(names),
        rounds,
        seed,
        stationary=frozenset(number[entry] for entry in stationary if entry in number),
        history=_history(start, number),
        from_table=False,
    )
    first_set = next_board_set(start)
    for index, tables in enumerate(drawn.rounds):
        named = tuple(_named(sitting, names, first_set + index) for sitting in tables)
        start = with_round(start, named, names)
    return replace(start, notes=(*start.notes, *drawn.notes))


def _history(played: Movement, number: dict[EntryKey, int]) -> History:
    """What those who are here have played; sit-outs of newcomers count as the fewest."""
    rested = Counter(entry for resting in played.sit_outs for entry in resting)
    old = set(played.entries)
    fewest = min((rested[entry] for entry in number if entry in old), default=0)
    return History(
        len(played.rounds),
        _by_number(partner_counts(played), number),
        _by_number(opponent_counts(played), number),
        {index: rested[e] if e in old else fewest for e, index in number.items()},
    )


def _by_number(
    counts: Mapping[frozenset[EntryKey], int], number: Mapping[EntryKey, int]
) -> dict[Pair, int]:
    """Counts by number, of the pairs of people who are both here."""
    return {
        frozenset(number[entry] for entry in pair): times
        for pair, times in counts.items()
        if pair <= set(number)
    }


def _named(sitting: TableSitting, names: Sequence[EntryKey], board_set: int) -> TableSitting:
    n, e, s, w = (Place(names[place.entry[1] - 1]) for place in sitting.places)
    return TableSitting(sitting.table, n, e, s, w, board_set)


def _redraw_entries(
    start: Movement, rounds: int, here: Sequence[EntryKey], seed: bytes, *, teams: bool
) -> Movement:
    require_between("here", len(here), 2, 200)
    plan = max(_plans(start, rounds, here, seed), key=len)
    if not plan:
        raise MovementError("rounds", rounds, "none: everybody has met everybody")
    movement = start
    for pairings in plan:
        board_set = next_board_set(movement)
        sittings: list[TableSitting] = []
        for number, (home, away) in enumerate(pairings, start=1):
            sittings += (
                match_sittings(number, home, away, board_set)
                if teams
                else (pair_sitting(number, home, away, board_set),)
            )
        movement = with_round(movement, tuple(sittings), here)
    if len(plan) < rounds:
        note = f"{len(plan)} rounds instead of {rounds}: no more without a second meeting."
        movement = replace(movement, notes=(*movement.notes, note))
    if start.winners == 2:
        note = "From here on the two lines play each other: there is one winner."
        movement = replace(movement, notes=(*movement.notes, note))
    return replace(movement, winners=1)


def _plans(
    start: Movement, rounds: int, here: Sequence[EntryKey], seed: bytes
) -> Iterator[list[list[Pairing]]]:
    """Ways to go on, ending with the first that has all rounds.

    What is left of the Berger tables comes first: it lets everybody meet everybody. Then draws
    by chance.
    """
    met = met_before(start)
    rested = {entry for resting in start.sit_outs for entry in resting}
    plan = _rest_of_berger(met, rested, here)[:rounds]
    yield plan
    for attempt in range(TRIES):
        if len(plan) == rounds:
            return
        order = shuffled(range(len(here)), seed, "anew", attempt)
        plan = _drawn([here[index] for index in order], rounds, met, rested)
        yield plan


def _rest_of_berger(
    met: dict[EntryKey, set[EntryKey]], rested: Collection[EntryKey], here: Sequence[EntryKey]
) -> list[list[Pairing]]:
    """The rounds of the Berger tables of which no meeting, and no bye, has been."""
    rest = []
    for index in range(full_rounds(len(here))):
        meetings = list(berger_round(len(here), index))
        real = [(here[a - 1], here[b - 1]) for a, b in meetings if max(a, b) <= len(here)]
        byes = [here[min(m) - 1] for m in meetings if max(m) > len(here)]
        if not any(b in met.get(a, ()) for a, b in real) and not set(byes) & set(rested):
            rest.append(real)
    return rest


def _drawn(
    order: Sequence[EntryKey],
    rounds: int,
    before: dict[EntryKey, set[EntryKey]],
    before_rested: Collection[EntryKey],
) -> list[list[Pairing]]:
    """Rounds drawn one after another until there are enough, or no further one exists."""
    met = {entry: set(before.get(entry, ())) for entry in order}
    rested = set(before_rested)
    plan: list[list[Pairing]] = []
    while len(plan) < rounds:
        try:
            pairings, bye = swiss_round(order, met, rested & set(order))
        except MovementError:
            break
        for first, second in pairings:
            met[first].add(second)
            met[second].add(first)
        if bye is not None:
            rested.add(bye)
        plan.append(list(pairings))
    return plan
