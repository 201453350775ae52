"""A night as the plain values that the drawing rooms print."""

import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.makers import assign_makers
from clubmanager.nights.games import game_of
from clubmanager.nights.models import HandLineup, Method
from clubmanager.nights.prints.badges import Badge
from clubmanager.nights.prints.evening import Evening
from clubmanager.nights.prints.guide_cards import GuideCard, GuideRow
from clubmanager.nights.prints.seating_list import SeatingRow, SeatingSheet
from clubmanager.nights.prints.table_cards import TableSign
from clubmanager.people.models import Player
from deals.core.cards import Seat
from deals.prints.paper import PAPERS, Paper
from deals.prints.slips import DealSlip
from scoring.core.chart import Chart
from scoring.core.house_rules import HouseRule, house_rules_without
from scoring.prints.score_pads import DIRECTIONS, PadHand, PadTeam, ScorePad
from scoring.prints.standings import StandingsRow, StandingsSection, StandingsSheet

from .codes import PrintedCard, printed_cards
from .data import EntryRow, NightData, Person, TableRow
from .seen import status_of
from .standings import StandingRow, fraction_text, standings_for

LINE_TITLES = {"": "", "NS": gettext_lazy("North-South"), "EW": gettext_lazy("East-West")}


def part_title(section: str, line: str) -> str:
    """What stands above a part of the standings: "Section B, North-South"; empty for the whole."""
    named = [_("Section %(name)s") % {"name": section}] if section else []
    return ", ".join([*named, str(LINE_TITLES[line])] if line else named)


def paper_of(night) -> Paper:
    """The club's paper."""
    return PAPERS[night.club.paper]


def date_text(night) -> str:
    return formats.date_format(night.date, "j F Y")


def chart_of(night) -> Chart | None:
    """The chart that the night's game is scored by, if it has one."""
    return night.chart.value if game_of(night).has_chart else None


def pad_code(night, table: TableRow) -> str:
    """What finds a pad's sitting again: night, round, table and a check letter."""
    plain = f"{night.pk}-{table.round}-{table.table}"
    return f"{plain}-{'ABCDEFGHJKMNPQRSTUVWXYZ'[zlib.crc32(plain.encode()) % 23]}"


def score_pads(data: NightData, rounds: set[int] | None = None) -> list[ScorePad]:
    """One pad for each table of the rounds (all without `rounds`), by round, then table."""
    night, chart = data.night, data.night.chart.value
    return [
        ScorePad(
            club=night.club.name,
            night=night.title,
            date=date_text(night),
            table=str(table.table),
            round=str(table.round),
            code=pad_code(night, table),
            chart=chart,
            ns=_team(table, "NS"),
            ew=_team(table, "EW"),
            hands=tuple(PadHand(h.number, h.board, _dealer(h)) for h in table.hands),
            deals_stored=any(hand.board_id for hand in table.hands),
        )
        for table in data.tables
        if rounds is None or table.round in rounds
    ]


def _dealer(hand) -> str:
    # With shuffled cards the table chooses who deals first, so the pad leaves it open.
    return hand.dealer if hand.board_id else ""


def _team(table: TableRow, side: str) -> PadTeam:
    first, second = table.names(side)
    return PadTeam((first, second))


def deal_slips(data: NightData, *, kept_from: frozenset[int] = frozenset()) -> list[DealSlip]:
    """Slips of the night's boards, each with who makes it up; never somebody who plays it.

    `kept_from` are players (an officer who plays tonight) whose boards are left out.
    """
    deal_set = data.night.night_deal_set.deal_set
    people: dict[int, Person] = {}
    plays: dict[int, set[int]] = defaultdict(set)
    for table in data.tables:
        seated = table.everybody
        people |= seated
        for hand in table.hands:
            if hand.board:
                plays[hand.board] |= set(seated)
    for entry in data.entries.values():
        people |= {person.id: person for person in entry.members}
    copies = sum(data.night.sections.values_list("copies", flat=True))
    wanted = {b: frozenset(who) for b, who in plays.items() if not who & kept_from}
    jobs = assign_makers(wanted, dict.fromkeys(wanted, copies), sorted(people))
    boards = {board.number: board for board in deal_set.boards.filter(number__in=wanted)}
    return [
        DealSlip(
            set_name=deal_set.name, number=number, dealer=Seat(boards[number].dealer),
            deal=boards[number].deal, copy=copy, copies=copies,
            maker=people[maker].full if maker else "",
        )
        for number, copy, maker in jobs
    ]  # fmt: skip


def standings_sheet(
    data: NightData, *, public: bool, hidden_boards: frozenset = frozenset()
) -> StandingsSheet:
    """The standings for the wall; `public` decides which hands count and how people are named."""
    night = data.night
    parts: dict[tuple[str, str], list[StandingsRow]] = {}
    for row in standings_for(data, public=public, hidden_boards=hidden_boards):
        parts.setdefault(row.part, []).append(_sheet_row(row, public))
    return StandingsSheet(
        club=night.club.name,
        night=night.title,
        date=date_text(night),
        method=Method(night.method).label,
        status=status_of(data).text,
        chart=chart_of(night),
        sections=tuple(
            StandingsSection(part_title(*part), tuple(rows)) for part, rows in parts.items()
        ),
    )


def shown_names(entry: EntryRow, public: bool) -> tuple[str, ...]:
    """The names of an entry; in public a hidden person is only her entry's number."""
    names = entry.names(public)
    if all(names):
        return names
    word = _("Pair") if len(names) > 1 else _("Player")
    label = f"{word} {entry.line} {entry.number}".replace("  ", " ")
    shown = tuple(name for name in names if name)
    return (*shown, _("not named (%(entry)s)") % {"entry": label}) if shown else (label,)


def _sheet_row(row: StandingRow, public: bool) -> StandingsRow:
    standing = row.standing
    return StandingsRow(
        rank="" if standing.below_line else row.rank_text,
        names=shown_names(row.entry, public),
        games=_("%(won)s of %(played)s")
        % {"won": fraction_text(standing.wins), "played": standing.games_played},
        net_points=standing.net_points,
        hands=standing.hands_played,
        percentage=row.score_text or row.percentage_text,
        tie_reason=standing.tie_reason,
        below_line=standing.below_line,
    )


# What is handed out before the first round


def table_signs(data: NightData, cards: Sequence[PrintedCard] = ()) -> list[TableSign]:
    """A table card for each table of the night, with its code where it has one."""
    night, codes = data.night, {card.table: card for card in cards}
    signs = []
    for table in sorted({table.table for table in data.tables}):
        code = codes.get(table)
        signs.append(
            TableSign(
                club=night.club.name,
                night=f"{night.title}, {date_text(night)}",
                table=str(table),
                digits=code.digits if code else "",
                address=code.url if code else "",
            )
        )
    return signs


def guide_cards(data: NightData) -> list[GuideCard]:
    """A guide card for each entry: every round that is drawn, its sit-outs among them."""
    heading = f"{data.night.title} \u00b7 {date_text(data.night)}"
    rows: dict[int, list[GuideRow]] = defaultdict(list)
    for number in sorted({*data.rounds(), *data.sit_outs}):
        for table in data.rounds().get(number, []):
            for entry in {entry for _person, entry in table.seats.values()}:
                rows[entry].append(_guide_row(table, entry))
        for resting in data.sit_outs.get(number, []):
            rows[resting.id].append(GuideRow(str(number)))
    return [
        GuideCard(heading, _entry_label(entry), entry.names(public=False), tuple(rows[entry.id]))
        for entry in data.entries.values()
        if rows[entry.id]
    ]


def _entry_label(entry: EntryRow) -> str:
    word = {1: "Player", 2: "Pair"}.get(len(entry.members), "Team")
    line = {"NS": " N\u2013S", "EW": " E\u2013W"}.get(entry.line, "")
    return f"{word} {entry.number}{line}"


def _guide_row(table: TableRow, entry: int) -> GuideRow:
    seats = "".join(seat for seat in "NESW" if table.seats.get(seat, (None, 0))[1] == entry)
    side = "NS" if seats[0] in "NS" else "EW"
    partner = [table.seat_name(s) for s in side if s in table.seats and s not in seats]
    boards = sorted(hand.board for hand in table.hands if hand.board)
    return GuideRow(
        round=str(table.round),
        table=str(table.table),
        direction="\u2013".join(seats),
        opponents=table.names("EW" if side == "NS" else "NS"),
        partner=partner[0] if partner else "",
        boards=_span(boards),
    )


def _span(boards: list[int]) -> str:
    """Board numbers in short: "5–8", or "3, 7" where they do not follow each other."""
    if len(boards) > 1 and boards[-1] - boards[0] == len(boards) - 1:
        return f"{boards[0]}\u2013{boards[-1]}"
    return ", ".join(map(str, boards))


def _names(night) -> list[tuple[int, str, str]]:
    """(player id, first name, last name) of everybody, substitutes too, by surname; one query."""
    sits_in = HandLineup.objects.filter(hand__game__table_round__round__night=night)
    who = Q(entry_members__night=night) | Q(pk__in=sits_in.values("player"))
    rows = Player.objects.filter(who).distinct().values_list("pk", "first_name", "last_name")
    return sorted(rows, key=lambda row: (_sorting(row[2] or row[1]), _sorting(row[1]), row[0]))


def _sorting(name: str) -> str:
    """A name as a list sorts it: case and accents do not matter."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def seating_sheet(data: NightData, number: int | None = None) -> SeatingSheet | None:
    """Everybody by surname with the place in a round (the first without `number`).

    None where nobody sits in that round.
    """
    rounds = data.rounds()
    number = number or min(rounds, default=0)
    if number not in rounds:
        return None
    places = {
        person.id: (str(table.table), DIRECTIONS[seat])
        for table in rounds[number]
        for seat in table.seats
        for person in table.sitters(seat)
    }
    resting = {p.id for entry in data.sit_outs.get(number, []) for p in entry.members}
    rows = [
        SeatingRow(", ".join(filter(None, (last, first))), *places.get(player, ()))
        for player, first, last in _names(data.night)
        if player in places or player in resting
    ]
    night = data.night
    return SeatingSheet(night.club.name, night.title, date_text(night), str(number), tuple(rows))


def badges(night) -> list[Badge]:
    """A name badge for everybody who is entered, by surname."""
    return [Badge(night.club.name, first, last) for _player, first, last in _names(night)]


def house_rules(night) -> tuple[HouseRule, ...]:
    """The house rules that the club has not switched off."""
    return house_rules_without(night.club.house_rules_off)


def evening(data: NightData) -> Evening:
    """Everything a night hands out, as plain values; needs four queries more than `data`."""
    night = data.night
    return Evening(
        club=night.club.name,
        night=night.title,
        chart=chart_of(night),
        tables=tuple(table_signs(data, printed_cards(night.pk))),
        seating=seating_sheet(data),
        badges=tuple(badges(night)),
        guides=tuple(guide_cards(data)),
        house_rules=house_rules(night),
        pads=tuple(score_pads(data)) if chart_of(night) else (),
    )
