"""Double dummy of a night: how far it is, and which entries it makes doubtful (night story 11)."""

from dataclasses import dataclass

from django.db.models import Count
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
    """`solved` of `boards` boards have a table; `job` is the newest job of this night."""

    solved: int
    boards: int
    job: Job | None
    is_possible: bool

    @property
    def goes_on(self) -> bool:
        return self.job is not None and self.job.state in GOING_ON

    @property
    def may_start(self) -> bool:
        return self.is_possible and not self.goes_on and self.solved < self.boards


def solving_of(night: ClubNight) -> Solving:
    """How far the solver is with the night's set; shows nothing that it found."""
    boards = night.night_deal_set.deal_set.boards.exclude(deal_text="")
    counts = boards.aggregate(boards=Count("pk"), solved=Count("double_dummy"))
    return Solving(
        **counts,
        job=Job.objects.filter(night=night, kind=DOUBLE_DUMMY).first(),
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
