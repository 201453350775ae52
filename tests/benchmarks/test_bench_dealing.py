"""Speed of dealing, PBN, double dummy and hand records: ratios measured in one run."""

import ctypes
import gc
import io
import multiprocessing
import random
import time

import pytest
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.bulk import deal_seats
from deals.core.dealing import BoardRange, DealDescription, deal_boards
from deals.core.double_dummy import TrickTable, solve, solver_is_installed, solver_path
from deals.core.pbn import PbnBoard, read_pbn, write_pbn
from deals.prints.faces import ABRIDGED
from deals.prints.hand_records import HandRecord, RecordSheet, draw_hand_records
from deals.prints.paper import A4, REGULAR

pytestmark = pytest.mark.slow

needs_solver = pytest.mark.skipif(not solver_is_installed(), reason="the solver is not installed")


def seconds(act, times=3):
    """The best of some runs, in processor time: the machine may be busy with other things."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        started = time.process_time()
        act()
        best = min(best, time.process_time() - started)
    return best


def deals(count):
    described = DealDescription("benchmark", "", BoardRange(1, count))
    return list(deal_boards(described, bytes(32)).values())


def boards(count):
    return [
        PbnBoard(number, dealer_of(number), vulnerability_of(number), deal)
        for number, deal in enumerate(deals(count), start=1)
    ]


@needs_solver
def test_bulk_dealing_is_15_times_as_fast_as_a_shuffle_and_as_endplay():
    from endplay.dealer import generate_deals

    described = DealDescription("benchmark", "", BoardRange(1, 10_000))
    ours = 10_000 / seconds(lambda: deal_seats(described, bytes(32)), times=7)
    pack = list(range(52))
    system = random.SystemRandom()
    shuffled = 1000 / seconds(lambda: [system.shuffle(pack) for _ in range(1000)])
    theirs = 300 / seconds(lambda: list(generate_deals(produce=300)))
    print(f"ours {ours:.0f}, shuffle {shuffled:.0f}, endplay {theirs:.0f} deals/s")  # noqa: T201
    assert ours >= 15 * shuffled
    assert ours >= 15 * theirs


@needs_solver
def test_pbn_is_written_and_read_three_times_as_fast_as_by_endplay():
    from endplay.parsers import pbn
    from endplay.types import Board as TheirBoard
    from endplay.types import Deal as TheirDeal

    mine = boards(500)
    theirs = [TheirBoard(TheirDeal(b.deal.to_pbn()), board_num=b.number) for b in mine]
    text = write_pbn(mine).decode()
    write = seconds(lambda: write_pbn(mine)), seconds(lambda: pbn.dumps(theirs))
    read = seconds(lambda: read_pbn(text.encode()), 7), seconds(lambda: pbn.loads(text))
    print(f"write x{write[1] / write[0]:.1f}, read x{read[1] / read[0]:.1f}")  # noqa: T201
    assert write[1] >= 3 * write[0]
    assert read[1] >= 3 * read[0]


def bare_solving(texts):
    """The library and nothing else: one table after the other."""
    library = ctypes.CDLL(str(solver_path()))
    library.SetMaxThreads(1)
    table = (ctypes.c_int * 20)()

    class Text(ctypes.Structure):
        _fields_ = [("cards", ctypes.c_char * 80)]

    started = time.process_time()
    for text in texts:
        assert library.CalcDDtablePBN(Text(text.encode()), ctypes.byref(table)) == 1
    return time.process_time() - started


def our_solving(texts):
    from deals.core.deal import Deal

    dealt = [Deal.from_pbn(text) for text in texts]
    started = time.process_time()
    solve(dealt)
    return time.process_time() - started


@needs_solver
def test_solving_over_two_processes_keeps_nine_tenths_of_the_library_s_rate():
    texts = [deal.to_pbn() for deal in deals(16)]
    halves = [texts[:8], texts[8:]]
    with multiprocessing.get_context("spawn").Pool(2, maxtasksperchild=1) as pool:
        bare = sum(pool.map(bare_solving, halves, chunksize=1))
        ours = sum(pool.map(our_solving, halves, chunksize=1))
    print(f"bare {16 / bare:.2f}, ours {16 / ours:.2f} boards/s of processor time")  # noqa: T201
    assert bare / ours >= 0.9


def records():
    table = TrickTable("66477665877785677856")
    return [
        HandRecord(
            board.number,
            board.dealer,
            board.vulnerable,
            board.deal,
            table,
            f"{10 * board.number} to North and South (South, Play, red)",
            ("3 \u00d7 N-S 80", f"{board.number} \u00d7 E-W 30"),
        )
        for board in boards(36)
    ]


def strings_of(monkeypatch, draw):
    """How many texts the drawing shows."""
    counted = []
    shown = PDFTextObject._formatText
    with monkeypatch.context() as patch:
        patch.setattr(
            PDFTextObject, "_formatText", lambda self, text: counted.append(1) or shown(self, text)
        )
        draw()
    return len(counted)


def bare_loop(pages, strings):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(A4.width, A4.height), invariant=1)
    for page in range(pages):
        canvas.setFont(REGULAR, 9)
        for index in range(strings // pages):
            canvas.drawString(40, 20 + index / 2, f"Name {page} {index}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def test_hand_records_of_36_boards_take_less_than_twice_a_bare_loop(monkeypatch):
    sheet = RecordSheet("Tuesday league", "1 December 2026", ABRIDGED, 18)
    shown = records()
    strings = strings_of(monkeypatch, lambda: draw_hand_records(shown, sheet, A4))
    assert strings > 36 * 80
    bare = seconds(lambda: bare_loop(2, strings), times=5)
    ours = seconds(lambda: draw_hand_records(shown, sheet, A4), times=5)
    print(f"{strings} strings: bare {bare:.3f} s, records {ours:.3f} s")  # noqa: T201
    assert ours < 2 * bare
