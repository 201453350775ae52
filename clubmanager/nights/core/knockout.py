"""Knockout: the winner of each match plays on.

Source: the seeded bracket of every knockout event: the field is filled up to a power of two,
the best seeds have the byes of the first round, and seeds 1 and 2 can only meet in the final.
A drawn match plays extra hands until somebody leads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    TableSitting,
    entry_name,
    match_sittings,
    meetings,
    pair_sitting,
    require_between,
)
from clubmanager.nights.core.rounds import first_rounds, next_board_set, with_round

FEWEST = 2
MOST = 128


def knockout_rounds(entries: int) -> int:
    """Rounds until one is left: 3 for 5 to 8 entries."""
    return (entries - 1).bit_length()


def bracket(entries: int) -> tuple[int, ...]:
    """The seeds in the order of the bracket; a number above `entries` is a bye.

    Neighbours meet: 1 8, 4 5, 2 7, 3 6 for eight.
    """
    order = [1]
    while len(order) < entries:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return tuple(order)


def first_knockout_round(entries: int, *, teams: bool = False) -> Movement:
    """Round 1 of a knockout; entry ("", 1) is the highest seed. Byes sit out.

    Raises MovementError for a number of entries out of range.
    """
    require_between("entries", entries, FEWEST, MOST)
    order: list[EntryKey] = [("", seed) for seed in bracket(entries)]
    pairings = [
        (home, away)
        for home, away in zip(order[::2], order[1::2], strict=True)
        if max(home, away) <= ("", entries)
    ]
    name = "team_knockout" if teams else "knockout"
    empty = Movement(name, (), (), shared_sets=True, notes=tuple(knockout_notes(entries)))
    return with_round(empty, _tables(pairings, 1, teams), _numbers(entries))


def next_knockout_round(
    played: Movement, winners: Collection[EntryKey], *, teams: bool = False
) -> Movement:
    """The rounds `played` and the next one, between the winners of the last.

    `winners` are one from each match of the last round; who had a bye goes on by itself.
    Raises MovementError when they are not, or when the final has been played.
    """
    last = first_rounds(played, len(played.rounds)).rounds[-1]
    matches = list(dict.fromkeys(sitting.entries for sitting in last))
    for match in matches:
        if len(match & set(winners)) != 1:
            names = " and ".join(entry_name(entry) for entry in sorted(match))
            raise MovementError("winners", sorted(winners), f"one of {names}")
    strangers = set(winners) - {entry for match in matches for entry in match}
    if strangers:
        raise MovementError("winners", sorted(strangers), "those who played the last round")
    going_on = set(winners) | set(played.sit_outs[-1])
    if len(going_on) < 2:
        raise MovementError("winners", sorted(winners), "two or more: the final has been played")
    order = [("", s) for s in bracket(len(played.entries)) if ("", s) in going_on]
    pairings = list(zip(order[::2], order[1::2], strict=True))
    return with_round(played, _tables(pairings, next_board_set(played), teams), going_on)


def match_winners(
    played: Movement, points: Mapping[EntryKey, int]
) -> tuple[tuple[EntryKey, ...], tuple[tuple[EntryKey, EntryKey], ...]]:
    """(winners, drawn matches) of the last round; `points` are each entry's in its match.

    A drawn match needs extra hands. An entry without points counts as 0.
    """
    last = first_rounds(played, len(played.rounds))
    winners, drawn = [], []
    for match in meetings(_only_last(last)):
        first, second = sorted(match)
        margin = points.get(first, 0) - points.get(second, 0)
        if margin:
            winners.append(first if margin > 0 else second)
        else:
            drawn.append((first, second))
    return tuple(winners), tuple(drawn)


def _only_last(played: Movement) -> Movement:
    return Movement(played.format, played.rounds[-1:], played.sit_outs[-1:], True)


def _numbers(entries: int) -> list[EntryKey]:
    return [("", number) for number in range(1, entries + 1)]


def _tables(
    pairings: Sequence[tuple[EntryKey, EntryKey]], board_set: int, teams: bool
) -> tuple[TableSitting, ...]:
    if teams:
        return tuple(
            sitting
            for match, (home, away) in enumerate(pairings, start=1)
            for sitting in match_sittings(match, home, away, board_set)
        )
    return tuple(
        pair_sitting(table, ns, ew, board_set) for table, (ns, ew) in enumerate(pairings, start=1)
    )


def knockout_notes(entries: int) -> Iterator[str]:
    """What the director should know before the night."""
    yield "Each round is drawn from the winners of the one before it; the losers are out."
    yield "A drawn match plays extra hands, one at a time, until somebody leads."
    byes = 2 ** knockout_rounds(entries) - entries
    if byes:
        who = "seed 1 has a bye" if byes == 1 else f"seeds 1 to {byes} have a bye"
        yield f"In round 1 {who}."
