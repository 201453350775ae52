"""Swiss: each round is drawn from the ranking, neighbours against each other, nobody twice.

Source: the Swiss system as FIDE and bridge federations describe it. From the top of the
ranking everybody meets the nearest below whom he or she has not met; where the foot of the
ranking cannot be paired in this way, the lowest pairings are undone first (backtracking). In
an odd field the lowest who has not had the bye has it, nobody twice. Up to n/2 rounds a
pairing without a repeat always exists: everybody then has at least half of the field still
to meet (Dirac's theorem).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    match_sittings,
    meetings,
    pair_sitting,
    require_between,
)
from clubmanager.nights.core.round_robin import seat_at_home
from clubmanager.nights.core.rounds import next_board_set, with_round

FEWEST = 4
FEWEST_ADVISED = 12  # below, a round robin is as short and fairer
MOST = 200
LOOKS_PER_ENTRY = 50  # how long backtracking may look before pairings are exchanged instead

Pairing = tuple[EntryKey, EntryKey]
Met = Mapping[EntryKey, Collection[EntryKey]]


def most_rounds(entries: int) -> int:
    """Half the field: so many rounds can always be drawn without a repeat."""
    return entries // 2


def empty_swiss(entries: int, *, teams: bool = False) -> Movement:
    """The movement before the first round is drawn."""
    name = "team_swiss" if teams else "swiss"
    return Movement(name, (), (), shared_sets=True, notes=tuple(_notes(entries)))


def draw_swiss(
    played: Movement,
    order: Sequence[EntryKey],
    *,
    teams: bool = False,
    stationary: frozenset[EntryKey] = frozenset(),
) -> Movement:
    """The rounds `played` and the next one, drawn from the ranking `order` (best first).

    Whoever is not in `order` takes no part any more; whoever is new in it has just come. All
    tables of the round play the next board set. `stationary` are pairs that keep a table.
    Raises MovementError when everybody has met too many of the others.
    """
    require_between("entries", len(order), 2, MOST)
    rested = frozenset(entry for resting in played.sit_outs for entry in resting)
    pairings, bye = swiss_round(order, met_before(played), rested)
    board_set = next_board_set(played)
    if teams:
        tables = tuple(
            sitting
            for match, (home, away) in enumerate(pairings, start=1)
            for sitting in match_sittings(match, home, away, board_set)
        )
    else:
        homes = [entry for entry in order if entry in stationary and entry != bye]
        seated = seat_at_home(pairings, sorted(homes)[: len(pairings)])
        tables = tuple(
            pair_sitting(table, ns, ew, board_set) for table, (ns, ew) in enumerate(seated, start=1)
        )
    return with_round(played, tables, order)


def met_before(movement: Movement) -> dict[EntryKey, set[EntryKey]]:
    """Whom each entry has met."""
    met: dict[EntryKey, set[EntryKey]] = {}
    for first, second in meetings(movement):
        met.setdefault(first, set()).add(second)
        met.setdefault(second, set()).add(first)
    return met


def swiss_round(
    order: Sequence[EntryKey], met: Met, rested: Collection[EntryKey] = ()
) -> tuple[tuple[Pairing, ...], EntryKey | None]:
    """The pairings of one round, from the top, and who has the bye (None in an even field).

    `order` is the ranking, best first; `met` whom each has met; `rested` who has had a bye.
    Raises MovementError when no draw without a repeat was found.
    """
    if repeated := [entry for entry, times in Counter(order).items() if times > 1]:
        raise MovementError("order", repeated, "a ranking that names everybody once")
    if len(order) % 2 == 0:
        byes: list[EntryKey | None] = [None]
    else:
        byes = [entry for entry in reversed(order) if entry not in rested]
    for bye in byes:
        field = [entry for entry in order if entry != bye]
        pairings = _look(field, met) or _exchange(field, met)
        if pairings is not None:
            return tuple(pairings), bye
    raise MovementError(
        "rounds", "one more", "no more than can be drawn without a second meeting or bye"
    )


def _look(field: Sequence[EntryKey], met: Met) -> list[Pairing] | None:
    """The pairing with the nearest opponents, by backtracking; None when it takes too long."""
    looks = LOOKS_PER_ENTRY * len(field)
    chosen: list[Pairing] = []
    open_choices = [_choices(field, met)]
    rests = [list(field)]
    while rests[-1]:
        looks -= 1
        choice = next(open_choices[-1], None)
        if choice is None:
            if not chosen or looks < 0:
                return None
            chosen.pop()
            rests.pop()
            open_choices.pop()
            continue
        chosen.append(choice)
        rests.append([entry for entry in rests[-1] if entry not in choice])
        open_choices.append(_choices(rests[-1], met))
    return chosen


def _choices(rest: Sequence[EntryKey], met: Met) -> Iterator[Pairing]:
    """Who may meet the highest of the rest, the nearest first."""
    if not rest:
        return
    top = rest[0]
    met_by_top = met.get(top, ())
    for other in rest[1:]:
        if other not in met_by_top:
            yield top, other


def _exchange(field: Sequence[EntryKey], met: Met) -> list[Pairing] | None:
    """Pair from the top, then let those left over change with the lowest pairing that can.

    While everybody has half of the field to meet one exchange is always possible: the open
    opponents of two people who are left over outnumber the pairs that could split them.
    """
    pairings: list[Pairing] = []
    left: list[EntryKey] = []
    rest = list(field)
    while rest:
        choice = next(_choices(rest, met), None)
        if choice is None:
            left.append(rest.pop(0))
        else:
            pairings.append(choice)
            rest = [entry for entry in rest if entry not in choice]
    while left:
        if not _split(left.pop(), left.pop(), pairings, met):
            return None
    rank = {entry: place for place, entry in enumerate(field)}
    ordered = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairings]
    return sorted(ordered, key=lambda pairing: rank[pairing[0]])


def _split(first: EntryKey, second: EntryKey, pairings: list[Pairing], met: Met) -> bool:
    """Replace the lowest pairing whose two can meet `first` and `second` instead."""
    for index in range(len(pairings) - 1, -1, -1):
        for a, b in (pairings[index], pairings[index][::-1]):
            if a not in met.get(first, ()) and b not in met.get(second, ()):
                pairings[index : index + 1] = [(a, first), (b, second)]
                return True
    return False


def _notes(entries: int) -> Iterator[str]:
    yield "Each round is drawn when the results of the one before it are in."
    if entries < FEWEST_ADVISED:
        yield f"A Swiss of fewer than {FEWEST_ADVISED} is short: a round robin is fairer."
    if entries % 2:
        yield "One has a bye in each round, the lowest first, nobody twice."
