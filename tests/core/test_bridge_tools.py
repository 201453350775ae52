"""The pocket calculator, the keyboard line, and PBN's tags of a result."""

import pytest

from deals.core.cards import Seat
from scoring.core.calculator import calculate
from scoring.core.contract import Contract
from scoring.core.keyboard import parse_line
from scoring.core.pbn_result import result_tags
from scoring.core.ruleset import RuleError


@pytest.mark.parametrize(
    ("payload", "points", "sentence"),
    [
        pytest.param(
            {"game": "duplicate", "contract": "3NTX", "vulnerable": True, "tricks": 10},
            950,
            "3NT doubled, vulnerable, 10 tricks: "
            "200 trick points, 500 game, 50 insult, 200 overtrick = 950",
            id="duplicate",
        ),
        pytest.param(
            {"game": "duplicate", "contract": "4S", "tricks": 8},
            -100,
            "4S, not vulnerable, 8 tricks: 100 two undertricks = 100 to the defenders",
            id="duplicate, down",
        ),
        pytest.param(
            {"game": "rubber", "contract": "2H", "tricks": 9, "part_score": 40, "honours": 100},
            190,
            "2H, not vulnerable, 9 tricks: 60 trick points, 30 overtrick, 100 honours = 190; "
            "60 of it below the line, which completes a game",
            id="rubber",
        ),
        pytest.param(
            {"game": "rubber", "contract": "3S", "tricks": 8, "honours": 150},
            100,
            "3S, not vulnerable, 8 tricks: 150 honours = 150; "
            "50 undertrick = 50 to the defenders",
            id="rubber, down with honours",
        ),
        pytest.param(
            {"game": "chicago", "contract": "2S", "tricks": 8, "deal": 4},
            160,
            "2S, vulnerable, 8 tricks: 60 trick points, 100 part-score on the fourth deal = 160",
            id="Chicago, last deal",
        ),
        pytest.param(
            {"game": "chicago", "contract": "2S", "tricks": 8, "deal": 2, "dealt": False,
             "part_score": 40},
            360,
            "2S, not vulnerable, 8 tricks: 60 trick points, 300 game = 360",
            id="Chicago, a game completed",
        ),
        pytest.param(
            {"game": "minibridge", "contract": "3NT", "tricks": 9},
            400,
            "3NT, not vulnerable, 9 tricks: 100 trick points, 300 game = 400",
            id="MiniBridge",
        ),
        pytest.param(
            {"game": "abridged", "declaration": "seven", "tricks": 9},
            20,
            "Seven, 9 tricks, made: 20 to the declarer's team",
            id="aBRIDGEd",
        ),
        pytest.param(
            {"game": "abridged", "declaration": "play", "tricks": 9},
            -10,
            "Play, 9 tricks, failed, for it needs 10: 10 to the opponents",
            id="aBRIDGEd, failed",
        ),
    ],
)  # fmt: skip
def test_a_calculation_explains_every_term(payload, points, sentence):
    found = calculate(payload)
    assert (found.points, found.sentence) == (points, sentence)


def test_programs_get_terms_by_declarer_and_defenders():
    assert calculate({"game": "rubber", "contract": "1C", "tricks": 6}).to_json() == {
        "points": -50,
        "terms": [{"side": "defenders", "points": 50, "for": "undertrick", "line": "above"}],
        "explained": "1C, not vulnerable, 6 tricks: 50 undertrick = 50 to the defenders",
    }


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        pytest.param(None, "game must be one of abridged", id="nothing"),
        pytest.param({"game": "whist"}, "game must be one of abridged", id="whist"),
        pytest.param({"game": "duplicate", "tricks": 9}, "contract must be a level", id="no bid"),
        pytest.param({"game": "chicago", "contract": "1C", "tricks": 7, "deal": 5}, "deal", id="5"),
        pytest.param({"game": "minibridge", "contract": "4SX", "tricks": 9}, "contract", id="mini"),
        pytest.param(
            {"game": "rubber", "contract": "3NT", "tricks": 9, "honours": 100}, "honours", id="NT"
        ),
        pytest.param(
            {"game": "rubber", "contract": "3NT", "tricks": 9, "part_score": 100}, "part_score",
            id="a whole game",
        ),
        pytest.param({"game": "abridged", "declaration": "play", "tricks": 14}, "tricks", id="14"),
        pytest.param({"game": "abridged", "declaration": "pass", "tricks": 1}, "decl", id="pass"),
    ],
)  # fmt: skip
def test_what_cannot_be_calculated_is_refused(payload, message):
    with pytest.raises(RuleError) as refused:
        calculate(payload)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("line", "facts", "tricks"),
    [
        pytest.param("4sx n -1", {"contract": "4SX", "declarer": "N"}, 9, id="one down"),
        pytest.param("3NT W +1", {"contract": "3NT", "declarer": "W"}, 10, id="an overtrick"),
        pytest.param("3n s =", {"contract": "3NT", "declarer": "S"}, 9, id="made"),
        pytest.param("1cxx e 7", {"contract": "1CXX", "declarer": "E"}, 7, id="tricks"),
        pytest.param("4hs=", {"contract": "4H", "declarer": "S"}, 10, id="without blanks"),
        pytest.param("3ntn=", {"contract": "3NT", "declarer": "N"}, 9, id="3NT by North"),
        pytest.param("3nn=", {"contract": "3NT", "declarer": "N"}, 9, id="3N by North"),
        pytest.param(
            "4s n = hs100", {"contract": "4S", "declarer": "N", "honours": {"S": 100}}, 10,
            id="honours",
        ),
        pytest.param("pass", {"passed_out": True}, None, id="passed out"),
        pytest.param("p p p p", {"auction": ["P"] * 4}, None, id="four passes"),
        pytest.param(
            "1s p 4s x p p p -2", {"auction": ["1S", "P", "4S", "X", "P", "P", "P"]}, 8,
            id="auction",
        ),
    ],
)  # fmt: skip
def test_a_line_is_a_deal(line, facts, tricks):
    typed = parse_line(line)
    assert (typed.facts, typed.tricks) == (facts, tricks)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("", "line must be a contract, its declarer and the result", id="empty"),
        pytest.param("4s n", "result must be =, +1, -2 or the number", id="no result"),
        pytest.param("4s n +4", "result must be -10 to +3, or 0 to 13, got '+4'", id="14 tricks"),
        pytest.param("8s n =", "level must be 1 to 7", id="eight"),
        pytest.param("1s 1h p p =", "call 2 must be a bid higher", id="illegal auction"),
        pytest.param("1s p p p", "result must be", id="auction without result"),
        pytest.param("p p p p =", "result must be left out", id="passed out with result"),
        pytest.param("x" * 3000, "line must be at most 2000 long", id="endless"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line, message):
    with pytest.raises(RuleError) as refused:
        parse_line(line)
    assert str(refused.value).startswith(message)


def test_a_board_is_written_in_pbn_tags():
    assert result_tags(Contract.parse("4SX", Seat.N), 9, -200) == {
        "Declarer": "N",
        "Contract": "4SX",
        "Result": "9",
        "Score": "NS -200",
    }
    assert result_tags(None, None, 0) == {
        "Declarer": "",
        "Contract": "Pass",
        "Result": "",
        "Score": "NS 0",
    }
