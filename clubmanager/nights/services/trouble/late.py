"""Somebody arrives after the start (night story 16)."""

import uuid
from collections.abc import Sequence

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
    MissedHands,
    NightState,
    Round,
    RoundState,
    Seat,
    Section,
    SitOut,
    TableRound,
)
from clubmanager.nights.queries.data import load_night
from clubmanager.nights.queries.formats import awards_missed_hands, entry_size, format_of
from clubmanager.nights.queries.movements import StoredMovement, stored_movement
from clubmanager.nights.services.common import require_state
from clubmanager.nights.services.dealing import assign_boards
from clubmanager.nights.services.hands import rule_hand
from clubmanager.nights.services.laying import lay_tables
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.core.rulings import ArtificialRuling

from .people import settle_not_played, started_rounds, unsettled
from .redrawing import redraw_section
from .undoing import recorded

PLUS, MINUS = "A+", "A-"
NO_BYE = (
    "In a knockout somebody who is late takes the place of a bye: there is none in round 1, or "
    "round 2 is drawn already. Before round 1, check them in and seat everybody again."
)


def add_late_entry(
    night_id: int, players: Sequence[Player], *, actor: Actor, reason: str = "",
    at_once: bool = False, first_hand: int = 1, missed: str = MissedHands.NOT_PLAYED,
) -> Entry:  # fmt: skip
    """A player, pair or team that arrives after the start (night story 16).

    Where the field is odd they meet whoever would rest, from the next round on, or `at_once` in
    the round that is being played. Otherwise the rounds to come are drawn anew. In a knockout
    they take the place of a bye of round 1, and nothing else.

    Hands before `first_hand` at that table are `missed`: "not played" (no score, no top) or
    "artificial", average plus for those who waited and average minus for the late (Law 12C2).
    """  # fmt: skip
    with recorded(night_id, actor, "late arrival", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        _require_missed(night, missed)
        chosen, knocked = format_of(night), _is_knockout(night)
        played = started_rounds(night)
        first = 1 if knocked else played if at_once else played + 1
        section = _section_with_room(night, first)
        stored = stored_movement(section, load_night(night))
        key, tables = _step_in(night, stored, first)
        if knocked and (not tables or night.rounds.count() > 1):
            raise RuleError("bye", "", "", NO_BYE)
        entry = _enter(night, section, key, players)
        if tables:
            late = _seat_late(night, section, entry, tables)
            _settle_missed(late, first_hand, entry, missed, actor, reason)
        if knocked:
            section.notes = list(chosen.build(section.entries.count()).notes)
            section.save(update_fields=["notes"])
        elif chosen.drawn != ROUND_BY_ROUND:
            redraw_section(night, section, played=played)
        note.after = {"players": [player.pk for player in players], "number": entry.number}
    return entry


def _is_knockout(night: ClubNight) -> bool:
    return night.format in (Format.KNOCKOUT, Format.TEAM_KNOCKOUT)


def _require_missed(night: ClubNight, missed: str) -> None:
    if missed not in MissedHands.values:
        raise RuleError("missed hands", missed, " or ".join(MissedHands.values))
    if missed == MissedHands.ARTIFICIAL and not awards_missed_hands(night):
        wanted = "not played where boards are not compared or partners change"
        raise RuleError("missed hands", missed, wanted)


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
    if chosen.drawn == ROUND_BY_ROUND and not _is_knockout(night):
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
    return new.pop(), _at_free_tables(movement, joined)


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


def _at_free_tables(movement: Movement, joined: Tables) -> Tables:
    """Each at its own table where that is free, else at the next one after the last."""
    found: Tables = []
    for number, sitting in joined:
        taken = {other.table for other in movement.rounds[number - 1]}
        taken |= {other.table for one, other in found if one == number}
        table = sitting.table if sitting.table not in taken else max(taken) + 1
        found.append((number, TableSitting(table, *sitting.places, sitting.board_set)))
    return found


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
    night: ClubNight, section: Section, entry: Entry, tables: Tables
) -> list[TableRound]:
    """Their tables; who rested there plays. Returns those in rounds that have started."""
    rounds = {one.number: one for one in Round.objects.filter(night=night)}
    laid = lay_tables(night, section, [(rounds[number], sitting) for number, sitting in tables])
    for table in laid:
        seated = set(Seat.objects.filter(table_round=table).values_list("entry_id", flat=True))
        SitOut.objects.filter(round=table.round, entry__in=seated - {entry.pk}).delete()
    assign_boards(night, only=[table.pk for table in laid])
    return [table for table in laid if table.round.state != RoundState.PLANNED]


def _settle_missed(
    late: list[TableRound], first_hand: int, entry: Entry, missed: str, actor: Actor, reason: str
) -> None:
    """Rule the hands that these tables missed."""
    for table in late:
        hands = unsettled(game=table.game_id, number__lt=first_hand)
        if missed == MissedHands.NOT_PLAYED:
            settle_not_played(hands, actor=actor, reason=reason, default="late arrival")
            continue
        north = Seat.objects.filter(table_round=table, compass="N", entry=entry).exists()
        detail = ArtificialRuling(MINUS, PLUS) if north else ArtificialRuling(PLUS, MINUS)
        for hand in hands:
            rule_hand(
                hand.pk, ruling=detail.ruling, detail=detail, actor=actor, client_id=uuid.uuid4(),
                version=hand.version, reason=reason or "late arrival",
            )  # fmt: skip
