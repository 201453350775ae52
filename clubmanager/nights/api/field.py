"""Who is there and who plays whom: check-ins, entries, rounds, games."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.models import CheckInState, ClubNight
from clubmanager.nights.queries.desk import desk_of
from clubmanager.people.doors import checked
from clubmanager.people.models import Player, Role

from .seeing import NightRows, RowFilter, night_for, results_for, sight_for
from .serializers import (
    CheckInBody,
    CheckInSerializer,
    EntrySerializer,
    GameSerializer,
    PairBody,
    RoundSerializer,
)
from .showing import entry_json, game_json


class CheckInFilter(RowFilter):
    state = serializers.ChoiceField(CheckInState.choices, required=False)


class CheckInDoor(NightRows):
    """The night's list, for its officers."""

    serializer_class = CheckInSerializer
    filter_class = CheckInFilter
    lookup_url_kwarg = "person_id"

    def rows(self, request, night):
        return [_check_in_json(p.id, p.name, p.state) for p in desk_of(night).people]

    @extend_schema(parameters=[CheckInFilter])
    def list(self, request, night_id):
        """Who is here, booked or not here."""
        night_for(request, night_id)
        return super().list(request, night_id)

    @extend_schema(request=CheckInBody, responses={200: CheckInSerializer})
    def create(self, request, night_id):
        """Note that a person is here, booked or absent; or add a guest. Twice changes nothing."""
        night, actor = night_for(request, night_id)
        body = checked(CheckInBody, request).validated_data
        if player := body.get("person"):
            row = services.check_in(night.pk, player, actor=actor, state=body["state"])
        else:
            row = services.check_in_guest(
                night.pk, first_name=body["first_name"], last_name=body.get("last_name", ""),
                actor=actor,
            )  # fmt: skip
        return Response(_check_in_json(row.player_id, row.player.full_name, row.state))

    @extend_schema(responses={204: None})
    def destroy(self, request, night_id, person_id):
        """Take somebody off the list of a night that has not begun."""
        night, actor = night_for(request, night_id)
        player = get_object_or_404(Player, check_ins__night=night, pk=person_id)
        services.remove_check_in(night.pk, player, actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _check_in_json(player_id: int, name: str, state: str) -> dict:
    return {"person": player_id, "name": name, "state": state}


class EntryDoor(NightRows):
    """Pairs or players, under the names that the reader may see."""

    serializer_class = EntrySerializer

    def rows(self, request, night):
        sight = sight_for(request, night)
        return [entry_json(sight, entry) for entry in sight.data.entries.values()]

    def retrieve(self, request, night_id, pk):
        return Response(self.get_serializer(self.one(request, night_id, pk)).data)

    @extend_schema(request=PairBody, responses={201: EntrySerializer})
    def create(self, request, night_id):
        """Make two people who are here a pair."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        first, second = checked(PairBody, request).validated_data["people"]
        if {first.club_id, second.club_id} != {night.club_id}:  # names of others stay unsaid
            raise serializers.ValidationError({"people": "Two people of this club."})
        entry = services.pair_players(night.pk, first, second, actor=actor)
        found = self.one(request, night_id, entry.pk)
        return Response(self.get_serializer(found).data, status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=EntrySerializer(many=True), filters=False)
    @action(detail=False, methods=["post"], pagination_class=None)
    def draw(self, request, night_id):
        """Pair everybody who is here without a partner, by lot."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        drawn = {entry.pk for entry in services.draw_pairs(night.pk, actor=actor)}
        rows = [row for row in self.rows(request, night) if row["id"] in drawn]
        return Response(self.get_serializer(rows, many=True).data)

    @extend_schema(responses={204: None})
    def destroy(self, request, night_id, pk):
        """Undo a pair of a night that has not begun."""
        night, actor = night_for(request, night_id, Role.DIRECTOR)
        services.split_pair(night.pk, int(pk), actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoundDoor(NightRows):
    """Rounds by number; for the public those that have started."""

    serializer_class = RoundSerializer
    lookup_url_kwarg = "number"
    key = "number"

    def rows(self, request, night: ClubNight):
        sight = results_for(request, night)
        tables = [table.round for table in sight.tables]
        sit_outs = sight.data.sit_outs if sight.is_open else {}
        return [
            {
                "number": row.number,
                "state": row.state,
                "opened_at": row.opened_at,
                "closed_at": row.closed_at,
                "tables": tables.count(row.number),
                "sit_outs": [entry.id for entry in sit_outs.get(row.number, [])],
            }
            for row in night.rounds.all()
            if row.number in tables
        ]

    def retrieve(self, request, night_id, number):
        return Response(self.get_serializer(self.one(request, night_id, number)).data)


class GameFilter(RowFilter):
    round = serializers.IntegerField(required=False)
    table = serializers.IntegerField(required=False)


class GameDoor(NightRows):
    """Games: a table in a round. For the public those of rounds that have started."""

    serializer_class = GameSerializer
    filter_class = GameFilter

    def rows(self, request, night):
        sight = results_for(request, night)
        return [game_json(sight, table) for table in sight.tables]

    @extend_schema(parameters=[GameFilter])
    def list(self, request, night_id):
        return super().list(request, night_id)

    def retrieve(self, request, night_id, pk):
        return Response(self.get_serializer(self.one(request, night_id, pk)).data)
