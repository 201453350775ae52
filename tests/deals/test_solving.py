"""Double dummy in the database: solved once, with progress, cancelled between boards."""

import pytest
from django.db import IntegrityError, transaction

from deals import solving
from deals.core.double_dummy import SolverMissing, TrickTable
from deals.models import DoubleDummy
from deals.queries import proof_document, trick_tables_of, unsolved_boards
from deals.services import generate_deal_set, open_deal_set
from deals.solving import solve_deal_set

pytestmark = pytest.mark.django_db
TABLE = TrickTable("66477665877785677856")


@pytest.fixture
def deal_set():
    return generate_deal_set(
        name="Set", event="e", session="1", boards=10, actor="Ann", secret=bytes(32)
    )


@pytest.fixture
def solved(monkeypatch):
    """How many deals the solver was asked for, call by call."""
    calls = []

    def solve(deals):
        calls.append(len(deals))
        return [TABLE] * len(deals)

    monkeypatch.setattr(solving, "solve", solve)
    return calls


def test_every_board_is_solved_once_and_progress_is_told(deal_set, solved):
    told = []
    assert solve_deal_set(deal_set, report=lambda done, total: told.append((done, total))) == 10
    assert told == [(0, 10), (4, 10), (8, 10), (10, 10)]
    assert trick_tables_of(deal_set) == dict.fromkeys(range(1, 11), TABLE)
    assert solve_deal_set(deal_set) == 10
    assert solved == [4, 4, 2]


def test_a_cancelled_run_keeps_what_it_has_and_goes_on_later(deal_set, solved):
    answers = iter([False, True])
    assert solve_deal_set(deal_set, cancelled=lambda: next(answers)) == 4
    assert [board.number for board in unsolved_boards(deal_set)] == [5, 6, 7, 8, 9, 10]
    assert solve_deal_set(deal_set) == 10
    assert sum(solved) == 10


def test_a_set_that_waits_for_its_later_value_has_nothing_to_solve(solved):
    waiting = generate_deal_set(
        name="Set", event="e", session="1", boards=4, actor="Ann", later_source="Lotto"
    )
    assert solve_deal_set(waiting) == 0
    assert solved == []


def test_another_worker_s_table_is_no_error(deal_set, monkeypatch):
    def solve(deals):
        for board in unsolved_boards(deal_set)[: len(deals)]:
            DoubleDummy.objects.create(board=board, tricks=TABLE.text)
        return [TABLE] * len(deals)

    monkeypatch.setattr(solving, "solve", solve)
    assert solve_deal_set(deal_set) == 10
    assert DoubleDummy.objects.count() == 10


def test_without_the_solver_nothing_is_stored(deal_set, monkeypatch):
    def solve(deals):
        raise SolverMissing

    monkeypatch.setattr(solving, "solve", solve)
    with pytest.raises(SolverMissing):
        solve_deal_set(deal_set)
    assert not DoubleDummy.objects.exists()


def test_the_database_keeps_tables_whole(deal_set):
    board = deal_set.boards.first()
    with (
        pytest.raises(IntegrityError, match="deals_doubledummy_whole_table"),
        transaction.atomic(),
    ):
        DoubleDummy.objects.create(board=board, tricks="66")


def test_the_proof_has_deals_only_when_the_set_is_open(deal_set):
    assert proof_document(deal_set) is None
    open_deal_set(deal_set, actor="Ann", reason="the night is over")
    proof = proof_document(deal_set)
    assert proof["secret"] == "00" * 32
    assert [row["number"] for row in proof["boards"]] == list(range(1, 11))
