"""Score pads of 40 tables x 6 rounds against a bare loop that draws as many strings and lines."""

import io

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from deals.prints import paper
from deals.prints.paper import A4, REGULAR, line_of
from scoring.core.chart import RECONSTRUCTED
from scoring.prints.score_pads import PadHand, PadTeam, ScorePad, draw_score_pads
from tests.benchmarks.ratio import compare

TABLES, ROUNDS = 40, 6


def pads() -> list[ScorePad]:
    return [
        ScorePad(
            club="Riverside Club",
            night="Tuesday league",
            date="1 December 2026",
            table=str(table),
            round=str(number),
            code=f"{table:03}-{number:03}",
            chart=RECONSTRUCTED,
            ns=PadTeam((f"Anna Berg {table}", f"Bo Chen {table}")),
            ew=PadTeam((f"Carl Dahl {number}", f"Dora Eng {table * number}")),
            hands=tuple(PadHand(n, n + 4 * number, "NESW"[n - 1]) for n in range(1, 5)),
            deals_stored=False,
        )
        for number in range(1, ROUNDS + 1)
        for table in range(1, TABLES + 1)
    ]


class CountingCanvas(Canvas):
    """Counts what one pad draws."""

    strings = lines = 0

    def drawString(self, *args, **kwargs):  # noqa: N802
        CountingCanvas.strings += 1
        return super().drawString(*args, **kwargs)

    def line(self, *args):
        CountingCanvas.lines += 1
        return super().line(*args)

    def rect(self, *args, **kwargs):
        CountingCanvas.lines += 1
        return super().rect(*args, **kwargs)


def drawn_on_one_pad(monkeypatch) -> tuple[int, int]:
    with monkeypatch.context() as patch:
        patch.setattr(paper, "Canvas", CountingCanvas)
        draw_score_pads(pads()[:1], A4)
    return CountingCanvas.strings, CountingCanvas.lines


def bare_loop(pages: int, strings: int, lines: int) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(A4.width, A4.height), invariant=1)
    for page in range(pages):
        canvas.setFont(REGULAR, 9)
        for index in range(strings):
            canvas.drawString(40, 20 + 4 * index, f"Name {page} {index}")
        for index in range(lines):
            canvas.line(40, 20 + 6 * index, 500, 20 + 6 * index)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@pytest.mark.slow
def test_pads_reach_half_the_pages_per_second_of_a_bare_loop(monkeypatch):
    strings, lines = drawn_on_one_pad(monkeypatch)
    assert strings > 150
    assert lines > 100
    line_of("warm")
    measured = compare(
        lambda: bare_loop(TABLES * ROUNDS, strings, lines),
        lambda: draw_score_pads(pads(), A4),
        at_least=0.5,
        quick_times=1,
        most=8,
    )
    assert len(pypdfium2.PdfDocument(measured.quick_result)) == TABLES * ROUNDS
    print(f"bare and pads: {measured}")  # noqa: T201
    assert measured.ratio >= 0.5, measured
