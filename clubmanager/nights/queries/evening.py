"""The evening around the tables: the clock, open calls, what blocks the next round, going home."""

import zoneinfo
from dataclasses import dataclass
from datetime import datetime

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.models import (
    Claim,
    ClaimState,
    ClubNight,
    DirectorCall,
    HeldEntry,
    HeldState,
    RoundClock,
    Tick,
    TickKind,
)

from .data import NightData, TableRow
from .formats import format_of

SOON_SECONDS = 5 * 60


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock as a page shows it. `state`: "set" (no round runs), "calm", "soon" or "over"."""

    minutes: int
    ends: str  # by the club's clock
    left: int  # seconds, negative when the round is over
    paused: bool
    state: str

    @property
    def words(self) -> str:
        if self.state == "set":
            return _("%(n)s minutes a round") % {"n": self.minutes}
        if self.paused:
            return _("The clock stands still")
        return _("Ends at %(time)s") % {"time": self.ends}


def clock_of(night: ClubNight, now: datetime | None = None) -> ClockFace | None:
    """The clock of a night, or None where it has none."""
    clock: RoundClock | None = getattr(night, "clock", None)
    if clock is None:
        return None
    left = clock.left(now or timezone.now())
    if left is None or night.state != "running":
        return ClockFace(clock.minutes, "", 0, False, "set")
    seconds = int(left.total_seconds())
    state = "over" if seconds <= 0 else "soon" if seconds <= SOON_SECONDS else "calm"
    ends = _clock_time(night, clock.ends_at)
    return ClockFace(clock.minutes, ends, seconds, clock.paused_at is not None, state)


def _clock_time(night: ClubNight, moment: datetime) -> str:
    """Hours and minutes where the club plays; an evening may end after midnight."""
    return moment.astimezone(zoneinfo.ZoneInfo(night.club.time_zone)).strftime("%H:%M")


@dataclass(frozen=True, slots=True)
class CallRow:
    id: int
    table: int
    table_round: int
    time: str
    reason: str
    by: str


def waiting_of(night: ClubNight) -> tuple[list[CallRow], int]:
    """Tables that call, the longest first, and how many devices and entries wait. One query."""
    calls = DirectorCall.objects.filter(table_round__round__night=night, answered_at=None)
    devices = Claim.objects.filter(night=night, state=ClaimState.WAITS)
    held = HeldEntry.objects.filter(claim__night=night, state=HeldState.WAITING)
    rows = _rows(calls, "call", "table_round", "at", F("reason"), F("called_by")).union(
        _rows(devices, "other", "table_round", "created_at"),
        _rows(held, "other", "claim__table_round", "arrived_at"),
        all=True,
    )
    found = list(rows.order_by("since", "pk"))
    waiting = [
        CallRow(pk, table, where, _clock_time(night, since), why, by)
        for kind, pk, table, where, since, why, by in found
        if kind == "call"
    ]
    return waiting, len(found) - len(waiting)


NOTHING = Value("", output_field=CharField())


def _rows(rows: QuerySet, kind: str, path: str, at: str, why=NOTHING, by=NOTHING) -> QuerySet:
    """Rows of one shape, so that three tables can be asked at once."""
    shaped = rows.order_by().annotate(
        kind=Value(kind, output_field=CharField()),
        table_number=F(f"{path}__table"),
        where=F(f"{path}__pk"),
        since=F(at),
        why_text=Cast(why, CharField()),
        by_whom=Cast(by, CharField()),
    )
    return shaped.values_list("kind", "pk", "table_number", "where", "since", "why_text", "by_whom")


@dataclass(frozen=True, slots=True)
class Blocks:
    """What stands before the next round: tables that owe hands, and hands that are questioned.

    `waits`: the draw of the next round depends on these results (Swiss, knockout).
    """

    owing: tuple[TableRow, ...]
    questioned: tuple[tuple[TableRow, int, int], ...]  # table, number and id of the hand
    waits: bool

    @property
    def any(self) -> bool:
        return bool(self.owing or self.questioned)


def blocks_of(data: NightData) -> Blocks:
    """What is open at the tables of the round that runs."""
    tables = [t for t in data.tables if t.round_state == "open"]
    questioned = [
        (t, h.number, h.id)
        for t in tables
        for h in t.hands
        if h.entry_state == "questioned" and h.ruling == "none"
    ]
    waits = format_of(data.night).drawn == ROUND_BY_ROUND
    return Blocks(tuple(t for t in tables if t.missing), tuple(questioned), waits)


@dataclass(frozen=True, slots=True)
class Decks:
    """The decks in use, numbered as the boards are, and those counted to 52."""

    numbers: tuple[int, ...]
    counted: frozenset[int]


@dataclass(frozen=True, slots=True)
class GoingHome:
    """What is left to look at before the lights go out (night story 42)."""

    owing: tuple[TableRow, ...]
    unconfirmed: tuple[tuple[TableRow, tuple[int, ...]], ...]
    decks: Decks
    pads: tuple[TableRow, ...]
    signed: frozenset[int]

    @property
    def is_done(self) -> bool:
        uncounted = set(self.decks.numbers) - self.decks.counted
        unsigned = {table.id for table in self.pads} - self.signed
        return not (self.owing or self.unconfirmed or uncounted or unsigned)


def going_home(data: NightData) -> GoingHome:
    """The last look round, in one query besides the night's own."""
    started = [t for t in data.tables if t.round_state != "planned"]
    ticks = set(Tick.objects.filter(night=data.night).values_list("kind", "number"))
    unconfirmed = [
        (t, tuple(h.number for h in t.hands if h.shown_state in ("entered", "questioned")))
        for t in started
    ]
    boards = sorted({h.board for t in started for h in t.hands if h.board})
    decks = boards or range(1, max((t.table for t in started), default=0) + 1)
    return GoingHome(
        tuple(t for t in started if t.missing),
        tuple((t, numbers) for t, numbers in unconfirmed if numbers),
        Decks(tuple(decks), frozenset(n for kind, n in ticks if kind == TickKind.DECK)),
        tuple(started),
        frozenset(n for kind, n in ticks if kind == TickKind.PAD),
    )
