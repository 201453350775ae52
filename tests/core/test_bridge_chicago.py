"""Chicago's wheel, its variants, and MiniBridge."""

import json
from pathlib import Path

import pytest

from deals.core.cards import Seat
from scoring.core.game import score_game
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import HandContext, RuleError

DATA = json.loads((Path(__file__).parents[1] / "vectors" / "rubber.json").read_text("utf-8"))
WHEEL = DATA["chicago"]["wheel"]
PASSED = {"passed_out": True}


def made(contract, declarer, tricks, **more):
    return {"contract": contract, "declarer": declarer, "tricks": tricks, **more}


def chicago(*deals, **settings):
    return score_game({"game": "chicago", "deals": [*deals], **settings})


def nets(scored):
    return [deal["ns_points"] - deal["ew_points"] for deal in scored["deals"]]


def test_the_published_wheel_comes_out_as_printed():
    seats = {"A": "N", "B": "E"}
    deals = [made(deal["contract"], seats[deal["side"]], deal["tricks"]) for deal in WHEEL["deals"]]
    # The source counts a vulnerable side by the dealer: A, B, A, B, as here N, E, S, W.
    scored = chicago(*deals, part_scores="duplicate")
    signs = {"A": 1, "B": -1}
    assert nets(scored) == [signs[deal["side"]] * deal["score"] for deal in WHEEL["deals"]]
    assert scored["totals"] == {"NS": WHEEL["total"]["A"], "EW": WHEEL["total"]["B"]}
    assert (scored["winner"], scored["finished"]) == ("NS", True)


@pytest.mark.parametrize(
    ("variant", "vulnerable"),
    [
        pytest.param("dealer", ["None", "EW", "NS", "All"], id="dealer's side"),
        pytest.param("opponents", ["None", "NS", "EW", "All"], id="the opponents"),
    ],
)
def test_vulnerability_goes_round_with_the_deal(variant, vulnerable):
    scored = chicago(*[made("1C", "N", 7)] * 4, vulnerable=variant)
    assert [deal["vulnerable"] for deal in scored["deals"]] == vulnerable
    assert [deal["dealer"] for deal in scored["deals"]] == ["N", "E", "S", "W"]


def test_part_scores_carry_until_a_game_is_made():
    scored = chicago(
        made("2S", "N", 8),  # 60 to North-South
        made("2H", "E", 8),  # 60 to East-West
        made("1NT", "S", 7),  # 40 more: game, vulnerable, 500; East-West's 60 is gone
        made("2H", "W", 8),  # 60, and 100 for a part-score on the fourth deal
    )
    assert nets(scored) == [60, -60, 540, -160]
    assert scored["sheet"]["deals"][2]["game_won"] is None
    assert scored["totals"] == {"NS": 600, "EW": 220}


def test_a_part_score_that_completes_a_game_on_the_fourth_deal_earns_the_game_alone():
    scored = chicago(made("2S", "N", 8), PASSED, PASSED, made("2D", "N", 8), passed_out="counts")
    assert nets(scored) == [60, 0, 0, 540]


def test_an_earlier_part_score_earns_nothing_at_the_end():
    scored = chicago(*[made("2S", "N", 8)], *[PASSED] * 3, passed_out="counts")
    assert scored["totals"] == {"NS": 60, "EW": 0}


def test_a_part_score_in_duplicate_style_earns_50_at_once_and_carries_nothing():
    scored = chicago(made("2S", "N", 8), made("2S", "N", 8), part_scores="duplicate")
    assert nets(scored) == [110, 110]


def test_a_passed_out_deal_is_dealt_again_by_the_same_dealer():
    scored = chicago(PASSED, made("4S", "N", 10), PASSED, *[made("1C", "E", 7)] * 3, dealer="S")
    assert [deal["dealer"] for deal in scored["deals"]] == ["S", "S", "W", "W", "N", "E"]
    assert [deal["vulnerable"] for deal in scored["deals"]] == [
        "None", "None", "EW", "EW", "NS", "All",
    ]  # fmt: skip
    assert [deal["wheel"] for deal in scored["sheet"]["deals"]] == [0, 1, 0, 2, 3, 4]
    assert scored["finished"]


def test_three_deals_that_count_are_no_whole_chicago():
    scored = chicago(PASSED, *[made("1C", "E", 7)] * 3)
    assert (scored["finished"], scored["winner"]) == (False, None)


def test_a_fifth_deal_is_refused():
    with pytest.raises(RuleError, match="deal 5: deal must be one of the four deals of a Chicago"):
        chicago(*[made("1C", "N", 7)] * 5)


def test_honours_are_a_house_rule():
    deal = made("4S", "N", 10, honours={"E": 100})
    with pytest.raises(RuleError, match="honours must be left out, unless they are a house rule"):
        chicago(deal)
    assert chicago(deal, honours=True)["totals"] == {"NS": 420, "EW": 100}


def test_settled_deals_need_no_cards():
    scored = chicago(
        {"cancelled": True}, {"not_played": True}, {"ns_points": 50, "ew_points": 0},
        made("1C", "E", 6),
    )  # fmt: skip
    # Deal 4: East-West are vulnerable.
    assert scored["totals"] == {"NS": 150, "EW": 0}
    assert scored["finished"]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        pytest.param(
            {"part_scores": "lose"}, "part_scores must be one of carry, duplicate", id="1"
        ),
        pytest.param({"passed_out": False}, "passed_out must be one of redeal, counts", id="2"),
        pytest.param({"honours": 1}, "honours must be true or false", id="3"),
    ],
)
def test_settings_are_checked(setting, message):
    with pytest.raises(RuleError) as refused:
        chicago(PASSED, **setting)
    assert str(refused.value).startswith(message)


MINI = get_ruleset("minibridge")
STRENGTHS = {"N": 14, "E": 9, "S": 8, "W": 9}


def mini(*deals):
    return score_game({"game": "minibridge", "deals": [*deals]})


@pytest.mark.parametrize(
    ("contract", "tricks", "net"),
    [
        pytest.param("1S", 10, 170, id="part-score: 120 and 50"),
        pytest.param("4S", 10, 420, id="game in spades: 120 and 300"),
        pytest.param("3NT", 8, -50, id="game failed"),
        pytest.param("5C", 12, 420, id="game in clubs and a trick: 100, 20 and 300"),
        pytest.param("1NT", 5, -100, id="part-score failed by two"),
    ],
)
def test_minibridge_pays_as_duplicate_does(contract, tricks, net):
    deal = mini({"contract": contract, "strengths": STRENGTHS, "tricks": tricks})["deals"][0]
    assert deal["declarer"] == "N"
    assert deal["ns_points"] - deal["ew_points"] == net


def test_of_equal_sides_the_first_to_announce_declares():
    strengths = dict.fromkeys("NESW", 10)
    scored = mini(*[{"contract": "1NT", "strengths": strengths, "tricks": 7}] * 4)
    assert [deal["declarer"] for deal in scored["deals"]] == ["N", "E", "S", "W"]


def test_a_minibridge_sentence_says_what_was_chosen():
    facts = MINI.parse_facts({"contract": "4S", "strengths": STRENGTHS})
    score = MINI.score_hand(facts, 9, HandContext(Seat.N))
    assert MINI.describe(facts, 9, score) == (
        "North, game in S (10 tricks), 9 tricks, one down: 50 points to East and West."
    )
    assert MINI.parse_facts(MINI.dump_facts(facts)) == facts


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        pytest.param(
            {"contract": "2S"}, "contract must be a part-score (level 1) or a game", id="2S"
        ),
        pytest.param({"contract": "4SX"}, "contract must be a bid such as 4S", id="doubled"),
        pytest.param({"contract": "4S", "strengths": STRENGTHS | {"N": 15}}, "strengths", id="41"),
        pytest.param({"contract": "4S"}, "declarer must be N, E, S or W, or the four", id="who"),
        pytest.param(
            {"contract": "4S", "strengths": STRENGTHS, "declarer": "S"},
            "declarer S does not fit the strengths",
            id="the weaker hand",
        ),
    ],
)
def test_what_minibridge_does_not_know_is_refused(deal, message):
    with pytest.raises(RuleError) as refused:
        mini(deal | {"tricks": 9})
    assert str(refused.value).startswith(f"deal 1: {message}")
