"""How a number on a standings page came about: an entry's boards, and one board's comparison."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from clubmanager.nights.core.ranking import GAMES, POINTS
from scoring.core.explain import Explanation, explain, lot_text
from scoring.core.order import percentage_hundredths
from scoring.core.report import decimal_text

from .contest import Contest, contests_of
from .data import EntryRow, NightData
from .standings import StandingRow, standings_for

NameOf = Callable[[EntryRow], str]
"""How this reader may know an entry."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """What an entry got on one play of a board, of what was available."""

    board: int
    round: int
    table: int
    side: str
    got: str
    available: str
    percentage: str


@dataclass(frozen=True, slots=True)
class EntryStory:
    """An entry's place and all that it is made of; `rivals` names those it was level with."""

    row: StandingRow
    lines: tuple[BoardLine, ...]
    is_matchpoints: bool
    rivals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherResult:
    """Another result on the board: who had it, in the explained entry's view, and its worth."""

    ns: str
    ew: str
    score: str
    worth: str


@dataclass(frozen=True, slots=True)
class BoardStory:
    side: str
    score: str
    sentences: tuple[str, ...]
    others: tuple[OtherResult, ...]


def number_text(value: Fraction) -> str:
    """Whole, or with up to two decimals."""
    return decimal_text(value).removesuffix("0").removesuffix("0").removesuffix(".")


def _contest_of(data: NightData, entry_id: int, public: bool, hidden: frozenset) -> Contest | None:
    contests = contests_of(data, public=public, hidden_boards=hidden)
    return next((one for one in contests if entry_id in one.order), None)


def explain_entry(
    data: NightData,
    entry_id: int,
    *,
    name_of: NameOf,
    public: bool,
    hidden: frozenset = frozenset(),
) -> EntryStory | None:
    """The entry's place and its boards; None while it is in no ranking."""
    contest = _contest_of(data, entry_id, public, hidden)
    rows = standings_for(data, public=public, hidden_boards=hidden)
    own = next((row for row in rows if row.entry.id == entry_id), None)
    if contest is None or own is None:
        return None
    lines = contest.scores.lines.get(contest.index[entry_id], ())
    is_matchpoints = contest.scores.scoring.method == "matchpoints"
    return EntryStory(
        own,
        tuple(_line(contest, line) for line in lines),
        is_matchpoints,
        tuple(name_of(row.entry) for row in _rivals(own, rows, contest.method)),
    )


def _line(contest: Contest, line) -> BoardLine:
    play, table, _hand = contest.plays[line.play]
    hundredths = percentage_hundredths(line.got, line.available)
    percentage = "" if hundredths is None else f"{decimal_text(Fraction(hundredths, 100))} %"
    return BoardLine(
        play.board, table.round, table.table, line.side, number_text(line.got),
        number_text(line.available), percentage,
    )  # fmt: skip


def _rivals(own: StandingRow, rows: list[StandingRow], method: str) -> tuple[StandingRow, ...]:
    """Those with whom the entry was level before ties were broken."""
    if not own.standing.tie_reason or own.standing.below_line:
        return ()
    line = [r for r in rows if (r.line, r.in_section) == (own.line, own.in_section)]
    return tuple(
        row
        for row in line
        if row.entry.id != own.entry.id
        and row.standing.rank
        and _first(row, method) == _first(own, method)
    )


def _first(row: StandingRow, method: str) -> Fraction | int | None:
    """What ranks an entry before ties are broken."""
    standing = row.standing
    if row.score is not None:
        return row.score
    if method == GAMES:
        return standing.wins / max(standing.games_played, 1)
    if method == POINTS:
        return Fraction(standing.net_points, max(standing.hands_played, 1))
    return standing.percentage_hundredths


def explain_board(
    data: NightData,
    entry_id: int,
    board: int,
    *,
    name_of: NameOf,
    public: bool,
    hidden: frozenset = frozenset(),
) -> list[BoardStory]:
    """Every play of a board by an entry, against the others; empty where it has no score there.

    Results that the reader may not see yet are not compared.
    """
    contest = _contest_of(data, entry_id, public, hidden)
    if contest is None:
        return []
    found = explain(contest.scores, contestant=contest.index[entry_id], board=board)
    return [_story(contest, one, name_of) for one in found]


def _story(contest: Contest, one: Explanation, name_of: NameOf) -> BoardStory:
    def names(places: tuple[int, ...]) -> str:
        return ", ".join(name_of(contest.data.entries[contest.order[at]]) for at in places)

    others = sorted(one.others, key=lambda other: -other.worth)
    return BoardStory(
        one.side,
        lot_text(one.score) if one.score else "",
        one.sentences,
        tuple(
            OtherResult(names(o.ns), names(o.ew), lot_text(o.score), number_text(o.worth))
            for o in others
        ),
    )
