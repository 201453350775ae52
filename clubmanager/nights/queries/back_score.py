"""An evening's totals of rubber or Chicago, by entry. Points and hundreds are the core's."""

from clubmanager.nights.models import PenaltyUnit
from scoring.core.evening import Sitting, evening_totals

from .contest import Contest
from .data import TableRow


def back_scores(contest: Contest) -> list[tuple[int, int]]:
    """Hundreds and net points of each entry, by index, over its finished tables.

    Partners of one pair have the same total, which is the pair's. A penalty is in hundreds.
    """
    sittings = [_sitting(table) for table in contest.tables if _counts(table, contest.hidden)]
    won = {
        int(total.player.partition(" ")[0]): (total.hundreds, total.net_points)
        for total in evening_totals(sittings)
    }
    return [_less_penalties(contest, entry, *won.get(entry, (0, 0))) for entry in contest.order]


def _counts(table: TableRow, hidden: frozenset) -> bool:
    seen = all(hand.board_id not in hidden for hand in table.hands)
    return bool(seen and table.totals.get("finished") and len(table.seats) == 4)


def _sitting(table: TableRow) -> Sitting:
    """The table as the core takes it; each member of an entry is a player of its own."""
    names: dict[str, str] = {}
    for seat in "NESW":
        entry = table.seats[seat][1]
        names[seat] = f"{entry} b" if f"{entry} a" in names.values() else f"{entry} a"
    margin = table.totals["NS"] - table.totals["EW"]
    return Sitting((names["N"], names["S"]), (names["E"], names["W"]), margin)


def _less_penalties(contest: Contest, entry: int, hundreds: int, net: int) -> tuple[int, int]:
    lost = sum(
        penalty.hundredths // 100
        for penalty in contest.data.penalties
        if penalty.entry == entry and penalty.unit == PenaltyUnit.POINTS
    )
    return hundreds - lost, net
