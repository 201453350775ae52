"""Where a night's cards come from. A set is sealed; its answer shows what is public of it."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.queries.cards import sealed_sets
from clubmanager.people.doors import checked
from clubmanager.people.models import Role

from .bodies import DealBody, ImportBody, LaterBody, TakeBody
from .seeing import night_for, night_or_404
from .serializers import NightSerializer, ReasonBody
from .writing import KEY, once, ruled


class SealedSerializer(serializers.Serializer):
    """A night's deal set; `/deal-sets/` has the rest."""

    deal_set = serializers.IntegerField()
    source = serializers.CharField()
    commitment = serializers.CharField()


class DealDoor(viewsets.GenericViewSet):
    """The night's cards, while it is planned. For directors."""

    serializer_class = SealedSerializer

    @extend_schema(parameters=[KEY], request=DealBody, responses={201: SealedSerializer})
    def create(self, request, night_id):
        """Deal a new sealed set; its commitment is public at once."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        body = checked(DealBody, request).validated_data
        with ruled("boards"):
            return once(
                request, lambda: _sealed(services.generate_deals(night.pk, actor=actor, **body))
            )

    @extend_schema(
        operation_id="nights_deals_import",
        parameters=[KEY], request=ImportBody, responses={201: SealedSerializer},
    )  # fmt: skip
    @action(detail=False, methods=["post"], url_path="import")
    def import_text(self, request, night_id):
        """Take deals from a text in PBN; all its faults are listed with their lines."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        body = checked(ImportBody, request).validated_data
        file = {"data": body["text"].encode(), "filename": body["filename"]}
        with ruled("text"):
            return once(
                request, lambda: _sealed(services.import_deals(night.pk, actor=actor, **file))
            )

    @extend_schema(request=TakeBody, responses=NightSerializer)
    @action(detail=False, methods=["post"])
    def take(self, request, night_id):
        """Play a set of the club that is still sealed."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        chosen = checked(TakeBody, request).validated_data["deal_set"]
        if not sealed_sets(night).filter(pk=chosen.pk).exists():
            raise serializers.ValidationError({"deal_set": "A sealed set of this club."})
        with ruled("deal_set"):
            services.take_deal_set(night.pk, chosen, actor=actor)
        return _night(night)

    @extend_schema(request=None, responses=NightSerializer)
    @action(detail=False, methods=["post"])
    def shuffle(self, request, night_id):
        """Play without stored deals."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        with ruled("cards"):
            services.play_without_deals(night.pk, actor=actor)
        return _night(night)

    @extend_schema(request=ReasonBody, responses=NightSerializer)
    @action(detail=False, methods=["post"])
    def open(self, request, night_id):
        """Break the seal before the night is over; the log keeps who and why."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        reason = checked(ReasonBody, request).validated_data["reason"]
        with ruled("reason"):
            services.open_deals(night.pk, actor=actor, reason=reason)
        return _night(night)

    @extend_schema(request=LaterBody, responses=NightSerializer)
    @action(detail=False, methods=["post"])
    def later(self, request, night_id):
        """Type the information that the set waits for."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        value = checked(LaterBody, request).validated_data["value"]
        with ruled("value"):
            services.type_later(night.pk, value=value, actor=actor)
        return _night(night)


def _sealed(deal_set) -> Response:
    row = {
        "deal_set": deal_set.pk, "source": deal_set.source, "commitment": deal_set.commitment,
    }  # fmt: skip
    return Response(SealedSerializer(row).data, status.HTTP_201_CREATED)


def _night(night) -> Response:
    return Response(NightSerializer(night_or_404(night.pk)).data)
