"""The movement of a section as it stands in the database, with who really sat where."""

from collections import defaultdict
from dataclasses import dataclass

from clubmanager.nights.core.movement import EntryKey, Movement, Place, TableSitting
from clubmanager.nights.models import Entry, EntryMember, Seat, Section, SitOut


@dataclass(frozen=True, slots=True)
class StoredMovement:
    """`movement` by entry keys and the section's own table numbers; `entries` by key."""

    movement: Movement
    entries: dict[EntryKey, Entry]

    @property
    def key_of(self) -> dict[int, EntryKey]:
        return {entry.pk: key for key, entry in self.entries.items()}

    def here(self, number: int) -> list[EntryKey]:
        """The entries that still play in round `number`."""
        return sorted(
            key
            for key, entry in self.entries.items()
            if entry.gone_from_round is None or entry.gone_from_round > number
        )


def stored_movement(section: Section) -> StoredMovement:
    """All rounds of the section, played or drawn; rounds are 1, 2, 3 ... without a gap."""
    entries = {(entry.line, entry.number): entry for entry in section.entries.all()}
    keys = {entry.pk: key for key, entry in entries.items()}
    rounds, resting = _sittings(section, keys), _sit_outs(section, keys)
    numbers = range(1, max([*rounds, *resting], default=0) + 1)
    tables = tuple(tuple(rounds[number]) for number in numbers)
    sit_outs = tuple(tuple(sorted(resting[number])) for number in numbers)
    absent = tuple(
        tuple(sorted(set(entries) - set(rest) - {key for s in sittings for key in s.entries}))
        for sittings, rest in zip(tables, sit_outs, strict=True)
    )
    movement = Movement(
        section.night.format,
        tables,
        sit_outs,
        shared_sets=section.shared_sets,
        notes=tuple(section.notes),
        copies=section.copies,
        winners=2 if {line for line, _ in entries} == {"NS", "EW"} else 1,
        absent=absent if any(absent) else (),
    )
    return StoredMovement(movement, entries)


def _sittings(section: Section, keys: dict[int, EntryKey]) -> dict[int, list[TableSitting]]:
    members = EntryMember.objects.filter(entry__section=section)
    positions = {
        (entry, player): position
        for entry, player, position in members.values_list("entry_id", "player_id", "position")
    }
    places: dict[tuple[int, int, int], dict[str, Place]] = defaultdict(dict)
    seats = Seat.objects.filter(table_round__section=section).values_list(
        "round__number", "table_round__table", "table_round__board_set", "compass", "entry_id",
        "player_id",
    )  # fmt: skip
    for number, table, board_set, compass, entry, player in seats:
        place = Place(keys[entry], positions[entry, player])
        places[number, table, board_set or 1][compass] = place
    rounds: dict[int, list[TableSitting]] = defaultdict(list)
    for (number, table, board_set), seated in sorted(places.items()):
        own = table - section.first_table + 1
        rounds[number].append(TableSitting(own, *(seated[c] for c in "NESW"), board_set))
    return rounds


def _sit_outs(section: Section, keys: dict[int, EntryKey]) -> dict[int, list[EntryKey]]:
    resting: dict[int, list[EntryKey]] = defaultdict(list)
    rows = SitOut.objects.filter(entry__section=section)
    for number, entry in rows.values_list("round__number", "entry_id"):
        resting[number].append(keys[entry])
    return resting
