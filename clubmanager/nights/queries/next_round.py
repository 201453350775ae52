"""The next round of a night that is drawn round by round: what it waits for, and its pairings."""

from dataclasses import dataclass

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.knockout import match_winners
from clubmanager.nights.core.movement import EntryKey, Movement, MovementError
from clubmanager.nights.models import ClubNight, Format, NightState, Section

from .data import NightData, TableRow
from .formats import format_of
from .grid import next_round, owing_tables
from .movements import StoredMovement, stored_movement
from .standings import standings_for


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of the next round, by names."""

    section: str
    table: int
    ns: str
    ew: str


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The round to draw: tables that owe hands, drawn matches, and the pairings as they stand.

    `refusal` says why no further round can be drawn.
    """

    number: int
    owing: tuple[TableRow, ...] = ()
    drawn: tuple[TableRow, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    resting: tuple[str, ...] = ()
    refusal: str = ""


def draws_later(night: ClubNight, data: NightData) -> int:
    """The number of the round to draw now; 0 when none is: the plan has no more, or one waits."""
    if night.state != NightState.RUNNING or next_round(data) is not None:
        return 0
    if night.format == Format.TYPED or format_of(night).drawn != ROUND_BY_ROUND:
        return 0
    last = max((table.round for table in data.tables), default=0)
    if _is_knockout(night):
        return last + 1 if len([t for t in data.tables if t.round == last]) > _final(night) else 0
    return last + 1 if last < night.rounds_planned else 0


def _is_knockout(night: ClubNight) -> bool:
    return night.format in (Format.KNOCKOUT, Format.TEAM_KNOCKOUT)


def _final(night: ClubNight) -> int:
    """How many tables the last match of a knockout has, over all sections."""
    return night.sections_planned * (2 if night.format == Format.TEAM_KNOCKOUT else 1)


def next_draw(night: ClubNight, data: NightData) -> NextDraw | None:
    """The next round as it would be drawn now; None where no round is to be drawn."""
    number = draws_later(night, data)
    if not number:
        return None
    owing, drawn = tuple(owing_tables(data)), tuple(drawn_tables(night, data))
    pairings, resting = [], []
    try:
        for section, stored, movement in drawn_movements(night, data):
            names = _names(data, stored)
            pairings += _pairings(section, movement, names)
            resting += [names[key] for key in movement.sit_outs[-1]]
    except MovementError as error:
        return NextDraw(number, owing, drawn, refusal=str(error))
    return NextDraw(number, owing, drawn, tuple(pairings), tuple(resting))


def drawn_movements(
    night: ClubNight, data: NightData
) -> list[tuple[Section, StoredMovement, Movement]]:
    """Each section's movement with one more round. Raises MovementError when there is none."""
    chosen = format_of(night)
    found = []
    for section in night.sections.select_related("night").order_by("name"):
        stored = stored_movement(section, data)
        if chosen.needs_order:
            movement = chosen.draw_next(stored.movement, order=_order(data, stored))
        else:
            movement = chosen.draw_next(stored.movement, winners=_winners(night, data, stored))
        found.append((section, stored, movement))
    return found


def _order(data: NightData, stored: StoredMovement) -> list[EntryKey]:
    """The ranking of those who still play; who has no hand yet comes last."""
    here = set(stored.here(len(stored.movement.rounds) + 1))
    ranked = [stored.key_of.get(row.entry.id) for row in standings_for(data, public=False)]
    order = [key for key in dict.fromkeys(ranked) if key in here]
    return order + sorted(here - set(order))


def _winners(night: ClubNight, data: NightData, stored: StoredMovement) -> frozenset[EntryKey]:
    points = _points(night, data, stored)
    winners, _drawn = match_winners(stored.movement, points)
    return frozenset(winners)


def _points(night: ClubNight, data: NightData, stored: StoredMovement) -> dict[EntryKey, int]:
    """What each entry has in its match of the last round: games of pairs, points of teams."""
    points: dict[EntryKey, int] = {}
    for table in _last_tables(data):
        for side, other in (("NS", "EW"), ("EW", "NS")):
            key = stored.key_of.get(table.seats[side[0]][1])
            if key is not None:
                points[key] = points.get(key, 0) + _worth(night, table, side, other)
    return points


def _worth(night: ClubNight, table: TableRow, side: str, other: str) -> int:
    totals = table.totals
    if night.format == Format.KNOCKOUT and totals.get("finished"):
        return {side: 1, other: -1}.get(totals["winner"], 0)
    return totals.get(side, 0) - totals.get(other, 0)


def _last_tables(data: NightData) -> list[TableRow]:
    last = max((table.round for table in data.tables), default=0)
    return [table for table in data.tables if table.round == last]


def drawn_tables(night: ClubNight, data: NightData) -> list[TableRow]:
    """Of a knockout the complete tables of matches that nobody has won: they play extra hands.

    Of a match of teams only its first table.
    """
    if not _is_knockout(night):
        return []
    matches: dict[frozenset[int], list[TableRow]] = {}
    for table in _last_tables(data):
        entries = frozenset(entry for _, entry in table.seats.values())
        matches.setdefault(entries, []).append(table)
    return [
        tables[0]
        for tables in matches.values()
        if not any(table.missing for table in tables) and not _margin(night, tables)
    ]


def _margin(night: ClubNight, tables: list[TableRow]) -> int:
    """By how much the North-South entry of the first table leads over the match."""
    home = tables[0].seats["N"][1]
    return sum(
        _worth(night, table, *(("NS", "EW") if table.seats["N"][1] == home else ("EW", "NS")))
        for table in tables
    )


def _names(data: NightData, stored: StoredMovement) -> dict[EntryKey, str]:
    return {
        key: " + ".join(person.full for person in data.entries[entry.pk].members)
        for key, entry in stored.entries.items()
    }


def _pairings(section: Section, movement: Movement, names: dict[EntryKey, str]) -> list[Pairing]:
    return [
        Pairing(
            section.name,
            section.first_table + sitting.table - 1,
            names[sitting.n.entry],
            names[sitting.e.entry],
        )
        for sitting in movement.rounds[-1]
    ]
