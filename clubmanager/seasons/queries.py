"""Reads of events. A night's part is kept by its version, so that only new results are ranked."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from django.core.cache import cache
from django.db.models import Count, Prefetch, Q

from clubmanager.nights.models import ClubNight, Method, NightState
from clubmanager.nights.queries import StandingRow, load_night, results_are_public, standings_for
from clubmanager.nights.queries.paper import shown_names
from clubmanager.nights.services.moving import Placed
from clubmanager.people.models import Club
from scoring.core.report import decimal_text

from .core.totals import Part, Place, Rule, Session, SessionScore, rank_event
from .models import Event, EventSession

SUMS = (Method.VICTORY, Method.BACK_SCORE)
UNITS = {Method.MATCHPOINTS: " %", Method.GAMES: " %"}
KEEP_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One entry of a night: who (player ids), under which names, and what it has."""

    contestant: frozenset[int]
    full: tuple[str, ...]
    public: tuple[str, ...]
    entry_id: int
    rank: str
    value: Fraction
    weight: int
    hands: int
    net_points: int


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session as pages show it; `why_not` says why it does not count yet, "" where it does."""

    number: int
    row: EventSession
    lines: tuple[SessionLine, ...]
    why_not: str = ""

    @property
    def night(self) -> ClubNight:
        return self.row.night


@dataclass(frozen=True, slots=True)
class Cell:
    """What a contestant has of one session, and how it enters the total."""

    session: SessionView
    line: SessionLine
    part: Part
    value: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """One line of an event's standings."""

    place: Place
    names: tuple[str, ...]
    cells: tuple[Cell | None, ...]  # one for each session that counts
    total: str

    @property
    def rank(self) -> str:
        return f"{self.place.rank}{'=' if self.place.shared else ''}" if self.place.rank else "–"

    @property
    def name(self) -> str:
        return " & ".join(self.names)

    @property
    def played(self) -> int:
        return len(self.place.parts)

    @property
    def hands(self) -> int:
        return sum(cell.line.hands for cell in self.cells if cell)

    @property
    def net_points(self) -> int:
        return sum(cell.line.net_points for cell in self.cells if cell)


@dataclass(frozen=True, slots=True)
class EventStandings:
    """An event's sessions and its ranking."""

    event: Event
    sessions: tuple[SessionView, ...]
    lines: tuple[EventLine, ...]
    unit: str
    is_mean: bool

    @property
    def counted(self) -> list[SessionView]:
        return [session for session in self.sessions if not session.why_not]

    def first(self, places: int) -> list[EventLine]:
        """Who is ranked first to `places`; who shares the last rank is in."""
        return [line for line in self.lines if 0 < line.place.rank <= places]


def events_of(club: Club, *, public: bool = False):
    """The club's events, the newest first, with how many sessions each has."""
    events = Event.objects.filter(club=club).annotate(
        held=Count("sessions", filter=Q(sessions__night__state=NightState.CLOSED)),
        planned=Count("sessions"),
    )
    return events.filter(is_public=True) if public else events


def event_with_sessions(club: Club, event_id: int) -> Event | None:
    nights = EventSession.objects.select_related("night__chart", "night__night_deal_set").order_by(
        "night__date", "night_id"
    )
    found = Event.objects.filter(club=club, pk=event_id)
    event = found.prefetch_related(Prefetch("sessions", queryset=nights)).first()
    if event is not None:
        event.club = club
        for session in event.sessions.all():
            session.night.club = club
    return event


def places_of(night: ClubNight) -> dict[Hashable, Placed]:
    """The lines of every event that counts this night, by event and contestant.

    As the night stands in this transaction: nothing of it is kept.
    """
    if night.state != NightState.CLOSED:
        return {}
    found = {}
    for event_id in Event.objects.filter(sessions__night=night).values_list("pk", flat=True):
        event = event_with_sessions(night.club, event_id)
        assert event is not None  # it was there a moment ago, and nobody deletes while we read
        for line in standings_of(event, public=False, unkept=night.pk).lines:
            placed = Placed(event.name, line.name, line.rank, line.total)
            found[event_id, line.place.contestant] = placed
    return found


def standings_of(event: Event, *, public: bool, unkept: int | None = None) -> EventStandings:
    """The event's ranking over its closed nights; for the public only those it may see.

    The night `unkept` is ranked anew and not kept, since its changes may be taken back.

    Needs `event_with_sessions`. All sessions are ranked by the method of the first; one that is
    ranked otherwise is left out and says so.
    """
    sessions = _views(list(event.sessions.all()), public, unkept)
    counted = [one for one in sessions if not one.why_not]
    method = counted[0].night.method if counted else Method.MATCHPOINTS
    is_mean = method not in SUMS
    rule = Rule(is_mean, event.same_weight, event.best, event.must_play)
    places = rank_event([_session(one) for one in counted], rule)
    unit = UNITS.get(method, "")
    own = [{line.contestant: line for line in view.lines} for view in counted]
    lines = tuple(_line(place, counted, own, unit, public) for place in places)
    return EventStandings(event, sessions, lines, unit, is_mean)


def _session(view: SessionView) -> Session:
    scores = (SessionScore(one.contestant, one.value, one.weight) for one in view.lines)
    return Session(view.row.share, tuple(scores))


def _line(
    place: Place,
    counted: list[SessionView],
    own: list[dict[Hashable, SessionLine]],
    unit: str,
    public: bool,
) -> EventLine:
    cells: list[Cell | None] = [None] * len(counted)
    names: tuple[str, ...] = ()
    for part in place.parts:
        line = own[part.session][place.contestant]
        value = f"{decimal_text(part.value)}{unit}"
        cells[part.session] = Cell(counted[part.session], line, part, value)
        names = line.public if public else line.full
    total = "" if place.total is None else f"{decimal_text(place.total)}{unit}"
    return EventLine(place, names, tuple(cells), total)


def _views(rows: list[EventSession], public: bool, unkept: int | None) -> tuple[SessionView, ...]:
    why = [_why_not(row.night, rows[0].night.method, public) for row in rows]
    keys = {
        row.pk: _key(row.night)
        for row, not_yet in zip(rows, why, strict=True)
        if not not_yet and row.night_id != unkept
    }
    kept = cache.get_many(keys.values())
    views = []
    for number, (row, not_yet) in enumerate(zip(rows, why, strict=True), 1):
        lines: tuple[SessionLine, ...] = ()
        if not not_yet:
            key = keys.get(row.pk, "")
            lines = kept.get(key) or _ranked(row.night)
            if key and key not in kept:
                cache.set(key, lines, KEEP_SECONDS)
        views.append(SessionView(number, row, lines, not_yet))
    return tuple(views)


def _key(night: ClubNight) -> str:
    return f"event-session:{night.pk}:{night.version}:{night.club.version}"


def _why_not(night: ClubNight, method: str, public: bool) -> str:
    if night.state != NightState.CLOSED:
        return "not over"
    if public and not results_are_public(night):
        return "not public"
    return "" if night.method == method else "other method"


def _ranked(night: ClubNight) -> tuple[SessionLine, ...]:
    rows = standings_for(load_night(night), public=False)
    found: dict[Hashable, SessionLine] = {}
    for row in rows:
        line = _session_line(row, night.method)
        if line is not None:
            found.setdefault(line.contestant, line)
    return tuple(found.values())


def _session_line(row: StandingRow, method: str) -> SessionLine | None:
    standing = row.standing
    value, weight = _worth(row, method)
    if value is None or not weight:
        return None
    return SessionLine(
        contestant=frozenset(person.id for person in row.entry.members),
        full=shown_names(row.entry, False),
        public=shown_names(row.entry, True),
        entry_id=row.entry.id,
        rank=row.rank_text,
        value=value,
        weight=weight,
        hands=standing.hands_played,
        net_points=standing.net_points,
    )


def _worth(row: StandingRow, method: str) -> tuple[Fraction | None, int]:
    """What an entry has of the session, exactly, and over how many games or boards."""
    standing = row.standing
    if method == Method.GAMES:
        games = standing.games_played
        return (100 * standing.wins / games if games else None), games
    if method == Method.POINTS:
        hands = standing.hands_played
        return (Fraction(standing.net_points, hands) if hands else None), hands
    if row.exact is not None:
        return row.exact, standing.hands_played
    if method == Method.MATCHPOINTS and standing.available:
        return Fraction(100 * (standing.matchpoints or 0), standing.available), (
            standing.hands_played
        )
    return row.score, standing.hands_played
