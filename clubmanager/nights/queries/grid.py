"""The evening as a grid: a row for each table of a round, a cell for each hand."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubmanager.nights import words

from .data import HandRow, NightData, TableRow
from .officer import OfficerSight

SIGN_OF = {"not played": "cancelled"}  # states that share another's colour and sign


@dataclass(frozen=True, slots=True)
class Cell:
    """One hand as the grid shows it; `hand` gives its id, number and board."""

    hand: HandRow
    state: str
    sign: str  # the state whose colour and letter the cell wears
    word: str
    veiled: bool

    @property
    def points(self) -> str:
        return "" if self.veiled else words.points_words(self.hand)

    @property
    def sentence(self) -> str:
        return "" if self.veiled else words.hand_words(self.hand)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One table of a round; `veiled`: its score would tell something of a hidden hand."""

    table: TableRow
    cells: tuple[Cell, ...]
    veiled: bool
    section: str = ""  # where there are several

    @property
    def ns(self) -> str:
        return words.team_words(self.table, "NS")

    @property
    def ew(self) -> str:
        return words.team_words(self.table, "EW")

    @property
    def beyond(self) -> str:
        """The slice of the grid's columns that this table has no hand for."""
        return f"{len(self.cells)}:"

    @property
    def outcome(self) -> str:
        """Who won a finished game, in a word or two; empty before, and while it is veiled."""
        totals = self.table.totals
        if self.veiled or not totals.get("finished"):
            return ""
        return {"NS": _("N-S win"), "EW": _("E-W win")}.get(totals["winner"], _("a draw"))


def state_word(state: str) -> str:
    return {
        "missing": _("missing"),
        "late": _("late"),
        "entered": _("entered"),
        "confirmed": _("confirmed"),
        "questioned": _("questioned"),
        "adjusted": _("adjusted"),
        "cancelled": _("cancelled"),
        "not played": _("not played"),
    }[state]


def game_row(table: TableRow, sight: OfficerSight) -> GameRow:
    cells = tuple(_cell(table, hand, sight) for hand in table.hands)
    return GameRow(table, cells, sight.veils_game(table))


def _cell(table: TableRow, hand: HandRow, sight: OfficerSight) -> Cell:
    late = table.is_late and not hand.settled
    state = "late" if late else hand.shown_state
    return Cell(hand, state, SIGN_OF.get(state, state), state_word(state), sight.veils(table, hand))


def grid_of(data: NightData, number: int, sight: OfficerSight) -> list[GameRow]:
    """The tables of a round, in order, with their section where there are several."""
    several = len({entry.section for entry in data.entries.values()}) > 1
    return [
        replace(game_row(table, sight), section=_section(data, table) if several else "")
        for table in data.rounds().get(number, [])
    ]


def _section(data: NightData, table: TableRow) -> str:
    return next((data.entries[entry].section for _, entry in table.seats.values()), "")


def most_hands(data: NightData, number: int) -> int:
    """How many hands the longest game of a round has; drawn matches play extra ones."""
    tables = data.rounds().get(number, [])
    return max((len(table.hands) for table in tables), default=data.night.hands_per_round)


def late_tables(data: NightData) -> list[TableRow]:
    """Tables of closed rounds that still owe hands."""
    return [table for table in data.tables if table.is_late]


def owing_tables(data: NightData) -> list[TableRow]:
    """Tables of rounds that have started and still owe hands."""
    return [t for t in data.tables if t.round_state != "planned" and t.missing]


def current_round(data: NightData) -> int:
    """The newest round that has started; 1 before the first."""
    return max((t.round for t in data.tables if t.round_state != "planned"), default=1)


def next_round(data: NightData) -> int | None:
    """The round to start next, None after the last or before anybody is seated."""
    return min((t.round for t in data.tables if t.round_state == "planned"), default=None)
