"""The evening around the tables: the clock, calls for the director, and the last look round."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubmanager.nights.models import (
    ClubNight,
    DirectorCall,
    NightState,
    RoundClock,
    TableRound,
    Tick,
    TickKind,
)
from clubmanager.nights.models.evening import MOST_MINUTES
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .common import changing, require_state

LONGEST_MOVE = 60  # minutes that one tap may give or take


def set_clock(night_id: int, minutes: int | None, *, actor: Actor) -> RoundClock | None:
    """Plan so many minutes a round, from this round on; None or 0 takes the clock away.

    A round that runs already ends so many minutes after it was opened.
    """
    with changing(night_id, actor, "set the clock") as (night, note):
        clock = RoundClock.objects.filter(night=night).first()
        note.before, note.after = {"minutes": clock and clock.minutes}, {"minutes": minutes}
        if not minutes:
            if clock:
                clock.delete()
            return None
        if not 1 <= minutes <= MOST_MINUTES:
            raise RuleError("minutes", minutes, f"1 to {MOST_MINUTES}")
        clock = clock or RoundClock(night=night)
        clock.minutes = minutes
        opened = night.rounds.filter(state="open").values_list("opened_at", flat=True).first()
        if opened and clock.ends_at is None:
            wind_up(clock, opened)
        clock.save()
    return clock


def wind_up(clock: RoundClock, now: datetime) -> None:
    """A round starts now: the clock runs its full time."""
    clock.ends_at, clock.paused_at = now + timedelta(minutes=clock.minutes), None


def start_clock_of(night: ClubNight, now: datetime) -> None:
    """Wind the night's clock up for a new round, if it has one. Called where a round starts."""
    clock = RoundClock.objects.filter(night=night).first()
    if clock:
        wind_up(clock, now)
        clock.save()


def pause_clock(night_id: int, *, actor: Actor) -> RoundClock:
    """Tea: the clock stands still for everyone (night story 39). Pausing twice changes nothing."""
    with changing(night_id, actor, "paused the clock", directors_only=False) as (night, _note):
        clock = _running_clock(night)
        clock.paused_at = clock.paused_at or timezone.now()
        clock.save()
    return clock


def resume_clock(night_id: int, *, actor: Actor) -> RoundClock:
    """Tea is over: the end of the round has moved by the length of the break."""
    with changing(night_id, actor, "started the clock again", directors_only=False) as (night, n):
        clock = _running_clock(night)
        if clock.paused_at:
            rested = timezone.now() - clock.paused_at
            clock.ends_at, clock.paused_at = clock.ends_at + rested, None
            clock.save()
            n.after = {"break in minutes": round(rested.total_seconds() / 60)}
    return clock


def move_clock(night_id: int, minutes: int, *, actor: Actor) -> RoundClock:
    """Give everybody some minutes more, or with a negative number less."""
    if not 1 <= abs(minutes) <= LONGEST_MOVE:
        raise RuleError("minutes", minutes, f"1 to {LONGEST_MOVE}, more or less")
    with changing(night_id, actor, "moved the clock", directors_only=False) as (night, note):
        clock = _running_clock(night)
        clock.ends_at += timedelta(minutes=minutes)
        clock.save()
        note.after = {"minutes": minutes}
    return clock


def _running_clock(night: ClubNight) -> RoundClock:
    require_state(night, NightState.RUNNING)
    clock = RoundClock.objects.filter(night=night, ends_at__isnull=False).first()
    if clock is None:
        raise RuleError("clock", None, "set, with the minutes of a round")
    return clock


def call_director(table_round_id: int, reason: str = "", *, actor: Actor) -> DirectorCall:
    """A table asks for the director. While a call is open, another tap gives the same call.

    Raises PermissionDenied for a device of another table, RuleError when the night does not run.
    """
    found = TableRound.objects.select_related("round").get(pk=table_round_id)
    with changing(
        found.round.night_id, actor, "called the director", directors_only=False,
        at_table=table_round_id,
    ) as (night, note):  # fmt: skip
        require_state(night, NightState.RUNNING)
        note.after = {"table": found.table, "round": found.round.number}
        note.reason = reason.strip()
        return _open_call(found, reason.strip()[:200], actor)


def _open_call(found: TableRound, reason: str, actor: Actor) -> DirectorCall:
    try:
        with transaction.atomic():
            return DirectorCall.objects.create(
                table_round=found, reason=reason, called_by=actor.label
            )
    except IntegrityError:
        return found.calls.get(answered_at__isnull=True)


def answer_call(call_id: int, *, actor: Actor) -> DirectorCall:
    """The director has been there. Answering twice changes nothing."""
    found = DirectorCall.objects.select_related("table_round__round").get(pk=call_id)
    night_id = found.table_round.round.night_id
    with changing(night_id, actor, "answered a call", directors_only=False) as (_night, note):
        call = DirectorCall.objects.select_for_update().get(pk=call_id)
        if call.answered_at is None:
            call.answered_at, call.answered_by = timezone.now(), actor.label
            call.save()
        note.after = {"table": found.table_round.table}
    return call


def tick_off(night_id: int, kind: str, numbers: set[int], *, actor: Actor) -> None:
    """Which decks were counted to 52, or which pads are signed: exactly these numbers."""
    if kind not in TickKind.values:
        raise RuleError("kind", kind, " or ".join(TickKind.values))
    with changing(night_id, actor, "going home", directors_only=False) as (night, note):
        rows = Tick.objects.filter(night=night, kind=kind)
        before = set(rows.values_list("number", flat=True))
        rows.exclude(number__in=numbers).delete()
        Tick.objects.bulk_create(
            Tick(night=night, kind=kind, number=number, ticked_by=actor.label)
            for number in sorted(numbers - before)
        )
        note.before, note.after = {kind: sorted(before)}, {kind: sorted(numbers)}
