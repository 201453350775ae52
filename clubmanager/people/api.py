"""Clubs and people, as the reader may see them."""

import django_filters
from django.db.models import Q
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubmanager.people.doors import QueryDoor, roles_of
from clubmanager.people.models import Club, Player, PublicName
from clubmanager.people.names import public_name
from clubmanager.people.queries import matching


class ClubSerializer(serializers.ModelSerializer):
    """A club, and what the reader may do in it."""

    role = serializers.SerializerMethodField(help_text="The reader's role; null for the public.")

    class Meta:
        model = Club
        fields = ["id", "slug", "name", "time_zone", "is_school", "role"]

    @extend_schema_field({"type": "string", "enum": ["owner", "director", "scorer", None]})
    def get_role(self, club) -> str | None:
        return roles_of(self.context["request"]).get(club.pk)


class ClubDoor(QueryDoor):
    """The clubs of this site."""

    serializer_class = ClubSerializer
    queryset = Club.objects.order_by("pk")
    filterset_fields = ["slug"]


class PersonSerializer(serializers.Serializer):
    """Somebody who plays. Everything but the name is for the officers of the club."""

    id = serializers.IntegerField()
    club = serializers.IntegerField(source="club_id")
    name = serializers.CharField(help_text="The full name for officers, else the public name.")
    number = serializers.CharField(allow_null=True)
    is_guest = serializers.BooleanField(allow_null=True)
    sits_still = serializers.BooleanField(allow_null=True)
    public_name_choice = serializers.ChoiceField(
        ["", *PublicName.values], allow_null=True, help_text="Empty: as the club does."
    )
    is_active = serializers.BooleanField(allow_null=True)

    def to_representation(self, player):
        row = {"id": player.pk, "club": player.club_id}
        if player.club_id not in roles_of(self.context["request"]):
            hidden = dict.fromkeys(name for name in self.fields if name not in row)
            return row | hidden | {"name": public_name(player)}
        names = ("number", "is_guest", "sits_still", "public_name_choice", "is_active")
        row["name"] = player.full_name
        return row | {name: getattr(player, name) for name in names}


class PersonFilter(django_filters.FilterSet):
    club = django_filters.ModelChoiceFilter(queryset=Club.objects.all())
    is_guest = django_filters.BooleanFilter(method="officers_only")
    is_active = django_filters.BooleanFilter(method="officers_only")
    search = django_filters.CharFilter(
        method="by_name",
        max_length=80,
        label="Words that begin a name, or a member number; only in clubs of the reader's own.",
    )

    class Meta:
        model = Player
        fields = ["club", "is_guest", "is_active"]

    def officers_only(self, players, name, value):
        return self._own(players).filter(**{name: value})

    def by_name(self, players, name, value):
        return matching(self._own(players), value)

    def _own(self, players):
        """Asking about what is not shown would show it: only where the reader is an officer."""
        return players.filter(club__in=roles_of(self.request))


class PersonDoor(QueryDoor):
    """People: all of a club for its officers; for others those on a list of a night, by the name
    that they allow, and nobody who is not named."""

    serializer_class = PersonSerializer
    filterset_class = PersonFilter
    queryset = Player.objects.none()

    def get_queryset(self):
        named = ~Q(public_name_choice=PublicName.HIDDEN) & ~Q(
            public_name_choice="", club__public_name_default=PublicName.HIDDEN
        )
        on_a_list = Player.objects.filter(named).filter(
            Q(check_ins__state__in=["here", "booked"]) | Q(entry_members__isnull=False)
        )
        seen = Q(club__in=roles_of(self.request)) | Q(pk__in=on_a_list.values("pk"))
        return Player.objects.filter(seen).select_related("club").order_by("pk")


ROUTES = [("clubs", ClubDoor, "club"), ("people", PersonDoor, "person")]
