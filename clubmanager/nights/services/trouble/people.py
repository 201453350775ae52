"""Somebody comes late, goes home, or sits in for somebody else."""

import uuid
from collections.abc import Iterable, Sequence

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    TableSitting,
    pair_sitting,
)
from clubmanager.nights.models import (
    CheckIn,
    CheckInState,
    ClubNight,
    Entry,
    EntryMember,
    Format,
    HandLineup,
    NightState,
    Round,
    RoundState,
    Seat,
    Section,
    SitOut,
    TableRound,
)
from clubmanager.nights.queries.data import load_night
from clubmanager.nights.queries.formats import entry_size, format_of
from clubmanager.nights.queries.movements import StoredMovement, stored_movement
from clubmanager.nights.services.common import require_state
from clubmanager.nights.services.dealing import assign_boards
from clubmanager.nights.services.hands import rule_hand
from clubmanager.nights.services.laying import add_lineups, lay_tables, remove_tables
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import EntryState, HandResult, Ruling

from .redrawing import redraw_section
from .undoing import recorded


def started_rounds(night: ClubNight) -> int:
    """The number of the last round that has started, 0 before the first."""
    begun = night.rounds.exclude(state=RoundState.PLANNED).order_by("-number")
    return begun.values_list("number", flat=True).first() or 0


def settle_not_played(
    hands: Iterable[HandResult], *, actor: Actor, reason: str, default: str
) -> None:
    """Rule hands without a result "not played"."""
    for hand in hands:
        rule_hand(
            hand.pk, ruling=Ruling.NOT_PLAYED, actor=actor, client_id=uuid.uuid4(),
            version=hand.version, reason=reason or default,
        )  # fmt: skip


def unsettled(**lookup) -> list[HandResult]:
    """Hands that are expected and not ruled on, in order."""
    found = HandResult.objects.filter(entry_state=EntryState.EXPECTED, ruling=Ruling.NONE, **lookup)
    return list(found.order_by("pk"))


def add_late_entry(
    night_id: int, players: Sequence[Player], *, actor: Actor, reason: str = "",
    at_once: bool = False, first_hand: int = 1,
) -> Entry:  # fmt: skip
    """A player, pair or team that arrives after the start (night story 16).

    Where the field is odd they meet whoever would rest, from the next round on, or `at_once` in
    the round that is being played; hands before `first_hand` there are not played. Otherwise the
    rounds to come are drawn anew. What they missed is not played: no score, no top.
    """  # fmt: skip
    with recorded(night_id, actor, "late arrival", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        chosen = format_of(night)
        if night.format in (Format.KNOCKOUT, Format.TEAM_KNOCKOUT):
            raise RuleError("format", night.format, "one in which nobody is out")
        played = started_rounds(night)
        first = played if at_once else played + 1
        section = _section_with_room(night, first)
        stored = stored_movement(section, load_night(night))
        key, tables = _step_in(night, stored, first)
        entry = _enter(night, section, key, players)
        if tables:
            _seat_late(night, section, entry, tables, first_hand, actor, reason)
        elif chosen.drawn != ROUND_BY_ROUND:
            redraw_section(night, section, played=played)
        note.after = {"players": [player.pk for player in players], "number": entry.number}
    return entry


def _section_with_room(night: ClubNight, first: int) -> Section:
    """The first section in which somebody rests, else the smallest."""
    resting = SitOut.objects.filter(round__night=night, round__number__gte=first)
    found = night.sections.filter(entries__sit_outs__in=resting).order_by("name").first()
    sections = sorted(night.sections.all(), key=lambda s: (s.entries.count(), s.name))
    return found or sections[0]


Tables = list[tuple[int, TableSitting]]


def _step_in(night: ClubNight, stored: StoredMovement, first: int) -> tuple[EntryKey, Tables]:
    """The newcomer's key, and the tables where others would rest; none where it does not fit.

    The movement of one more has the same meetings where the missing one was the bye.
    """
    movement, key = stored.movement, _next_key(stored)
    if any(entry.gone_from_round for entry in stored.entries.values()):
        return key, []
    chosen = format_of(night)
    if chosen.drawn == ROUND_BY_ROUND:
        return key, _late_table(movement, key, first)
    try:
        bigger = chosen.build(
            len(stored.entries) + 1, rounds=len(movement.rounds), options=night.options
        )
    except MovementError:
        return key, []
    new = set(bigger.entries) - set(stored.entries)
    old = {_meeting(n, s) for n, tables in enumerate(movement.rounds, 1) for s in tables}
    more = [(n, s) for n, tables in enumerate(bigger.rounds, 1) for s in tables]
    if len(new) != 1 or not old <= {_meeting(n, s) for n, s in more}:
        return key, []
    joined = [(n, s) for n, s in more if n >= first and _meeting(n, s) not in old]
    return new.pop(), [(n, _at_free_table(movement, n, s)) for n, s in joined]


def _next_key(stored: StoredMovement) -> EntryKey:
    line = min((line for line, _ in stored.entries), default="")
    numbers = [number for one, number in stored.entries if one == line]
    return line, max(numbers, default=0) + 1


def _meeting(number: int, sitting: TableSitting) -> tuple[int, tuple, int]:
    return number, sitting.places, sitting.board_set


def _late_table(movement: Movement, key: EntryKey, first: int) -> Tables:
    """Of a night drawn round by round: whoever rests now plays the newcomer."""
    if first > len(movement.rounds) or len(movement.sit_outs[first - 1]) != 1:
        return []
    tables = movement.rounds[first - 1]
    if any(place.member > 1 for sitting in tables for place in sitting.places):
        return []
    (resting,) = movement.sit_outs[first - 1]
    board_set = tables[0].board_set if tables else 1
    number = max((sitting.table for sitting in tables), default=0) + 1
    return [(first, pair_sitting(number, resting, key, board_set))]


def _at_free_table(movement: Movement, number: int, sitting: TableSitting) -> TableSitting:
    taken = {other.table for other in movement.rounds[number - 1]}
    table = sitting.table if sitting.table not in taken else max(taken) + 1
    return TableSitting(table, *sitting.places, sitting.board_set)


def _enter(night: ClubNight, section: Section, key: EntryKey, players: Sequence[Player]) -> Entry:
    if len(players) != entry_size(night) or len({p.pk for p in players}) != len(players):
        raise RuleError("players", len(players), f"{entry_size(night)} different people")
    for player in players:
        if player.club_id != night.club_id:
            raise RuleError("player", player.pk, "a player of this club")
        if EntryMember.objects.filter(night=night, player=player).exists():
            raise RuleError("player", player.full_name, "somebody who does not play yet")
        CheckIn.objects.update_or_create(
            night=night, player=player, defaults={"state": CheckInState.HERE}
        )
    entry = Entry.objects.create(section=section, line=key[0], number=key[1])
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, night=night, player=player, position=position)
        for position, player in enumerate(players)
    )
    return entry


def _seat_late(
    night: ClubNight, section: Section, entry: Entry, tables: Tables, first_hand: int,
    actor: Actor, reason: str,
) -> None:  # fmt: skip
    """Their tables; who rested there plays. The hands that a late table missed are not played."""
    rounds = {one.number: one for one in Round.objects.filter(night=night)}
    laid = lay_tables(night, section, [(rounds[number], sitting) for number, sitting in tables])
    for table in laid:
        seated = set(Seat.objects.filter(table_round=table).values_list("entry_id", flat=True))
        SitOut.objects.filter(round=table.round, entry__in=seated - {entry.pk}).delete()
    assign_boards(night, only=[table.pk for table in laid])
    late = [table.game_id for table in laid if table.round.state != RoundState.PLANNED]
    missed = unsettled(game__in=late, number__lt=first_hand)
    settle_not_played(missed, actor=actor, reason=reason, default="late arrival")


def let_go(
    night_id: int, entry_id: int, *, actor: Actor, reason: str = "", finish_round: bool = False,
    redraw: bool = False,
) -> None:  # fmt: skip
    """An entry plays no more: the rest of its night is settled in one action (night story 18).

    Its open hands are not played, unless it finishes the round. In the rounds to come whoever
    would meet it rests; with `redraw` they are drawn anew without it.
    """
    with recorded(night_id, actor, "went home", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        entry = Entry.objects.filter(section__night=night, pk=entry_id).first()
        if entry is None or entry.gone_from_round:
            raise RuleError("entry", entry_id, "one that still plays")
        played = started_rounds(night)
        entry.gone_from_round = played + 1
        entry.save(update_fields=["gone_from_round"])
        if not finish_round:
            games = Seat.objects.filter(entry=entry, round__number__lte=played)
            hands = unsettled(game__table_round__in=games.values("table_round"))
            settle_not_played(hands, actor=actor, reason=reason, default="went home")
        if redraw and format_of(night).drawn != ROUND_BY_ROUND:
            redraw_section(night, entry.section, played=played)
        else:
            _rest_opponents(entry, played)
        note.after = {"players": list(entry.members.values_list("player_id", flat=True))}


def _rest_opponents(entry: Entry, played: int) -> None:
    """In the rounds to come the tables of this entry are empty, and its opponents rest."""
    own = Seat.objects.filter(entry=entry, round__number__gt=played).values("table_round")
    tables = TableRound.objects.filter(pk__in=list(own.values_list("table_round", flat=True)))
    others = Seat.objects.filter(table_round__in=tables).exclude(entry=entry)
    places = sorted(set(others.values_list("round_id", "entry_id")))
    remove_tables(tables)
    SitOut.objects.filter(entry=entry, round__number__gt=played).delete()
    SitOut.objects.bulk_create(
        SitOut(round_id=round_id, entry_id=other) for round_id, other in places
    )


def substitute(
    night_id: int, player: Player, sits_in: Player, *, actor: Actor, reason: str = "",
    first_hand: int = 1,
) -> None:  # fmt: skip
    """Somebody sits in for a player from a hand of this round to the end (night story 13).

    The same player as `sits_in` comes back. Raises RuleError for somebody who plays elsewhere.
    """
    with recorded(night_id, actor, "substitute", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        now = started_rounds(night)
        seats = Seat.objects.filter(round__night=night, player=player, round__number__gte=now)
        seats = list(seats.select_related("table_round", "round"))
        if not seats:
            raise RuleError("player", player.full_name, "somebody who still plays tonight")
        for seat in seats:
            _sit_in(night, seat, sits_in, first_hand if seat.round.number == now else 1)
        note.after = {"players": [sits_in.pk, player.pk], "from_hand": first_hand}


def _sit_in(night: ClubNight, seat: Seat, sits_in: Player, first_hand: int) -> None:
    if sits_in.club_id != night.club_id:
        raise RuleError("substitute", sits_in.pk, "a player of this club")
    if sits_in.pk == seat.player_id:
        HandLineup.objects.filter(
            hand__game=seat.table_round.game_id, compass=seat.compass,
            hand__number__gte=first_hand,
        ).delete()  # fmt: skip
        return
    if Seat.objects.filter(round=seat.round, player=sits_in).exists():
        raise RuleError("substitute", sits_in.full_name, "somebody who sits nowhere else then")
    add_lineups([seat], sits_in.pk, from_hand=first_hand)
