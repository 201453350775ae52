"""Sessions read from files: USEBIO, safely, and a night's export. Small files made by hand."""

import copy
from fractions import Fraction

import pytest

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.neuberg import Factoring
from scoring.core.night_file import field_of, read_night
from scoring.core.night_report import report_night
from scoring.core.report import half_text, number
from scoring.core.ruleset import RuleError
from scoring.core.session import plays_of_field, score_session
from scoring.core.standings import rank_matchpoints
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


def hand(board, ns, ew, ruling="none"):
    state = "confirmed" if ns is not None else "expected"
    return {"number": 1, "board": board, "ns_points": ns, "ew_points": ew, "state": state,
            "ruling": ruling}  # fmt: skip


def game(table, ns, ew, hands, winner):
    seats = {"N": ns[0], "E": ew[0], "S": ns[1], "W": ew[1]}
    return {"round": 1, "table": table, "seats": seats, "hands": hands, "winner": winner,
            "decided_by": "points" if winner else None}  # fmt: skip


NIGHT = {
    "night": {"title": "Thursday", "ranked_by": "matchpoints", "state": "closed"},
    "entries": [
        {"line": "", "number": 1, "names": ["Ada", "Ben"]},
        {"line": "", "number": 2, "names": ["Cy", "Di"]},
        {"line": "", "number": 3, "names": ["Eva", "Fay"]},
        {"line": "", "number": 4, "names": ["Gus", "Hal"]},
    ],
    "games": [
        game(1, ("Ada", "Ben"), ("Cy", "Di"), [hand(1, 100, 0), hand(2, 0, 20)], "NS"),
        game(2, ("Eva", "Somebody"), ("Gus", "Hal"), [hand(1, 0, 10), hand(2, 0, 20)], "EW"),
    ],
    "standings": [
        {"line": "", "number": 1, "rank": "1", "percentage": "75.00", "net_points": 80},
        {"line": "", "number": 4, "rank": "1=", "percentage": "75.00", "net_points": 30},
        {"line": "", "number": 2, "rank": "3=", "percentage": "25.00", "net_points": -80},
    ],
}
OFF = Scoring(factoring=Factoring.OFF)


def rank_night(data, method=None, scoring=OFF):
    return report_night(read_night(data), method=method, scoring=scoring, chain=None)


def test_a_night_is_ranked_and_its_own_standings_are_compared():
    # Board 1: 2 0; board 2: 1 1. Each of the best has 3 of 4. A substitute sits beside Eva.
    found = rank_night(NIGHT)
    assert [(row["number"], row["rank"], row["percentage"]) for row in found["standings"]] == [
        (1, "1=", "75.00"),
        (4, "1=", "75.00"),
        (2, "3=", "25.00"),
        (3, "3=", "25.00"),
    ]
    assert found["differences"] == [
        {"line": "", "number": 1, "what": "rank", "ours": "1=", "file": "1"},
        {"line": "", "number": 3, "what": "not in the file's standings"},
    ]
    assert found["boards"][0]["results"][0] == {
        "ns": "1", "ew": "2", "ns_score": "+100", "ns_matchpoints": 2, "ew_matchpoints": 0,
    }  # fmt: skip


def test_a_night_of_games_and_its_session_of_boards_have_the_same_matchpoints():
    field = field_of(read_night(NIGHT))
    totals = score_session(plays_of_field(field), contestants=4, scoring=OFF).totals
    standings = {one.contestant: one for one in rank_matchpoints(field)}
    assert [total.got for total in totals] == [standings[one].matchpoints for one in range(4)]
    assert [total.available for total in totals] == [4, 4, 4, 4]


def test_a_night_can_be_ranked_by_another_method():
    games = rank_night(NIGHT, "games")
    assert [(row["number"], row["wins"]) for row in games["standings"][:2]] == [(1, "1"), (4, "1")]
    assert games["differences"] == []
    imps = rank_night(NIGHT, "butler", Scoring(method=Comparison.BUTLER, multiplier=10))
    # Datum of +100 and -10 is +40 (45 to the even ten): 600 is 12, -500 is -11.
    assert imps["boards"][0]["results"][0]["ns_imps"] == 12
    assert imps["standings"][0]["number"] == 1


def test_a_missing_hand_is_not_played_and_stops_no_ranking():
    data = copy.deepcopy(NIGHT)
    data["games"][1]["hands"][0] = hand(1, None, None)
    found = rank_night(data)
    assert found["boards"][0]["results"][1]["ns_matchpoints"] is None
    assert len(plays_of_field(field_of(read_night(data)))) == 4


def test_somebody_who_played_too_little_of_a_closed_night_stands_below_the_line():
    data = copy.deepcopy(NIGHT)
    data["games"][1]["hands"] = [hand(1, None, None), hand(2, None, None), hand(3, 0, 20)]
    rows = rank_night(data, "points")["standings"]
    assert [row["reason"] for row in rows if row["rank"] == "–"] == [
        "below the line: played 1 of 3 scheduled hands"
    ] * 2


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        pytest.param(("night",), None, "night must be an object, got 'nothing'", id="no night"),
        pytest.param(("night", "ranked_by"), "luck", "ranked_by must be", id="method"),
        pytest.param(("entries", 0, "names"), [], "names must be", id="no names"),
        pytest.param(("entries", 0, "number"), 2, "entries must be", id="number twice"),
        pytest.param(("entries", 0, "number"), True, "number must be a whole number", id="bool"),
        pytest.param(("games", 0, "seats", "N"), "Eva", "seats must be", id="two entries"),
        pytest.param(("games", 0, "winner"), "XX", "winner must be", id="winner"),
        pytest.param(("games", 0, "hands", 0, "ns_points"), -1, "ns_points must be", id="points"),
        pytest.param(("games", 0, "hands", 0, "ns_points"), None, "both or neither", id="half"),
        pytest.param(("games", 0, "hands", 0, "ruling"), "odd", "ruling must be", id="ruling"),
        pytest.param(("games", 0, "winner"), [], "winner must be", id="a list for a winner"),
        pytest.param(("games", 0, "seats", "N"), [], "seats must be names", id="a list for a name"),
        pytest.param(("standings",), [1], "line must be text", id="standings"),
        pytest.param(("standings", 0, "number"), [], "number must be", id="a list for a number"),
    ],
)
def test_a_night_that_does_not_fit_is_refused(path, value, message):
    data = copy.deepcopy(NIGHT)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(RuleError, match=message):
        read_night(data)


def test_individuals_are_found_by_their_names():
    data = copy.deepcopy(NIGHT)
    names = ["Ada", "Ben", "Cy", "Di", "Eva", "Gus", "Hal", "Somebody"]
    data["entries"] = [
        {"line": "", "number": at, "names": [name]} for at, name in enumerate(names, 1)
    ]
    data["standings"] = []
    rows = rank_night(data)["standings"]
    assert {row["number"]: row["rank"] for row in rows}[1] == "1="
    data["entries"][1]["names"] = ["Ada"]
    with pytest.raises(RuleError, match="names of exactly one entry"):
        read_night(data)


def test_numbers_are_shown_whole_or_to_the_hundredth():
    assert [number(Fraction(one)) for one in ("3", "123/7", "1/200", "-5/2")] == [
        3,
        17.57,
        0.01,
        -2.5,
    ]
    assert [half_text(Fraction(one, 2)) for one in (0, 1, 5, 6)] == ["0", "½", "2½", "3"]
