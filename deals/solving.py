"""Writes of double dummy: every board is solved once, and what is solved stays.

Kept apart from `services`: a run lasts for minutes and so holds no transaction open.
"""

from collections.abc import Callable

from deals.core.double_dummy import solve
from deals.models import DealSet, DoubleDummy
from deals.queries import unsolved_boards

BOARDS_AT_ONCE = 4  # progress is told about every two seconds on one thread


def solve_deal_set(
    deal_set: DealSet,
    *,
    report: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> int:
    """Solve the boards that are not solved yet; returns how many boards are solved now.

    `report(done, total)` is called before the first boards and after each few; `cancelled()` is
    asked between them, and what is solved by then is kept. May be run again at any time. Raises
    SolverMissing where the solver is not installed.
    """
    total = deal_set.boards.exclude(deal_text="").count()
    waiting = unsolved_boards(deal_set)
    report(total - len(waiting), total)
    while waiting and not cancelled():
        _solve_and_store(waiting[:BOARDS_AT_ONCE])
        waiting = unsolved_boards(deal_set)  # another worker may have solved some
        report(total - len(waiting), total)
    return total - len(waiting)


def _solve_and_store(boards) -> None:
    tables = solve([board.deal for board in boards])
    DoubleDummy.objects.bulk_create(
        (
            DoubleDummy(board=board, tricks=table.text)
            for board, table in zip(boards, tables, strict=True)
        ),
        ignore_conflicts=True,  # another worker was faster; its table is the same
    )
