"""The movement of a section as it stands in the database, with who really sat where."""

from dataclasses import dataclass

from clubmanager.nights.core.movement import EntryKey, Movement, Place, TableSitting
from clubmanager.nights.models import Entry, Section

from .data import NightData, TableRow


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


def stored_movement(section: Section, data: NightData) -> StoredMovement:
    """All rounds of the section, played or drawn, in one query beside what is loaded."""
    entries = {(entry.line, entry.number): entry for entry in section.entries.all()}
    keys = {entry.pk: key for key, entry in entries.items()}
    rounds = [
        tuple(
            _sitting(section, table, data, keys) for table in tables if table.seats["N"][1] in keys
        )
        for _number, tables in sorted(data.rounds().items())
    ]
    resting = [
        tuple(sorted(keys[entry.id] for entry in data.sit_outs.get(n, []) if entry.id in keys))
        for n in sorted(data.rounds())
    ]
    absent = tuple(
        tuple(sorted(set(entries) - set(rest) - {key for s in sittings for key in s.entries}))
        for sittings, rest in zip(rounds, resting, strict=True)
    )
    movement = Movement(
        data.night.format,
        tuple(rounds),
        tuple(resting),
        shared_sets=section.shared_sets,
        notes=tuple(section.notes),
        copies=section.copies,
        winners=2 if {line for line, _ in entries} == {"NS", "EW"} else 1,
        absent=absent if any(absent) else (),
    )
    return StoredMovement(movement, entries)


def _sitting(
    section: Section, table: TableRow, data: NightData, keys: dict[int, EntryKey]
) -> TableSitting:
    places = []
    for compass in "NESW":
        person, entry_id = table.seats[compass]
        ids = [member.id for member in data.entries[entry_id].members]
        places.append(Place(keys[entry_id], ids.index(person.id)))
    return TableSitting(table.table - section.first_table + 1, *places, table.board_set or 1)
