"""Round robin of pairs: everybody meets everybody once.

Source: Berger tables as used by FIDE and the EBU. With m the even number of places, round
r = 0, 1, ... has x = 1 + r * m/2 (mod m - 1); its first meeting is (x, m), reversed in every
second round; the others are (x + j, x - j). An odd field plays as if there were one pair
more; whoever would meet the highest number has the bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    pair_sitting,
    require_between,
)

FEWEST_PAIRS = 3
MOST_PAIRS = 14

Who = TypeVar("Who")
Meeting = tuple[int, int]  # numbers of the North-South and the East-West pair


def full_rounds(pairs: int) -> int:
    """Rounds until everybody has met everybody (and, in an odd field, had one bye)."""
    return pairs - 1 if pairs % 2 == 0 else pairs


def round_robin(
    pairs: int, rounds: int | None = None, *, stationary: frozenset[int] = frozenset()
) -> Movement:
    """A round robin of 3 to 14 pairs, or its first `rounds` rounds.

    All tables of a round play the same board set, whose number is the round's: each table
    needs a copy. Entries are ("", 1) to ("", pairs). `stationary` are the numbers of pairs
    that sit North-South at a table of their own all evening.
    Raises MovementError for a number of pairs, rounds or a stationary number out of range.
    """
    require_between("pairs", pairs, FEWEST_PAIRS, MOST_PAIRS)
    rounds = full_rounds(pairs) if rounds is None else rounds
    require_between("rounds", rounds, 1, full_rounds(pairs))
    for number in stationary:
        require_between("stationary", number, 1, pairs)
    homes = sorted(stationary)[: pairs // 2]
    tables, byes = [], []
    for index in range(rounds):
        meetings = list(berger_round(pairs, index))
        byes.append(_bye(meetings, pairs))
        real = [meeting for meeting in meetings if max(meeting) <= pairs]
        tables.append(
            tuple(
                pair_sitting(table, ("", ns), ("", ew), index + 1)
                for table, (ns, ew) in enumerate(seat_at_home(real, homes), start=1)
            )
        )
    return Movement(
        "round_robin",
        tuple(tables),
        tuple(byes),
        shared_sets=pairs >= 4,
        notes=tuple(_notes(pairs, rounds, sorted(stationary))),
        copies=pairs // 2,
    )


def berger_round(pairs: int, index: int) -> Iterator[Meeting]:
    """Meetings of round index + 1; in an odd field the number pairs + 1 means the bye."""
    places = pairs + pairs % 2
    circle = places - 1
    x = 1 + index * places // 2 % circle
    yield (places, x) if index % 2 else (x, places)
    for step in range(1, places // 2):
        yield (x + step - 1) % circle + 1, (x - step - 1) % circle + 1


def _bye(meetings: Sequence[Meeting], pairs: int) -> tuple[EntryKey, ...]:
    return tuple(("", min(meeting)) for meeting in meetings if max(meeting) > pairs)


def seat_at_home(
    meetings: Sequence[tuple[Who, Who]], homes: Sequence[Who]
) -> list[tuple[Who, Who]]:
    """Meetings in table order: homes[i] sits North-South at table i + 1 when it can.

    Which table and direction a meeting has is free, as all tables play the same boards.
    """
    seated: dict[int, tuple[Who, Who]] = {}
    rest = list(meetings)
    for table, host in enumerate(homes):
        for meeting in rest:
            if host in meeting:
                guest = meeting[0] if meeting[1] == host else meeting[1]
                seated[table] = (host, guest)
                rest.remove(meeting)
                break
    free = iter(rest)
    return [seated[table] if table in seated else next(free) for table in range(len(meetings))]


def _notes(pairs: int, rounds: int, stationary: Sequence[int]) -> Iterator[str]:
    if pairs % 2:
        yield "One pair has a bye in each round, nobody more than once."
    if rounds < full_rounds(pairs):
        yield (
            f"{rounds} of {full_rounds(pairs)} rounds: no two pairs meet twice, "
            "but not everybody meets."
        )
    if len(stationary) > 1:
        yield (
            "Pairs that keep their seats still have to meet: in that round the one with the "
            "higher number moves."
        )
    for number in stationary[pairs // 2 :]:
        yield f"Pair {number} cannot keep a seat: there are only {pairs // 2} tables."
