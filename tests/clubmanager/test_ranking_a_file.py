"""A night's export read back and ranked. The small file is made by hand, without a version."""

import copy

import pytest

from clubmanager.nights.queries.night_report import report_night
from scoring.core.night_file import read_night
from scoring.core.ruleset import RuleError


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


def rank_night(data, method=None, **changes):
    return report_night(read_night(data), method=method, changes=changes)


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


def test_a_night_can_be_ranked_by_another_method():
    games = rank_night(NIGHT, "games")
    assert [(row["number"], row["wins"]) for row in games["standings"][:2]] == [(1, "1"), (4, "1")]
    assert games["differences"] == []
    imps = rank_night(NIGHT, "butler", multiplier=10)
    # Datum of +100 and -10 is +40 (45 to the even ten): 600 is 12, -500 is -11.
    assert imps["boards"][0]["results"][0]["ns_imps"] == 12
    assert imps["standings"][0]["number"] == 1


def test_a_missing_hand_is_not_played_and_stops_no_ranking():
    data = copy.deepcopy(NIGHT)
    data["games"][1]["hands"][0] = hand(1, None, None)
    found = rank_night(data)
    assert found["boards"][0]["results"][1]["ns_matchpoints"] is None


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
