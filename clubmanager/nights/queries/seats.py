"""Reads of the seating: what a format offers to so many people, and the plan that was drawn."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.format_kinds import Format as MovementFormat
from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    Place,
    decks_needed,
)
from clubmanager.nights.core.sections import (
    APART,
    LETTERS,
    TOGETHER,
    build_sections,
    place_by_hand,
    ranking_notes,
    split_field,
)
from clubmanager.nights.models import ClubNight, Dealing, EntryMember, Format, Seat, Section, SitOut

from .desk import PRESENT, Desk, DeskPerson
from .formats import contestants_of, format_of

SHORT_NAMES = {
    Format.SOCIAL: gettext_lazy("A social draw"),
    Format.ROUND_ROBIN: gettext_lazy("A round robin"),
    Format.MITCHELL: gettext_lazy("A Mitchell"),
    Format.HOWELL: gettext_lazy("A Howell"),
    Format.SWISS: gettext_lazy("A Swiss"),
    Format.KNOCKOUT: gettext_lazy("A knockout"),
    Format.INDIVIDUAL: gettext_lazy("An individual"),
    Format.TEAM_ROUND_ROBIN: gettext_lazy("A round robin of teams"),
    Format.TEAM_SWISS: gettext_lazy("A Swiss of teams"),
    Format.TEAM_KNOCKOUT: gettext_lazy("A knockout of teams"),
    Format.TYPED: gettext_lazy("Your own movement"),
}
CONTESTANTS = {
    "pairs": gettext_lazy("pairs"),
    "players": gettext_lazy("players"),
    "teams": gettext_lazy("teams"),
}
UNIT = {"players": 4, "pairs": 2, "teams": 2}  # contestants that need no sit-out


def contestants_at(night: ClubNight, desk: Desk) -> list[tuple[DeskPerson, ...]]:
    """Whoever will be seated: the people of each pair or team, or one by one."""
    if contestants_of(night) == "players":
        return [(person,) for person in desk.people if person.state in PRESENT]
    return [pair.people for pair in desk.pairs]


def split_sections(
    night: ClubNight, contestants: str, members: Sequence[Collection[int]]
) -> tuple[tuple[int, ...], ...]:
    """The contestants (indices from 0) of each section, as chosen by hand or evenly.

    `members` are the player ids of each contestant. Raises MovementError when a section would
    be empty.
    """
    if night.sections_planned == 1:
        return (tuple(range(len(members))),)
    if night.sections_chosen:
        chosen = [[night.sections_chosen.get(str(pk), "") for pk in ids] for ids in members]
        letters = [next(filter(None, found), "") for found in chosen]
        return place_by_hand(letters, night.sections_planned)
    sizes = split_field(len(members), night.sections_planned, unit=UNIT[contestants])
    ends = list(accumulate(sizes))
    return tuple(tuple(range(end - size, end)) for size, end in zip(sizes, ends, strict=True))


@dataclass(frozen=True, slots=True)
class Offer:
    """What the night's format makes of so many contestants, or why it refuses them.

    `most_rounds` is how many there can be; of a night that is drawn round by round
    (`drawn_later`) only the first is there yet.
    """

    count: int
    contestants: str
    contestants_word: str = ""
    refusal: str = ""
    rounds: int = 0
    most_rounds: int = 0
    tables: int = 0
    sit_outs: int = 0
    decks: int = 0
    seeded: bool = False
    drawn_later: bool = False
    sections: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def sections_now(
    night: ClubNight, contestants: Sequence[tuple[DeskPerson, ...]], number: int | None
) -> dict[int, str]:
    """Each player's section: as drawn or chosen, or with a `number` split evenly anew."""
    if number is None:
        drawn = EntryMember.objects.filter(night=night, entry__seats__isnull=False)
        found = dict(drawn.distinct().values_list("player_id", "entry__section__name"))
        if found:
            return found
    else:
        night = copy(night)
        night.sections_planned, night.sections_chosen = number, {}
    members = [[person.id for person in people] for people in contestants]
    try:
        groups = split_sections(night, contestants_of(night), members)
    except MovementError:
        return {}
    return {
        person: letter
        for letter, group in zip(LETTERS, groups, strict=False)
        for at in group
        for person in members[at]
    }


def offer_for(night: ClubNight, desk: Desk) -> Offer:
    """The offer for the pairs or teams made so far, or for everybody who is here or booked."""
    contestants = contestants_of(night)
    members = [[person.id for person in people] for people in contestants_at(night, desk)]
    count = len(members)
    word = str(CONTESTANTS[contestants])
    try:
        chosen = format_of(night)
    except MovementError as error:
        return Offer(count, contestants, word, refusal=str(error))
    try:
        return _offer(night, chosen, members, word)
    except MovementError as error:
        return Offer(count, contestants, word, refusal=_refusal(night, chosen, count, error))


def _offer(night: ClubNight, chosen: MovementFormat, members: list[list[int]], word: str) -> Offer:
    """The offer when every section can be built. Raises MovementError otherwise."""
    count = len(members)
    sizes = tuple(map(len, split_sections(night, chosen.contestants, members)))
    most = min(len(chosen.rounds_offered(size, night.options)) for size in sizes)
    plans = build_sections(
        chosen, sizes, rounds=min(night.rounds_planned, most), options=night.options,
        seed=bytes.fromhex(night.draw_seed),
    )  # fmt: skip
    movements = [plan.movement for plan in plans]
    drawn_later = chosen.drawn == ROUND_BY_ROUND
    return Offer(
        count, chosen.contestants, word,
        rounds=min(night.rounds_planned, most) if drawn_later else len(movements[0].rounds),
        most_rounds=most,
        tables=sum(len(movement.rounds[0]) for movement in movements),
        sit_outs=sum(len(movement.sit_outs[0]) for movement in movements),
        decks=sum(_decks(night, movement) for movement in movements),
        seeded=chosen.seeded,
        drawn_later=drawn_later,
        sections=sizes if len(sizes) > 1 else (),
        notes=(
            *dict.fromkeys(note for movement in movements for note in movement.notes),
            *ranking_notes(plans, TOGETHER if night.ranked_together else APART),
        ),
    )  # fmt: skip


def _refusal(night: ClubNight, chosen: MovementFormat, count: int, error: MovementError) -> str:
    if chosen.least <= count <= chosen.most:
        return str(error)
    return _("%(format)s takes %(least)s to %(most)s %(contestants)s, you have %(count)s.") % {
        "format": SHORT_NAMES[night.format],
        "least": chosen.least,
        "most": chosen.most,
        "contestants": CONTESTANTS[chosen.contestants],
        "count": count,
    }


def _decks(night: ClubNight, movement: Movement) -> int:
    return decks_needed(
        movement,
        boards_per_set=night.hands_per_round,
        stored=night.dealing == Dealing.STORED,
    )


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round: the names of both sides and the boards they play."""

    ns: str
    ew: str
    board_set: int | None
    boards: str = ""


GridRow = tuple[int, tuple[GridCell | None, ...]]


@dataclass(frozen=True, slots=True)
class SeatingGrid:
    """`parts` has each section's name ("" where there is one) and its rows.

    A row is (table, its cell in each round or None); `sit_outs` are the names round by round.
    """

    rounds: tuple[int, ...]
    parts: tuple[tuple[str, tuple[GridRow, ...]], ...]
    sit_outs: tuple[str, ...]
    players: frozenset[int]

    @property
    def rows(self) -> tuple[GridRow, ...]:
        return tuple(row for _section, rows in self.parts for row in rows)

    @property
    def width(self) -> int:
        return len(self.rounds) + 1


def section_notes(night: ClubNight) -> list[str]:
    """What the drawn movements cannot keep, for all sections, each sentence once."""
    lists = Section.objects.filter(night=night).order_by("name").values_list("notes", flat=True)
    return list(dict.fromkeys(note for notes in lists for note in notes))


def seating_grid(night: ClubNight, board_numbers: list[int]) -> SeatingGrid | None:
    """The drawn plan in two queries, None when nothing is drawn.

    `board_numbers` are those of the night's deal set, ascending; empty without one.
    """
    cells, names, players, sections = {}, defaultdict(dict), set(), {}
    seats = Seat.objects.filter(round__night=night).values_list(
        "round__number", "table_round__table", "table_round__board_set", "compass",
        "player_id", "player__first_name", "player__last_name", "table_round__section__name",
    )  # fmt: skip
    for number, table, board_set, compass, player_id, first, last, section in seats:
        sections[table] = section
        names[number, table][compass] = f"{first} {last}".strip()
        cells[number, table] = board_set
        players.add(player_id)
    if not cells:
        return None
    resting = _resting(night, players)
    rounds = tuple(sorted({number for number, _table in cells}))
    made = {key: _cell(night, names[key], cells[key], board_numbers) for key in cells}
    names_of_sections = sorted(set(sections.values()))
    parts = tuple(
        (
            section if len(names_of_sections) > 1 else "",
            tuple(
                (table, tuple(made.get((number, table)) for number in rounds))
                for table in sorted(sections)
                if sections[table] == section
            ),
        )
        for section in names_of_sections
    )
    sit_outs = tuple(", ".join(resting[number]) for number in rounds) if resting else ()
    return SeatingGrid(rounds, parts, sit_outs, frozenset(players))


def _resting(night: ClubNight, players: set[int]) -> dict[int, list[str]]:
    """Names by round of those who sit out; adds them to `players`."""
    resting = defaultdict(list)
    rows = SitOut.objects.filter(round__night=night).values_list(
        "round__number", "entry__members__player_id", "entry__members__player__first_name",
        "entry__members__player__last_name",
    )  # fmt: skip
    for number, player_id, first, last in rows:
        resting[number].append(f"{first} {last}".strip())
        players.add(player_id)
    return resting


def _cell(
    night: ClubNight, names: dict[str, str], board_set: int | None, numbers: list[int]
) -> GridCell:
    size = night.hands_per_round
    played = numbers[(board_set - 1) * size : board_set * size] if board_set else []
    boards = f"{played[0]}–{played[-1]}" if len(played) > 1 else "".join(map(str, played))
    ns, ew = (" + ".join(names[seat] for seat in side) for side in ("NS", "EW"))
    return GridCell(ns, ew, board_set, boards)


@dataclass(frozen=True, slots=True)
class MovementGrid:
    """A movement by numbers, before anybody is seated: (table, its cell in each round)."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    sit_outs: tuple[str, ...]
    notes: tuple[str, ...]
    count: int


def movement_grid(movement: Movement) -> MovementGrid:
    rounds = tuple(range(1, len(movement.rounds) + 1))
    cells = {
        (number, sitting.table): f"{_numbers(sitting.n, sitting.s)} – "
        f"{_numbers(sitting.e, sitting.w)} · {sitting.board_set}"
        for number, sittings in zip(rounds, movement.rounds, strict=True)
        for sitting in sittings
    }
    tables = sorted({table for _number, table in cells})
    return MovementGrid(
        rounds,
        tuple((table, tuple(cells.get((n, table), "") for n in rounds)) for table in tables),
        tuple(", ".join(_key(key) for key in keys) for keys in movement.sit_outs),
        movement.notes,
        len(movement.entries),
    )


def _key(key: EntryKey) -> str:
    return f"{key[0]} {key[1]}".strip()


def _numbers(first: Place, second: Place) -> str:
    if first.entry != second.entry:
        return f"{_key(first.entry)} + {_key(second.entry)}"
    return _key(first.entry) + ("b" if first.member == 2 else "")
