"""Writes about events."""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction

from clubmanager.nights import services as nights
from clubmanager.nights.models import CheckIn, CheckInState, ClubNight, Method, NightState
from clubmanager.nights.services.common import Note, write_log
from clubmanager.people.access import Actor
from clubmanager.people.models import Club, Player
from clubmanager.people.names import visible_text
from scoring.core.ruleset import RuleError

from .models import Event, EventSession
from .queries import event_with_sessions, standings_of


def _require_director(actor: Actor) -> None:
    if not actor.directs:
        raise PermissionDenied


@transaction.atomic
def create_event(club: Club, *, name: str, actor: Actor, **fields) -> Event:
    """A new event of the club, without sessions. RuleError for a name that nobody can read."""
    _require_director(actor)
    event = Event(club=club, created_by=actor.label, **fields)
    return _saved(event, name)


@transaction.atomic
def update_event(event: Event, *, name: str, actor: Actor, **fields) -> Event:
    _require_director(actor)
    stored = Event.objects.select_for_update().get(pk=event.pk)
    for field, value in fields.items():
        setattr(stored, field, value)
    return _saved(stored, name)


def _saved(event: Event, name: str) -> Event:
    event.name = visible_text(name)
    if not event.name:
        raise RuleError("name", name, "at least one letter that is seen")
    event.save()
    return event


@transaction.atomic
def delete_event(event: Event, *, actor: Actor) -> None:
    """Take the event away; its nights stay as they are."""
    set_sessions(event, [], actor=actor)
    Event.objects.filter(pk=event.pk).delete()


@transaction.atomic
def set_sessions(event: Event, sessions: Sequence[tuple[ClubNight, int]], *, actor: Actor) -> None:
    """Which nights are the event's sessions, each with the percent that are carried over.

    Raises RuleError for a night of another club, one that comes twice, one that is ranked by
    another method than the first, and a share outside 0 to 100. Each night's log tells.
    """
    _require_director(actor)
    Event.objects.select_for_update().get(pk=event.pk)
    _check(event, sessions)
    stored = {one.night_id: one for one in EventSession.objects.filter(event=event)}
    wanted = {night.pk: (night, share) for night, share in sessions}
    for night_id in stored.keys() - wanted.keys():
        row = stored[night_id]
        write_log(row.night, actor, "taken out of an event", Note(before={"event": event.name}))
        row.delete()
    for night_id, (night, share) in wanted.items():
        old = stored[night_id].share if night_id in stored else None
        if old == share:
            continue
        EventSession.objects.update_or_create(event=event, night=night, defaults={"share": share})
        before = None if old is None else {"event": event.name, "share": old}
        note = Note(before=before, after={"event": event.name, "share": share})
        write_log(night, actor, "put into an event", note)


def _check(event: Event, sessions: Sequence[tuple[ClubNight, int]]) -> None:
    if not sessions:
        return
    first = min((night for night, _ in sessions), key=lambda night: (night.date, night.pk))
    seen = set()
    for night, share in sessions:
        if night.club_id != event.club_id:
            raise RuleError("night", night.title, "one of this club's")
        if night.pk in seen:
            raise RuleError("night", night.title, "there once")
        if night.method != first.method:
            own, other = Method(night.method).label, Method(first.method).label
            raise RuleError("night", f"{night.title} ({own})", f"ranked as {first.title}: {other}")
        if not 0 <= share <= 100:
            raise RuleError("share", str(share), "0 to 100 percent")
        seen.add(night.pk)


def qualifiers(event: Event, first: int) -> list[frozenset[int]]:
    """The player ids of the contestants ranked first to `first`; who shares the last rank is in."""
    full = event_with_sessions(event.club, event.pk)
    if full is None:
        return []
    return [line.place.contestant for line in standings_of(full, public=False).first(first)]


@transaction.atomic
def qualify(event: Event, night: ClubNight, *, first: int, actor: Actor) -> int:
    """Book the first so many of the event for a planned night, pairs and teams together.

    Who is on its list already stays as she is; her partner is booked without her. Returns how many
    contestants there are.
    RuleError for a night that has begun or is another club's, and where nobody qualifies.
    """
    _require_director(actor)
    if night.club_id != event.club_id:
        raise RuleError("night", night.title, "one of this club's")
    if night.state != NightState.PLANNED:
        raise RuleError("night", night.title, "planned, not begun")
    found = qualifiers(event, first)
    if not found:
        raise RuleError("first", str(first), "at least one ranked contestant")
    wanted = {player_id for one in found for player_id in one}
    players = Player.objects.in_bulk(wanted)
    there = set(CheckIn.objects.filter(night=night).values_list("player_id", flat=True))
    for contestant in found:
        members = [players[player_id] for player_id in sorted(contestant - there)]
        for player in members:
            nights.check_in(night.pk, player, actor=actor, state=CheckInState.BOOKED)
        if len(members) == len(contestant) > 1:
            nights.pair_players(night.pk, *members, actor=actor)
    return len(found)
