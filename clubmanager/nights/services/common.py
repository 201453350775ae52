"""What every write on a night shares: the lock, the authority, the version and the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from clubmanager.nights.models import ClubNight, LogEntry, NightState
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError


@dataclass
class Note:
    """What the log will say; a service fills in before and after."""

    before: Any = None
    after: Any = None
    reason: str = ""
    entry: LogEntry | None = None  # the line of the log, once it is written


def lock_night(night_id: int) -> ClubNight:
    """The night with its chart, locked until the transaction ends."""
    nights = ClubNight.objects.select_for_update(of=("self",)).select_related("chart")
    return nights.get(pk=night_id)


def share_night(night_id: int) -> ClubNight:
    """The night with its chart, which nobody locks until the transaction ends.

    Hands of many tables are written side by side so; `lock_night` waits for all of them, and they
    for it. Where a database has no such lock (SQLite), one writes at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(ClubNight._meta.db_table)
            cursor.execute(f"SELECT FROM {table} WHERE id = %s FOR KEY SHARE", [night_id])
    return ClubNight.objects.select_related("chart").get(pk=night_id)


@contextmanager
def changing(
    night_id: int,
    actor: Actor,
    action: str,
    *,
    reason: str = "",
    directors_only: bool = True,
    at_table: int | None = None,
) -> Iterator[tuple[ClubNight, Note]]:
    """One write on a night: locked, allowed, versioned and logged, or nothing at all.

    `at_table` is the table-round whose own players may do it too. Raises PermissionDenied for
    somebody who may not.
    """
    if actor.is_officer:
        allowed = actor.directs or not directors_only
    else:
        allowed = at_table is not None and actor.table_round_id == at_table
    if not allowed:
        raise PermissionDenied
    note = Note(reason=reason.strip())
    with transaction.atomic():
        night = lock_night(night_id)
        yield night, note
        night.version += 1
        night.save()
        note.entry = write_log(night, actor, action, note)


def write_log(night: ClubNight, actor: Actor, action: str, note: Note) -> LogEntry:
    return LogEntry.objects.create(
        night=night,
        actor=actor.label,
        origin=actor.origin,
        action=action,
        reason=note.reason[:300],
        before=note.before,
        after=note.after,
    )


def require_state(night: ClubNight, *allowed: str) -> None:
    """Raise RuleError unless the night is in one of the states."""
    if night.state not in allowed:
        words = " or ".join(str(NightState(state).label) for state in allowed)
        raise RuleError("night", night.state, words)
