"""Reads about clubs and people."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from scoring.core.chart import ChartChange
from scoring.models import Chart

from .models import Club, Membership, Player


def clubs_of(user) -> QuerySet[Club]:
    """The clubs in which the user has a role."""
    return Club.objects.filter(memberships__user=user).order_by("name")


def current_chart(club: Club) -> Chart:
    """The chart that the club offers for a new night."""
    return Chart.objects.get(pk=club.club_charts.get(is_current=True).chart_id)


@dataclass(frozen=True, slots=True)
class ChartVersion:
    """One version of a club's chart, and what it changed in the version before."""

    chart: Chart
    changes: tuple[ChartChange, ...]


def chart_history(club: Club) -> list[ChartVersion]:
    """All chart versions of the club, the newest first."""
    charts = [c.chart for c in club.club_charts.select_related("chart").order_by("-pk")]
    older = [*charts[1:], None]
    return [
        ChartVersion(chart, before.value.diff(chart.value) if before else ())
        for chart, before in zip(charts, older, strict=True)
    ]


def officers_of(club: Club) -> QuerySet[Membership]:
    """Who has a role in the club, in order of joining."""
    return Membership.objects.filter(club=club).select_related("user", "club").order_by("pk")


def player_counts(club: Club) -> dict[str, int]:
    """How many players are active, how many of those are guests, and how many have left."""
    return Player.objects.filter(club=club).aggregate(
        active=Count("pk", filter=Q(is_active=True)),
        guests=Count("pk", filter=Q(is_active=True, is_guest=True)),
        left=Count("pk", filter=Q(is_active=False)),
    )


def names_in_use(club: Club) -> set[str]:
    """The full names of all players of the club, in small letters."""
    names = Player.objects.filter(club=club).values_list("first_name", "last_name")
    return {folded(*name) for name in names}


def folded(first_name: str, last_name: str) -> str:
    """A full name as names are compared: letter case and spaces make no difference."""
    return " ".join(f"{first_name} {last_name}".split()).casefold()


def find_players(club: Club, text: str = "", *, active: bool = True) -> QuerySet[Player]:
    """Active players, or those who left; every word of `text` must begin a name or be the member
    number."""
    return matching(Player.objects.filter(club=club, is_active=active), text)


def matching(players: QuerySet[Player], text: str) -> QuerySet[Player]:
    """The players of whom every word of `text` begins a name or is the member number."""
    for word in text.split():
        players = players.filter(
            Q(first_name__istartswith=word)
            | Q(first_name__icontains=f" {word}")
            | Q(last_name__istartswith=word)
            | Q(last_name__icontains=f" {word}")
            | Q(number__iexact=word)
        )
    return players


def mail_addresses(club: Club) -> list[str]:
    """Each address once of the members who gave one, or who sign in with one; in a fixed order."""
    members = Player.objects.filter(club=club, is_active=True, is_guest=False).order_by("pk")
    rows = members.values_list("contact_email", "user__email")
    return list({(own or login).lower(): None for own, login in rows if own or login})
