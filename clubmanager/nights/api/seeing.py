"""Fetch a night and what the reader sees of it; the doors of a night's rows."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers, viewsets

from clubmanager.nights.models import Claim, ClubNight
from clubmanager.nights.queries import local_time
from clubmanager.nights.queries.sight import Sight, officer_sight, public_sight
from clubmanager.nights.rest import AT_TABLE
from clubmanager.people.access import Actor
from clubmanager.people.doors import Door, officer_of, require_sign_in, roles_of
from clubmanager.people.models import Role
from clubmanager.people.rest import Problem


def night_or_404(night_id) -> ClubNight:
    nights = ClubNight.objects.select_related("club", "chart", "night_deal_set__deal_set")
    return get_object_or_404(nights, pk=night_id)


def night_for(request, night_id, at_least: str = Role.SCORER) -> tuple[ClubNight, Actor]:
    """The night and the officer who acts on it; errors as of people.rest.officer_of."""
    require_sign_in(request)
    night = night_or_404(night_id)
    return night, officer_of(request, night.club_id, at_least)


def sight_for(request, night: ClubNight) -> Sight:
    """What the reader sees of the night, be it nothing yet."""
    if night.club_id in roles_of(request):
        return officer_sight(night, request.user)
    return public_sight(night, own_games(claim_of(request), night))


def claim_of(request) -> Claim | None:
    return request.auth if isinstance(request.auth, Claim) else None


def own_games(claim: Claim | None, night: ClubNight) -> frozenset[int]:
    """The game of the table whose device asks; none for a device that was not let in."""
    if claim is None or claim.night_id != night.pk or claim.state not in AT_TABLE:
        return frozenset()
    return frozenset([claim.table_round.game_id])


def results_for(request, night: ClubNight) -> Sight:
    """What the reader sees of the night's results. Raises the problem `held-back`."""
    sight = sight_for(request, night)
    if sight.holds_back:
        until = night.embargo and night.embargo_until
        when = f" until {local_time(night, until)}" if until else ""
        raise Problem("held-back", f"The results of this night are held back{when}.")
    return sight


class RowFilter(serializers.Serializer):
    """Query parameters that rows must equal."""

    def keep(self, rows: list[dict]) -> list[dict]:
        wanted = self.validated_data.items()
        return [row for row in rows if all(row[name] == value for name, value in wanted)]


class NightRows(Door, viewsets.GenericViewSet):
    """Rows of a night that are computed from its one loader: as many queries for one as for all.

    A subclass gives `rows(request, night)`, plain values with the row's `key`.
    """

    lookup_value_regex = r"\d{1,18}"
    filter_class: type[RowFilter] | None = None
    filter_backends = []
    key = "id"

    def rows(self, request, night: ClubNight) -> list[dict]:
        raise NotImplementedError

    def list(self, request, night_id):
        rows = self.rows(request, night_or_404(night_id))
        if self.filter_class:
            # As plain values: what is asked for as "" is a wrong value, not a missing one.
            wanted = self.filter_class(data=request.query_params.dict())
            wanted.is_valid(raise_exception=True)
            rows = wanted.keep(rows)
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def one(self, request, night_id, key) -> dict:
        rows = self.rows(request, night_or_404(night_id))
        found = next((row for row in rows if row[self.key] == int(key)), None)
        if found is None:
            raise Http404
        return found
