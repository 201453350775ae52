"""Deal sets. While a set is sealed for the reader there is no card and no secret."""

from functools import cached_property

import django_filters
from django.db.models import Count, Prefetch, Q
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action

from clubmanager.nights.models import CheckIn, ClubNight, HandLineup, NightDealSet, NightState
from clubmanager.nights.queries import results_are_public
from clubmanager.people.doors import QueryDoor, roles_of
from clubmanager.people.models import Club
from deals.models import DealSet, Source

from .serializers import BoardSerializer, DealSetSerializer

OPEN = [state for state in NightState.values if state != NightState.CLOSED]


class DealSetFilter(django_filters.FilterSet):
    club = django_filters.ModelChoiceFilter(
        field_name="club_deal_set__club", queryset=Club.objects.all()
    )
    night = django_filters.ModelChoiceFilter(
        field_name="night_deal_sets__night", queryset=ClubNight.objects.all()
    )
    source = django_filters.ChoiceFilter(choices=Source.choices)

    class Meta:
        model = DealSet
        fields = ["club", "night", "source"]


class DealSetDoor(QueryDoor):
    """A club's sets for its officers; for others the generated sets that a night uses."""

    serializer_class = DealSetSerializer
    filterset_class = DealSetFilter
    queryset = DealSet.objects.none()

    def get_queryset(self):
        own = Q(club_deal_set__club__in=roles_of(self.request))
        used = NightDealSet.objects.values("deal_set_id")
        public = Q(source=Source.GENERATED, pk__in=used)
        nights = NightDealSet.objects.select_related("night")
        return (
            DealSet.objects.filter(own | public, club_deal_set__isnull=False)
            .select_related("club_deal_set")
            .prefetch_related(Prefetch("night_deal_sets", nights))
            .annotate(board_count=Count("boards", distinct=True))
            .order_by("-pk")
        )

    @extend_schema(responses=BoardSerializer(many=True), filters=False)
    @action(detail=True, serializer_class=BoardSerializer)
    def boards(self, request, pk):
        """The boards of a set; their cards once the reader may see them."""
        deal_set = self.get_object()
        shown = self._shows_cards(deal_set)
        rows = deal_set.boards.order_by("number").values_list(
            "number", "dealer", "vulnerable", "deal_text"
        )
        page = self.paginate_queryset(rows)
        boards = [
            dict(zip(("number", "dealer", "vulnerable"), row, strict=False))
            | {"deal": row[3] if shown and row[3] else None}
            for row in page
        ]
        return self.get_paginated_response(BoardSerializer(boards, many=True).data)

    def row(self, deal_set: DealSet) -> dict:
        """The set as its reader may see it."""
        names = (
            "name", "source", "algorithm", "description", "commitment", "later_source",
            "later_value", "opened_at",
        )  # fmt: skip
        shown = self._shows_cards(deal_set)
        return {name: getattr(deal_set, name) for name in names} | {
            "id": deal_set.pk,
            "club": deal_set.club_deal_set.club_id,
            "boards": deal_set.board_count,
            "nights": [used.night_id for used in deal_set.night_deal_sets.all()],
            "secret": deal_set.secret_hex or None if shown else None,
        }

    @cached_property
    def _playing(self) -> frozenset[int]:
        return nights_still_played_by(self.request.user)

    def _shows_cards(self, deal_set: DealSet) -> bool:
        """Open, and played no more by this officer; for others: by nobody, and not held back."""
        if not deal_set.is_open:
            return False
        nights = [used.night for used in deal_set.night_deal_sets.all()]
        if deal_set.club_deal_set.club_id in roles_of(self.request):
            return self._playing.isdisjoint(night.pk for night in nights)
        over = all(night.state == NightState.CLOSED for night in nights)
        return over and all(results_are_public(night) for night in nights)


def nights_still_played_by(user) -> frozenset[int]:
    """Nights that are not over and have this user's player on their list or sitting in."""
    if not user.is_authenticated:
        return frozenset()
    listed = CheckIn.objects.filter(player__user=user).values("night_id")
    sits_in = HandLineup.objects.filter(player__user=user)
    sits_in = sits_in.values("hand__game__table_round__round__night_id")
    nights = ClubNight.objects.filter(Q(pk__in=listed) | Q(pk__in=sits_in), state__in=OPEN)
    return frozenset(nights.values_list("pk", flat=True))
