"""A simultaneous event: one deal set played on many nights, ranked as one field of pairs.

Reading decides the speed, so the database packs each board's results into one text, which becomes
an array at once. Rulings beyond points and fouled boards are left out; a night's own standings
have them (queries.contest). Source: docs/ranking.md, "How it is computed".
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from django.db.models import Aggregate, Case, F, IntegerField, QuerySet, TextField, Value, When

from clubmanager.nights.models import Seat
from scoring.core.event import Event
from scoring.core.order import percentage_hundredths
from scoring.models import HandResult, Ruling

SPAN = 100_000  # nets lie within half of it, either way


class Joined(Aggregate):
    """Whole numbers of a group as one text with commas."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler, connection, **context):
        template = "STRING_AGG((%(expressions)s)::text, ',')"
        return self.as_sql(compiler, connection, template=template, **context)


@dataclass(frozen=True, slots=True)
class EventField:
    """The scored event; `entries` gives each contestant's entry id, in the event's order."""

    event: Event
    entries: np.ndarray


def load_event(deal_set_id: int) -> EventField:
    """Every scored result on the set's boards, scored by matchpoints. Two queries."""
    game_at, pairs, entries = _seats(deal_set_id)
    boards, packed = [], []
    for board, text in _packed_results(deal_set_id):
        values = np.fromstring(text, np.int64, sep=",")
        packed.append(values)
        boards.append(np.full(len(values), board, np.int64))
    values = np.concatenate(packed) if packed else np.zeros(0, np.int64)
    board = np.concatenate(boards) if boards else np.zeros(0, np.int64)
    rows = np.searchsorted(game_at, values // SPAN)
    event = Event(len(entries), board, *pairs[rows].T, values % SPAN - SPAN // 2)
    return EventField(event, entries)


def _seats(deal_set_id: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Game ids in rising order, the two contestants of each, and the contestants' entries."""
    seats = Seat.objects.filter(
        round__night__night_deal_set__deal_set=deal_set_id, compass__in=("N", "E")
    )
    rows = seats.order_by("table_round__game_id", "-compass")
    given = np.array(list(rows.values_list("table_round__game_id", "entry_id")), np.int64)
    given = given.reshape(-1, 2)
    entries, contestants = np.unique(given[:, 1], return_inverse=True)
    return given[::2, 0], contestants.reshape(-1, 2), entries


def _packed_results(deal_set_id: int) -> QuerySet:
    """(board number, the results of it as game * SPAN + net + SPAN / 2)."""
    played = HandResult.objects.filter(board__deal_set=deal_set_id, ns_points__isnull=False)
    counted = played.filter(ruling__in=(Ruling.NONE, Ruling.ADJUSTED), ruling_detail__isnull=True)
    net = Case(
        When(ruling=Ruling.ADJUSTED, then=F("ruled_ns_points") - F("ruled_ew_points")),
        default=F("ns_points") - F("ew_points"),
        output_field=IntegerField(),
    )
    packed = F("game_id") * Value(SPAN) + net + Value(SPAN // 2)
    grouped = counted.order_by().values("board__number").annotate(packed=Joined(packed))
    return grouped.values_list("board__number", "packed")


def event_rows(field: EventField) -> Iterator[tuple[int, int, int, int, int]]:
    """(rank, entry id, matchpoints, available, percentage in hundredths), the best first."""
    event, ranks = field.event, field.event.ranks()
    order = np.argsort(ranks, kind="stable")
    order = order[ranks[order] > 0]
    columns = (ranks, field.entries, event.got // 10, event.available // 10)
    for rank, entry, got, available in zip(*(one[order].tolist() for one in columns), strict=True):
        yield rank, entry, got, available, percentage_hundredths(got, available) or 0
