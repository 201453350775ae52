"""Seating the field: a movement for each section becomes rounds, tables, games and seats."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.format_kinds import Format as MovementFormat
from clubmanager.nights.core.formats import stationary_keys
from clubmanager.nights.core.movement import Movement, MovementError
from clubmanager.nights.core.sections import LETTERS
from clubmanager.nights.models import (
    CheckInState,
    ClubNight,
    Entry,
    EntryMember,
    Format,
    NightState,
    Section,
    TableRound,
    new_draw_seed,
)
from clubmanager.nights.queries.formats import contestants_of, entry_size, format_of
from clubmanager.nights.queries.seats import SeatingGrid, seating_grid, split_sections
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import Game

from .common import changing, require_state
from .laying import lay_rounds

SHIFT = 1000  # out of the way of every entry number while numbers are dealt out anew


def seat_field(
    night_id: int, *, actor: Actor, redraw: bool = False, drop_booked: bool = False,
    sections: Mapping[int, str] | None = None,
):  # fmt: skip
    """Draw the movement for everybody who is here and give each a seat in every round.

    `redraw` takes a new seed; `drop_booked` counts who is booked and not here as absent first
    (story "booked and not here at the start"). `sections` are letters by player id, from A on
    without a gap, and stay chosen; empty for as many sections as before, split evenly. Only
    before the first round. Returns the Movement of the first section. Raises RuleError when the
    format does not fit the number of people.
    """
    from .dealing import assign_boards
    from .desk import drop_absent

    with changing(night_id, actor, "seated the field") as (night, note):
        require_state(night, NightState.PLANNED)
        if drop_booked:
            drop_absent(night)
        clear_seating(night)
        if sections is not None:
            _choose_sections(night, sections)
        if redraw:
            night.draw_seed = new_draw_seed()
        movements = _seat_sections(night)
        assign_boards(night)
        note.after = {"rounds": len(movements[0].rounds), "seed": night.draw_seed}
        if len(movements) > 1:
            note.after["sections"] = len(movements)
    return movements[0]


def _choose_sections(night: ClubNight, sections: Mapping[int, str]) -> None:
    letters = set(sections.values())
    if letters != set(LETTERS[: len(letters)]):
        raise RuleError("sections", ", ".join(sorted(letters)), "A, B and so on without a gap")
    night.sections_chosen = {str(player): letter for player, letter in sections.items()}
    night.sections_planned = len(letters) or night.sections_planned


def preview_seating(
    night: ClubNight, *, actor: Actor, sections: Mapping[int, str], board_numbers: list[int]
) -> SeatingGrid | None:
    """The plan as it would be drawn with these sections; nothing is stored. Raises RuleError."""
    with transaction.atomic():
        seat_field(night.pk, actor=actor, sections=sections)
        grid = seating_grid(night, board_numbers)
        transaction.set_rollback(True)
    return grid


def clear_seating(night: ClubNight) -> None:
    """Take a seating away that has not been played; pairs stay pairs, single players do not."""
    if night.rounds.exclude(state="planned").exists():
        raise RuleError("night", night.state, "one in which no round has started")
    games = list(TableRound.objects.filter(round__night=night).values_list("game_id", flat=True))
    night.rounds.all().delete()
    Game.objects.filter(pk__in=games).delete()
    entries = Entry.objects.filter(section__night=night)
    if contestants_of(night) == "players":
        entries.delete()
    entries = sorted(entries.select_related("section"), key=_planning_order)
    _number(entries, _plain_keys(), home_section(night))
    night.sections.exclude(name=LETTERS[0]).delete()


def home_section(night: ClubNight) -> Section:
    """The section that has all entries while the night is planned."""
    return night.sections.get(name=LETTERS[0])


def _planning_order(entry: Entry) -> tuple[str, int, str]:
    return entry.section.name, entry.number, entry.line


def _plain_keys():
    number = 1
    while True:
        yield ("", number)
        number += 1


def _number(entries: list[Entry], keys, section: Section) -> None:
    """Give the entries their keys, in two steps since each key may be taken by a neighbour."""
    if not entries:
        return
    Entry.objects.filter(pk__in=[e.pk for e in entries]).update(number=F("number") + SHIFT)
    for entry, (line, number) in zip(entries, keys, strict=False):
        entry.line, entry.number, entry.section = line, number, section
    Entry.objects.bulk_update(entries, ["line", "number", "section"])


def _seat_sections(night: ClubNight) -> list[Movement]:
    """Split the field over the sections planned, and lay a movement for each."""
    chosen = format_of(night)
    entries = _entries(night)
    if night.sections_planned > 1 and night.format == Format.TYPED:
        raise RuleError("sections", night.sections_planned, "1 with a movement of your own")
    members = [[member.player_id for member in entry.members.all()] for entry in entries]
    groups = split_sections(night, chosen.contestants, members)
    # A section's numbers may still be another's, who goes elsewhere.
    Entry.objects.filter(section__night=night).update(number=F("number") + SHIFT)
    movements, first_table = [], 1
    for letter, group in zip(LETTERS, groups, strict=False):
        section, _ = night.sections.get_or_create(name=letter)
        section.first_table = first_table
        seed = bytes.fromhex(night.draw_seed) + (letter.encode() if len(groups) > 1 else b"")
        try:
            movement = _movement(night, chosen, section, [entries[at] for at in group], seed)
        except MovementError as error:
            raise error.within(f"section {letter}") if len(groups) > 1 else error from None
        lay_rounds(night, section, movement)
        movements.append(movement)
        # The next section starts after the next full ten: room for tables that come late.
        first_table += (movement.table_count // 10 + 1) * 10
    return movements


def _movement(
    night: ClubNight, chosen: MovementFormat, section: Section, entries: list[Entry], seed: bytes
) -> Movement:
    """The movement of a section; its entries are numbered to fit it."""
    still = _who_sit_still(entries)
    keys = chosen.number_entries(len(entries), still, night.options)
    _number(entries, keys, section)
    offered = len(chosen.rounds_offered(len(entries), night.options))
    movement = chosen.build(
        len(entries),
        rounds=min(night.rounds_planned, offered),
        options=night.options,
        seed=seed,
        stationary=stationary_keys(keys, still),
    )
    section.shared_sets, section.copies = movement.shared_sets, movement.copies
    section.notes = list(movement.notes)
    rounds = offered if chosen.drawn == ROUND_BY_ROUND else len(movement.rounds)
    if rounds < night.rounds_planned:
        section.notes.append(
            f"{rounds} rounds instead of {night.rounds_planned}: more is not possible with so few."
        )
    section.save()
    return movement


def _entries(night: ClubNight) -> list[Entry]:
    """The pairs or teams in order; of single players entries are made."""
    section = home_section(night)
    size = entry_size(night)
    found = section.entries.order_by("number").prefetch_related("members__player")
    if size > 1:
        entries = list(found)
        for entry in entries:
            if len(entry.members.all()) != size:
                names = " and ".join(m.player.full_name for m in entry.members.all())
                raise RuleError("team", names, f"complete, with {size} people")
        return entries
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
    return list(found.all())


def _who_sit_still(entries: list[Entry]) -> frozenset[int]:
    return frozenset(
        index
        for index, entry in enumerate(entries)
        if any(member.player.sits_still for member in entry.members.all())
    )
