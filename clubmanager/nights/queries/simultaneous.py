"""A simultaneous event: one deal set played on many nights, ranked as one field of pairs.

Reading decides the speed, so the database packs each board's results into one text, which becomes
an array at once. Boards with rulings beyond points or fouled groups are scored exactly
(scoring.core.session) and added. Source: docs/ranking.md, "How it is computed".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from django.db.models import (
    Aggregate,
    Case,
    F,
    IntegerField,
    Max,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)

from clubmanager.nights.models import Seat
from scoring.core.board_scores import Scoring
from scoring.core.event import TENTHS, Event, rank_shares
from scoring.core.neuberg import Factoring
from scoring.core.order import percentage_hundredths
from scoring.core.report import number
from scoring.core.rulings import outcome_of
from scoring.core.session import BoardPlay, Total, score_session
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
    """The scored event; `entries` gives each contestant's entry id, in the event's order.

    `got` and `available` (C,) are in each contestant's own `unit`: tenths of a matchpoint, or
    finer where a ruling asks for it.
    """

    entries: np.ndarray
    got: np.ndarray
    available: np.ndarray
    unit: np.ndarray


@dataclass(frozen=True, slots=True)
class Seated:
    """Game ids in rising order, the two contestants of each, and the contestants' entries."""

    games: np.ndarray
    pairs: np.ndarray
    entries: np.ndarray

    def sides(self, games: Sequence[int] | np.ndarray) -> np.ndarray:
        """North-South and East-West of each of these games, (N, 2)."""
        return self.pairs[np.searchsorted(self.games, games)]


def load_event(deal_set_id: int) -> EventField:
    """Every scored result on the set's boards, scored by matchpoints.

    Two queries, one more where a board has to be scored exactly.
    """
    seated = _seats(deal_set_id)
    boards, packed, special = [], [], []
    for board, text, is_special in _packed_results(deal_set_id):
        if is_special:
            special.append(board)
        elif text:
            values = np.fromstring(text, np.int64, sep=",")
            packed.append(values)
            boards.append(np.full(len(values), board, np.int64))
    values = np.concatenate(packed) if packed else np.zeros(0, np.int64)
    board = np.concatenate(boards) if boards else np.zeros(0, np.int64)
    sides = seated.sides(values // SPAN)
    event = Event(len(seated.entries), board, *sides.T, values % SPAN - SPAN // 2)
    tenths = np.full(event.contestants, TENTHS)
    plain = EventField(seated.entries, event.got, event.available, tenths)
    return _with_exact(plain, _plays(deal_set_id, special, seated)) if special else plain


def _plays(deal_set_id: int, boards: list[int], seated: Seated) -> list[BoardPlay]:
    """Every line of these boards' score sheets, with rulings and groups."""
    hands = HandResult.objects.filter(board__deal_set=deal_set_id, board__number__in=boards)
    rows = list(
        hands.order_by("pk").values_list(
            "game_id", "board__number", "board_group", "ruling", "ruling_detail",
            "ns_points", "ew_points", "ruled_ns_points", "ruled_ew_points",
        )
    )  # fmt: skip
    sides = seated.sides([row[0] for row in rows]).tolist()
    plays = []
    for (ns, ew), (_game, board, group, ruling, detail, *points) in zip(sides, rows, strict=True):
        counted = {Ruling.NONE: points[:2], Ruling.ADJUSTED: points[2:]}.get(ruling, (None, None))
        plays.append(BoardPlay(board, (ns,), (ew,), outcome_of(*counted, detail), str(group)))
    return plays


def _with_exact(plain: EventField, plays: list[BoardPlay]) -> EventField:
    """Add boards that are scored exactly. An average plus or minus follows all other boards."""
    count = len(plain.entries)
    others = [
        Total(at, Fraction(int(got), TENTHS), Fraction(int(available), TENTHS))
        for at, (got, available) in enumerate(zip(plain.got, plain.available, strict=True))
    ]
    scores = score_session(
        plays, contestants=count, scoring=Scoring(factoring=Factoring.OFF), others=others
    )
    sums = [
        (one.got + other.got, one.available + other.available)
        for one, other in zip(scores.totals, others, strict=True)
    ]
    unit = [lcm(got.denominator, available.denominator) for got, available in sums]
    whole = [
        (int(got * of), int(available * of))
        for (got, available), of in zip(sums, unit, strict=True)
    ]
    return EventField(plain.entries, *np.array(whole, np.int64).T, np.array(unit, np.int64))


def _seats(deal_set_id: int) -> Seated:
    seats = Seat.objects.filter(
        round__night__night_deal_set__deal_set=deal_set_id, compass__in=("N", "E")
    )
    rows = seats.order_by("table_round__game_id", "-compass")
    given = np.array(list(rows.values_list("table_round__game_id", "entry_id")), np.int64)
    given = given.reshape(-1, 2)
    entries, contestants = np.unique(given[:, 1], return_inverse=True)
    return Seated(given[::2, 0], contestants.reshape(-1, 2), entries)


def _packed_results(deal_set_id: int) -> QuerySet:
    """(board number, its results that count as game * SPAN + net + SPAN / 2, whether it is one to
    be scored exactly)."""
    net = Case(
        When(ruling=Ruling.NONE, then=F("ns_points") - F("ew_points")),
        When(ruling=Ruling.ADJUSTED, then=F("ruled_ns_points") - F("ruled_ew_points")),
        output_field=IntegerField(),
    )
    packed = F("game_id") * Value(SPAN) + net + Value(SPAN // 2)  # null where nothing counts
    is_special = Case(
        When(Q(ruling_detail__isnull=False) | ~Q(board_group=0), then=Value(1)), default=Value(0)
    )
    played = HandResult.objects.filter(board__deal_set=deal_set_id).order_by()
    grouped = played.values("board__number").annotate(
        packed=Joined(packed), special=Max(is_special)
    )
    return grouped.values_list("board__number", "packed", "special")


def event_rows(field: EventField) -> Iterator[tuple[int, int, int | float, int | float, int]]:
    """(rank, entry id, matchpoints, available, percentage in hundredths), the best first."""
    ranks = rank_shares(field.got, field.available)
    order = np.argsort(ranks, kind="stable")
    order = order[ranks[order] > 0]
    columns = (ranks, field.entries, field.got, field.available, field.unit)
    for rank, entry, got, available, unit in zip(
        *(one[order].tolist() for one in columns), strict=True
    ):
        percent = percentage_hundredths(got, available) or 0
        yield rank, entry, _shown(got, unit), _shown(available, unit), percent


def _shown(amount: int, unit: int) -> int | float:
    whole, rest = divmod(amount, unit)
    return number(Fraction(amount, unit)) if rest else whole
