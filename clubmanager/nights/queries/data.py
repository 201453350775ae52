"""A whole night in six queries, as plain values. Every page of a night is made from this."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import BigIntegerField, CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

from clubmanager.nights.core.visibility import Play
from clubmanager.nights.models import (
    ClubNight,
    EntryMember,
    HandLineup,
    Penalty,
    Seat,
    SitOut,
    TableRound,
)
from clubmanager.people.names import shown_name
from scoring.models import HandResult, Ruling

LINEUP_FIELDS = (
    "hand_id", "player_id", "hand__number", "compass",
    Concat("player__first_name", Value("\n"), "player__last_name"), "player__public_name_choice",
    "player__user_id",
)  # fmt: skip
PENALTY_FIELDS = ("id", "entry_id", "hundredths", "unit", "reason", "given_by")


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `public` is the name under the person's and the club's choice, "" if hidden."""

    id: int
    full: str
    public: str
    sits_still: bool = False
    user_id: int | None = None  # who signs in as this player, if anybody does


@dataclass(frozen=True, slots=True)
class EntryRow:
    id: int
    line: str
    number: int
    members: tuple[Person, ...]
    section: str = ""

    def names(self, public: bool) -> tuple[str, ...]:
        return tuple(person.public if public else person.full for person in self.members)


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand; ns_points and ew_points are what counts (the ruling's, where there is one).

    played_ns_points and played_ew_points are those of the play itself.
    """

    id: int
    game: int
    number: int
    board_id: int | None
    board: int | None
    dealer: str
    facts: dict | None
    tricks: int | None
    declarer: str
    ns_points: int | None
    ew_points: int | None
    entry_state: str
    doubt: str
    ruling: str
    ruling_reason: str
    version: int
    deal_applies: bool
    played_ns_points: int | None
    played_ew_points: int | None
    ruling_detail: dict | None = None
    board_group: int = 0
    ruleset: str = "abridged"

    @property
    def scored(self) -> bool:
        return self.ns_points is not None

    def paid(self, side: str) -> int:
        return (self.ns_points if side == "NS" else self.ew_points) or 0

    @property
    def settled(self) -> bool:
        return self.entry_state != "expected" or self.ruling != "none"

    @property
    def shown_state(self) -> str:
        """The word for the cell: the ruling where there is one, else the state of the entry."""
        if self.ruling != "none":
            return self.ruling
        return "missing" if self.entry_state == "expected" else self.entry_state


@dataclass(slots=True)
class TableRow:
    """One table in one round, its seats by compass letter and its hands in order."""

    id: int
    round: int
    round_state: str
    table: int
    board_set: int | None
    game: int
    totals: dict
    chart_id: int | None
    ruleset: str = "abridged"
    settings: dict = field(default_factory=dict)
    sheet: dict | None = None  # where the game has one: scoring.core.rubber and chicago
    seats: dict[str, tuple[Person, int]] = field(default_factory=dict)
    hands: list[HandRow] = field(default_factory=list)
    # Substitutes: hand number -> compass letter -> who sat there instead of the seat's player.
    lineups: dict[int, dict[str, Person]] = field(default_factory=dict)

    def sitter(self, compass: str, number: int) -> Person:
        """Who sat on a seat for hand `number`."""
        return self.lineups.get(number, {}).get(compass) or self.seats[compass][0]

    def sitters(self, compass: str) -> list[Person]:
        """Everybody who sat on a seat, in the order of the hands; nobody on an empty seat."""
        if compass not in self.seats:
            return []
        people = [self.sitter(compass, hand.number) for hand in self.hands]
        return list({person.id: person for person in people or [self.seats[compass][0]]}.values())

    @property
    def next_hand(self) -> int:
        """The number of the hand that comes next; when all are in, of the last one."""
        return next(iter(self.owed), self.hands[-1].number if self.hands else 1)

    def now(self, compass: str) -> Person:
        """Who sits on a seat for the next hand."""
        return self.sitter(compass, self.next_hand)

    def seat_name(self, compass: str) -> str:
        """Who sat on a seat: "Ann Adams", or with a substitute "Ann Adams / Zoe Hill"."""
        return " / ".join(person.full for person in self.sitters(compass))

    def names(self, side: str) -> tuple[str, ...]:
        """Who sat at a side, seat by seat, with their substitutes."""
        return tuple(self.seat_name(seat) for seat in side if seat in self.seats)

    @property
    def everybody(self) -> dict[int, Person]:
        """All who sat here for a hand or are to sit here, by id."""
        seated = [person for person, _entry in self.seats.values()]
        sat_in = [person for seats in self.lineups.values() for person in seats.values()]
        return {person.id: person for person in [*seated, *sat_in]}

    @property
    def substitutions(self) -> list[str]:
        """Who sat in for whom: "Zoe Hill for Ann Adams from hand 3"."""
        found: dict[tuple[str, int], list[int]] = {}
        for number in sorted(self.lineups):
            for compass, person in self.lineups[number].items():
                found.setdefault((compass, person.id), []).append(number)
        return [
            _("%(new)s for %(old)s from hand %(hand)s") % {
                "new": self.sitter(compass, numbers[0]).full,
                "old": self.seats[compass][0].full, "hand": numbers[0],
            }
            for (compass, _id), numbers in found.items()
        ]  # fmt: skip

    def people(self, side: str) -> list[Person]:
        return [self.seats[seat][0] for seat in side if seat in self.seats]

    @property
    def owed(self) -> list[int]:
        """The numbers of the hands that are not settled."""
        return [hand.number for hand in self.hands if not hand.settled]

    @property
    def missing(self) -> int:
        return len(self.owed)

    @property
    def last_scored(self) -> HandRow | None:
        return next((hand for hand in reversed(self.hands) if hand.scored), None)

    def bonus(self, side: str) -> int:
        """Points of the game that belong to no single hand, such as a rubber's bonus."""
        if not self.sheet:
            return 0
        return self.totals.get(side, 0) - sum(hand.paid(side) for hand in self.hands)

    @property
    def is_late(self) -> bool:
        return self.round_state == "closed" and self.missing > 0


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """What an entry loses, in hundredths of a unit: points of the ranking, or % of a top."""

    id: int
    entry: int
    hundredths: int
    unit: str
    reason: str
    given_by: str


@dataclass(slots=True)
class NightData:
    night: ClubNight
    entries: dict[int, EntryRow]
    tables: list[TableRow]
    sit_outs: dict[int, list[EntryRow]]
    penalties: list[PenaltyRow] = field(default_factory=list)

    def rounds(self) -> dict[int, list[TableRow]]:
        found = defaultdict(list)
        for table in self.tables:
            found[table.round].append(table)
        return dict(found)

    def plays(self) -> list[Play]:
        """Every scheduled play of a board; on a closed night nothing is expected any more."""
        over = self.night.state == "closed"
        return [
            Play(hand.board_id, table.game, over or hand.settled)
            for table in self.tables
            for hand in table.hands
        ]

    def table(self, table_round_id: int) -> TableRow | None:
        return next((table for table in self.tables if table.id == table_round_id), None)

    def tables_of(self, entry_id: int) -> list[TableRow]:
        return [t for t in self.tables if any(e == entry_id for _, e in t.seats.values())]

    def players_of(self, user_id: int | None) -> set[int]:
        """The players of this night that are this user; substitutes play, too."""
        people = [person for entry in self.entries.values() for person in entry.members]
        people += [p for t in self.tables if t.lineups for p in t.everybody.values()]
        return {person.id for person in people if user_id and person.user_id == user_id}

    def games_of_player(self, player_ids) -> set[int]:
        """The games in which they have a seat, or sit in for somebody."""
        return {t.game for t in self.tables if not t.everybody.keys().isdisjoint(player_ids)}


def load_night(night: ClubNight) -> NightData:
    """Everything of a night: entries, tables, seats, hands, sit-outs. Needs night.club loaded."""
    people, entries = _entries(night)
    tables = table_rows(TableRound.objects.filter(round__night=night))
    by_id = {table.id: table for table in tables}
    by_game = {table.game: table for table in tables}
    seats = Seat.objects.filter(round__night=night).values_list(
        "table_round_id", "compass", "player_id", "entry_id"
    )
    for table_id, compass, player_id, entry_id in seats:
        by_id[table_id].seats[compass] = (people[player_id], entry_id)
    for hand in hand_rows(HandResult.objects.filter(game__table_round__round__night=night)):
        by_game[hand.game].hands.append(hand)
    sit_outs, penalties = _beside_play(night, entries, by_game)
    return NightData(night, entries, tables, sit_outs, penalties)


def _beside_play(
    night: ClubNight, entries: dict[int, EntryRow], by_game: dict[int, TableRow]
) -> tuple[dict[int, list[EntryRow]], list[PenaltyRow]]:
    """Who sits out in each round, and the penalties; substitutes go to their tables. One query."""
    text = Value("", output_field=CharField())
    # Cast: PostgreSQL takes the nulls of two queries for text, and the third's numbers for a clash.
    nobody = Cast(Value(None), BigIntegerField())
    kinds = {name: Value(name, output_field=CharField()) for name in ("out", "fine", "sub")}
    resting = SitOut.objects.filter(round__night=night).annotate(
        kind=kinds["out"], amount=Value(0), of=text, why=text, by=text, user=nobody
    )
    given = Penalty.objects.filter(night=night).annotate(kind=kinds["fine"], user=nobody)
    sitting_in = HandLineup.objects.filter(hand__game__table_round__round__night=night).annotate(
        kind=kinds["sub"]
    )
    rows = resting.order_by().values_list(
        "kind", "round__number", "entry_id", "amount", "of", "why", "by", "user"
    )
    rows = rows.union(
        given.order_by().values_list("kind", *PENALTY_FIELDS, "user"),
        sitting_in.order_by().values_list("kind", *LINEUP_FIELDS),
        all=True,
    )
    found = defaultdict(list)
    for kind, *row in rows:
        found[kind].append(row)
    _seat_substitutes(night, by_game, found["sub"])
    sit_outs = defaultdict(list)
    for number, entry_id, *_rest in sorted(found["out"]):
        sit_outs[number].append(entries[entry_id])
    ordered = {n: sorted(sit_outs[n], key=lambda entry: entry.number) for n in sit_outs}
    return ordered, [PenaltyRow(*row[:-1]) for row in sorted(found["fine"])]


def _seat_substitutes(night: ClubNight, by_game: dict[int, TableRow], rows: list[list]) -> None:
    """`rows` as of LINEUP_FIELDS: who sat on a seat for one hand."""
    if not rows:
        return
    hands = {hand.id: (table, hand) for table in by_game.values() for hand in table.hands}
    for hand_id, player_id, _number, compass, names, choice, user_id in rows:
        table, hand = hands[hand_id]
        first, _line, last = names.partition("\n")
        public = shown_name(first, last, choice or night.club.public_name_default)
        person = Person(player_id, f"{first} {last}".strip(), public, user_id=user_id)
        table.lineups.setdefault(hand.number, {})[compass] = person


def _entries(night: ClubNight) -> tuple[dict[int, Person], dict[int, EntryRow]]:
    members = EntryMember.objects.filter(night=night)
    rows = members.order_by("-entry__line", "entry__number", "position").values_list(
        "entry_id", "entry__line", "entry__number", "player_id", "player__first_name",
        "player__last_name", "player__public_name_choice", "player__sits_still",
        "player__user_id", "entry__section__name",
    )  # fmt: skip
    people, groups, keys = {}, defaultdict(list), {}
    default = night.club.public_name_default
    for entry_id, line, number, player_id, first, last, choice, still, user_id, section in rows:
        public = shown_name(first, last, choice or default)
        full = f"{first} {last}".strip()
        people[player_id] = Person(player_id, full, public, still, user_id)
        groups[entry_id].append(people[player_id])
        keys[entry_id] = (line, number, section)
    entries = {
        entry_id: _entry_row(entry_id, *keys[entry_id], group) for entry_id, group in groups.items()
    }
    return people, entries


def _entry_row(entry_id: int, line: str, number: int, section: str, group: list) -> EntryRow:
    return EntryRow(entry_id, line, number, tuple(group), section)


def table_rows(table_rounds: QuerySet[TableRound]) -> list[TableRow]:
    """The tables by round and number, without people and hands."""
    return [
        TableRow(*row)
        for row in table_rounds.order_by("round__number", "table").values_list(
            "id", "round__number", "round__state", "table", "board_set", "game_id",
            "game__totals", "game__chart_id", "game__ruleset", "game__settings", "game__sheet",
        )
    ]  # fmt: skip


def hand_rows(hands: QuerySet[HandResult]) -> Iterator[HandRow]:
    """The hands by game and number."""
    for row in hands.order_by("game_id", "number").values_list(
        "id", "game_id", "number", "board_id", "board__number", "dealer", "facts", "tricks",
        "declarer", "ns_points", "ew_points", "entry_state", "doubt", "ruling", "ruling_reason",
        "version", "deal_applies", "ruled_ns_points", "ruled_ew_points", "ruling_detail",
        "board_group", "game__ruleset",
    ):  # fmt: skip
        *plain, ruled_ns, ruled_ew, detail, group, ruleset = row
        played = plain[9:11]
        ruling = plain[13]
        if ruling == Ruling.ADJUSTED:
            plain[9:11] = ruled_ns, ruled_ew
        elif ruling != Ruling.NONE:
            plain[9:11] = None, None
        yield HandRow(*plain, *played, detail, group, ruleset)
