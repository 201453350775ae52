"""Double dummy of a night: how far it is, and which entries it makes doubtful (night story 11)."""

from dataclasses import dataclass

from django.db.models import Case, Subquery, When
from django.utils.translation import gettext as _

from clubmanager.nights.models import ClubNight, Job, JobState
from deals.core.cards import Seat, Trump
from deals.core.double_dummy import TrickTable, solver_is_installed
from deals.models import DealSet, DoubleDummy

from .data import HandRow, NightData, TableRow
from .officer import OfficerSight

DOUBLE_DUMMY = "double dummy"  # the kind of its jobs
GOING_ON = (JobState.WAITING, JobState.RUNNING)
UNLIKELY = 3  # tricks more or fewer than perfect play wins


@dataclass(frozen=True, slots=True)
class Solving:
    """A night's set as the solver sees it: board numbers, how many have cards, how many are solved.

    `job_id` is the job of this night that is waiting or running.
    """

    numbers: tuple[int, ...]
    boards: int
    solved: int
    job_id: int | None
    is_possible: bool

    @property
    def may_start(self) -> bool:
        return self.is_possible and self.job_id is None and self.solved < self.boards


def solving_of(night: ClubNight) -> Solving:
    """How far the solver is with the night's set; shows nothing that it found. One query."""
    jobs = Job.objects.filter(night=night, kind=DOUBLE_DUMMY, state__in=GOING_ON)
    boards = night.night_deal_set.deal_set.boards.order_by("number").annotate(
        has_cards=Case(When(deal_text="", then=0), default=1),
        job=Subquery(jobs.values("pk")[:1]),
    )
    rows = list(boards.values_list("number", "has_cards", "double_dummy", "job"))
    return Solving(
        numbers=tuple(row[0] for row in rows),
        boards=sum(row[1] for row in rows),
        solved=sum(row[2] is not None for row in rows),
        job_id=rows[0][3] if rows else None,
        is_possible=solver_is_installed(),
    )


def jobs_on(deal_set: DealSet):
    """The double dummy jobs that are waiting or running for a deal set, on any night."""
    return Job.objects.filter(
        kind=DOUBLE_DUMMY, state__in=GOING_ON, night__night_deal_set__deal_set=deal_set
    )


@dataclass(frozen=True, slots=True)
class UnlikelyHand:
    """An entry that is far from perfect play. It says in which direction, and no number: the
    number would tell of a sealed board."""

    table: TableRow
    hand: HandRow
    words: str


def unlikely_hands(data: NightData, sight: OfficerSight) -> list[UnlikelyHand]:
    """Entries three or more tricks from perfect play, for directors alone; one query."""
    entered = [(t, h) for t in data.tables for h in t.hands if _is_comparable(h)]
    seen = [(table, hand) for table, hand in entered if not sight.veils(table, hand)]
    if not seen:
        return []
    tables = _trick_tables({hand.board_id for _table, hand in seen})
    found = []
    for table, hand in seen:
        words = _doubt(hand, tables[hand.board_id]) if hand.board_id in tables else ""
        if words:
            found.append(UnlikelyHand(table, hand, words))
    return found


def _is_comparable(hand: HandRow) -> bool:
    """Whether there is an entry about the stored deal which nobody has vouched for by a ruling."""
    facts = hand.facts or {}
    return bool(
        hand.board_id and hand.deal_applies and hand.ruling == "none" and hand.declarer
        and facts.get("trump") and "as_played" not in facts and hand.tricks is not None
    )  # fmt: skip


def _trick_tables(boards: set[int]) -> dict[int, TrickTable]:
    rows = DoubleDummy.objects.filter(board__in=boards).values_list("board_id", "tricks")
    return {board: TrickTable(text) for board, text in rows}


def _doubt(hand: HandRow, table: TrickTable) -> str:
    more = hand.tricks - table.tricks(Seat(hand.declarer), Trump(hand.facts["trump"]))
    if more >= UNLIKELY:
        return _("many more tricks than the cards allow against good play")
    if more <= -UNLIKELY:
        return _("many fewer tricks than the cards allow with good play")
    return ""
