"""The solver against published tables, and the ways it must not be used."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from deals.core import double_dummy
from deals.core.cards import Seat, Trump
from deals.core.deal import Deal
from deals.core.dealing import BoardRange, DealDescription, deal_boards, unrank
from deals.core.double_dummy import SolverError, SolverMissing, TrickTable, solve
from deals.core.pbn import read_pbn

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
needs_solver = pytest.mark.skipif(
    not double_dummy.solver_is_installed(), reason="the solver is not installed"
)


@needs_solver
def test_boards_of_a_real_file_get_the_tricks_that_the_file_tells():
    path = SAMPLES / "bridgecomposer.pbn"
    if not path.exists():
        pytest.skip("the sample files are not on this machine")
    data = path.read_bytes()
    told = [text.decode() for text in re.findall(rb'DoubleDummyTricks "(\w+)"', data)]
    deals = [board.deal for board in read_pbn(data).boards]
    assert [table.text for table in solve(deals[:6], threads=2)] == told[:6]


@needs_solver
def test_whoever_holds_all_trumps_wins_all_tricks():
    (table,) = solve([unrank(0)])  # N all spades (blue), E hearts (red), S diamonds, W clubs
    assert [table.tricks(seat, Trump.B) for seat in Seat] == [13, 0, 13, 0]
    assert [table.tricks(seat, Trump.G) for seat in Seat] == [0, 13, 0, 13]


@needs_solver
def test_41_deals_are_more_than_one_call_takes():
    deals = [unrank(0)] * 41
    assert len({table.text for table in solve(deals)}) == 1


@needs_solver
def test_two_threads_may_ask_at_once():
    deals = list(deal_boards(DealDescription("", "", BoardRange(1, 2)), bytes(32)).values())
    expected = solve(deals)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(solve(deals))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 3


@needs_solver
def test_the_library_is_refused_after_a_fork(monkeypatch):
    solve([unrank(0)])
    monkeypatch.setattr(double_dummy.os, "getpid", lambda: -1)
    with pytest.raises(SolverError, match="before this process was forked"):
        solve([unrank(0)])


@pytest.mark.parametrize("path", [None, Path(__file__)], ids=["not installed", "no library"])
def test_without_the_solver_there_is_a_clear_message(monkeypatch, path):
    monkeypatch.setattr(double_dummy, "solver_path", lambda: path)
    double_dummy._library.cache_clear()
    with pytest.raises(SolverMissing, match='install the extra "solver"'):
        solve([unrank(0)])


def test_twelve_cards_never_reach_the_solver():
    with pytest.raises(ValueError, match="12 cards"):
        Deal.from_pbn("N:A873.AJ83.52.Q3 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96")


def test_a_table_is_read_in_pbn_s_order():
    table = TrickTable("66477665877785677856")
    assert [table.tricks(Seat.N, trump) for trump in (Trump.NT, Trump.B, Trump.R)] == [6, 6, 4]
    assert table.tricks(Seat.S, Trump.G) == 7
    assert table.tricks(Seat.W, Trump.G) == 6
    assert TrickTable.of(table.tricks) == table


@pytest.mark.parametrize("text", ["", "6" * 19, "6" * 21, "e" * 20, "A" * 20])
def test_a_table_needs_20_digits(text):
    with pytest.raises(ValueError, match="20 digits"):
        TrickTable(text)


def test_the_package_around_the_library_is_never_imported():
    code = (
        "import sys\nfrom deals.core.double_dummy import solve\n"
        "from deals.core.dealing import unrank\n"
        "solve([unrank(0)]); print('endplay' in sys.modules, 'matplotlib' in sys.modules)"
    )
    if not double_dummy.solver_is_installed():
        pytest.skip("the solver is not installed")
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert run.stdout == "False False\n"
