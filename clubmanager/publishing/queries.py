"""Reads for public pages: what the public may not see yet stays inside `PublicNight`."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.core.paginator import Page, Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from clubmanager.nights.games import game_of, plays_whole_games
from clubmanager.nights.models import ClubNight, NightState
from clubmanager.nights.queries import (
    EntryRow,
    HandRow,
    NightData,
    TableRow,
    boards_hidden_from_public,
    compares_boards,
    load_night,
    results_are_public,
)
from clubmanager.nights.queries.paper import shown_names
from clubmanager.people.models import Club
from clubmanager.people.names import public_name
from deals.queries import public_proof

NIGHTS_A_PAGE = 25


@dataclass
class PublicNight:
    """A night as everybody may see it; `is_open` says whether results may be shown at all."""

    night: ClubNight
    data: NightData
    hidden: frozenset[int]
    is_open: bool

    @cached_property
    def shares_boards(self) -> bool:
        return compares_boards(self.data)

    @property
    def is_game(self) -> bool:
        """Whether a table's sitting is a whole game, which somebody wins."""
        return plays_whole_games(self.night)

    @property
    def has_chart(self) -> bool:
        """Whether hands are scored by a chart, which a reader may want to see."""
        return game_of(self.night).has_chart

    @property
    def rounds_to_play(self) -> int:
        """Rounds of the drawn movement; before the draw those that are planned."""
        return len(self.data.rounds()) or self.night.rounds_planned

    def tables(self) -> list[TableRow]:
        """Tables of rounds that have started."""
        return [table for table in self.data.tables if table.round_state != "planned"]

    def sees(self, hand: HandRow) -> bool:
        return hand.board_id not in self.hidden

    def sees_all(self, table: TableRow) -> bool:
        return all(self.sees(hand) for hand in table.hands)

    def table(self, table_round_id: int) -> TableRow:
        """The started sitting of that number. Raises Http404."""
        for table in self.tables():
            if table.id == table_round_id:
                return table
        raise Http404

    def entry(self, entry_id: int) -> EntryRow:
        """Raises Http404 for an entry of another night."""
        if entry_id not in self.data.entries:
            raise Http404
        return self.data.entries[entry_id]

    def entry_name(self, entry: EntryRow) -> str:
        return " & ".join(shown_names(entry, public=True))

    def page_of(self, name: str, key: int) -> str:
        """The address of an entry's or a game's own page; a field of hundreds has as many."""
        return f"{self._pages[name]}{key}/"

    @cached_property
    def _pages(self) -> dict[str, str]:
        place = [self.night.club.slug, self.night.pk, 0]
        return {
            name: reverse(f"publishing:{name}", args=place).removesuffix("0/")
            for name in ("entry", "game")
        }

    def seat_name(self, table: TableRow, compass: str, number: int | None = None) -> str:
        """Who sits there for hand `number`, without it everybody who sat there.

        Somebody who is not named is the number of her entry.
        """
        if compass not in table.seats:
            return ""
        entry = self.data.entries[table.seats[compass][1]]
        people = [table.sitter(compass, number)] if number else table.sitters(compass)
        if all(person.public for person in people):
            return " / ".join(dict.fromkeys(person.public for person in people))
        nobody = shown_names(_unnamed(entry), public=True)[0]
        return " / ".join(dict.fromkeys(person.public or nobody for person in people))

    def side_name(self, table: TableRow, side: str, number: int | None = None) -> str:
        """The two at one side of a table: a pair by its entry, else one by one.

        With a substitute everybody who sat there, or who did for hand `number`.
        """
        entries = {table.seats[seat][1] for seat in side if seat in table.seats}
        planned = [table.seats[seat][0].id for seat in side if seat in table.seats]
        if len(entries) == 1 and self._sat(table, side, number) == planned:
            return self.entry_name(self.data.entries[entries.pop()])
        names = (self.seat_name(table, seat, number) for seat in side)
        return " & ".join(dict.fromkeys(name for name in names if name))

    def _sat(self, table: TableRow, side: str, number: int | None) -> list[int]:
        seats = [seat for seat in side if seat in table.seats]
        if number:
            return [table.sitter(seat, number).id for seat in seats]
        return [person.id for seat in seats for person in table.sitters(seat)]

    def proof(self) -> dict | None:
        """Commitment of the deals; their secret only when nobody plays them any more."""
        used = getattr(self.night, "night_deal_set", None)
        proof = public_proof(used.deal_set) if used else None
        return proof and {**proof, "secret": proof["secret"] if self.cards_are_public else None}

    @cached_property
    def cards_are_public(self) -> bool:
        """Whether everybody may see the cards: the set is open, this night over, its results not
        held back, and no other night plays these deals."""
        used = getattr(self.night, "night_deal_set", None)
        over = self.is_open and self.night.state == NightState.CLOSED and not self.hidden
        return bool(used and used.deal_set.is_open and over)

    @cached_property
    def public_boards(self) -> list[int]:
        """The boards whose pages may be read: those that were played; none before."""
        if not self.cards_are_public:
            return []
        hands = (hand for table in self.tables() for hand in table.hands)
        return sorted({hand.board for hand in hands if hand.board})


def _unnamed(entry: EntryRow) -> EntryRow:
    """The entry with nobody named, so that only its number is left."""
    return replace(entry, members=tuple(replace(person, public="") for person in entry.members))


def public_night(slug: str, night_id: int) -> PublicNight:
    """The night of that club, as the public sees it. Raises Http404."""
    nights = ClubNight.objects.select_related("club", "chart", "night_deal_set__deal_set")
    return public_of(get_object_or_404(nights, club__slug=slug, pk=night_id))


def public_of(night: ClubNight) -> PublicNight:
    """The night as the public sees it; needs its club, chart and deal set loaded."""
    data = load_night(night)
    return PublicNight(night, data, boards_hidden_from_public(data), results_are_public(night))


def expected_people(night: ClubNight) -> tuple[list[str], int]:
    """Public names of those who booked or are here, and how many more are not named."""
    check_ins = night.check_ins.exclude(state="absent").select_related("player")
    names = [
        public_name(c.player, night.club)
        for c in check_ins.order_by("player__first_name", "player__last_name", "player_id")
    ]
    named = [name for name in names if name]
    return named, len(names) - len(named)


def nights_of(club: Club, page: str | None) -> dict:
    """Nights of a club by state: all that run or are planned, the finished ones page by page."""
    nights = club.nights.all()
    return {
        "running": list(nights.filter(state=NightState.RUNNING)),
        "planned": list(nights.filter(state=NightState.PLANNED).order_by("date", "pk")),
        "finished": _page_of(nights.filter(state=NightState.CLOSED), page),
    }


def _page_of(nights, page: str | None) -> Page:
    return Paginator(nights, NIGHTS_A_PAGE).get_page(page)


def people_not_named(night: ClubNight) -> list:
    """Players of the night (entered or checked in) whom public pages do not name, for officers."""
    players = night.club.players.filter(check_ins__night=night)
    return [player for player in players if not public_name(player, night.club)]
