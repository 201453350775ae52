"""The score paper of each game, by its key: filled with the names of those who sit there."""

from collections.abc import Callable, Iterator

from clubmanager.nights.games import game_of
from deals.core.boards import vulnerability_of
from deals.core.cards import Seat
from deals.prints.paper import Paper
from scoring.prints.bridge_chart import draw_bridge_chart
from scoring.prints.chicago_pads import ChicagoPad, draw_chicago_pads
from scoring.prints.personal_cards import CardRow, PersonalCard, draw_personal_cards
from scoring.prints.quick_reference import draw_quick_reference
from scoring.prints.rubber_sheet import RubberPage, draw_rubber_sheets
from scoring.prints.score_pads import draw_blank_pads, draw_score_pads
from scoring.prints.travellers import MOST_ROWS, Traveller, TravellerRow, draw_travellers

from .data import EntryRow, HandRow, NightData, TableRow
from .paper import LINE_TITLES, date_text, score_pads

SIDES = {"NS": "North-South", "EW": "East-West"}
VULNERABLE = {"None": "nobody", "All": "both", **SIDES}
BLANK_ROWS = 24


def draw_pads(data: NightData, rounds: set[int] | None, paper: Paper) -> bytes | None:
    """What the tables of these rounds (all without `rounds`) write on; None where nobody plays."""
    tables = [t for t in data.tables if rounds is None or t.round in rounds]
    return PADS[data.night.game](data, tables, paper) if tables else None


def draw_blanks(night, paper: Paper) -> bytes:
    """Paper of the night's game without names."""
    return BLANK[night.game](night, paper)


def draw_game_chart(night, paper: Paper) -> bytes:
    """What a table looks points up in: the Quick Reference card, or the scoring chart of bridge."""
    if game_of(night).has_chart:
        return draw_quick_reference(night.chart.value, paper)
    return draw_bridge_chart(paper)


def draw_cards(data: NightData, paper: Paper) -> bytes | None:
    """A personal score card for each entry; None before anybody is seated."""
    cards = [_card(data, entry) for entry in data.entries.values()]
    cards = [card for card in cards if card]
    return draw_personal_cards(cards, paper) if cards else None


def _event(data: NightData) -> str:
    return f"{data.night.title} \u00b7 {date_text(data.night)}"


def _abridged(data: NightData, tables: list[TableRow], paper: Paper) -> bytes:
    return draw_score_pads(score_pads(data, {table.round for table in tables}), paper)


def _boards(data: NightData, tables: list[TableRow], paper: Paper) -> bytes | None:
    """A traveller for each board; personal cards where the tables have no boards."""
    plays: dict[int, list[tuple[TableRow, HandRow]]] = {}
    for table in tables:
        for hand in table.hands:
            if hand.board:
                plays.setdefault(hand.board, []).append((table, hand))
    if not plays:
        return draw_cards(data, paper)
    travellers = [
        Traveller(
            board=board,
            dealer=Seat(plays[board][0][1].dealer).word,
            vulnerable=VULNERABLE[vulnerability_of(board)],
            event=_event(data),
            rows=rows,
        )
        for board in sorted(plays)
        for rows in _sheets([_traveller_row(data, table) for table, _ in plays[board]])
    ]
    return draw_travellers(travellers, paper)


def _sheets(rows: list[TravellerRow]) -> list[tuple[TravellerRow, ...]]:
    """The rows of a board in as many travellers as they need."""
    return [tuple(rows[at : at + MOST_ROWS]) for at in range(0, len(rows), MOST_ROWS)]


def _traveller_row(data: NightData, table: TableRow) -> TravellerRow:
    return TravellerRow(_numbers(data, table, "NS"), _numbers(data, table, "EW"))


def _numbers(data: NightData, table: TableRow, side: str) -> str:
    """The numbers of who sits at a side: "4", or "4, 7" where each plays alone."""
    entries = dict.fromkeys(table.seats[seat][1] for seat in side if seat in table.seats)
    return ", ".join(str(data.entries[entry].number) for entry in entries)


def _card(data: NightData, entry: EntryRow) -> PersonalCard | None:
    rows = list(_card_rows(data, entry))
    if not rows:
        return None
    label = " ".join(filter(None, (str(LINE_TITLES[entry.line]), str(entry.number))))
    return PersonalCard(label, _names(data, entry), _event(data), tuple(rows[:36]))


def _names(data: NightData, entry: EntryRow) -> tuple[str, ...]:
    """The people of an entry, each with her substitutes: "Ann Adams / Zoe Hill"."""
    own = {person.id: {person.full: None} for person in entry.members}
    for table in data.tables_of(entry.id):
        for seat, (person, _entry) in table.seats.items():
            if person.id in own:
                own[person.id] |= dict.fromkeys(p.full for p in table.sitters(seat))
    return tuple(" / ".join(names) for names in own.values())


def _card_rows(data: NightData, entry: EntryRow) -> Iterator[CardRow]:
    for table in data.tables_of(entry.id):
        own = next(seat for seat, (_, found) in table.seats.items() if found == entry.id)
        others = _numbers(data, table, "EW" if own in "NS" else "NS")
        for hand in table.hands:
            number = hand.board or hand.number
            yield CardRow(str(number), VULNERABLE[vulnerability_of(number)], opponents=others)


def _chicago(data: NightData, tables: list[TableRow], paper: Paper) -> bytes:
    return draw_chicago_pads(
        [
            ChicagoPad(
                title=_event(data),
                line=_place(table),
                names=tuple(table.seat_name(seat) for seat in "NESW"),
                first_dealer=table.hands[0].dealer,
                variant=data.night.game_settings.get("vulnerable", "dealer"),
            )
            for table in tables
        ],
        paper,
    )


def _rubbers(data: NightData, tables: list[TableRow], paper: Paper) -> bytes:
    """The sheets: empty ones to write on, and as far as it was entered what was played."""
    return draw_rubber_sheets(
        [
            RubberPage(_event(data), _place(table), table.names("NS"), table.names("EW"),
                       table.sheet)
            for table in tables
        ],
        paper,
    )  # fmt: skip


def _place(table: TableRow) -> str:
    return f"Round {table.round}, table {table.table}"


def _blank_cards(night, paper: Paper) -> bytes:
    rows = tuple(CardRow("", "") for _ in range(BLANK_ROWS))
    return draw_personal_cards([PersonalCard("", (), night.title, rows)] * 2, paper)


Pads = Callable[[NightData, list[TableRow], Paper], bytes | None]
PADS: dict[str, Pads] = {
    "abridged": _abridged,
    "duplicate": _boards,
    "chicago": _chicago,
    "rubber": _rubbers,
    "minibridge": _boards,
}
BLANK: dict[str, Callable[..., bytes]] = {
    "abridged": lambda night, paper: draw_blank_pads(2, night.chart.value, paper),
    "duplicate": _blank_cards,
    "chicago": lambda night, paper: draw_chicago_pads([ChicagoPad(night.title, "")] * 3, paper),
    "rubber": lambda night, paper: draw_rubber_sheets([RubberPage(night.title, "")] * 2, paper),
    "minibridge": _blank_cards,
}
