"""aBRIDGEd: declaring, points of a hand, facts in and out."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.cards import Seat
from scoring.core.abridged import Abridged, round_two_declarer
from scoring.core.chart import RECONSTRUCTED
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import HandContext, RuleError

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "abridged_round_two.json").read_text("utf-8")
)
RULES = Abridged()
N, E, S, W = Seat
WEST_DECLARES = {"N": 8, "E": 9, "S": 10, "W": 13}  # East-West 22, West the stronger
SEALED = {N: 8, E: 9, S: 10, W: 13}
STORED = st.lists(st.integers(0, 10), min_size=3, max_size=3).map(
    lambda first: (*first, 40 - sum(first))
)


def play(**changes):
    return {"round": 1, "declarer": "S", "declaration": "play", "trump": "R", **changes}


def second(**changes):
    return {"round": 2, "declaration": "seven", "trump": "NT", **changes}


def score(data, tricks, *, dealer=N, stored=None, by_director=False):
    context = HandContext(
        dealer=dealer, strengths=stored, chart=RECONSTRUCTED, by_director=by_director
    )
    return RULES.score_hand(RULES.parse_facts(data), tricks, context)


def refusal(data, tricks=9, **context):
    with pytest.raises(RuleError) as refused:
        score(data, tricks, **context)
    return str(refused.value)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{place}: {case['name']}, dealer {case['dealer']}")
        for place, case in enumerate(VECTORS["cases"])
    ],
)
def test_the_strengths_and_the_dealer_give_the_round_two_declarer(case):
    strengths = {Seat(seat): strength for seat, strength in case["strength"].items()}
    declarer = round_two_declarer(Seat(case["dealer"]), strengths)
    assert declarer.value == case["declarer"]
    assert declarer.side.value == case["declaring_team"]
    assert score(second(strengths=case["strength"]), 9, dealer=Seat(case["dealer"])).declarer is (
        declarer
    )


@pytest.mark.parametrize("case", VECTORS["left_or_dealt_is_unique"])
def test_of_equal_partners_exactly_one_dealt_or_sits_on_the_dealers_left(case):
    strong = [12 if seat.side.value == case["team"] else 8 for seat in Seat]
    declarer = round_two_declarer(Seat(case["dealer"]), dict(zip(Seat, strong, strict=True)))
    assert [declarer.value] == case["selected"]


@pytest.mark.parametrize(
    ("data", "tricks", "declarer", "made", "points"),
    [
        pytest.param(play(), 11, S, True, (100, 0), id="Play made with eleven"),
        pytest.param(play(), 10, S, True, (80, 0), id="Play just made"),
        pytest.param(play(), 9, S, False, (0, 10), id="Play one short"),
        pytest.param(play(), 0, S, False, (0, 190), id="Play without a trick"),
        pytest.param(play(declarer="W"), 13, W, True, (0, 140), id="Play by West, all tricks"),
        pytest.param(second(strengths=WEST_DECLARES), 9, W, True, (0, 20), id="Seven, nine"),
        pytest.param(second(strengths=WEST_DECLARES), 6, W, False, (5, 0), id="Seven, six"),
        pytest.param(
            second(strengths=WEST_DECLARES, declaration="ten"), 8, W, False, (10, 0), id="Ten, 8"
        ),
        pytest.param(
            second(strengths=WEST_DECLARES, declaration="ten"), 10, W, True, (0, 40), id="Ten, 10"
        ),
    ],
)
def test_the_chart_pays_declarers_who_reach_the_target_and_else_their_opponents(
    data, tricks, declarer, made, points
):
    scored = score(data, tricks)
    assert (scored.declarer, scored.made) == (declarer, made)
    assert (scored.ns_points, scored.ew_points) == points
    assert scored.doubts == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(play(round=3), "round must be a whole number from 1 to 2, got 3", id="round"),
        pytest.param(play(round=True), "round must be a whole number from 1 to 2", id="yes"),
        pytest.param({}, "round must be a whole number from 1 to 2, got nothing", id="empty"),
        pytest.param(play(declarer="X"), "declarer must be N, E, S or W, got 'X'", id="seat X"),
        pytest.param(play(declarer=None), "declarer must be N, E, S or W, got nothing", id="none"),
        pytest.param(play(trump="P"), "trump must be R, Y, G, B or NT, got 'P'", id="purple"),
        pytest.param(
            play(trump=None), "trump must be R, Y, G, B or NT, got nothing", id="no trump"
        ),
        pytest.param(
            play(declaration="ten"), "declaration must be play in Round One, got ten", id="ten in 1"
        ),
        pytest.param(
            second(declaration="play"),
            "declaration must be ten or seven in Round Two, got play",
            id="play in 2",
        ),
        pytest.param(
            play(strengths=WEST_DECLARES), "strengths must be left out in Round One", id="in 1"
        ),
        pytest.param(
            second(strengths={"N": 12, "E": 9, "S": 8, "W": 12}),
            "strengths must be 40 in all, got 41",
            id="41",
        ),
        pytest.param(
            second(strengths={"N": 38, "E": 1, "S": 1, "W": 0}),
            "strength N must be a whole number from 0 to 37, got 38",
            id="38 in one hand",
        ),
        pytest.param(
            second(strengths={"N": 20, "E": 10, "S": 10}), "strength W must be given", id="three"
        ),
        pytest.param(second(strengths=[10, 10, 10, 10]), "strengths must be an object", id="list"),
        pytest.param(
            {"points_only": {"NS": 100}, "round": 1},
            "round must be left out",
            id="points and round",
        ),
        pytest.param(
            {"points_only": {"NS": 100, "EW": 10}}, "points_only must be points of one", id="both"
        ),
        pytest.param(
            {"points_only": {"NS": 0}}, "points_only NS must be a whole number", id="zero"
        ),
        pytest.param(play(colour="R"), "hand field must be one of round, ", id="unknown field"),
        pytest.param(play(as_played="a\nb"), "as_played must be one line", id="two lines"),
        pytest.param(play(as_played=" "), "as_played must be a reason in words", id="no reason"),
    ],
)
def test_facts_that_the_rules_do_not_know_are_refused(data, message):
    with pytest.raises(RuleError) as refused:
        RULES.parse_facts(data)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    "tricks", [14, -1, None, True, 9.0, "9", pytest.param(10**6000, id="huge")]
)
def test_tricks_must_be_0_to_13(tricks):
    assert refusal(play(), tricks).startswith("tricks must be 0 to 13, got ")


def test_with_a_stored_deal_the_declarer_is_derived_and_not_asked():
    assert score(second(), 9, stored=SEALED).declarer is W


def test_a_declarer_whom_the_stored_deal_excludes_is_refused_without_naming_the_right_one():
    assert refusal(second(declarer="E"), stored=SEALED) == (
        "declarer E does not fit this board; check who declared, or call the director"
    )


@given(typed=st.sampled_from(Seat), dealer=st.sampled_from(Seat), strengths=STORED)
def test_a_refusal_and_a_doubt_say_the_same_whatever_the_sealed_deal_contains(
    typed, dealer, strengths
):
    stored = dict(zip(Seat, strengths, strict=True))
    hand = second(declarer=typed.value)
    problem = f"declarer {typed.value} does not fit this board"
    as_played = hand | {"as_played": "so it was"}
    doubts = score(as_played, 9, dealer=dealer, stored=stored, by_director=True).doubts
    if round_two_declarer(dealer, stored) is typed:
        assert doubts == ()
    else:
        assert refusal(hand, dealer=dealer, stored=stored) == (
            f"{problem}; check who declared, or call the director"
        )
        assert doubts == (f"{problem}, as played: so it was",)


def test_strengths_that_the_stored_deal_excludes_are_refused_without_naming_the_right_ones():
    stated = {"N": 9, "E": 8, "S": 10, "W": 13}
    assert refusal(second(strengths=stated), stored=SEALED) == (
        "strengths do not fit this board; check who declared, or call the director"
    )


def test_what_agrees_with_the_stored_deal_may_be_typed():
    scored = score(second(declarer="W", strengths=WEST_DECLARES), 9, stored=SEALED)
    assert (scored.declarer, scored.doubts) == (W, ())


def test_a_director_records_the_wrong_declarer_as_played_and_it_stays_in_doubt():
    hand = second(declarer="E", as_played="East miscounted")
    scored = score(hand, 9, stored=SEALED, by_director=True)
    assert (scored.declarer, scored.ew_points) == (E, 20)
    assert scored.doubts == ("declarer E does not fit this board, as played: East miscounted",)


def test_strengths_as_stated_give_the_declarer_of_a_hand_recorded_as_played():
    stated = {"N": 15, "E": 9, "S": 10, "W": 13}  # 47 in all: North-South took it
    scored = score(
        second(strengths=stated, as_played="nobody added up"), 9, stored=SEALED, by_director=True
    )
    assert (scored.declarer, scored.ns_points) == (N, 20)
    assert len(scored.doubts) == 2
    assert scored.doubts[0] == "strengths add to 47, not 40, as played: nobody added up"


def test_no_doubt_is_left_where_a_hand_recorded_as_played_contradicts_nothing():
    hand = play(as_played="claimed twice")
    assert score(hand, 11, by_director=True).doubts == ()


def test_players_cannot_record_as_played():
    assert refusal(second(declarer="E", as_played="so it was"), stored=SEALED).startswith(
        "as_played must be left to directors and scorers"
    )


def test_without_a_stored_deal_players_give_the_strengths():
    assert refusal(second(declarer="E")) == (
        "strengths must be given for N, E, S and W, got nothing"
    )


def test_without_a_stored_deal_a_director_may_give_the_declarer_alone():
    assert score(second(declarer="E"), 9, by_director=True).declarer is E
    assert refusal(second(), by_director=True) == (
        "strengths must be given for N, E, S and W, or the declarer, got nothing"
    )


def test_a_declarer_must_follow_from_the_strengths_that_were_typed():
    assert refusal(second(declarer="E", strengths=WEST_DECLARES), by_director=True).startswith(
        "declarer E does not fit the strengths and the dealer"
    )


def test_a_director_may_copy_points_from_a_pad():
    scored = score({"points_only": {"EW": 100}}, None, by_director=True)
    assert (scored.ns_points, scored.ew_points) == (0, 100)
    assert (scored.declarer, scored.made, scored.doubts) == (None, None, ())


def test_points_in_no_cell_of_the_chart_are_questioned_and_not_refused():
    scored = score({"points_only": {"NS": 65}}, None, by_director=True)
    assert scored.ns_points == 65
    assert scored.doubts == ("65 points are in no cell of the chart Reconstructed",)


def test_points_only_are_refused_to_players_and_go_without_tricks():
    assert refusal({"points_only": {"NS": 100}}, None).startswith("points_only must be left to")
    assert refusal({"points_only": {"NS": 100}}, 9, by_director=True).startswith(
        "tricks must be left out"
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(play(), id="Round One"),
        pytest.param(second(strengths=WEST_DECLARES), id="strengths"),
        pytest.param(second(declarer="E", as_played="so it was"), id="as played"),
        pytest.param(second(), id="stored deal"),
        pytest.param({"points_only": {"NS": 100}}, id="points only"),
    ],
)
def test_facts_survive_the_way_out_and_back_in(data):
    assert RULES.dump_facts(RULES.parse_facts(data)) == data


@pytest.mark.parametrize(
    ("data", "tricks", "sentence"),
    [
        pytest.param(
            play(), 11, "South, Play, red, 11 tricks: 100 points to North and South.", id="Play"
        ),
        pytest.param(
            second(strengths=WEST_DECLARES),
            9,
            "Round Two, West, Seven, no-trump, 9 tricks: 20 points to East and West.",
            id="Seven",
        ),
        pytest.param(
            second(strengths=WEST_DECLARES, declaration="ten", trump="B"),
            1,
            "Round Two, West, Ten, blue, 1 trick: 45 points to North and South.",
            id="one trick",
        ),
        pytest.param(
            {"points_only": {"EW": 10}}, None, "Points only: 10 points to East and West.", id="pad"
        ),
    ],
)
def test_a_hand_is_told_in_one_sentence(data, tricks, sentence):
    scored = score(data, tricks, by_director=True)
    assert RULES.describe(RULES.parse_facts(data), tricks, scored) == sentence


def test_an_unknown_game_is_refused_with_those_there_are():
    assert get_ruleset("abridged").hands_per_game == 4
    with pytest.raises(RuleError, match="game must be one of abridged"):
        get_ruleset("whist")
