"""The logs of a night as rows, newest first: what was done, and what was changed on each hand."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, Case, F, Max, Q, Value, When

from clubmanager.nights import words
from clubmanager.nights.models import ClubNight, LogEntry
from scoring.models import Change

from .data import TableRow
from .seen import local_time

IN = ("entered", "questioned", "confirmed")
FIELDS = ("at", "actor", "origin", "action", "reason", "before", "after")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of a log. `hand` is None for what was done on the night itself."""

    at: datetime
    actor: str
    origin: str
    action: str
    reason: str
    before: Any
    after: Any
    hand: int | None
    time: str  # by the club's clock
    undoable: int | None = None  # the log entry of an action that can be undone
    game: str = "abridged"

    @property
    def before_words(self) -> str:
        """What stood on the hand before; only for a change of a hand."""
        return words.state_words(self.before, self.game)

    @property
    def after_words(self) -> str:
        return words.state_words(self.after, self.game)


def hand_history(night: ClubNight, hand_id: int) -> list[LogRow]:
    """Everything that happened to one hand, newest first."""
    rows = Change.objects.filter(hand=hand_id).order_by("-pk").values_list(*FIELDS, "hand_id")
    return [LogRow(*row, time=local_time(night, row[0]), game=night.game) for row in rows]


def night_log(night: ClubNight, page: int, size: int = 50) -> tuple[list[LogRow], bool]:
    """A page (from 1) of everything logged, and whether there is an older one. One query."""
    nights = LogEntry.objects.filter(night=night).order_by()
    hands = Change.objects.filter(hand__game__table_round__round__night=night).order_by()
    nothing = Value(None, output_field=BigIntegerField())
    still = Case(When(change__undone_by=None, then=F("change__log_entry")))
    rows_of_night = nights.annotate(of_hand=nothing, undoable=still).values_list(
        *FIELDS, "of_hand", "undoable"
    )
    rows_of_hands = hands.annotate(undoable=nothing).values_list(*FIELDS, "hand_id", "undoable")
    both = rows_of_night.union(rows_of_hands, all=True)
    start = (page - 1) * size
    rows = list(both.order_by("-at")[start : start + size + 1])
    found = [
        LogRow(*row, time=local_time(night, row[0]), undoable=undoable, game=night.game)
        for *row, undoable in rows[:size]
    ]
    return found, len(rows) > size


def corrected_hands(night: ClubNight, tables: list[TableRow]) -> dict[int, str]:
    """Hands whose result was changed after both sides had agreed, or after their round: when.

    Times by the club's clock, by the hand's id. One query.
    """
    ids = [hand.id for table in tables for hand in table.hands]
    closed = F("hand__game__table_round__round__closed_at")
    stood = Q(before__entry_state="confirmed") | Q(at__gt=closed, before__entry_state__in=IN)
    changes = Change.objects.filter(
        stood, hand__in=ids, action__in=("entered", "cleared", "ruled", "restored")
    )
    latest = changes.order_by().values_list("hand_id").annotate(Max("at"))
    return {hand: local_time(night, at) for hand, at in latest}
