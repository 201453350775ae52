"""One action when something went wrong: previewed, logged with its rows, and undone.

A preview is the action itself, rolled back: it cannot say anything else than what will happen.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from clubmanager.nights.core.rows import Change, changes_between, touched_since
from clubmanager.nights.models import ClubNight, LogEntry, NightChange
from clubmanager.nights.queries.picture import PictureChange, compare, picture_of
from clubmanager.nights.services.common import Note, changing
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .rows import drop_carried, put_back, rows_of

SUBSTITUTE = "substitute"


@contextmanager
def recorded(
    night_id: int, actor: Actor, action: str, *, reason: str = ""
) -> Iterator[tuple[ClubNight, Note]]:
    """One write that can be undone. Raises RuleError when it would change nothing."""
    with transaction.atomic():
        with changing(night_id, actor, action, reason=reason) as (night, note):
            before = rows_of(night)
            yield night, note
            # Services called on the way have written on the night, too.
            night.refresh_from_db()
            changes = changes_between(before, rows_of(night))
            if not changes:
                raise RuleError("action", action, "one that changes something")
        NightChange.objects.create(log_entry=note.entry, rows=changes)


def preview(night: ClubNight, action: Callable[[], Any]) -> list[PictureChange]:
    """What the action would change, in words. Raises what the action raises; nothing is stored."""
    with transaction.atomic():
        before = picture_of(ClubNight.objects.select_related("club").get(pk=night.pk))
        action()
        after = picture_of(ClubNight.objects.select_related("club").get(pk=night.pk))
        transaction.set_rollback(True)
    return compare(before, after)


def undo(night_id: int, log_entry_id: int, *, actor: Actor, reason: str = "") -> LogEntry:
    """Put back what an action changed; the log keeps both, and the undoing can be undone.

    Raises RuleError when it was undone already, or when something newer touched what it changed.
    """
    change = (
        NightChange.objects.select_related("log_entry")
        .filter(log_entry=log_entry_id, log_entry__night=night_id)
        .first()
    )
    if change is None:
        raise RuleError("action", log_entry_id, "one of this night that can be undone")
    title = f"undid: {change.log_entry.action}"
    with transaction.atomic():
        with recorded(night_id, actor, title[:40], reason=reason) as (night, note):
            change.refresh_from_db()
            _require_untouched(night, change)
            if change.log_entry.action == SUBSTITUTE:
                drop_carried(change.rows)
            put_back(change.rows, actor=actor, reason=reason or title)
        change.undone_by = note.entry
        change.save(update_fields=["undone_by"])
    return note.entry


def _require_untouched(night: ClubNight, change: NightChange) -> None:
    if change.undone_by_id:
        raise RuleError("action", change.log_entry.action, "one that was not undone yet")
    touched = touched_since(change.rows, rows_of(night))
    if touched:
        words = ", ".join(sorted({_what(one) for one in touched}))
        raise RuleError("undo", words, "left as the action made it: it was changed since")


def _what(change: Change) -> str:
    row = change["after"] or change["before"]
    number = row.get("number") or row.get("table")
    return f"{change['table']} {number}" if number else change["table"]
