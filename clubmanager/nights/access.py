"""Fetch and authorise, for every officers' page of a night."""

from django.shortcuts import get_object_or_404

from clubmanager.people.access import Actor, officer_club
from clubmanager.people.models import Role

from .models import ClubNight


def officer_night(
    request, slug: str, night_id: int, at_least: str = Role.SCORER
) -> tuple[ClubNight, Actor]:
    """The night and who acts on it; errors as of people.access.officer_club."""
    club, actor = officer_club(request, slug, at_least)
    night = get_object_or_404(
        ClubNight.objects.select_related("chart", "night_deal_set__deal_set", "clock"),
        club=club, pk=night_id,
    )  # fmt: skip
    night.club = club
    return night, actor
