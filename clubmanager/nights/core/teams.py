"""Teams of four: each match is played at two tables with the same boards.

Source: Berger tables (`round_robin.py`) for the meetings; directors' manuals for the triangle,
in which three teams play each other over two rounds: in the first round every team has its
North-South pair against one of the others and its East-West pair against the other one, in
the second round the boards of each match come to its second table. The plans with one
triangle and otherwise whole matches turn one starting plan in a circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    TableSitting,
    match_sittings,
    require_between,
    team_sitting,
)
from clubmanager.nights.core.round_robin import Meeting, berger_round, seat_at_home
from clubmanager.nights.core.round_robin import full_rounds as berger_rounds

FEWEST_TEAMS = 4
MOST_TEAMS = 16
BYE, TRIANGLE = "bye", "triangle"

# Teams -> circles of the others while the last team, team 1 and the one opposite are a
# triangle. Neighbours in a circle meet: 1st with 2nd, 3rd with 4th ... in the first round of
# two, 2nd with 3rd ... last with 1st in the second. All but the last number move up by one
# after two rounds, in a circle of teams - 1.
CIRCLES: dict[int, tuple[tuple[int, ...], ...]] = {
    7: ((2, 3, 5, 6),),
    9: ((2, 3, 8, 6, 7, 4),),
    11: ((2, 3, 5, 9), (7, 8, 10, 4)),
    15: ((2, 3, 6, 12, 7, 11, 9, 10, 13, 5, 14, 4),),
}
# No such circle serves 13 teams: triangle and circles of each two rounds, found by search.
THIRTEEN: tuple[tuple[tuple[int, int, int], tuple[tuple[int, ...], ...]], ...] = (
    ((6, 7, 10), ((1, 8, 11, 5), (2, 13, 3, 12, 4, 9))),
    ((1, 2, 6), ((3, 8, 13, 12, 7, 11, 4, 5, 10, 9),)),
    ((4, 6, 13), ((1, 9, 12, 10, 2, 8, 7, 5, 3, 11),)),
    ((1, 10, 13), ((2, 11, 6, 12), (3, 7, 9, 5, 8, 4))),
    ((2, 4, 7), ((1, 12, 8, 10, 11, 9, 13, 5, 6, 3),)),
    ((6, 8, 9), ((1, 7, 13, 11, 12, 5, 2, 3, 10, 4),)),
)


def ways_for(teams: int) -> tuple[str, ...]:
    """How an odd field can be played, the best first; an even field has neither."""
    if teams % 2 == 0:
        return ()
    return (TRIANGLE, BYE) if teams == 13 or teams in CIRCLES else (BYE,)


def full_rounds(teams: int, odd: str = BYE) -> int:
    """Rounds until everybody has met everybody."""
    return teams - 1 if odd == TRIANGLE else berger_rounds(teams)


def team_round_robin(
    teams: int,
    rounds: int | None = None,
    *,
    odd: str | None = None,
    stationary: frozenset[int] = frozenset(),
) -> Movement:
    """4 to 16 teams of four, everybody against everybody, or the first `rounds` rounds.

    Entries are ("", 1) to ("", teams) with members 0 to 3. `odd` is how an odd field is
    played, one of `ways_for`: a "bye" each, or a "triangle" over two rounds with no bye
    (when the number of rounds is odd, the last one has a bye).
    `stationary` are teams of which members 0 and 1 keep their table and seats.
    Raises MovementError for a number of teams, rounds or a way that does not exist.
    """
    require_between("teams", teams, FEWEST_TEAMS, MOST_TEAMS)
    odd = next(iter(ways_for(teams)), "") if odd is None else odd
    if teams % 2 and odd not in ways_for(teams):
        raise MovementError("odd", odd, f"{' or '.join(ways_for(teams))} with {teams} teams")
    rounds = full_rounds(teams, odd) if rounds is None else rounds
    require_between("rounds", rounds, 1, full_rounds(teams, odd))
    if odd == TRIANGLE:
        plan = [_triangle_round(teams, index, rounds) for index in range(rounds)]
    else:
        homes = sorted(stationary)[: teams // 2]
        plan = [tuple(_berger_matches(teams, index, homes)) for index in range(rounds)]
    return Movement(
        "team_round_robin",
        tuple(plan),
        tuple(_resting(sittings, teams) for sittings in plan),
        shared_sets=True,
        notes=tuple(_notes(teams, rounds, odd, stationary)),
        copies=max(len(sittings) for sittings in plan),
    )


def _berger_matches(teams: int, index: int, homes: Sequence[int]) -> Iterator[TableSitting]:
    real = [meeting for meeting in berger_round(teams, index) if max(meeting) <= teams]
    yield from _matches(seat_at_home(real, homes), index + 1)


def _matches(meetings: Sequence[Meeting], board_set: int) -> Iterator[TableSitting]:
    for match, (home, away) in enumerate(meetings, start=1):
        yield from match_sittings(match, ("", home), ("", away), board_set)


def _triangle_round(teams: int, index: int, rounds: int) -> tuple[TableSitting, ...]:
    """Round index + 1: whole matches with the round's set, then the triangle's three tables.

    Each two rounds use three sets. In a last round without a second one two of the three
    teams play a whole match.
    """
    turn, second = divmod(index, 2)
    three, circles = _two_rounds(teams, turn)
    meetings = [meeting for circle in circles for meeting in _neighbours(circle, second)]
    first_set = 3 * turn + 1
    if index == rounds - 1 and not second:
        return tuple(_matches([*meetings, three[1:]], first_set))
    matches = tuple(_matches(meetings, first_set + second))
    return (*matches, *_triangle(three, len(matches), first_set, second))


def _two_rounds(teams: int, turn: int) -> tuple[tuple[int, int, int], tuple[tuple[int, ...], ...]]:
    """The triangle and the circles of rounds 2 * turn + 1 and 2 * turn + 2."""
    if teams == 13:
        return THIRTEEN[turn]

    def moved(number: int) -> int:
        return (number - 1 + turn) % (teams - 1) + 1

    circles = tuple(tuple(moved(number) for number in circle) for circle in CIRCLES[teams])
    return (teams, moved(1), moved((teams + 1) // 2)), circles


def _neighbours(circle: Sequence[int], second: int) -> Iterator[Meeting]:
    for at in range(second, len(circle) + second, 2):
        yield circle[at], circle[(at + 1) % len(circle)]


def _triangle(
    teams: tuple[int, int, int], tables: int, first_set: int, second: int
) -> Iterator[TableSitting]:
    a, b, c = teams
    # A's North-South pair plays sets x and z, its East-West pair z and x; so do B and C.
    x, y, z = first_set, first_set + 1, first_set + 2
    halves = ((a, c, z), (c, b, y), (b, a, x)) if second else ((a, b, x), (b, c, y), (c, a, z))
    for table, (ns, ew, board_set) in enumerate(halves, start=tables + 1):
        yield team_sitting(table, ("", ns), ("", ew), board_set)


def _resting(sittings: Sequence[TableSitting], teams: int) -> tuple[EntryKey, ...]:
    present = {entry for sitting in sittings for entry in sitting.entries}
    return tuple(("", n) for n in range(1, teams + 1) if ("", n) not in present)


def _notes(teams: int, rounds: int, odd: str, stationary: frozenset[int]) -> Iterator[str]:
    yield "A match is played at two tables with the same boards."
    if odd == TRIANGLE and rounds > 1:
        yield (
            "Three teams play a triangle over two rounds. They compare only after the second "
            "one, and do not talk about the boards before that."
        )
    if odd == TRIANGLE and rounds % 2:
        yield "The last round has no second one: one team of the triangle has a bye."
    if odd == BYE and teams % 2:
        yield "One team has a bye in each round, nobody more than once."
    if rounds < full_rounds(teams, odd):
        yield (
            f"{rounds} of {full_rounds(teams, odd)} rounds: no two teams meet twice, "
            "but not everybody meets."
        )
    moving = sorted(stationary) if odd == TRIANGLE else sorted(stationary)[teams // 2 :]
    for number in moving:
        yield f"Team {number} cannot keep its seats."
    if odd != TRIANGLE and len(stationary) > 1:
        yield "When two teams that keep their seats meet, the one with the higher number moves."
