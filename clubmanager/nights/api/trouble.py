"""What went wrong: the same actions as on the page, previewed, done, undone."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from clubmanager.nights.models import ClubNight, NightChange
from clubmanager.nights.services import trouble
from clubmanager.people.models import Role

from . import bodies
from .seeing import night_for
from .writing import SEEN, as_seen


class ChangeSerializer(serializers.Serializer):
    """One place of the night, and what it was and becomes."""

    where = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class TroubleSerializer(serializers.Serializer):
    """What an action changes; `done` unless it was only looked at. `undo` names it for undoing."""

    done = serializers.BooleanField()
    changes = ChangeSerializer(many=True)
    undo = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="The night's, for the next write.")


class DoneSerializer(serializers.Serializer):
    """Something that was done and can be undone."""

    id = serializers.IntegerField()
    action = serializers.CharField()
    actor = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()


def _carried_out(request, night_id, body_class, service) -> Response:
    """Preview the service's action or do it, on the night as the client saw it."""
    night, actor = night_for(request, night_id, Role.DIRECTOR)
    body = body_class(data=request.data, context={"request": request, "night": night})
    with as_seen(request, night):
        body.is_valid(raise_exception=True)
        values = dict(body.validated_data)
        only_look = values.pop("preview")
        do = partial(service, night.pk, actor=actor, **values)
        changes = trouble.preview(night, do)
        if not only_look:
            do()
    last = NightChange.objects.filter(log_entry__night=night).order_by("-pk").first()
    row = {
        "done": not only_look,
        "changes": changes,
        "undo": last.log_entry_id if last and not only_look else None,
        "version": ClubNight.objects.values_list("version", flat=True).get(pk=night.pk),
    }
    return Response(TroubleSerializer(row).data)


def _door(key: str, body_class, service, text: str):
    """The action of one trouble, with its own body."""

    def act(self, request, night_id):
        return _carried_out(request, night_id, body_class, service)

    act.__name__, act.__doc__ = key.replace("-", "_"), text
    shown = extend_schema(parameters=[SEEN], request=body_class, responses=TroubleSerializer)
    return action(detail=False, methods=["post"], url_path=key)(shown(act))


class TroubleDoor(viewsets.GenericViewSet):
    """What goes wrong in an evening. Every write says which version of the night it saw."""

    serializer_class = TroubleSerializer
    queryset = NightChange.objects.none()
    lookup_value_regex = r"\d{1,18}"
    filter_backends = []

    late = _door(
        "late", bodies.LateBody, trouble.add_late_entry,
        "Somebody arrives late and plays from the next round on, or at once.",
    )  # fmt: skip
    gone = _door("gone", bodies.GoneBody, trouble.let_go, "Somebody falls ill or goes home.")
    substitute = _door(
        "substitute", bodies.SubstituteBody, trouble.substitute, "A substitute sits in from a hand."
    )
    redraw = _door(
        "redraw", bodies.RedrawBody, trouble.redraw_rest,
        "Rounds that have started stay; the rest is drawn anew.",
    )  # fmt: skip
    swap_sides = _door(
        "swap-sides", bodies.GameBody, trouble.swap_sides,
        "A table sat the wrong way round; it is recorded like that.",
    )  # fmt: skip
    exchange = _door(
        "exchange", bodies.ExchangeBody, trouble.exchange_entries,
        "Two entries changed places for one round.",
    )  # fmt: skip
    drop_round = _door(
        "drop-round", bodies.TroubleBody, trouble.drop_last_round, "The last round is dropped."
    )
    trays = _door(
        "trays", bodies.TraysBody, trouble.swap_trays, "Two boards were swapped in their trays."
    )
    extra_hand = _door(
        "extra-hand", bodies.GameBody, trouble.add_extra_hand,
        "A drawn match plays an extra hand.",
    )  # fmt: skip
    abandon = _door(
        "abandon", bodies.TroubleBody, trouble.abandon_night,
        "The night is closed with what there is.",
    )  # fmt: skip

    @extend_schema(responses=DoneSerializer(many=True))
    def list(self, request, night_id):
        """What was done and can still be undone, the last first."""
        night, _actor = night_for(request, night_id, Role.DIRECTOR)
        changes = NightChange.objects.filter(log_entry__night=night, undone_by=None)
        changes = changes.select_related("log_entry").defer("rows").order_by("-pk")
        page = self.paginate_queryset(changes)
        rows = [DoneSerializer(one.log_entry).data for one in page]
        return self.get_paginated_response(rows)

    @extend_schema(parameters=[SEEN], request=bodies.TroubleBody, responses=TroubleSerializer)
    @action(detail=True, methods=["post"])
    def undo(self, request, night_id, pk):
        """Put back what an action changed, if nothing newer touched it."""

        def service(night_id, **values):
            return trouble.undo(night_id, int(pk), **values)

        return _carried_out(request, night_id, bodies.TroubleBody, service)
