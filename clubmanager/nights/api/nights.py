"""Nights: what there is, and the steps of an evening."""

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.core.ranking import settings_from_json
from clubmanager.nights.models import ClubNight, Format, NightState
from clubmanager.nights.queries.seats import section_notes
from clubmanager.nights.services.drawing import draw_round
from clubmanager.people.doors import QueryDoor, checked, club_in_body, officer_of
from clubmanager.people.models import Club, Role

from .bodies import DrawBody, PlanBody, PublicationBody, RankingBody, RepeatBody
from .seeing import night_for, night_or_404
from .serializers import (
    NightBody,
    NightSerializer,
    RankingSerializer,
    ReasonBody,
    RoundBody,
    SeatBody,
    SeatedSerializer,
)
from .writing import KEY, SEEN, as_seen, once


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

    @extend_schema(parameters=[KEY], request=NightBody, responses={201: NightSerializer})
    def create(self, request):
        """Plan a night."""
        body, club = club_in_body(request, NightBody)
        actor = officer_of(request, club.pk, Role.DIRECTOR)
        plan = body.plan()
        return once(
            request, lambda: self._created(services.create_night(club, actor=actor, **plan))
        )

    @extend_schema(parameters=[SEEN], request=PlanBody, responses=NightSerializer)
    def update(self, request, pk):
        """Change a planned night's plan; drawn seats go where it seats people otherwise."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        with as_seen(request, night):
            plan = _checked_for(night, PlanBody, request).plan()
            services.update_night(night.pk, actor=actor, **plan)
        return self._shown(night.pk)

    @extend_schema(parameters=[KEY], request=RepeatBody, responses={201: NightSerializer})
    @action(detail=True, methods=["post"])
    def repeat(self, request, pk):
        """The same night again: plan, people as booked, and pairs."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        body = checked(RepeatBody, request).validated_data
        return once(
            request, lambda: self._created(services.repeat_night(night.pk, actor=actor, **body))
        )

    @extend_schema(parameters=[SEEN], request=PublicationBody, responses=NightSerializer)
    @action(detail=True, methods=["put"])
    def publication(self, request, pk):
        """What the public may see, and when."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        with as_seen(request, night):
            body = _checked_for(night, PublicationBody, request).validated_data
            services.set_publication(night.pk, actor=actor, **body)
        return self._shown(night.pk)

    @extend_schema(responses=RankingSerializer)
    @action(detail=True)
    def ranking(self, request, pk):
        """How the night is ranked; `settings` are those that are not the usual."""
        night, _actor = night_for(request, pk, Role.DIRECTOR)
        return _ranking(night)

    @extend_schema(parameters=[SEEN], request=RankingBody, responses=RankingSerializer)
    @ranking.mapping.put
    def set_ranking(self, request, pk):
        """Change how the night is ranked; with a reason once it has begun."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        with as_seen(request, night):
            body = dict(checked(RankingBody, request).validated_data)
            settings = settings_from_json(body.pop("settings"))
            changed = services.set_ranking(night.pk, actor=actor, settings=settings, **body)
        return _ranking(night_or_404(changed.pk))

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

    @extend_schema(parameters=[SEEN], request=DrawBody, responses=NightSerializer)
    @action(detail=True, methods=["post"], url_path="draw-round")
    def draw_round(self, request, pk):
        """Draw the next round of a Swiss or a knockout; it then waits to be started."""
        night, actor = night_for(request, pk, Role.DIRECTOR)
        with as_seen(request, night):
            body = checked(DrawBody, request).validated_data
            draw_round(night.pk, actor=actor, **body)
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

    def _created(self, night: ClubNight):
        return self._shown(night.pk, status.HTTP_201_CREATED)

    def _shown(self, night_id: int, code: int = status.HTTP_200_OK):
        return Response(self.get_serializer(night_or_404(night_id)).data, code)


def _checked_for(night: ClubNight, body_class, request):
    """The checked body of a write that depends on its night."""
    body = body_class(data=request.data, context={"request": request, "night": night})
    body.is_valid(raise_exception=True)
    return body


def _ranking(night: ClubNight) -> Response:
    row = {
        "method": night.method, "settings": night.ranking,
        "ranked_together": night.ranked_together, "version": night.version,
    }  # fmt: skip
    return Response(RankingSerializer(row).data)
