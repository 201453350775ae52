"""The rubber as a fold: 21 published rubbers, corrections, honours, an evening's totals."""

import json
from pathlib import Path

import pytest

from deals.core.cards import Seat
from deals.core.deal import Deal
from scoring.core.evening import Sitting, evening_totals, pivot
from scoring.core.game import score_game
from scoring.core.registry import get_ruleset
from scoring.core.rubber import back_score
from scoring.core.ruleset import HandContext, HandOutcome, RuleError

DATA = json.loads((Path(__file__).parents[1] / "vectors" / "rubber.json").read_text("utf-8"))
SIDES = {"A": "NS", "B": "EW"}
SEATS = {"A": "N", "B": "E"}
RULES = get_ruleset("rubber")


def deal_of(deal):
    if deal.get("passed"):
        return {"passed_out": True}
    doubled = ("", "X", "XX")[deal["dbl"]]
    honours = {SEATS[side]: points for side, points in deal.get("honors", [])}
    return {
        "contract": f"{deal['level']}{deal['strain']}{doubled}",
        "declarer": SEATS[deal["side"]],
        "tricks": deal["tricks"],
        **({"honours": honours} if honours else {}),
    }


def rubber(*deals, **settings):
    return score_game({"game": "rubber", "deals": [*deals], **settings})


def sides(values):
    return {SIDES[side]: value for side, value in values.items()}


@pytest.mark.parametrize("case", DATA["rubbers"], ids=lambda case: case["name"])
def test_a_published_rubber_comes_out_as_printed(case):
    settled = case["unfinished_settlement"] is not None
    scored = rubber(
        *(deal_of(deal) for deal in case["deals"]),
        ended=settled,
        part_score_bonus=case["partscore_bonus_rule"],
    )
    sheet = scored["sheet"]
    assert sheet["above"] == sides(case["above"])
    assert sheet["below"] == sides(case["below"])
    assert sheet["games"] == sides(case["games"])
    assert sheet["totals"] == scored["totals"] == sides(case["total"])
    assert sheet["back_score"] == sides(case["back_score"])
    if scored["finished"]:
        assert scored["winner"] == SIDES[case["winner"]]
    for ours, theirs in zip(sheet["deals"], case["per_deal"], strict=True):
        assert ours["above"] == sides(theirs["above"])
        assert ours["below"] == sides(theirs["below"])
        assert ours["game_won"] == SIDES.get(theirs["game_won"])
        vulnerable = [SIDES[side] for side in "AB" if theirs["vul"][side]]
        assert ours["vulnerable"] == {0: "None", 2: "All"}.get(len(vulnerable), "".join(vulnerable))


def test_there_are_21_rubbers():
    assert len(DATA["rubbers"]) == 21


@pytest.mark.parametrize("case", DATA["back_score"], ids=lambda case: str(case["margin"]))
def test_the_back_score_counts_an_odd_fifty_as_a_hundred(case):
    assert back_score(case["margin"]) == case["hundreds"]


def made(contract, declarer, tricks, **more):
    return {"contract": contract, "declarer": declarer, "tricks": tricks, **more}


def test_correcting_an_early_deal_derives_everything_after_it_anew():
    later = [made("4H", "E", 9), made("3NT", "S", 9)]
    before = rubber(made("4S", "N", 10), *later)
    # North-South have a game after deal 1, so that 3NT ends the rubber: 120 + 100 + 50 + 700.
    assert before["totals"] == {"NS": 970, "EW": 0}
    assert before["finished"]
    after = rubber(made("4S", "N", 9), *later)
    # Without that game deal 3 is the first: 50 to East-West, 50 and 100 to North-South.
    assert after["totals"] == {"NS": 150, "EW": 50}
    assert not after["finished"]
    assert [deal["vulnerable"] for deal in after["deals"]] == ["None"] * 3


def test_what_would_fall_if_it_stopped_now_is_told_but_not_counted():
    running = rubber(made("4S", "N", 10), made("2H", "E", 8))
    assert running["totals"] == {"NS": 120, "EW": 60}
    assert running["winner"] is None
    assert [(b["side"], b["points"]) for b in running["sheet"]["bonus_if_ended_now"]] == [
        ("NS", 300),
        ("EW", 100),
    ]
    ended = rubber(made("4S", "N", 10), made("2H", "E", 8), ended=True)
    assert ended["totals"] == {"NS": 420, "EW": 160}
    assert ended["winner"] == "NS"


def test_a_deal_that_was_not_played_ends_a_rubber_too():
    scored = rubber(made("4S", "N", 10), {"not_played": True})
    assert scored["totals"] == {"NS": 420, "EW": 0}
    assert scored["finished"]


def test_a_directors_points_stand_above_the_line_and_end_no_game():
    scored = rubber(made("2S", "N", 8), {"ns_points": 120, "ew_points": 30})
    assert scored["sheet"]["above"] == {"NS": 120, "EW": 30}
    assert scored["sheet"]["games"] == {"NS": 0, "EW": 0}
    assert scored["totals"] == {"NS": 180, "EW": 30}


def test_a_cancelled_deal_writes_nothing():
    scored = rubber(made("4S", "N", 10, cancelled=True), made("4S", "N", 10))
    assert scored["totals"] == {"NS": 120, "EW": 0}
    assert scored["deals"][0]["ns_points"] is None


def test_after_two_games_the_rubber_is_over():
    with pytest.raises(RuleError, match="deal 3: deal must be left out, for two games ended"):
        rubber(made("4S", "N", 10), made("4S", "N", 10), made("1C", "E", 7))


def test_a_correction_that_ends_the_rubber_before_a_deal_that_was_played_is_refused():
    facts = RULES.parse_facts({"contract": "4S", "declarer": "N"})
    hands = [HandOutcome(n, 0, 0, facts=facts, tricks=10, dealer=Seat.N) for n in (1, 2, 3)]
    with pytest.raises(RuleError, match="two games ended the rubber before it, got 3"):
        RULES.game_result(hands, 3)


def test_the_next_player_deals_also_after_a_passed_out_deal():
    scored = rubber({"passed_out": True}, made("1C", "N", 7), dealer="W")
    assert [deal["dealer"] for deal in scored["deals"]] == ["W", "N"]


@pytest.mark.parametrize(
    ("contract", "honours", "message"),
    [
        pytest.param("4S", {"N": 50}, "honours must be 100 or 150, got 50", id="fifty"),
        pytest.param("3NT", {"N": 100}, "honours must be 150 at notrump", id="100 at notrump"),
        pytest.param("4S", {"N": 100, "S": 100}, "honours must be those of one hand", id="two"),
        pytest.param("4S", {"Q": 100}, "honours field must be one of N, E, S, W", id="no seat"),
        pytest.param("4S", {"N": True}, "honours must be 100 or 150, got True", id="true"),
        pytest.param("4S", 100, "honours must be an object", id="a number"),
    ],
)
def test_impossible_honours_are_refused(contract, honours, message):
    with pytest.raises(RuleError) as refused:
        rubber(made(contract, "N", 10, honours=honours))
    assert str(refused.value).startswith(f"deal 1: {message}")


def test_nobody_has_honours_in_a_passed_out_deal():
    with pytest.raises(RuleError, match="honours must be left out where the deal was passed out"):
        rubber({"passed_out": True, "honours": {"N": 100}})


# North holds four spade honours, East all five of hearts; the four aces are spread.
STORED = Deal.from_pbn("N:AKQJ2.432.432.32 T9.AKQJT.765.654 8765.98.AKQ.AKQ7 43.765.JT98.JT98")


@pytest.mark.parametrize(
    ("contract", "honours", "fits"),
    [
        pytest.param("4S", {"N": 100}, True, id="four spade honours"),
        pytest.param("4S", {"N": 150}, False, id="not all five"),
        pytest.param("4S", {"S": 100}, False, id="another hand"),
        pytest.param("4H", {"E": 150}, True, id="five heart honours"),
        pytest.param("3NT", {"N": 150}, False, id="aces are spread"),
    ],
)
def test_honours_that_the_stored_deal_excludes_are_refused(contract, honours, fits):
    facts = RULES.parse_facts({"contract": contract, "declarer": "S", "honours": honours})
    context = HandContext(Seat.N, deal=STORED)
    if fits:
        assert RULES.score_hand(facts, 10, context).ns_points >= 0
        return
    with pytest.raises(RuleError) as refused:
        RULES.score_hand(facts, 10, context)
    [(seat, points)] = honours.items()
    assert str(refused.value) == (
        f"honours {points} for {seat} do not fit this board: check them, or call the director"
    )


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        pytest.param({"part_score_bonus": 75}, "part_score_bonus must be 100 or 50", id="75"),
        pytest.param({"ended": "yes"}, "ended must be true or false", id="a word"),
        pytest.param({"vulnerable": "dealer"}, "game field must be one of", id="of Chicago"),
    ],
)
def test_settings_are_checked(setting, message):
    with pytest.raises(RuleError) as refused:
        rubber(made("1C", "N", 7), **setting)
    assert str(refused.value).startswith(message)


def test_an_evening_adds_up_per_player_with_changing_partners():
    totals = evening_totals(
        [
            Sitting(("Ann", "Cem"), ("Bob", "Dee"), 950),
            Sitting(("Ann", "Dee"), ("Cem", "Bob"), -440),
            Sitting(("Ann", "Bob"), ("Dee", "Eve"), 40),  # Cem cut out, Eve came in
        ]
    )
    # Ann: 10 - 4 + 0, Bob: -10 + 4 + 0, Cem: 10 + 4, Dee: -10 - 4 + 0, Eve: 0.
    assert [(t.player, t.sittings, t.net_points, t.hundreds) for t in totals] == [
        ("Cem", 2, 1390, 14),
        ("Ann", 3, 550, 6),
        ("Eve", 1, -40, 0),
        ("Bob", 3, -470, -6),
        ("Dee", 3, -1430, -14),
    ]
    assert sum(total.hundreds for total in totals) == 0


def test_a_sitting_needs_four_different_people():
    with pytest.raises(RuleError, match="four different people"):
        Sitting(("Ann", "Bob"), ("Ann", "Dee"), 0)


def test_in_a_pivot_everybody_partners_everybody_once():
    pairs = [frozenset(pair) for seating in pivot(["A", "B", "C", "D"]) for pair in seating]
    assert len(set(pairs)) == 6
    with pytest.raises(RuleError, match="four different people"):
        pivot(["A", "B", "C"])
