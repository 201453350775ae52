"""Standings, as the reader may see them."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from clubmanager.nights.api import NIGHT
from clubmanager.nights.api.seeing import NightRows, RowFilter, results_for
from clubmanager.nights.api.serializers import EntrySerializer
from clubmanager.nights.api.showing import entry_json
from clubmanager.nights.queries import fraction_text


class StandingSerializer(serializers.Serializer):
    """One line of the ranking. The night's `method` says what it is ordered by."""

    rank = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="Others have the same rank; the next is skipped.")
    below_line = serializers.BooleanField(help_text="Played too little to be ranked.")
    line = serializers.CharField(help_text="Each line has a ranking of its own.")
    entry = EntrySerializer()
    wins = serializers.CharField(help_text="2½ is two wins and a draw.")
    games_played = serializers.IntegerField()
    hands_played = serializers.IntegerField()
    net_points = serializers.IntegerField()
    hands_won = serializers.IntegerField()
    percentage_hundredths = serializers.IntegerField(allow_null=True)
    tie_reason = serializers.CharField()


class StandingFilter(RowFilter):
    line = serializers.ChoiceField(["NS", "EW"], required=False)


class StandingDoor(NightRows):
    """The ranking of a night, best first. Held back from the public until the director says so."""

    serializer_class = StandingSerializer
    filter_class = StandingFilter

    @extend_schema(parameters=[StandingFilter])
    def list(self, request, night_id):
        return super().list(request, night_id)

    def rows(self, request, night):
        sight = results_for(request, night)
        return [_row(sight, row) for row in sight.standings()]


def _row(sight, row) -> dict:
    names = (
        "rank", "shared", "below_line", "games_played", "hands_played", "net_points", "hands_won",
        "percentage_hundredths", "tie_reason",
    )  # fmt: skip
    return {name: getattr(row.standing, name) for name in names} | {
        "line": row.entry.line,
        "entry": entry_json(sight, row.entry),
        "wins": fraction_text(row.standing.wins),
    }


ROUTES = [(f"{NIGHT}/standings", StandingDoor, "standing")]
