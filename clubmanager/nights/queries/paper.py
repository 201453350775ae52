"""A night as the plain values that the drawing rooms print."""

import zlib
from collections import defaultdict

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.makers import assign_makers
from clubmanager.nights.models import Method
from deals.core.cards import Seat
from deals.prints.paper import PAPERS, Paper
from deals.prints.slips import DealSlip
from scoring.prints.score_pads import PadHand, PadTeam, ScorePad
from scoring.prints.standings import StandingsRow, StandingsSection, StandingsSheet

from .data import EntryRow, NightData, Person, TableRow
from .seen import status_of
from .standings import StandingRow, fraction_text, standings_for

LINE_TITLES = {"": "", "NS": gettext_lazy("North-South"), "EW": gettext_lazy("East-West")}


def paper_of(night) -> Paper:
    """The club's paper."""
    return PAPERS[night.club.paper]


def date_text(night) -> str:
    return formats.date_format(night.date, "j F Y")


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
    first, second = table.people(side)
    return PadTeam((first.full, second.full))


def deal_slips(data: NightData, *, kept_from: frozenset[int] = frozenset()) -> list[DealSlip]:
    """Slips of the night's boards, each with who makes it up; never somebody who plays it.

    `kept_from` are players (an officer who plays tonight) whose boards are left out.
    """
    deal_set = data.night.night_deal_set.deal_set
    people: dict[int, Person] = {}
    plays: dict[int, set[int]] = defaultdict(set)
    for table in data.tables:
        seated = {person.id: person for person, _entry in table.seats.values()}
        people |= seated
        for hand in table.hands:
            if hand.board:
                plays[hand.board] |= set(seated)
    for entry in data.entries.values():
        people |= {person.id: person for person in entry.members}
    copies = data.night.sections.get().copies
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
    by_line: dict[str, list[StandingsRow]] = {}
    for row in standings_for(data, public=public, hidden_boards=hidden_boards):
        by_line.setdefault(row.entry.line, []).append(_sheet_row(row, public))
    return StandingsSheet(
        club=night.club.name,
        night=night.title,
        date=date_text(night),
        method=Method(night.method).label,
        status=status_of(data).text,
        chart=night.chart.value,
        sections=tuple(
            StandingsSection(str(LINE_TITLES[line]), tuple(rows)) for line, rows in by_line.items()
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
        percentage=row.percentage_text,
        tie_reason=standing.tie_reason,
        below_line=standing.below_line,
    )
