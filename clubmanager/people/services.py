"""Writes about clubs and people."""

from django.db import transaction
from django.utils.text import slugify

from scoring.core.chart import RECONSTRUCTED
from scoring.core.chart import Chart as ChartValue
from scoring.core.ruleset import RuleError
from scoring.models import Chart
from scoring.services import publish_chart

from .models import Club, ClubChart, ClubDealSet, Membership, Player, PublicName, Role, User


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(s for s in _candidates(base) if s not in taken)


def _candidates(base: str):
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1


@transaction.atomic
def create_club(*, name: str, owner: User, is_school: bool = False, **fields) -> Club:
    """A new club with its owner and the Reconstructed chart; a school shows first names only."""
    default = PublicName.FIRST if is_school else PublicName.FULL
    fields.setdefault("public_name_default", default)
    club = Club.objects.create(name=name, slug=_free_slug(name), is_school=is_school, **fields)
    Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    chart = publish_chart(RECONSTRUCTED, actor=str(owner))
    ClubChart.objects.create(club=club, chart=chart)
    return club


@transaction.atomic
def save_club_chart(club: Club, value: ChartValue, *, seen: Chart, actor: str) -> Chart:
    """Make `value` the club's current chart: the next version of the chart that the user saw.

    Raises RuleError when somebody else published a version meanwhile. Unchanged cells and name
    make no new version. Games that have begun keep the version they are pinned to.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    current = ClubChart.objects.select_related("chart").get(club=club, is_current=True)
    if current.chart_id != seen.pk:
        raise RuleError("chart version", seen.version, f"{current.chart.version}, the newest one")
    if value.to_json() == seen.cells and value.name == seen.name:
        chart = seen
    else:
        chart = publish_chart(value, actor=actor, previous=seen)
        ClubChart.objects.filter(club=club, is_current=True).update(is_current=False)
        ClubChart.objects.create(club=club, chart=chart)
    Club.objects.filter(pk=club.pk).update(chart_confirmed=True)
    return chart


def own_deal_set(club: Club, deal_set) -> ClubDealSet:
    """Record that the club owns the deal set."""
    return ClubDealSet.objects.create(club=club, deal_set=deal_set)


def add_player(*, club: Club, first_name: str, last_name: str = "", is_guest=False, **fields):
    """A new member or guest of the club. Raises RuleError without a first name."""
    first_name, last_name = " ".join(first_name.split()), " ".join(last_name.split())
    if not first_name:
        raise RuleError("first name", first_name, "at least one letter")
    return Player.objects.create(
        club=club, first_name=first_name, last_name=last_name, is_guest=is_guest, **fields
    )


def split_name(text: str) -> tuple[str, str]:
    """First and last name of what somebody typed in one box: the last word is the last name."""
    words = text.split()
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (" ".join(words), "")
