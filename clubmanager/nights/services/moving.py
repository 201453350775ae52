"""What a write would move: it is carried out, the ranking compared, and everything taken back."""

from collections.abc import Callable
from dataclasses import dataclass
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


def preview(
    night: ClubNight, write: Callable[[], Any], *, hidden_boards: frozenset = frozenset()
) -> list[Moved]:
    """Who would move if `write` were carried out, best first; nothing is stored.

    Raises whatever `write` raises. Hands on `hidden_boards` are left out of both rankings.
    """
    with transaction.atomic():
        before = {row.entry.id: row for row in _ranking(night, hidden_boards)}
        write()
        after = _ranking(night, hidden_boards)
        transaction.set_rollback(True)
    moved = [Moved(before[row.entry.id], row) for row in after]
    return [one for one in moved if _line(one.before) != _line(one.after)]


def _ranking(night: ClubNight, hidden_boards: frozenset) -> list[StandingRow]:
    return standings_for(load_night(night), public=False, hidden_boards=hidden_boards)


def _line(row: StandingRow) -> tuple:
    standing = row.standing
    return (*(getattr(row, name) for name in SEEN), standing.net_points, standing.tie_reason)
