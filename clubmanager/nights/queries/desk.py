"""Reads before the first round: the club's nights, who is here, what is done already."""

import datetime
import zoneinfo
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from clubmanager.nights.models import (
    CheckIn,
    CheckInState,
    ClubNight,
    Dealing,
    Entry,
    EntryMember,
    NightState,
    Round,
)
from clubmanager.people.models import Club

from .formats import entry_size

PRESENT = (CheckInState.HERE, CheckInState.BOOKED)
WEEK = datetime.timedelta(days=7)


def nights_of(club: Club) -> QuerySet[ClubNight]:
    """The club's nights: running first, then planned from the soonest, then closed from the last.

    Each has `people` (here or booked) and `round_now` (the last round that has started, or None).
    """
    begun = Round.objects.filter(night=OuterRef("pk")).exclude(state="planned")
    return (
        ClubNight.objects.filter(club=club)
        .annotate(
            people=Count("check_ins", filter=Q(check_ins__state__in=PRESENT)),
            round_now=Subquery(begun.order_by("-number").values("number")[:1]),
            group=Case(
                When(state=NightState.RUNNING, then=Value(0)),
                When(state=NightState.PLANNED, then=Value(1)),
                default=Value(2),
            ),
            soonest=Case(When(state=NightState.PLANNED, then=F("date"))),
        )
        .order_by("group", "soonest", "-date", "-pk")
    )


def today_at(club: Club) -> datetime.date:
    """Today's date where the club plays."""
    return timezone.now().astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()


def same_weekday(last: datetime.date, today: datetime.date) -> datetime.date:
    """The first day after `last` on its weekday that is not past."""
    weeks_past = -(-max((today - last).days, 7) // 7)
    return last + weeks_past * WEEK


def last_night(club: Club) -> ClubNight | None:
    return ClubNight.objects.filter(club=club).order_by("-date", "-pk").first()


@dataclass(frozen=True, slots=True)
class DeskPerson:
    """Somebody on the night's list, with the pair (entry id) they are in, if any."""

    id: int
    name: str
    number: str
    is_guest: bool
    sits_still: bool
    state: str
    wants_partner: bool
    entry: int | None


@dataclass(frozen=True, slots=True)
class DeskPair:
    id: int
    number: int
    people: tuple[DeskPerson, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """The people of a night in the order of their names, and their pairs or teams by number.

    `halves` are the pairs of a night of teams that have no other pair yet.
    """

    people: tuple[DeskPerson, ...]
    pairs: tuple[DeskPair, ...]
    halves: tuple[DeskPair, ...] = ()

    def in_state(self, state: str) -> list[DeskPerson]:
        return [person for person in self.people if person.state == state]

    @property
    def here(self) -> list[DeskPerson]:
        return self.in_state(CheckInState.HERE)

    @property
    def booked(self) -> list[DeskPerson]:
        return self.in_state(CheckInState.BOOKED)

    @property
    def absent(self) -> list[DeskPerson]:
        return self.in_state(CheckInState.ABSENT)

    @property
    def waiting(self) -> list[DeskPerson]:
        """Singles who are here and want a partner."""
        return [p for p in self.free if p.wants_partner and p.state == CheckInState.HERE]

    @property
    def free(self) -> list[DeskPerson]:
        """Here or booked, and in no pair."""
        return [p for p in self.people if p.entry is None and p.state != CheckInState.ABSENT]


def desk_of(night: ClubNight) -> Desk:
    """The night's list and its pairs, in two queries."""
    members = list(
        EntryMember.objects.filter(night=night)
        .order_by("-entry__line", "entry__number", "position")
        .values_list("player_id", "entry_id", "entry__number")
    )
    entry_of = {player_id: entry_id for player_id, entry_id, _ in members}
    rows = CheckIn.objects.filter(night=night).order_by(
        "player__first_name", "player__last_name", "player_id"
    )
    people = {
        row[0]: DeskPerson(
            row[0], f"{row[1]} {row[2]}".strip(), *row[3:], entry=entry_of.get(row[0])
        )
        for row in rows.values_list(
            "player_id", "player__first_name", "player__last_name", "player__number",
            "player__is_guest", "player__sits_still", "state", "wants_partner",
        )
    }  # fmt: skip
    groups = _groups(members, people)
    size = max(2, entry_size(night))
    return Desk(
        tuple(people.values()),
        tuple(group for group in groups if len(group.people) == size),
        tuple(group for group in groups if 1 < len(group.people) < size),
    )


def _groups(members, people: dict[int, DeskPerson]) -> tuple[DeskPair, ...]:
    groups, numbers = defaultdict(list), {}
    for player_id, entry_id, number in members:
        groups[entry_id].append(people[player_id])
        numbers[entry_id] = number
    return tuple(
        DeskPair(entry_id, numbers[entry_id], tuple(group)) for entry_id, group in groups.items()
    )


@dataclass(frozen=True, slots=True)
class Preparation:
    """Which steps before the first round are done."""

    people: bool
    pairs: bool
    seated: bool
    deals: bool

    @property
    def may_start(self) -> bool:
        return self.seated and self.deals


def preparation_of(night: ClubNight) -> Preparation:
    """How far the preparation of a night is, in one query; after its start, in none."""
    if night.state != NightState.PLANNED:
        return Preparation(True, True, True, True)
    found = (
        ClubNight.objects.filter(pk=night.pk)
        .annotate(
            here=Exists(CheckIn.objects.filter(night=OuterRef("pk"), state=CheckInState.HERE)),
            entered=Exists(Entry.objects.filter(section__night=OuterRef("pk"))),
            seated=Exists(Round.objects.filter(night=OuterRef("pk"))),
        )
        .values_list("here", "entered", "seated")
        .get()
    )
    here, entered, seated = found
    pairs = entered and entry_size(night) > 1
    return Preparation(here, pairs, seated, deals_settled(night))


def deals_settled(night: ClubNight) -> bool:
    """Whether it is clear where the cards come from."""
    return night.dealing == Dealing.SHUFFLED or hasattr(night, "night_deal_set")
