"""Events and their standings: all of the reader's clubs, public ones for everybody."""

from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.people.doors import QueryDoor, roles_of

from .models import Event
from .queries import EventStandings, event_with_sessions, standings_of


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = ["id", "club", "name", "same_weight", "best", "must_play", "is_public"]


class EventSessionSerializer(serializers.Serializer):
    night = serializers.IntegerField()
    share = serializers.IntegerField(help_text="Percent that are carried over.")
    why_not = serializers.CharField(
        help_text='Empty where it counts, else "not over", "not public" or "other method".'
    )


class EventPartSerializer(serializers.Serializer):
    night = serializers.IntegerField()
    value = serializers.CharField(help_text="Exact, as a fraction.")
    weight = serializers.IntegerField()
    share = serializers.IntegerField()
    counted = serializers.BooleanField()


class EventLineSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="0 below the line.")
    shared = serializers.BooleanField()
    names = serializers.ListField(child=serializers.CharField())
    total = serializers.CharField(help_text="To hundredths, with its unit.")
    tie_reason = serializers.CharField()
    parts = EventPartSerializer(many=True)


class EventStandingsSerializer(serializers.Serializer):
    sessions = EventSessionSerializer(many=True)
    lines = EventLineSerializer(many=True)


class EventDoor(QueryDoor):
    """Events of several nights."""

    serializer_class = EventSerializer
    filterset_fields = ["club"]
    queryset = Event.objects.none()

    def get_queryset(self):
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        own = Q(club__in=roles_of(self.request))
        return Event.objects.filter(own | Q(is_public=True))

    @extend_schema(responses=EventStandingsSerializer)
    @action(detail=True)
    def standings(self, request, pk):
        """The total of the sessions that are over, best first, and how each came about."""
        found = self.get_object()
        event = event_with_sessions(found.club, found.pk)
        if event is None:
            raise Http404
        public = found.club_id not in roles_of(request)
        return Response(_json(standings_of(event, public=public)))


def _json(standings: EventStandings) -> dict:
    return {
        "sessions": [
            {"night": view.night.pk, "share": view.row.share, "why_not": view.why_not}
            for view in standings.sessions
        ],
        "lines": [_line(line) for line in standings.lines],
    }


def _line(line) -> dict:
    return {
        "rank": line.place.rank,
        "shared": line.place.shared,
        "names": line.names,
        "total": line.total,
        "tie_reason": line.place.reason,
        "parts": [
            {
                "night": cell.session.night.pk,
                "value": str(cell.part.value),
                "weight": cell.part.weight,
                "share": cell.part.share,
                "counted": cell.part.counted,
            }
            for cell in line.cells
            if cell
        ],
    }


ROUTES = [("events", EventDoor, "event")]
