"""Setting a night up, and ending it."""

import datetime

from django.db import transaction
from django.utils import timezone

from clubmanager.nights.core.ranking import without_entries
from clubmanager.nights.games import require_plan
from clubmanager.nights.models import (
    CheckIn,
    CheckInState,
    ClubNight,
    Dealing,
    Entry,
    EntryMember,
    NightState,
    Round,
    RoundClock,
    RoundState,
    Section,
)
from clubmanager.nights.queries.formats import contestants_of
from clubmanager.people.access import Actor
from clubmanager.people.models import Club
from clubmanager.people.queries import current_chart
from deals.services import open_deal_set
from scoring.core.ruleset import RuleError

from .codes import issue_missing
from .common import Note, changing, require_state, write_log
from .dealing import require_cards
from .evening import start_clock_of
from .jobs import solve_after_closing

COPIED = ("game", "game_settings", "format", "options", "rounds_planned", "hands_per_round",
          "method", "dealing", "show_live", "correction_minutes", "typed_movement",
          "sections_planned", "ranked_together", "confirm_hands", "show_field")  # fmt: skip
SEATING_FIELDS = {
    "game", "game_settings", "format", "options", "rounds_planned", "hands_per_round",
    "typed_movement", "sections_planned",
}  # fmt: skip
EARLIEST, LATEST = datetime.date(2000, 1, 1), datetime.date(2099, 12, 31)
PUBLIC_SETTINGS = ("show_live", "embargo", "embargo_until", "correction_minutes")


@transaction.atomic
def create_night(club: Club, *, actor: Actor, **fields) -> ClubNight:
    """A planned night of the club, with one section. Fields as of ClubNight; chart by default
    the club's current one."""
    if not actor.directs:
        raise RuleError("role", actor.role, "director or owner")
    if fields.get("chart") is None:
        fields["chart"] = current_chart(club)
    night = ClubNight(club=club, **fields)
    _require_a_plan(night)
    night.save()
    Section.objects.create(night=night)
    write_log(night, actor, "created", Note(after={"title": night.title, "date": str(night.date)}))
    return night


def _require_a_plan(night: ClubNight) -> None:
    """Raise RuleError for a day outside this century and for what the game does not allow,
    ValidationError for any other field."""
    if isinstance(night.date, datetime.date) and not EARLIEST <= night.date <= LATEST:
        raise RuleError("date", night.date.isoformat(), f"{EARLIEST} to {LATEST}")
    night.full_clean()
    require_plan(night)


def update_night(night_id: int, *, actor: Actor, **fields) -> ClubNight:
    """Change a planned night's plan; drawn seats are taken away where it seats people otherwise."""
    from .desk import resize_entries
    from .seating import clear_seating

    with changing(night_id, actor, "changed the plan") as (night, note):
        require_state(night, NightState.PLANNED)
        fields = {name: new for name, new in fields.items() if getattr(night, name) != new}
        note.before = {name: str(getattr(night, name)) for name in fields}
        note.after = {name: str(value) for name, value in fields.items()}
        seats_change = not SEATING_FIELDS.isdisjoint(fields)
        if seats_change:
            clear_seating(night)  # by the old format, whose single players are no pairs
        if "sections_planned" in fields:
            night.sections_chosen = {}
        for name, value in fields.items():
            setattr(night, name, value)
        _require_a_plan(night)
        if seats_change:
            clear_seating(night)
            resize_entries(night)
    return night


@transaction.atomic
def repeat_night(night_id: int, *, actor: Actor, date: datetime.date | None = None) -> ClubNight:
    """Next week, same as last week: plan, people (as booked) and pairs, nothing typed again."""
    old = ClubNight.objects.select_related("club").get(pk=night_id)
    night = create_night(
        old.club,
        actor=actor,
        title=old.title,
        date=date or old.date + datetime.timedelta(days=7),
        ranking=without_entries(old.ranking),
        **{name: getattr(old, name) for name in COPIED},
    )
    clock = RoundClock.objects.filter(night=old).first()
    if clock:
        RoundClock.objects.create(night=night, minutes=clock.minutes)
    regulars = old.check_ins.filter(player__is_guest=False, player__is_active=True)
    CheckIn.objects.bulk_create(
        CheckIn(night=night, player_id=player_id, state=CheckInState.BOOKED)
        for player_id in regulars.values_list("player_id", flat=True)
    )
    if contestants_of(old) != "players":
        _copy_pairs(old, night)
    return night


def _copy_pairs(old: ClubNight, night: ClubNight) -> None:
    from .seating import home_section

    section = home_section(night)
    booked = set(night.check_ins.values_list("player_id", flat=True))
    number = 0
    for entry in Entry.objects.filter(section__night=old).prefetch_related("members"):
        members = [m.player_id for m in entry.members.all()]
        if not booked.issuperset(members):
            continue
        number += 1
        copy = Entry.objects.create(section=section, number=number)
        EntryMember.objects.bulk_create(
            EntryMember(entry=copy, night=night, player_id=player_id, position=position)
            for position, player_id in enumerate(members)
        )


def start_round(night_id: int, *, actor: Actor, number: int | None = None) -> Round:
    """Open the next round and close the one before; hands still missing there stay open to entry.

    `number` is the round that the caller means: a double tap does not start two. Raises RuleError
    when another round is next or none, or nobody is seated, or stored deals are missing.
    """
    with changing(night_id, actor, "started a round") as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        upcoming = night.rounds.filter(state=RoundState.PLANNED).order_by("number").first()
        if upcoming is None:
            raise RuleError("round", None, "a round that is seated and has not started")
        if number is not None and number != upcoming.number:
            raise RuleError("round", number, f"{upcoming.number}, the next one")
        if night.dealing == Dealing.STORED and not hasattr(night, "night_deal_set"):
            raise RuleError("deal set", None, "generated or imported before the first round")
        require_cards(night)
        now = timezone.now()
        night.rounds.filter(state=RoundState.OPEN).update(state=RoundState.CLOSED, closed_at=now)
        upcoming.state, upcoming.opened_at = RoundState.OPEN, now
        upcoming.save()
        night.state = NightState.RUNNING
        start_clock_of(night, now)
        issue_missing(night)
        note.after = {"round": upcoming.number}
    return upcoming


def close_night(night_id: int, *, actor: Actor, reason: str = "") -> ClubNight:
    """End the night with what there is. Its deal set opens if no other night still uses it."""
    with changing(night_id, actor, "closed the night", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        now = timezone.now()
        note.before = {"state": night.state}
        night.rounds.filter(state=RoundState.OPEN).update(state=RoundState.CLOSED, closed_at=now)
        night.state, night.closed_at = NightState.CLOSED, now
        night.save()
        _open_deals_after_last_night(night, actor)
        solve_after_closing(night, actor=actor)
        note.after = {"state": night.state}
    return night


def _open_deals_after_last_night(night: ClubNight, actor: Actor) -> None:
    used = getattr(night, "night_deal_set", None)
    if used is None or used.deal_set.is_open:
        return
    others = ClubNight.objects.filter(night_deal_set__deal_set=used.deal_set).exclude(pk=night.pk)
    if not others.exclude(state=NightState.CLOSED).exists():
        open_deal_set(used.deal_set, actor=actor.label, reason="the last night that used it closed")


def reopen_night(night_id: int, *, actor: Actor, reason: str) -> ClubNight:
    """Undo a closing: the night runs again in its last started round. Deals once open stay open."""
    with changing(night_id, actor, "reopened the night", reason=reason) as (night, note):
        require_state(night, NightState.CLOSED)
        if not reason.strip():
            raise RuleError("reason", reason, "a sentence that says why")
        note.before, note.after = {"state": night.state}, {"state": NightState.RUNNING}
        night.state, night.closed_at = NightState.RUNNING, None
        last = night.rounds.exclude(state=RoundState.PLANNED).order_by("-number").first()
        if last:
            last.state, last.closed_at = RoundState.OPEN, None
            last.save()
    return night


def set_publication(night_id: int, *, actor: Actor, **fields) -> ClubNight:
    """What the public may see and when: live standings, embargo, its end, the correction period."""
    with changing(night_id, actor, "changed publication") as (night, note):
        note.before = {name: str(getattr(night, name)) for name in PUBLIC_SETTINGS}
        for name in PUBLIC_SETTINGS:
            if name in fields:
                setattr(night, name, fields[name])
        night.full_clean()
        note.after = {name: str(getattr(night, name)) for name in PUBLIC_SETTINGS}
    return night
