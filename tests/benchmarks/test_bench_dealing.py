"""Speed of dealing, PBN, double dummy and hand records: ratios measured in one run."""

import ctypes
import io
import multiprocessing
import random

import pytest
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.bulk import deal_seats
from deals.core.deal import Deal
from deals.core.dealing import BoardRange, DealDescription, deal_boards
from deals.core.double_dummy import TrickTable, solve, solver_is_installed, solver_path
from deals.core.pbn import PbnBoard, read_pbn, write_pbn
from deals.prints.faces import ABRIDGED
from deals.prints.hand_records import HandRecord, RecordSheet, draw_hand_records
from deals.prints.paper import A4, REGULAR
from tests.benchmarks.ratio import compare

pytestmark = pytest.mark.slow

needs_solver = pytest.mark.skipif(not solver_is_installed(), reason="the solver is not installed")


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

    described = DealDescription("benchmark", "", BoardRange(1, 3_000))
    pack, system = list(range(52)), random.SystemRandom()

    def ours():
        return deal_seats(described, bytes(32))

    def shuffled():
        for _ in range(3_000):
            system.shuffle(pack)

    by_shuffle = compare(shuffled, ours, at_least=15)
    by_endplay = compare(lambda: list(generate_deals(produce=300)), ours, at_least=1.5)
    print(f"shuffle: {by_shuffle}, a tenth of the deals by endplay: {by_endplay}")  # noqa: T201
    assert by_shuffle.ratio >= 15, by_shuffle
    assert by_endplay.ratio >= 1.5, by_endplay


@needs_solver
def test_pbn_is_written_and_read_three_times_as_fast_as_by_endplay():
    from endplay.parsers import pbn
    from endplay.types import Board as TheirBoard
    from endplay.types import Deal as TheirDeal

    mine = boards(500)
    theirs = [TheirBoard(TheirDeal(b.deal.to_pbn()), board_num=b.number) for b in mine]
    text = write_pbn(mine).decode()
    measured = compare(
        lambda: (pbn.dumps(theirs), pbn.loads(text)),
        lambda: (write_pbn(mine), read_pbn(text.encode())),
        at_least=3,
    )
    print(f"written and read: {measured}")  # noqa: T201
    assert measured.ratio >= 3, measured


def bare_solver():
    """The library and nothing else, in one thread."""
    library = ctypes.CDLL(str(solver_path()))
    library.SetMaxThreads(1)
    table = (ctypes.c_int * 20)()

    class Text(ctypes.Structure):
        _fields_ = [("cards", ctypes.c_char * 80)]

    def solve_one(text):
        assert library.CalcDDtablePBN(Text(text.encode()), ctypes.byref(table)) == 1

    return solve_one


def solving(text):
    """Seconds for one board, bare and ours, measured in turns in this process."""
    dealt, solve_one = [Deal.from_pbn(text)], bare_solver()
    measured = compare(
        lambda: solve_one(text), lambda: solve(dealt), at_least=0.9, quick_times=1, most=8
    )
    return measured.slow, measured.quick


@needs_solver
def test_solving_over_two_processes_keeps_nine_tenths_of_the_library_s_rate():
    texts = [deal.to_pbn() for deal in deals(8)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        measured = pool.map(solving, texts, chunksize=1)
    bare, ours = (sum(seconds) for seconds in zip(*measured, strict=True))
    print(f"bare {8 / bare:.2f}, ours {8 / ours:.2f} boards/s of processor time")  # noqa: T201
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
    measured = compare(
        lambda: bare_loop(2, strings),
        lambda: draw_hand_records(shown, sheet, A4),
        at_least=0.5,
        quick_times=1,
    )
    print(f"{strings} strings, bare and records: {measured}")  # noqa: T201
    assert measured.ratio > 0.5, measured
