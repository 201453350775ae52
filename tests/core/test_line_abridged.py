"""One line a hand, as a scorer types it. Expected facts are written out by hand."""

import pytest

from deals.core.cards import Seat
from scoring.core.line_abridged import HandLine, PadTotals, TakeBack, read_line
from scoring.core.ruleset import RuleError

NORTH_RED = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}


@pytest.mark.parametrize(
    ("text", "place", "facts", "tricks"),
    [
        pytest.param("5 2 n r 11", (5, 2), NORTH_RED, 11, id="table, hand, and the hand in words"),
        pytest.param("nr11", (None, None), NORTH_RED, 11, id="written together, the next hand"),
        pytest.param("2 nr11", (None, 2), NORTH_RED, 11, id="one number is the hand"),
        pytest.param("t5 nr11", (5, None), NORTH_RED, 11, id="the table alone"),
        pytest.param("t5 3 nr11", (5, 3), NORTH_RED, 11, id="a marked table, and a hand"),
        pytest.param("  N  R  11 ", (None, None), NORTH_RED, 11, id="capitals and spaces"),
        pytest.param("n n 9", (None, None), {**NORTH_RED, "trump": "NT"}, 9, id="No trump by n"),
        pytest.param("s nt 0", (None, None), {**NORTH_RED, "declarer": "S", "trump": "NT"}, 0,
                     id="No trump by nt, no trick"),
        # East deals; after one pass South is the second to speak.
        pytest.param("p1 b 8", (None, None), {**NORTH_RED, "declarer": "S", "trump": "B"}, 8,
                     id="declarer by passes, counted from the dealer"),
        pytest.param("p3b13", (None, None), {**NORTH_RED, "declarer": "N", "trump": "B"}, 13,
                     id="three passes, written together"),
        pytest.param("x t g 10", (None, None),
                     {"round": 2, "declaration": "ten", "trump": "G"}, 10, id="Ten"),
        pytest.param("xsy7", (None, None),
                     {"round": 2, "declaration": "seven", "trump": "Y"}, 7, id="Seven, together"),
        pytest.param("x s b 8 9 11 12 8", (None, None),
                     {"round": 2, "declaration": "seven", "trump": "B",
                      "strengths": {"N": 9, "E": 11, "S": 12, "W": 8}}, 8, id="with strengths"),
        pytest.param("4 1 = ew 60", (4, 1), {"points_only": {"EW": 60}}, None, id="points only"),
    ],
)  # fmt: skip
def test_a_line_says_where_it_belongs_and_what_happened(text, place, facts, tricks):
    line = read_line(text)
    assert isinstance(line, HandLine)
    assert (line.table, line.hand) == place
    assert line.facts(Seat.E) == facts
    assert line.tricks == tricks


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("q r 11", "declarer must be n, e, s or w", id="no such declarer"),
        pytest.param("n q 11", "trump must be r, y, g or b", id="no such colour"),
        pytest.param("n r 14", "tricks must be 0 to 13, got '14'", id="14 tricks"),
        pytest.param("x p r 9", "declaration must be t for Ten", id="no such declaration"),
        pytest.param("= xx 9", "side must be ns or ew, got 'xx'", id="no such side"),
        pytest.param("x t r 9 38", "strength of North must be 0 to 37", id="too strong"),
        pytest.param("n r 11 9", "line must be at its end after tricks, got '9'", id="too long"),
        pytest.param("5 2 1 n r 9", "place must be table and hand", id="three numbers"),
        pytest.param("12345 n r 9", "place must be a table and a hand", id="a long number"),
        pytest.param("/190", "pad must be the two totals", id="one total"),
        pytest.param("n r 1१", "tricks must be 0 to 13", id="digits of another script"),
    ],
)
def test_a_word_that_cannot_be_is_quoted(text, message):
    with pytest.raises(RuleError, match=message):
        read_line(text)


@pytest.mark.parametrize(
    ("text", "next_part"),
    [
        pytest.param("", "declarer", id="nothing typed"),
        pytest.param("5 2", "declarer", id="the place"),
        pytest.param("n", "trump", id="the declarer"),
        pytest.param("n r", "tricks", id="declarer and trump"),
        pytest.param("x", "declaration", id="all passed"),
        pytest.param("x t g 10 9 11", "strength of South", id="two strengths"),
        pytest.param("= ns", "points", id="the side"),
    ],
)
def test_an_unfinished_line_says_what_comes_next(text, next_part):
    line = read_line(text)
    assert not line.is_complete
    assert line.expects[0].name == next_part
    with pytest.raises(RuleError):
        line.facts(Seat.N)


def test_totals_of_the_pad_and_taking_back_are_lines_of_their_own():
    assert read_line("/190 120") == PadTotals(190, 120)
    assert read_line("/ 190 120") == PadTotals(190, 120)
    assert read_line(" U ") == TakeBack()


def test_a_very_long_line_is_refused():
    with pytest.raises(RuleError, match="at most 80 long"):
        read_line("n" * 81)
