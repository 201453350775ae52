"""score_game: a whole game from plain data; only RuleError ever escapes."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.chart import RECONSTRUCTED
from scoring.core.game import RULING_KEYS, score_game
from scoring.core.registry import RULESETS
from scoring.core.ruleset import RuleError

HAND_KEYS = (*RULESETS["abridged"].fact_keys, "tricks", *RULING_KEYS)
VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "abridged_games.json").read_text("utf-8")
)
PLAY = {"round": 1, "declarer": "S", "declaration": "play", "trump": "R", "tricks": 11}
SEVEN = {
    "round": 2,
    "strengths": {"N": 9, "E": 13, "S": 8, "W": 10},
    "declaration": "seven",
    "trump": "NT",
    "tricks": 9,
}
# The worked example of the rule book: 100, 20, 10, 10.
EXAMPLE = [
    PLAY,
    SEVEN,
    {"round": 1, "declarer": "N", "declaration": "play", "trump": "B", "tricks": 9},
    {"round": 2, "declarer": "W", "declaration": "ten", "trump": "G", "tricks": 8},
]


def game(*hands, **changes):
    return {"game": "abridged", "dealer": "N", "chart": "reconstructed", "hands": [*hands]} | (
        changes
    )


def refusal(payload):
    with pytest.raises(RuleError) as refused:
        score_game(payload)
    return str(refused.value)


def test_the_worked_example_comes_out_as_printed():
    assert score_game(game(*EXAMPLE)) == {
        "hands": [
            {"dealer": "N", "declarer": "S", "made": True, "ns_points": 100, "ew_points": 0},
            {"dealer": "E", "declarer": "E", "made": True, "ns_points": 0, "ew_points": 20},
            {"dealer": "S", "declarer": "N", "made": False, "ns_points": 0, "ew_points": 10},
            {"dealer": "W", "declarer": "W", "made": False, "ns_points": 10, "ew_points": 0},
        ],
        "totals": {"NS": 110, "EW": 30},
        "hands_won": {"NS": 2, "EW": 2},
        "winner": "NS",
        "decided_by": "points",
    }


@pytest.mark.parametrize("case", VECTORS["dealer_rotation"], ids=lambda case: case["first"])
def test_the_deal_moves_clockwise(case):
    scored = score_game(game(*[PLAY] * 4, dealer=case["first"]))
    assert [hand["dealer"] for hand in scored["hands"]] == case["dealers"]


def test_north_deals_and_the_shipped_chart_pays_unless_the_table_says_otherwise():
    assert score_game({"game": "abridged", "hands": EXAMPLE}) == score_game(game(*EXAMPLE))


def test_another_chart_may_be_given_in_full():
    chart = RECONSTRUCTED.to_json()
    chart["play"][11] = 111
    assert score_game(game(PLAY, chart=chart))["totals"] == {"NS": 111, "EW": 0}


def test_fewer_than_four_hands_are_taken_as_all_that_the_game_had():
    scored = score_game(game(PLAY, SEVEN))
    assert scored["totals"] == {"NS": 100, "EW": 20}
    assert (scored["winner"], scored["decided_by"]) == ("NS", "points")


def test_points_only_count_like_any_hand():
    scored = score_game(game(*({"points_only": {side: 20}} for side in ("NS", "EW", "EW", "NS"))))
    assert scored["hands"][1] == {
        "dealer": "E",
        "declarer": None,
        "made": None,
        "ns_points": 0,
        "ew_points": 20,
    }
    assert (scored["winner"], scored["decided_by"]) == ("NS", "fourth hand")


def test_a_cancelled_hand_has_no_points_and_the_last_scored_hand_decides():
    scored = score_game(
        game(
            {"points_only": {"NS": 20}},
            {"cancelled": True},
            {"points_only": {"EW": 20}},
            {"not_played": True},
        )
    )
    assert scored["hands"][1]["ns_points"] is None
    assert scored["hands_won"] == {"NS": 1, "EW": 1}
    assert (scored["winner"], scored["decided_by"]) == ("EW", "last scored hand")


def test_an_adjustment_stands_beside_the_hand_as_played():
    scored = score_game(game(PLAY | {"ns_points": 40, "ew_points": 5}))
    assert scored["hands"][0] == {
        "dealer": "N",
        "declarer": "S",
        "made": True,
        "ns_points": 40,
        "ew_points": 5,
    }


def test_adjustments_that_leave_everything_level_are_a_draw():
    scored = score_game(game(*[{"ns_points": 30, "ew_points": 30}] * 4))
    assert (scored["winner"], scored["decided_by"]) == (None, "draw")
    assert scored["totals"] == {"NS": 120, "EW": 120}


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        pytest.param([], "game must be an object, got []", id="a list"),
        pytest.param(None, "game must be an object, got nothing", id="null"),
        pytest.param(
            {},
            "game must be one of abridged, duplicate, chicago, rubber, minibridge, got nothing",
            id="empty object",
        ),
        pytest.param(game(PLAY, game="bridge"), "game must be one of abridged", id="other game"),
        pytest.param(game(PLAY, dealer="X"), "dealer must be N, E, S or W, got 'X'", id="dealer X"),
        pytest.param(game(PLAY, chart="mine"), 'chart must be "reconstructed" or', id="chart"),
        pytest.param(game(PLAY, hnads=[]), "game field must be one of game, dealer", id="misspelt"),
        pytest.param(game(), "hands must be a list of 1 to 4 hands, got '0 hands'", id="none"),
        pytest.param(game(*[PLAY] * 5), "hands must be a list of 1 to 4 hands, got '5", id="five"),
        pytest.param(game(hands={}), "hands must be a list of 1 to 4 hands, got {}", id="object"),
        pytest.param(game(PLAY, []), "hand 2: hand must be an object, got []", id="hand a list"),
        pytest.param(
            game(PLAY, PLAY | {"tricks": 14}),
            "hand 2: tricks must be 0 to 13, got 14",
            id="fourteen tricks",
        ),
        pytest.param(
            game(PLAY | {"tricks": float("nan")}),
            "hand 1: tricks must be 0 to 13, got nan",
            id="NaN",
        ),
        pytest.param(
            game(PLAY | {"tricks": 10**5000}),
            "hand 1: tricks must be 0 to 13, got a number of more than 18",
            id="huge",
        ),
        pytest.param(
            game(SEVEN | {"strengths": {"N": 12, "E": 9, "S": 8, "W": 12}}),
            "hand 1: strengths must be 40 in all, got 41",
            id="41",
        ),
        pytest.param(
            game(SEVEN | {"declarer": "N"}),
            "hand 1: declarer N does not fit the strengths and the dealer",
            id="wrong declarer",
        ),
        pytest.param(
            game({"cancelled": "yes"}), "hand 1: cancelled must be true or false", id="yes"
        ),
        pytest.param(
            game({"cancelled": True, "not_played": True}),
            "hand 1: ruling must be one of them, got 'cancelled and not played'",
            id="two rulings",
        ),
        pytest.param(game({"ns_points": 30}), "hand 1: ew_points must be a whole", id="one side"),
        pytest.param(game({"cancelled": True, "tricks": 3}), "hand 1: tricks must be", id="stray"),
    ],
)
def test_bad_input_is_refused_with_hand_field_value_and_what_is_allowed(payload, message):
    assert refusal(payload).startswith(message)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["N", "S", "play", "ten", "seven", "R", "NT", "abridged", 10**400]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from([*HAND_KEYS, "NS", "EW", "N", "E", "S", "W"]) | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
HANDS = st.fixed_dictionaries({}, optional=dict.fromkeys(HAND_KEYS, JSON))
NEARLY = st.sampled_from(EXAMPLE).flatmap(
    lambda hand: st.tuples(st.sampled_from(HAND_KEYS), JSON).map(lambda pair: hand | dict([pair]))
)
BRIDGE_KEYS = sorted({key for rules in RULESETS.values() for key in rules.fact_keys})
DEALS = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(BRIDGE_KEYS, JSON)
    | {
        "contract": st.sampled_from(["1C", "3NTXX", "4SX", "7H", "8S", "Pass"]),
        "declarer": st.sampled_from("NESW"),
        "tricks": st.integers(-1, 14),
        "honours": st.dictionaries(st.sampled_from("NESW"), st.sampled_from([100, 150, 50])),
        "adjustment": st.fixed_dictionaries(
            {"to": st.sampled_from(["NS", "EW"]), "tricks": st.integers(0, 14)},
            optional={"reason": st.text(max_size=5)},
        ),
        "ns_points": st.integers(-1, 300),
        "ew_points": st.integers(-1, 300),
    },
)
BRIDGE_GAMES = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["duplicate", "rubber", "chicago", "minibridge"]),
        "deals": st.lists(DEALS | JSON, max_size=6),
    },
    optional={"dealer": st.sampled_from("NESW"), "ended": st.booleans(), "honours": st.booleans()},
)
GAMES = st.fixed_dictionaries(
    {"game": st.just("abridged"), "hands": st.lists(HANDS | NEARLY | JSON, max_size=5)},
    optional={"dealer": JSON, "chart": JSON},
)


@settings(max_examples=300, deadline=None)
@given(JSON | GAMES | BRIDGE_GAMES)
def test_whatever_comes_in_either_a_game_comes_out_or_one_clear_refusal(payload):
    try:
        scored = score_game(payload)
    except RuleError as error:
        message = str(error)
    else:
        message = json.dumps(scored)
    assert 10 < len(message) < 10_000
