"""Reads for devices at tables: their own table alone, and the director's list of all of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from clubmanager.nights.models import (
    Claim,
    ClaimState,
    ClubNight,
    HandLineup,
    HeldEntry,
    HeldState,
    RoundState,
    Seat,
    TableRound,
)
from scoring.models import HandResult

from .data import HandRow, Person, TableRow, hand_rows, table_rows


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the round that is being played, and people who sit there."""

    round: int
    table: int
    people: tuple[str, ...]
    same_table: bool


@dataclass(slots=True)
class Phones:
    """The devices at one table in one round, as the director sees them."""

    table: int
    round: int
    holder: Claim | None = None
    beside: list[Claim] = field(default_factory=list)
    waiting: list[Claim] = field(default_factory=list)


def load_table(table_round_id: int) -> TableRow:
    """One table in one round, alone: three queries, whatever the size of the night."""
    [table] = table_rows(TableRound.objects.filter(pk=table_round_id))
    for entry_id, hand, compass, player_id, first, last in _sitting_at(table):
        # The public name is nobody's business at the table.
        person = Person(player_id, f"{first} {last}".strip(), "")
        if entry_id:
            table.seats[compass] = (person, entry_id)
        else:
            table.lineups.setdefault(hand, {})[compass] = person
    table.hands.extend(hand_rows(HandResult.objects.filter(game_id=table.game)))
    return table


def _sitting_at(table: TableRow) -> QuerySet:
    """The seats (entry, 0 ...) and the substitutes (0, hand ...) of a table, in one query."""
    who = ("compass", "player_id", "player__first_name", "player__last_name")
    seats = Seat.objects.filter(table_round=table.id).annotate(of=F("entry_id"), at=Value(0))
    sits_in = HandLineup.objects.filter(hand__game=table.game)
    sits_in = sits_in.annotate(of=Value(0), at=F("hand__number"))
    return seats.values_list("of", "at", *who).union(sits_in.values_list("of", "at", *who))


def table_now(night: ClubNight, table: int) -> TableRow | None:
    """The table in the round that is being played; None if there is no such table or round."""
    found = TableRound.objects.filter(
        round__night=night, round__state=RoundState.OPEN, table=table
    ).first()
    return load_table(found.pk) if found else None


def next_tables(claim: Claim) -> list[Place]:
    """Where a device may go on in a later round: its own table first, then where its people sit."""
    own = claim.table_round
    playing = TableRound.objects.filter(
        round__night=claim.night_id, round__state=RoundState.OPEN
    ).exclude(round=own.round_id)
    people = Seat.objects.filter(table_round=own).values("player_id")
    seats = Seat.objects.filter(Q(player__in=people) | Q(table_round__table=own.table))
    name = Concat("player__first_name", Value(" "), "player__last_name")
    sits_in = HandLineup.objects.filter(
        hand__game=OuterRef("table_round__game"), compass=OuterRef("compass")
    ).order_by("hand__number")
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for number, table, planned, substitute in (
        seats.filter(table_round__in=playing)
        .annotate(planned=name, substitute=Subquery(sits_in.values_list(name)[:1]))
        .order_by("table_round__table", "pk")
        .values_list("round__number", "table_round__table", "planned", "substitute")
    ):
        found[number, table].append((substitute or planned).strip())
    places = [Place(*at, tuple(names), at[1] == own.table) for at, names in found.items()]
    return sorted(places, key=lambda place: (not place.same_table, place.table))


def waiting_devices(claim: Claim) -> list[Claim]:
    """Devices that ask the one that holds this table."""
    waiting = Claim.objects.filter(table_round=claim.table_round_id, state=ClaimState.WAITS)
    return list(waiting.order_by("number"))


def phones_of(night: ClubNight) -> list[Phones]:
    """Every table of the newest round that has started, and older ones where a device waits."""
    begun = TableRound.objects.filter(round__night=night).exclude(round__state=RoundState.PLANNED)
    rows = table_rows(begun)
    newest = max((row.round for row in rows), default=0)
    found = {row.id: Phones(row.table, row.round) for row in rows}
    _place(found, Claim.objects.filter(night=night).exclude(state=ClaimState.ENDED))
    return [phones for phones in found.values() if phones.round == newest or phones.waiting]


def _place(found: dict[int, Phones], claims: Iterable[Claim]) -> None:
    for claim in claims:
        phones = found[claim.table_round_id]
        if claim.state == ClaimState.HOLDS:
            phones.holder = claim
        elif claim.state == ClaimState.BESIDE:
            phones.beside.append(claim)
        else:
            phones.waiting.append(claim)


def held_at_table(claim: Claim) -> list[HeldEntry]:
    """What devices of this table and round sent and the director has not decided on."""
    return list(
        HeldEntry.objects.filter(
            claim__table_round=claim.table_round_id, state=HeldState.WAITING
        ).select_related("hand")
    )


def held_entries(night: ClubNight) -> list[tuple[HeldEntry, HandRow]]:
    """What waits for the director's decision, oldest first, and each hand as it stands now."""
    waiting = HeldEntry.objects.filter(claim__night=night, state=HeldState.WAITING)
    held = list(waiting.select_related("claim__table_round__round"))
    hands = {row.id: row for row in hand_rows(HandResult.objects.filter(
        pk__in=[entry.hand_id for entry in held]
    ))}  # fmt: skip
    return [(entry, hands[entry.hand_id]) for entry in held]


def count_waiting(night: ClubNight) -> int:
    """How many devices and entries wait for the director."""
    waits = Count("pk", filter=Q(state=ClaimState.WAITS), distinct=True)
    held = Count("held_entries", filter=Q(held_entries__state=HeldState.WAITING), distinct=True)
    counts = Claim.objects.filter(night=night).aggregate(devices=waits, entries=held)
    return counts["devices"] + counts["entries"]
