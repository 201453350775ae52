"""The shapes of a night's resources: what is shown, and what is taken."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubmanager.nights.core.formats import FORMATS
from clubmanager.nights.core.typed import MovementFileError, read_movement
from clubmanager.nights.games import require_plan
from clubmanager.nights.models import (
    CheckInState,
    ClubNight,
    Dealing,
    Format,
    Job,
    Method,
    PenaltyUnit,
    PlayedGame,
    RoundState,
)
from clubmanager.nights.queries import results_are_public
from clubmanager.nights.queries.formats import options_for
from clubmanager.nights.services.planning import EARLIEST, LATEST
from clubmanager.people.doors import PlainJson, StrictBody
from clubmanager.people.models import Club, Player
from scoring.core.ruleset import RuleError
from scoring.core.rulings import detail_from_json
from scoring.models import Chart, EntryState, Ruling


class ChartSerializer(serializers.ModelSerializer):
    """Points by declaration and by tricks 0 to 13."""

    class Meta:
        model = Chart
        fields = ["id", "name", "version", "cells"]


class NightSerializer(serializers.ModelSerializer):
    """One session of play."""

    chart = ChartSerializer()
    results_public = serializers.SerializerMethodField(
        help_text="Whether anybody may see standings, games and hands now."
    )

    class Meta:
        model = ClubNight
        fields = [
            "id", "club", "title", "date", "game", "game_settings", "format", "method", "dealing",
            "rounds_planned", "hands_per_round", "chart", "state", "show_live", "embargo",
            "embargo_until", "correction_minutes", "closed_at", "corrected_at", "correction_note",
            "options", "sections_planned", "ranked_together", "results_public", "version",
        ]  # fmt: skip

    def get_results_public(self, night) -> bool:
        return results_are_public(night)


class NightBody(StrictBody, serializers.ModelSerializer):
    """The plan of a new night. Without a chart: the club's current one."""

    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())
    format = serializers.ChoiceField(Format.choices)
    method = serializers.ChoiceField(Method.choices, default=Method.GAMES)
    dealing = serializers.ChoiceField(Dealing.choices, default=Dealing.SHUFFLED)
    chart = serializers.PrimaryKeyRelatedField(queryset=Chart.objects.all(), required=False)
    game = serializers.ChoiceField(PlayedGame.choices, default=PlayedGame.ABRIDGED)
    game_settings = serializers.DictField(default=dict)
    options = serializers.DictField(
        child=serializers.CharField(), default=dict,
        help_text="Of the format, such as {\"kind\": \"relay\"}: docs/movements.md.",
    )  # fmt: skip
    typed_movement = serializers.CharField(
        default="", allow_blank=True, max_length=100_000, help_text="For the format `typed`."
    )

    class Meta:
        model = ClubNight
        fields = [
            "club", "title", "date", "game", "game_settings", "format", "method", "dealing",
            "rounds_planned", "hands_per_round", "chart", "show_live", "correction_minutes",
            "options", "typed_movement", "sections_planned", "ranked_together",
        ]  # fmt: skip

    def validate_date(self, date):
        if not EARLIEST <= date <= LATEST:
            raise serializers.ValidationError(f"The date is from {EARLIEST} to {LATEST}.")
        return date

    def validate_typed_movement(self, text):
        if text.strip():
            try:
                read_movement(text.encode())
            except (RuleError, MovementFileError) as error:
                raise serializers.ValidationError(str(error)) from error
        return text

    def validate(self, data):
        night = self.context.get("night")
        club = data.get("club") or night.club
        chart = data.get("chart")
        if chart and not club.club_charts.filter(chart=chart).exists():
            raise serializers.ValidationError({"chart": "This is not a chart of the club."})
        _require_options(data["format"], data["options"])
        planned = {"dealing": night.dealing, **data} if night else data
        names = ("game", "game_settings", "hands_per_round", "method", "dealing")
        try:
            require_plan(ClubNight(**{name: planned[name] for name in names if name in planned}))
        except RuleError as error:
            field = error.field if error.field in names else "game_settings"
            raise serializers.ValidationError({field: str(error)}) from error
        if data["method"] == Method.MATCHPOINTS and planned["dealing"] == Dealing.SHUFFLED:
            raise serializers.ValidationError(
                {"method": "Matchpoints compare the same cards: choose stored deals."}
            )
        return data

    def plan(self) -> dict:
        """The fields as the services take them, without the club."""
        plan = {name: value for name, value in self.validated_data.items() if name != "club"}
        return plan | {"options": options_for(plan["format"], plan["options"])}


def _require_options(key: str, options: dict[str, str]) -> None:
    """Raises ValidationError that names what the format does not offer."""
    offered = FORMATS[key].options if key in FORMATS else {}
    for name, value in options.items():
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise serializers.ValidationError({"options": f"This format has {known}."})
        if value not in offered[name]:
            allowed = ", ".join(offered[name])
            raise serializers.ValidationError({"options": f"{name} must be one of {allowed}."})


class RankingSerializer(serializers.Serializer):
    """How a night is ranked; the version is the night's."""

    method = serializers.ChoiceField(Method.choices)
    settings = serializers.DictField()
    ranked_together = serializers.BooleanField()
    version = serializers.IntegerField()


class PenaltySerializer(serializers.Serializer):
    """What an entry loses, in hundredths of a unit."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField()
    hundredths = serializers.IntegerField()
    unit = serializers.ChoiceField(PenaltyUnit.choices)
    reason = serializers.CharField()
    given_by = serializers.CharField()


class ReasonBody(StrictBody, serializers.Serializer):
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class RoundBody(StrictBody, serializers.Serializer):
    round = serializers.IntegerField(
        min_value=1, max_value=1000, help_text="The round that the caller means: the next one."
    )


class SeatBody(StrictBody, serializers.Serializer):
    redraw = serializers.BooleanField(default=False, help_text="Draw by a new seed.")
    drop_booked = serializers.BooleanField(
        default=False, help_text="Who is booked and not here counts as absent first."
    )


class SeatedSerializer(serializers.Serializer):
    rounds = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField())


class PersonRef(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


class CheckInSerializer(serializers.Serializer):
    """Somebody on the night's list."""

    person = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(CheckInState.choices)


class CheckInBody(StrictBody, serializers.Serializer):
    """A person of the club, or the name of a guest who comes for the first time."""

    person = serializers.PrimaryKeyRelatedField(queryset=Player.objects.all(), required=False)
    first_name = serializers.CharField(max_length=60, required=False)
    last_name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    state = serializers.ChoiceField(CheckInState.choices, default=CheckInState.HERE)

    def validate(self, data):
        if ("person" in data) == ("first_name" in data):
            raise serializers.ValidationError(
                {"person": "Give a person, or the first name of a guest."}
            )
        return data


class EntrySerializer(serializers.Serializer):
    """Whoever competes: a player or a pair. People who are not named are left out."""

    id = serializers.IntegerField()
    line = serializers.CharField(help_text="NS, EW, or empty where there is one line.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    people = PersonRef(many=True)


class PairBody(StrictBody, serializers.Serializer):
    people = serializers.ListField(
        child=serializers.PrimaryKeyRelatedField(queryset=Player.objects.all()),
        min_length=2,
        max_length=2,
    )


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(RoundState.choices)
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    tables = serializers.IntegerField()
    sit_outs = serializers.ListField(child=serializers.IntegerField(), help_text="Entries.")


class SeatSerializer(serializers.Serializer):
    entry = serializers.IntegerField()
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class SubstituteSerializer(serializers.Serializer):
    """Who sat on a seat for one hand instead of whom the movement has there."""

    hand = serializers.IntegerField()
    seat = serializers.ChoiceField(["N", "E", "S", "W"])
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class SidesSerializer(serializers.Serializer):
    NS = serializers.IntegerField()
    EW = serializers.IntegerField()


class GameSerializer(serializers.Serializer):
    """One table's game in one round. Its score is null while a hand of it is hidden."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    seats = serializers.DictField(child=SeatSerializer())
    substitutes = SubstituteSerializer(many=True)
    boards = serializers.ListField(child=serializers.IntegerField())
    points = SidesSerializer(allow_null=True)
    hands_won = SidesSerializer(allow_null=True)
    winner = serializers.ChoiceField(["NS", "EW"], allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    hands_missing = serializers.IntegerField(allow_null=True)


@extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
class Facts(PlainJson):
    """What happened, as the ruleset says: docs/api.md shows the members."""


class HandSerializer(serializers.Serializer):
    """One hand of a game. A hidden hand has its place alone."""

    id = serializers.IntegerField()
    night = serializers.IntegerField()
    game = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    board = serializers.IntegerField(allow_null=True)
    dealer = serializers.ChoiceField(list("NESW"))
    state = serializers.ChoiceField([*EntryState.values, "hidden"])
    facts = Facts(allow_null=True)
    tricks = serializers.IntegerField(allow_null=True)
    declarer = serializers.ChoiceField(list("NESW"), allow_null=True)
    ns_points = serializers.IntegerField(allow_null=True)
    ew_points = serializers.IntegerField(allow_null=True)
    ruling = serializers.ChoiceField(Ruling.choices, allow_null=True)
    ruling_reason = serializers.CharField(allow_null=True)
    doubt = serializers.CharField(allow_null=True)
    deal_applies = serializers.BooleanField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)


@extend_schema_field({"type": "object", "additionalProperties": True})
class FactsBody(PlainJson):
    """What happened."""


class HandBody(StrictBody, serializers.Serializer):
    """What happened on a hand."""

    facts = FactsBody()
    tricks = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="0 to 13, of declarer's side."
    )
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")
    deal_applies = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Directors: false says that this table played other cards than the stored.",
    )


class HeldSerializer(serializers.Serializer):
    """What a table sent and the director decides on; `hand` is what stands there meanwhile."""

    held = serializers.IntegerField()
    why = serializers.CharField()
    hand = HandSerializer()


class ConfirmBody(StrictBody, serializers.Serializer):
    accept = serializers.BooleanField(default=True, help_text="False sends the hand back.")


@extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
class DetailBody(PlainJson):
    """An artificial, weighted or split score."""

    def to_internal_value(self, data):
        detail = super().to_internal_value(data)
        detail_from_json(detail)
        return detail


class RulingBody(StrictBody, serializers.Serializer):
    """A ruling with points, or "none" with a `detail`: docs/api.md shows the three kinds."""

    ruling = serializers.ChoiceField(Ruling.choices)
    detail = DetailBody(required=False, allow_null=True, default=None)
    reason = serializers.CharField(max_length=300)
    ns_points = serializers.IntegerField(required=False, allow_null=True, default=None)
    ew_points = serializers.IntegerField(required=False, allow_null=True, default=None)


class BoardSerializer(serializers.Serializer):
    """A board. Its deal is null while it is sealed for the reader."""

    number = serializers.IntegerField()
    dealer = serializers.ChoiceField(list("NESW"))
    vulnerable = serializers.ChoiceField(["None", "NS", "EW", "All"])
    deal = serializers.CharField(allow_null=True, help_text="As PBN writes it.")


class DealSetSerializer(serializers.Serializer):
    """A deal set. Its secret is null until the cards may be seen."""

    id = serializers.IntegerField()
    club = serializers.IntegerField()
    name = serializers.CharField()
    source = serializers.ChoiceField(["generated", "imported", "typed"])
    algorithm = serializers.CharField()
    description = serializers.DictField()
    commitment = serializers.CharField()
    later_source = serializers.CharField()
    later_value = serializers.CharField()
    boards = serializers.IntegerField(help_text="How many.")
    nights = serializers.ListField(child=serializers.IntegerField())
    opened_at = serializers.DateTimeField(allow_null=True)
    secret = serializers.CharField(allow_null=True)

    def to_representation(self, deal_set):
        return super().to_representation(self.context["view"].row(deal_set))


class JobSerializer(serializers.ModelSerializer):
    """Long work in the background, and how far it is."""

    has_file = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            "id", "kind", "night", "state", "done", "total", "message", "created_at",
            "finished_at", "has_file",
        ]  # fmt: skip

    def get_has_file(self, job) -> bool:
        return bool(job.file_name)


class JobBody(StrictBody, serializers.Serializer):
    night = serializers.PrimaryKeyRelatedField(queryset=ClubNight.objects.all())
    kind = serializers.ChoiceField(["print pack"], default="print pack")
