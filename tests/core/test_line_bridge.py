"""One typed line for a deal of bridge, with the place it belongs to."""

import pytest

from deals.core.cards import Seat
from scoring.core.line_abridged import PadTotals, TakeBack
from scoring.core.line_bridge import read_line
from scoring.core.ruleset import RuleError


@pytest.mark.parametrize(
    ("text", "table", "hand", "facts", "tricks"),
    [
        pytest.param("4sx n -1", None, None, {"contract": "4SX", "declarer": "N"}, 9,
                     id="the next deal"),
        pytest.param("5 2 3nt w +1", 5, 2, {"contract": "3NT", "declarer": "W"}, 10,
                     id="table and deal"),
        pytest.param("2 3ntw=", None, 2, {"contract": "3NT", "declarer": "W"}, 9,
                     id="the deal alone, without spaces"),
        pytest.param("T5 pass", 5, None, {"passed_out": True}, None, id="the table alone"),
        pytest.param("t5 2 pass", 5, 2, {"passed_out": True}, None, id="a named table and deal"),
        pytest.param("1 1 1s p 4s p p p =", 1, 1,
                     {"auction": ["1S", "P", "4S", "P", "P", "P"]}, 10, id="a whole auction"),
    ],
)  # fmt: skip
def test_a_line_has_its_place_and_its_deal(text, table, hand, facts, tricks):
    line = read_line(text)
    assert (line.table, line.hand, line.tricks) == (table, hand, tricks)
    assert line.facts(Seat.N) == facts


def test_totals_and_taking_back_are_written_as_in_abridged():
    assert read_line("/430 920") == PadTotals(430, 920)
    assert isinstance(read_line("u"), TakeBack)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("8s n =", id="a level of eight"),
        pytest.param("4s n +4", id="fourteen tricks"),
        pytest.param("5 2 nothing", id="words that are no deal"),
        pytest.param("/430", id="half of the totals"),
    ],
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(RuleError):
        read_line(text)
