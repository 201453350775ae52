"""Reads about clubs and people."""

from django.db.models import Q, QuerySet

from scoring.models import Chart

from .models import Club, Player


def clubs_of(user) -> QuerySet[Club]:
    """The clubs in which the user has a role."""
    return Club.objects.filter(memberships__user=user).order_by("name")


def current_chart(club: Club) -> Chart:
    """The chart that the club offers for a new night."""
    return Chart.objects.get(pk=club.club_charts.get(is_current=True).chart_id)


def find_players(club: Club, text: str = "") -> QuerySet[Player]:
    """Active players; every word of `text` must begin a name or be the member number."""
    players = Player.objects.filter(club=club, is_active=True)
    for word in text.split():
        players = players.filter(
            Q(first_name__istartswith=word)
            | Q(first_name__icontains=f" {word}")
            | Q(last_name__istartswith=word)
            | Q(last_name__icontains=f" {word}")
            | Q(number__iexact=word)
        )
    return players
