"""Who sees which results of a night, and as of when."""

import zoneinfo
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubmanager.nights.core.visibility import pending_boards, unfinished_boards
from clubmanager.nights.models import ClubNight, NightState
from deals.models import Board

from .data import NightData


def embargo_holds(night: ClubNight, now: datetime | None = None) -> bool:
    """Whether everything from which the standings follow is held back from the public."""
    if not night.embargo:
        return False
    return night.embargo_until is None or (now or timezone.now()) < night.embargo_until


def results_are_public(night: ClubNight, now: datetime | None = None) -> bool:
    """Whether the public may see standings: after the night, or live if the director allows it."""
    if embargo_holds(night, now) or night.state == NightState.PLANNED:
        return False
    return night.state == NightState.CLOSED or night.show_live


def boards_hidden_from_public(data: NightData) -> frozenset[int]:
    """Board ids whose results are not public yet: a scheduled play is missing, here or on
    another night that plays the same deal set and is not over."""
    used = getattr(data.night, "night_deal_set", None)
    elsewhere = frozenset()
    if used and _other_nights_open(data.night, used.deal_set_id):
        boards = Board.objects.filter(deal_set=used.deal_set_id)
        elsewhere = frozenset(boards.values_list("pk", flat=True))
    return pending_boards(data.plays()) | elsewhere


def _other_nights_open(night: ClubNight, deal_set_id: int) -> bool:
    others = ClubNight.objects.filter(night_deal_set__deal_set=deal_set_id).exclude(pk=night.pk)
    return others.exclude(state=NightState.CLOSED).exists()


def boards_hidden_from_officer(data: NightData, user) -> frozenset[int]:
    """Board ids that an officer who plays tonight has still to play (night story 46)."""
    own = data.players_of(user.pk)
    if data.night.state == NightState.CLOSED or not own:
        return frozenset()
    return unfinished_boards(data.plays(), data.games_of_player(own))


def correction_ends(night: ClubNight) -> datetime | None:
    """When a closed night's standings become final, as far as nobody corrects them."""
    if night.closed_at is None:
        return None
    return night.closed_at + timedelta(minutes=night.correction_minutes)


@dataclass(frozen=True, slots=True)
class Status:
    """As of which result a page stands. `kind`: planned, live, provisional, corrected, final."""

    kind: str
    text: str
    hands_in: int
    hands_expected: int


def status_of(data: NightData, now: datetime | None = None) -> Status:
    """What a page says of its own age: as of hand x, provisional until, final, corrected."""
    night, now = data.night, now or timezone.now()
    started = [hand for t in data.tables if t.round_state != "planned" for hand in t.hands]
    counts = sum(hand.settled for hand in started), len(started)
    if night.state == NightState.PLANNED:
        return Status("planned", _("Not started yet"), *counts)
    if night.state == NightState.RUNNING:
        number = max((t.round for t in data.tables if t.round_state != "planned"), default=0)
        text = _("As of round %(round)s: %(done)s of %(all)s hands are in") % {
            "round": number, "done": counts[0], "all": counts[1],
        }  # fmt: skip
        return Status("live", text, *counts)
    if night.corrected_at:
        text = _("Corrected at %(time)s: %(reason)s") % {
            "time": local_time(night, night.corrected_at), "reason": night.correction_note,
        }  # fmt: skip
        return Status("corrected", text, *counts)
    until = correction_ends(night)
    if now < until:
        text = _("Provisional until %(time)s") % {"time": local_time(night, until)}
        return Status("provisional", text, *counts)
    return Status("final", _("Final"), *counts)


def local_time(night: ClubNight, moment: datetime) -> str:
    """The clock time of the club, with the date when it is not the night's own."""
    local = moment.astimezone(zoneinfo.ZoneInfo(night.club.time_zone))
    return local.strftime("%H:%M" if local.date() == night.date else "%d %b %Y %H:%M")
