"""What a write would move: it is carried out, the ranking compared, and everything taken back."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import StandingRow, load_night, standings_for

SEEN = ("rank_text", "wins_text", "percentage_text")


@dataclass(frozen=True, slots=True)
class Moved:
    """One entry whose line of the ranking would read otherwise."""

    before: StandingRow
    after: StandingRow

    @property
    def ranks_move(self) -> bool:
        return self.before.rank_text != self.after.rank_text

    @property
    def tie_reason_moves(self) -> bool:
        return self.before.standing.tie_reason != self.after.standing.tie_reason


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a ranking beyond the night in which its results count, as texts."""

    ranking: str
    name: str
    rank: str = "–"
    total: str = ""


# Each gives the lines of the rankings that a night counts in, by any key. Rooms above, which know
# of such rankings, add to it when they start.
beyond: list[Callable[[ClubNight], dict[Hashable, Placed]]] = []


@dataclass(frozen=True, slots=True)
class Preview:
    """Who would move: in the night's own ranking, and (before, after) in those beyond it."""

    lines: list[Moved]
    beyond: list[tuple[Placed, Placed]]


def preview(
    night: ClubNight, write: Callable[[], Any], *, hidden_boards: frozenset = frozenset()
) -> Preview:
    """Who would move if `write` were carried out, best first; nothing is stored.

    Raises whatever `write` raises. Hands on `hidden_boards` are left out of both rankings.
    """
    with transaction.atomic():
        before, far = {row.entry.id: row for row in _ranking(night, hidden_boards)}, _beyond(night)
        write()
        after, far_after = _ranking(night, hidden_boards), _beyond(night)
        transaction.set_rollback(True)
    moved = [Moved(before[row.entry.id], row) for row in after]
    lines = [one for one in moved if _line(one.before) != _line(one.after)]
    return Preview(lines, _differing(far, far_after))


def _beyond(night: ClubNight) -> dict[Hashable, Placed]:
    return {key: line for lines_of in beyond for key, line in lines_of(night).items()}


def _differing(
    before: dict[Hashable, Placed], after: dict[Hashable, Placed]
) -> list[tuple[Placed, Placed]]:
    """Lines that read otherwise, in the order of `after`, then those that are gone."""
    pairs = [
        (before.get(key) or replace(line, rank="–", total=""), line) for key, line in after.items()
    ]
    gone = [line for key, line in before.items() if key not in after]
    pairs += [(line, replace(line, rank="–", total="")) for line in gone]
    return [pair for pair in pairs if pair[0] != pair[1]]


def _ranking(night: ClubNight, hidden_boards: frozenset) -> list[StandingRow]:
    return standings_for(load_night(night), public=False, hidden_boards=hidden_boards)


def _line(row: StandingRow) -> tuple:
    standing = row.standing
    return (*(getattr(row, name) for name in SEEN), standing.net_points, standing.tie_reason)
