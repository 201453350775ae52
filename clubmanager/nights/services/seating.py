"""Seating the field: a movement becomes rounds, tables, games and seats."""

from django.db.models import F

from clubmanager.nights.core.formats import get_format, stationary_keys
from clubmanager.nights.core.movement import Movement, Place
from clubmanager.nights.models import (
    CheckInState,
    ClubNight,
    Entry,
    EntryMember,
    Format,
    NightState,
    Round,
    Seat,
    Section,
    SitOut,
    TableRound,
    new_draw_seed,
)
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from deals.core.boards import dealer_of
from scoring.core.ruleset import RuleError
from scoring.models import Game, HandResult

from .common import changing, require_state

SHIFT = 1000  # out of the way of every entry number while numbers are dealt out anew


def seat_field(night_id: int, *, actor: Actor, redraw: bool = False, drop_booked: bool = False):
    """Draw the movement for everybody who is here and give each a seat in every round.

    `redraw` takes a new seed; `drop_booked` counts who is booked and not here as absent first
    (story "booked and not here at the start"). Only before the first round. Returns the Movement.
    Raises RuleError when the format does not fit the number of people.
    """
    from .dealing import assign_boards
    from .desk import drop_absent

    with changing(night_id, actor, "seated the field") as (night, note):
        require_state(night, NightState.PLANNED)
        if drop_booked:
            drop_absent(night)
        clear_seating(night)
        if redraw:
            night.draw_seed = new_draw_seed()
        section = night.sections.get()
        movement = _movement(night, section)
        _lay(night, section, movement)
        assign_boards(night)
        note.after = {"rounds": len(movement.rounds), "seed": night.draw_seed}
    return movement


def clear_seating(night: ClubNight) -> None:
    """Take a seating away that has not been played; pairs stay pairs, single players do not."""
    if night.rounds.exclude(state="planned").exists():
        raise RuleError("night", night.state, "one in which no round has started")
    games = list(TableRound.objects.filter(round__night=night).values_list("game_id", flat=True))
    night.rounds.all().delete()
    Game.objects.filter(pk__in=games).delete()
    entries = Entry.objects.filter(section__night=night)
    if night.format == Format.SOCIAL:
        entries.delete()
        return
    _number(sorted(entries, key=lambda e: (e.number, e.line)), _plain_keys())


def _plain_keys():
    number = 1
    while True:
        yield ("", number)
        number += 1


def _number(entries: list[Entry], keys) -> None:
    """Give the entries their keys, in two steps since each key may be taken by a neighbour."""
    if not entries:
        return
    Entry.objects.filter(pk__in=[e.pk for e in entries]).update(number=F("number") + SHIFT)
    for entry, (line, number) in zip(entries, keys, strict=False):
        entry.line, entry.number = line, number
    Entry.objects.bulk_update(entries, ["line", "number"])


def _movement(night: ClubNight, section: Section) -> Movement:
    """The movement of the night's format; its entries are numbered to fit it."""
    chosen = get_format(night.format)
    entries = _entries(night, section)
    still = _who_sit_still(entries)
    keys = chosen.number_entries(len(entries), still, night.options)
    _number(entries, keys)
    offered = chosen.rounds_offered(len(entries), night.options)
    movement = chosen.build(
        len(entries),
        rounds=min(night.rounds_planned, len(offered)),
        options=night.options,
        seed=bytes.fromhex(night.draw_seed),
        stationary=stationary_keys(keys, still),
    )
    section.shared_sets, section.copies = movement.shared_sets, movement.copies
    section.notes = list(movement.notes)
    if len(movement.rounds) < night.rounds_planned:
        section.notes.append(
            f"{len(movement.rounds)} rounds instead of {night.rounds_planned}: "
            "more is not possible with so few."
        )
    section.save()
    return movement


def _entries(night: ClubNight, section: Section) -> list[Entry]:
    if night.format != Format.SOCIAL:
        return list(section.entries.order_by("number").prefetch_related("members__player"))
    here = [CheckInState.HERE, CheckInState.BOOKED]
    players = Player.objects.filter(check_ins__night=night, check_ins__state__in=here)
    players = list(players.order_by("first_name", "last_name", "pk"))
    entries = Entry.objects.bulk_create(
        Entry(section=section, number=number) for number, _ in enumerate(players, 1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, night=night)
        for entry, player in zip(entries, players, strict=True)
    )
    return list(
        Entry.objects.filter(section=section).order_by("number").prefetch_related("members__player")
    )


def _who_sit_still(entries: list[Entry]) -> frozenset[int]:
    return frozenset(
        index
        for index, entry in enumerate(entries)
        if any(member.player.sits_still for member in entry.members.all())
    )


def _lay(night: ClubNight, section: Section, movement: Movement) -> None:
    entries = {
        (entry.line, entry.number): entry
        for entry in section.entries.prefetch_related("members")
    }
    rounds = Round.objects.bulk_create(
        Round(night=night, number=number) for number, _ in enumerate(movement.rounds, 1)
    )
    plan = [
        (round_, sitting)
        for round_, sittings in zip(rounds, movement.rounds, strict=True)
        for sitting in sittings
    ]
    games = Game.objects.bulk_create(Game() for _ in plan)
    tables = TableRound.objects.bulk_create(
        TableRound(
            section=section, round=round_, table=sitting.table, board_set=sitting.board_set,
            game=game,
        )
        for (round_, sitting), game in zip(plan, games, strict=True)
    )  # fmt: skip
    HandResult.objects.bulk_create(
        HandResult(game=game, number=number, dealer=dealer_of(number).value)
        for game in games
        for number in range(1, night.hands_per_round + 1)
    )
    Seat.objects.bulk_create(
        _seat(table, compass, place, entries)
        for table, (_, sitting) in zip(tables, plan, strict=True)
        for compass, place in zip("NESW", sitting.places, strict=True)
    )
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=entries[key])
        for round_, keys in zip(rounds, movement.sit_outs, strict=True)
        for key in keys
    )


def _seat(table: TableRound, compass: str, place: Place, entries: dict) -> Seat:
    entry = entries[place.entry]
    player_id = entry.members.all()[place.member].player_id
    return Seat(
        round_id=table.round_id, table_round=table, compass=compass, player_id=player_id,
        entry=entry,
    )  # fmt: skip
