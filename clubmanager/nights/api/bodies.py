"""The bodies of a director's writes: each has the arguments of one service."""

from django.utils import timezone
from rest_framework import serializers

from clubmanager.nights.games import LONGEST_ROUND
from clubmanager.nights.models import Method, MissedHands, PenaltyUnit
from clubmanager.nights.services.planning import EARLIEST, LATEST
from clubmanager.people.doors import PlainJson, StrictBody
from clubmanager.people.models import Player
from deals.models import DealSet
from scoring.core.bridge import MOST_DEALS

from .serializers import NightBody, ReasonBody

MOST_BOARDS = 400
MOST_ID = 10**15


class PlanBody(NightBody):
    """A planned night's whole plan. Where the cards come from is changed at `deals`."""

    club = None
    dealing = None

    class Meta(NightBody.Meta):
        fields = [one for one in NightBody.Meta.fields if one not in ("club", "dealing")]


class PublicationBody(StrictBody, serializers.Serializer):
    """What the public may see and when. What is left out stays as it is."""

    show_live = serializers.BooleanField(required=False)
    embargo = serializers.BooleanField(required=False)
    embargo_until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When the embargo ends by itself."
    )
    correction_minutes = serializers.IntegerField(required=False, min_value=0, max_value=1440)

    def validate_embargo_until(self, until):
        if until is not None and not timezone.now() < until:
            raise serializers.ValidationError("This time is over.")
        return until

    def validate(self, data):
        held = data.get("embargo", self.context["night"].embargo)
        if not held:
            if data.get("embargo_until"):
                raise serializers.ValidationError({"embargo_until": "Only with an embargo."})
            data["embargo_until"] = None
        return data


class RepeatBody(StrictBody, serializers.Serializer):
    date = serializers.DateField(required=False, help_text="Without it a week later.")

    def validate_date(self, date):
        if not EARLIEST <= date <= LATEST:
            raise serializers.ValidationError(f"The date is from {EARLIEST} to {LATEST}.")
        return date


class DrawBody(StrictBody, serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=1000, source="number")
    override = serializers.BooleanField(
        default=False, help_text="Draw although hands are missing; the ranking counts without them."
    )


class RankingBody(StrictBody, serializers.Serializer):
    """How the night is ranked. `settings` are those of docs/ranking.md that are not the usual."""

    method = serializers.ChoiceField(Method.choices)
    settings = PlainJson(default=dict)
    ranked_together = serializers.BooleanField(default=True)
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class PenaltyBody(StrictBody, serializers.Serializer):
    entry = serializers.IntegerField(min_value=1, max_value=MOST_ID, source="entry_id")
    hundredths = serializers.IntegerField(min_value=1, max_value=1_000_000)
    unit = serializers.ChoiceField(PenaltyUnit.choices)
    reason = serializers.CharField(max_length=300)


class DealBody(StrictBody, serializers.Serializer):
    """A new sealed set. Without a number: as many boards as the night's rounds use."""

    boards = serializers.IntegerField(required=False, min_value=1, max_value=MOST_BOARDS)
    later_source = serializers.CharField(max_length=300, allow_blank=True, default="")


class ImportBody(StrictBody, serializers.Serializer):
    text = serializers.CharField(trim_whitespace=False, help_text="The deals as PBN.")
    filename = serializers.CharField(max_length=100, default="deals.pbn")


class TakeBody(StrictBody, serializers.Serializer):
    deal_set = serializers.PrimaryKeyRelatedField(queryset=DealSet.objects.all())


class LaterBody(StrictBody, serializers.Serializer):
    value = serializers.CharField(max_length=300)


# What goes wrong: services.trouble


class TroubleBody(ReasonBody):
    preview = serializers.BooleanField(
        default=False, help_text="Only say what it would change; nothing is stored."
    )


class OwnPeople(serializers.PrimaryKeyRelatedField):
    """A person of the night's club; names of others stay unsaid."""

    def get_queryset(self):
        night = self.context.get("night")
        return Player.objects.filter(club=night.club_id) if night else Player.objects.none()


class LateBody(TroubleBody):
    people = serializers.ListField(
        child=OwnPeople(), min_length=1, max_length=4, source="players",
        help_text="Checked in before. The first sits North or East.",
    )  # fmt: skip
    at_once = serializers.BooleanField(default=False, help_text="At a table that rests now.")
    first_hand = serializers.IntegerField(default=1, min_value=1, max_value=LONGEST_ROUND)
    missed = serializers.ChoiceField(MissedHands.choices, default=MissedHands.NOT_PLAYED)


class GoneBody(TroubleBody):
    entry = serializers.IntegerField(min_value=1, max_value=MOST_ID, source="entry_id")
    finish_round = serializers.BooleanField(default=False)
    redraw = serializers.BooleanField(default=False, help_text="Draw the rest without them.")


class SubstituteBody(TroubleBody):
    person = OwnPeople(source="player", help_text="Who stops.")
    sits_in = OwnPeople()
    first_hand = serializers.IntegerField(default=1, min_value=1, max_value=MOST_DEALS)


class RedrawBody(TroubleBody):
    rounds = serializers.IntegerField(
        default=None, allow_null=True, min_value=1, max_value=24, help_text="How many more."
    )


class GameBody(TroubleBody):
    game = serializers.IntegerField(min_value=1, max_value=MOST_ID, source="table_round_id")


class ExchangeBody(TroubleBody):
    round = serializers.IntegerField(min_value=1, max_value=1000, source="round_number")
    first = serializers.IntegerField(min_value=1, max_value=MOST_ID, source="first_id")
    second = serializers.IntegerField(min_value=1, max_value=MOST_ID, source="second_id")


class TraysBody(TroubleBody):
    first_board = serializers.IntegerField(min_value=1, max_value=999)
    second_board = serializers.IntegerField(min_value=1, max_value=999)
    from_round = serializers.IntegerField(min_value=1, max_value=99)
