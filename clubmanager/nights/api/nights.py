"""Nights: what there is, and the steps of an evening."""

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Format, NightState
from clubmanager.nights.queries.seats import section_notes
from clubmanager.people.doors import QueryDoor, checked, club_in_body, officer_of
from clubmanager.people.models import Club, Role

from .seeing import night_for, night_or_404
from .serializers import (
    NightBody,
    NightSerializer,
    ReasonBody,
    RoundBody,
    SeatBody,
    SeatedSerializer,
)


class NightFilter(django_filters.FilterSet):
    club = django_filters.ModelChoiceFilter(queryset=Club.objects.all())
    state = django_filters.ChoiceFilter(choices=NightState.choices)
    format = django_filters.ChoiceFilter(choices=Format.choices)
    date_from = django_filters.DateFilter(field_name="date", lookup_expr="gte")
    date_to = django_filters.DateFilter(field_name="date", lookup_expr="lte")

    class Meta:
        model = ClubNight
        fields = ["club", "state", "format", "date_from", "date_to"]


class NightDoor(QueryDoor):
    """Nights of all clubs; plans and dates are public. Steps are for directors."""

    serializer_class = NightSerializer
    filterset_class = NightFilter
    queryset = ClubNight.objects.select_related("club", "chart").order_by("-date", "-pk")

    @extend_schema(request=NightBody, responses={201: NightSerializer})
    def create(self, request):
        """Plan a night."""
        body, club = club_in_body(request, NightBody)
        actor = officer_of(request, club.pk, Role.DIRECTOR)
        night = services.create_night(club, actor=actor, **body.plan())
        return self._shown(night.pk, status.HTTP_201_CREATED)

    @extend_schema(request=SeatBody, responses=SeatedSerializer)
    @action(detail=True, methods=["post"])
    def seat(self, request, pk):
        """Draw the movement: everybody who is here gets a seat in every round."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        body = checked(SeatBody, request).validated_data
        movement = services.seat_field(night.pk, actor=actor, **body)
        return Response({"rounds": len(movement.rounds), "notes": section_notes(night)})

    @extend_schema(request=RoundBody, responses=NightSerializer)
    @action(detail=True, methods=["post"], url_path="start-round")
    def start_round(self, request, pk):
        """Start the next round; a round still open is closed, its missing hands stay open."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        body = checked(RoundBody, request).validated_data
        services.start_round(night.pk, actor=actor, number=body["round"])
        return self._shown(night.pk)

    @extend_schema(request=ReasonBody, responses=NightSerializer)
    @action(detail=True, methods=["post"])
    def close(self, request, pk):
        """End the night with what there is."""
        return self._with_reason(request, pk, services.close_night)

    @extend_schema(request=ReasonBody, responses=NightSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request, pk):
        """Undo a closing; a reason is needed."""
        return self._with_reason(request, pk, services.reopen_night)

    def _with_reason(self, request, pk, service):
        night, actor = night_for(request, pk, Role.DIRECTOR)
        body = checked(ReasonBody, request).validated_data
        service(night.pk, actor=actor, reason=body["reason"])
        return self._shown(night.pk)

    def _shown(self, night_id: int, code: int = status.HTTP_200_OK):
        return Response(self.get_serializer(night_or_404(night_id)).data, code)
