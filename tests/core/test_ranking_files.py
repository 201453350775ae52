"""Sessions read from files: USEBIO, safely. Small files made by hand."""

from fractions import Fraction

import pytest

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.neuberg import Factoring
from scoring.core.report import half_text, number
from scoring.core.ruleset import RuleError
from scoring.core.usebio import LARGEST_FILE, parse_safely, read_usebio
from scoring.core.usebio_report import report_usebio

EXACT = Scoring(factoring=Factoring.EXACT)
DTD = '<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio.dtd">'


def pair(number, line, percentage, place):
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{line}</DIRECTION>"
        f"<PERCENTAGE>{percentage}</PERCENTAGE><PLACE>{place}</PLACE>"
        f"<PLAYER><PLAYER_NAME>Ann &amp; {number}</PLAYER_NAME></PLAYER></PAIR>"
    )


def traveller(ns, ew, score, ns_mp="", ew_mp=""):
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}"
        f"</EW_PAIR_NUMBER><SCORE>{score}</SCORE><NS_MATCH_POINTS>{ns_mp}</NS_MATCH_POINTS>"
        f"<EW_MATCH_POINTS>{ew_mp}</EW_MATCH_POINTS></TRAVELLER_LINE>"
    )


PAIRS = [
    pair("1NS", "NS", "87.50", 1), pair("2NS", "NS", "50.00", 2), pair("3NS", "NS", "12.50", 3),
    pair("1EW", "EW", "12.50", 3), pair("2EW", "EW", "50.00", 2), pair("3EW", "EW", "87.50", 1),
]  # fmt: skip
LINES = [
    traveller("1NS", "1EW", 420, "3.5", "0.5"),
    traveller("2NS", "2EW", "A5050", "2", "2"),
    traveller("3NS", "3EW", -50, "0.5", "3.5"),
]


def document(pairs=PAIRS, lines=LINES, kind="MP_PAIRS", doctype=DTD, board="7"):
    return (
        f'<?xml version="1.0"?>{doctype}<USEBIO><EVENT EVENT_TYPE="{kind}"><TITLE>Tuesday</TITLE>'
        f"<WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS>{''.join(pairs)}</PARTICIPANTS><BOARD>"
        f"<BOARD_NUMBER>{board}</BOARD_NUMBER>{''.join(lines)}</BOARD></EVENT></USEBIO>"
    ).encode()


def report(data, **setting):
    return report_usebio(read_usebio(data), scoring=setting.get("scoring", EXACT), chain=())


def test_a_session_agrees_with_itself():
    found = report(document())
    assert found["compared"] == {
        "lines": 3, "lines_equal": 3, "percentages": 6, "percentages_equal": 6,
        "places": 6, "places_equal": 6,
    }  # fmt: skip
    assert (found["differences"], found["warnings"], found["notes"]) == ([], [], [])
    first = found["standings"][0]
    assert (first["number"], first["names"], first["rank"]) == ("1NS", ["Ann & 1NS"], "1")
    assert (first["total"], first["available"], first["percentage"]) == (3.5, 4, "87.50")
    assert found["boards"][0]["results"][0] == {
        "ns": "1NS", "ew": "1EW", "ns_score": "+420", "ns_matchpoints": 3.5, "ew_matchpoints": 0.5,
    }  # fmt: skip


def test_a_wrong_claim_is_a_difference_and_no_award():
    lines = [traveller("1NS", "1EW", 420, "4", "0"), *LINES[1:]]
    found = report(document(lines=lines))
    assert found["differences"] == [
        {"board": 7, "ns": "1NS", "ew": "1EW", "what": "matchpoints", "score": "420",
         "ours": [3.5, 0.5], "file": [4, 0]}
    ]  # fmt: skip
    assert found["warnings"] == []
    assert found["compared"]["percentages_equal"] == 6


def test_a_line_that_contradicts_its_equal_is_a_warning_and_counts_as_an_award():
    # All flat: 2 each. The first line has 3 and 1.
    lines = [
        traveller("1NS", "1EW", 0, "3", "1"),
        traveller("2NS", "2EW", 0, "2", "2"),
        traveller("3NS", "3EW", 0, "2", "2"),
    ]
    found = report(document(lines=lines))
    assert len(found["warnings"]) == 1
    assert "board 7, 1NS against 1EW: the file contradicts itself" in found["warnings"][0]
    totals = {row["number"]: row["total"] for row in found["standings"]}
    assert (totals["1NS"], totals["1EW"], totals["2NS"]) == (3, 1, 2)


def test_an_award_that_its_code_does_not_say_is_noted_and_counts():
    lines = [LINES[0], traveller("2NS", "2EW", "A5050", "2.4", "1.2"), LINES[2]]
    found = report(document(lines=lines))
    assert found["notes"] == [
        "board 7, 2NS against 2EW: the code A5050 means 2 and 2, the file awards 2.4 and 1.2; "
        "the award counts"
    ]
    assert {"pair": "2NS", "what": "percentage", "ours": 60, "file": "50.00"} in found[
        "differences"
    ]


def test_wrong_percentages_and_places_are_listed():
    pairs = [pair("1NS", "NS", "87.4", 1), *PAIRS[1:5], pair("3EW", "EW", "87.5", 2)]
    assert report(document(pairs=pairs))["differences"] == [
        {"pair": "1NS", "what": "percentage", "ours": 87.5, "file": "87.4"},
        {"pair": "3EW", "what": "place", "ours": "1", "file": "2"},
    ]


def test_other_methods_rank_a_session_and_compare_nothing():
    found = report(document(), scoring=Scoring(method=Comparison.CROSS_IMPS))
    # 470 is 10 IMPs; of three expected, two can be compared: 10 x (3 / 2) / 2.
    assert found["standings"][0]["total"] == 7.5
    assert found["compared"] == {"lines": 0, "lines_equal": 0}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            document(kind="NOTSUP"), "EVENT_TYPE must be MP_PAIRS .*got 'NOTSUP'", id="kind"
        ),
        pytest.param(b"<PBN/>", "USEBIO document", id="another document"),
        pytest.param(b"<USEBIO>", "well-formed XML", id="cut off"),
        pytest.param(
            document(lines=[traveller("9NS", "1EW", 0)]), "NS_PAIR_NUMBER must be", id="stranger"
        ),
        pytest.param(document(lines=[traveller("1NS", "1EW", "4H")]), "SCORE must be", id="score"),
        pytest.param(document(board="x"), "BOARD_NUMBER must be a number", id="board"),
        pytest.param(
            document(lines=[traveller("1NS", "1EW", 0, "1e9", "0")]), "MATCH_POINTS", id="claim"
        ),
        pytest.param(document(pairs=[*PAIRS, PAIRS[0]]), "PAIR_NUMBER must be", id="twice"),
        pytest.param(document(pairs=[]), "PAIR_NUMBER must be", id="nobody"),
    ],
)
def test_what_is_no_session_is_refused(data, message):
    with pytest.raises(RuleError, match=message):
        read_usebio(data)


BOMB = '<!DOCTYPE USEBIO [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
FETCH = '<!DOCTYPE USEBIO [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(document(doctype=BOMB), "DOCTYPE must be the name of a DTD only", id="bomb"),
        pytest.param(document(doctype=FETCH), "DOCTYPE must be", id="file of the server"),
        pytest.param(
            document().replace(b"Tuesday", b"&fees;"), "XML must be without entities", id="unknown"
        ),
        pytest.param(b"<a>" * 50, "at most 20 deep", id="deep"),
        pytest.param(b" " * (LARGEST_FILE + 1), "at most 10000000 bytes", id="large"),
        pytest.param(
            b'<?xml version="1.0" encoding="nonsense"?><a/>', "well-formed", id="encoding"
        ),
    ],
)
def test_a_document_may_bring_nothing_that_grows_or_fetches(data, message):
    with pytest.raises(RuleError, match=message):
        parse_safely(data)


def test_numbers_are_shown_whole_or_to_the_hundredth():
    assert [number(Fraction(one)) for one in ("3", "123/7", "1/200", "-5/2")] == [
        3,
        17.57,
        0.01,
        -2.5,
    ]
    assert [half_text(Fraction(one, 2)) for one in (0, 1, 5, 6)] == ["0", "½", "2½", "3"]
