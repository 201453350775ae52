"""Hands: what happened, and the writes that all go through nights.services."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights import services
from clubmanager.nights.models import Claim, TableRound
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.sight import (
    Sight,
    officer_sight,
    public_sight,
    table_sight,
)
from clubmanager.nights.services.at_table import accept_hand, deliver_hand, take_hand_away
from clubmanager.people.access import Actor
from clubmanager.people.doors import checked
from clubmanager.people.models import Role
from clubmanager.people.rest import Problem
from scoring.models import EntryState, Ruling
from scoring.writes import Conflict, Recorded

from .seeing import (
    NightRows,
    RowFilter,
    claim_of,
    night_for,
    night_or_404,
    own_games,
    results_for,
)
from .serializers import (
    ConfirmBody,
    HandBody,
    HandSerializer,
    HeldSerializer,
    ReasonBody,
    RulingBody,
)
from .showing import as_recorded, hand_json
from .writing import version_seen, write_key

ENVELOPE = [
    OpenApiParameter(
        "Idempotency-Key", {"type": "string", "format": "uuid"}, OpenApiParameter.HEADER,
        required=True, description="The client's own id of this write.",
    ),
    OpenApiParameter(
        "If-Match", {"type": "string", "pattern": '^"[0-9]{1,9}"$'}, OpenApiParameter.HEADER,
        required=True, description="The version that the client saw, in quotes: its ETag.",
    ),
]  # fmt: skip


class HandFilter(RowFilter):
    round = serializers.IntegerField(required=False)
    table = serializers.IntegerField(required=False)
    board = serializers.IntegerField(required=False)
    state = serializers.ChoiceField([*EntryState.values, "hidden"], required=False)
    ruling = serializers.ChoiceField(Ruling.choices, required=False)


class NightHandDoor(NightRows):
    """Every hand of a night that the reader may know of."""

    serializer_class = HandSerializer
    filter_class = HandFilter

    def rows(self, request, night):
        sight = results_for(request, night)
        return [hand_json(sight, table, hand) for table in sight.tables for hand in table.hands]

    @extend_schema(parameters=[HandFilter])
    def list(self, request, night_id):
        return super().list(request, night_id)


@dataclass(frozen=True, slots=True)
class Place:
    """A hand where the reader found it."""

    sight: Sight
    table: TableRow
    hand: HandRow

    def answer(self, after: dict | None = None) -> Response:
        """The hand as it stands, or as a write left it; its ETag is its version."""
        hand = as_recorded(self.hand, after) if after else self.hand
        row = hand_json(self.sight, self.table, hand)
        response = Response(HandSerializer(row).data)
        if row["version"] is not None:
            response["ETag"] = f'"{row["version"]}"'
        return response


def place_of(sight: Sight, hand_id: int) -> Place:
    found = sight.hand(hand_id)
    if found is None:
        raise Http404
    return Place(sight, *found)


def night_of_hand(hand_id) -> int:
    """The night's id. Raises Http404 for a hand of no night."""
    rows = TableRound.objects.filter(game__hands__pk=hand_id)
    night_id = rows.values_list("round__night_id", flat=True).first()
    if night_id is None:
        raise Http404
    return night_id


def envelope(request) -> dict:
    """client_id and version of a write, from its headers."""
    return {"client_id": write_key(request), "version": version_seen(request)}


def own_place(claim: Claim, hand_id: int) -> Place:
    """The hand at the device's own table. Raises PermissionDenied for any other.

    A device that is not at the table any more sees no more of it than the public does.
    """
    sight = table_sight(claim)
    found = sight.hand(hand_id)
    if found is None:
        night_of_hand(hand_id)
        raise PermissionDenied
    if not own_games(claim, claim.night):
        sight = public_sight(night_or_404(claim.night_id))
    return Place(sight, *found)


def deliver(request, claim: Claim, hand_id: int) -> Response:
    """A hand from a table's device: stored, held for the director, or there already."""
    place = own_place(claim, hand_id)
    sent = envelope(request)
    body = checked(HandBody, request).validated_data
    if body["deal_applies"] is not None:
        raise PermissionDenied
    facts = {"facts": body["facts"], "tricks": body["tricks"]}
    delivered = deliver_hand(claim, hand_id, **facts, **sent)
    if delivered.held is None:
        return place.answer(delivered.recorded and delivered.recorded.after)
    held = {"held": delivered.held.pk, "why": delivered.held.get_why_display()}
    row = hand_json(place.sight, place.table, place.hand)
    return Response(HeldSerializer(held | {"hand": row}).data, status.HTTP_202_ACCEPTED)


class HandDoor(viewsets.GenericViewSet):
    """One hand. Writes need `Idempotency-Key` and `If-Match`; a repeated one is answered again."""

    serializer_class = HandSerializer
    lookup_value_regex = r"\d{1,18}"

    @extend_schema(responses=HandSerializer)
    def retrieve(self, request, pk):
        night = night_or_404(night_of_hand(pk))
        return place_of(results_for(request, night), int(pk)).answer()

    @extend_schema(
        parameters=ENVELOPE,
        request=HandBody,
        responses={200: HandSerializer, 202: HeldSerializer},
    )
    def update(self, request, pk):
        """Record or correct what happened. What a table sends too late, or against what stands
        there, is held for the director (202)."""
        if claim := claim_of(request):
            return deliver(request, claim, int(pk))
        place, actor = self._place(request, pk)
        return self._write(
            request, place, HandBody,
            lambda body, sent: services.enter_hand(place.hand.id, actor=actor, **body, **sent),
        )  # fmt: skip

    @extend_schema(parameters=ENVELOPE, request=ConfirmBody, responses=HandSerializer)
    @action(detail=True, methods=["post"])
    def confirm(self, request, pk):
        """Agree with what was entered, or send it back."""
        if claim := claim_of(request):
            return self._write(
                request, own_place(claim, int(pk)), ConfirmBody,
                lambda body, sent: accept_hand(claim, int(pk), **body, **sent),
            )  # fmt: skip
        place, actor = self._place(request, pk)
        return self._write(
            request, place, ConfirmBody,
            lambda body, sent: services.confirm_hand(place.hand.id, actor=actor, **body, **sent),
        )  # fmt: skip

    @extend_schema(parameters=ENVELOPE, request=ReasonBody, responses=HandSerializer)
    @action(detail=True, methods=["post"])
    def clear(self, request, pk):
        """Take a wrong entry away; the hand is expected again."""
        if claim := claim_of(request):
            return self._write(
                request, own_place(claim, int(pk)), ReasonBody,
                lambda body, sent: take_hand_away(claim, int(pk), **sent),
            )  # fmt: skip
        place, actor = self._place(request, pk)
        return self._write(
            request, place, ReasonBody,
            lambda body, sent: services.clear_hand(place.hand.id, actor=actor, **body, **sent),
        )  # fmt: skip

    @extend_schema(parameters=ENVELOPE, request=RulingBody, responses=HandSerializer)
    @action(detail=True, methods=["post"])
    def rule(self, request, pk):
        """A director's ruling; "none" takes it back."""
        place, actor = self._place(request, pk, Role.DIRECTOR)
        return self._write(
            request, place, RulingBody,
            lambda body, sent: services.rule_hand(place.hand.id, actor=actor, **body, **sent),
        )  # fmt: skip

    def _place(self, request, pk, at_least: str = Role.SCORER) -> tuple[Place, Actor]:
        """The hand and the officer who writes. One who has still to play the board may not."""
        night, actor = night_for(request, night_of_hand(pk), at_least)
        place = place_of(officer_sight(night, request.user), int(pk))
        if place.sight.veils(place.table, place.hand):
            board = place.hand.board
            raise Problem("hidden", f"The hand is hidden until you have played board {board}.")
        return place, actor

    def _write(self, request, place: Place, body_class, write) -> Response:
        sent = envelope(request)
        body = checked(body_class, request).validated_data
        try:
            recorded: Recorded = write(body, sent)
        except Conflict as error:
            raise self._stale(place, error, body) from error
        return place.answer(recorded.after)

    def _stale(self, place: Place, error: Conflict, body: dict) -> Problem:
        """Both versions: what stands there now, and what was sent."""
        current = hand_json(place.sight, place.table, as_recorded(place.hand, error.current))
        return Problem("stale-version", str(error), current=current, submitted=dict(body))
