"""Penalties: what an entry loses, given and taken back by directors."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.models import Penalty
from clubmanager.people.doors import checked
from clubmanager.people.models import Role

from .bodies import PenaltyBody
from .seeing import NightRows, night_for
from .serializers import PenaltySerializer
from .writing import KEY, once


class PenaltyDoor(NightRows):
    """The night's penalties, for its directors."""

    serializer_class = PenaltySerializer

    def rows(self, request, night):
        return [_row(penalty) for penalty in Penalty.objects.filter(night=night).order_by("pk")]

    def list(self, request, night_id):
        night_for(request, night_id, Role.DIRECTOR)
        return super().list(request, night_id)

    @extend_schema(parameters=[KEY], request=PenaltyBody, responses={201: PenaltySerializer})
    def create(self, request, night_id):
        """Give an entry a penalty."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        body = checked(PenaltyBody, request).validated_data

        def write() -> Response:
            penalty = services.give_penalty(night.pk, actor=actor, **body)
            return Response(PenaltySerializer(_row(penalty)).data, status.HTTP_201_CREATED)

        return once(request, write)

    @extend_schema(responses={204: None})
    def destroy(self, request, night_id, pk):
        """Take a penalty back."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        services.take_back_penalty(night.pk, int(pk), actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _row(penalty: Penalty) -> dict:
    names = ("hundredths", "unit", "reason", "given_by")
    row = {name: getattr(penalty, name) for name in names}
    return row | {"id": penalty.pk, "entry": penalty.entry_id}
