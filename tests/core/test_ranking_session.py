"""A session of compared boards: totals, awards, ties, strata, and every number explained."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.explain import explain
from scoring.core.neuberg import Factoring
from scoring.core.outcomes import Artificial, Award, NotPlayed, Played
from scoring.core.placings import PAIRS_CHAIN, rank_session
from scoring.core.session import BoardPlay, score_session
from scoring.core.strata import handicap, rank_strata, split_flights
from scoring.core.tie_breaks import TieBreak, ordinal

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "matchpoints.json").read_text("utf-8")
)
OFF = Scoring(factoring=Factoring.OFF)


def play(board, ns, ew, net, group=""):
    outcome = Played(net) if isinstance(net, int) else net
    return BoardPlay(board, (ns,), (ew,), outcome, group)


def awarded(ns, ew):
    return Artificial(Award.of(ns), Award.of(ew))


def ranks(placings):
    return [(p.contestant, p.rank, p.shared, p.tie_reason) for p in placings]


# Pairs 0 1 2 sit North-South against 3 4 5; three boards, everybody moves one table.
MITCHELL = [
    play(1, 0, 3, 100), play(1, 1, 4, 20), play(1, 2, 5, -10),
    play(2, 0, 4, -20), play(2, 1, 5, -20), play(2, 2, 3, 30),
    play(3, 0, 5, 10), play(3, 1, 3, 30), play(3, 2, 4, 20),
]  # fmt: skip
LINES = ["NS"] * 3 + ["EW"] * 3


def test_totals_add_up_board_by_board_and_lines_are_ranked_apart():
    # Board 1: 4 2 0; board 2: 1 1 4; board 3: 0 4 2, North-South; 12 are available.
    # East-West: 3 has 0 0 0; 4 has 2 3 2; 5 has 4 3 4.
    scores = score_session(MITCHELL, contestants=6)
    assert [total.got for total in scores.totals] == [5, 7, 6, 0, 7, 11]
    placings = rank_session(scores, lines=LINES)
    assert ranks(placings) == [
        (1, 1, False, ""),
        (2, 2, False, ""),
        (0, 3, False, ""),
        (5, 1, False, ""),
        (4, 2, False, ""),
        (3, 3, False, ""),
    ]
    assert [p.percentage_hundredths for p in placings[:3]] == [5833, 5000, 4167]


def test_a_board_not_played_has_neither_score_nor_top():
    plays = [*MITCHELL[:8], play(3, 2, 4, NotPlayed())]
    totals = score_session(plays, contestants=6, scoring=OFF).totals
    # Board 3 has two results left and a top of 2: pair 1 got it.
    assert (totals[2].got, totals[2].available, totals[2].boards) == (4, 8, 2)
    assert (totals[1].got, totals[1].available) == (2 + 1 + 2, 10)


@pytest.mark.parametrize("case", VECTORS["session_rules"], ids=lambda case: case["name"])
def test_average_plus_and_minus_follow_the_own_session(case):
    others = Fraction(case["others_percent"])
    named = {"A+": 60, "A-": 40, "A ": 50}[case["name"][:2]]
    assert Award.of(named).in_session(others) == Fraction(case["award_percent"])


def test_an_average_plus_is_worth_the_own_session_where_that_is_better():
    # Pair 0 has 4 of 4 on board 1: 100 %. Its average plus on board 2 rises to that; pair 5's
    # average minus falls to its 0 %.
    plays = [
        play(1, 0, 5, 100), play(1, 1, 4, 20), play(1, 2, 3, -10),
        play(2, 0, 5, awarded(60, 40)), play(2, 1, 4, 20), play(2, 2, 3, 20),
    ]  # fmt: skip
    totals = score_session(plays, contestants=6).totals
    assert (totals[0].got, totals[5].got) == (4 + 4, 0)
    plain = Scoring(session_rule=False)
    flat = score_session(plays, contestants=6, scoring=plain).totals
    assert (flat[0].got, flat[5].got) == (4 + Fraction("2.4"), Fraction("1.6"))


def test_a_fouled_board_is_compared_within_its_groups_and_factored_to_the_full_top():
    nets = [700, 600, 500, 400, 300, 200, 100, 50, 0, -50]
    plays = [play(1, at, 10 + at, net, "a" if at < 7 else "b") for at, net in enumerate(nets)]
    setting = Scoring(small_subfields=False)
    totals = score_session(plays, contestants=20, scoring=setting).totals
    # Printed by the English Bridge Union for a fouled board, 7 + 3 of 10.
    printed = ["17.6", "14.7", "11.9", "9", "6.1", "3.3", "0.4", "15.7", "9", "2.3"]
    assert [total.got for total in totals[:10]] == [Fraction(one) for one in printed]


def test_imps_are_ranked_by_the_mean_of_a_board():
    # One board, Butler: datum of 100, 20, -10 is 37 -> 40; 60: 2, -20: -1, -50: -2.
    scores = score_session(MITCHELL[:3], contestants=6, scoring=Scoring(method=Comparison.BUTLER))
    assert [total.got for total in scores.totals] == [2, -1, -2, -2, 1, 2]
    assert [p.contestant for p in rank_session(scores)] == [0, 5, 4, 1, 2, 3]


def test_individuals_are_credited_on_either_side():
    plays = [
        BoardPlay(1, (0, 1), (2, 3), Played(30)),
        BoardPlay(1, (4, 5), (6, 7), Played(-10)),
    ]
    totals = score_session(plays, contestants=8).totals
    assert [total.got for total in totals] == [2, 2, 0, 0, 0, 0, 2, 2]


def test_the_score_can_stand_for_the_others_while_its_own_sides_are_awarded():
    own = BoardPlay(1, (0,), (3,), Played(100), award=awarded(50, 60))
    totals = score_session([own, *MITCHELL[1:3]], contestants=6).totals
    assert [total.got for total in totals] == [2, 2, 0, Fraction("2.4"), 2, 4]


def test_head_to_head_decides_where_all_the_tied_have_met():
    # 0 and 1 both end with half of everything; on board 3 they met, and 1 had the better of it.
    plays = [
        play(1, 0, 2, 50), play(1, 1, 3, 0),
        play(2, 0, 3, 0), play(2, 1, 2, 0),
        play(3, 0, 1, 0), play(3, 2, 3, 10),
        play(4, 1, 2, 0), play(4, 0, 3, 0),
    ]  # fmt: skip
    scores = score_session(plays, contestants=4)
    # 0: 2 + 1 + 0 + 1 = 4; 1: 0 + 1 + 2 + 1 = 4; 2: 0 + 1 + 2 + 1 = 4; 3: 2 + 1 + 0 + 1 = 4.
    assert {total.got for total in scores.totals} == {4}
    placings = rank_session(scores, chain=[TieBreak.HEAD_TO_HEAD])
    # Everybody met everybody, so the meetings are the whole session and all stay tied.
    assert {p.rank for p in placings} == {1}
    two = rank_session(scores, lines=["a", "a", "b", "c"], chain=[TieBreak.HEAD_TO_HEAD])
    assert ranks(two)[:2] == [
        (1, 1, False, "1st by head-to-head"),
        (0, 2, False, "2nd by head-to-head"),
    ]


def test_count_back_prefers_more_boards_above_average():
    # Four boards of 3 0 3 and three of 0 4 2: pair 0 and pair 1 have 12 of 28 each, pair 0 above
    # average on four boards, pair 1 on three.
    rows = [(9, 0, 9)] * 4 + [(0, 9, 5)] * 3
    plays = [
        play(board, t, 3 + t, net) for board, row in enumerate(rows) for t, net in enumerate(row)
    ]
    scores = score_session(plays, contestants=6)
    assert [total.got for total in scores.totals[:3]] == [12, 12, 18]
    assert ranks(rank_session(scores, lines=LINES))[1][1:3] == (2, True)
    assert ranks(rank_session(scores, lines=LINES, chain=PAIRS_CHAIN))[:3] == [
        (2, 1, False, ""),
        (0, 2, False, "2nd by board count-back"),
        (1, 3, False, "3rd by board count-back"),
    ]


def test_in_a_count_back_two_averages_are_as_good_as_a_win_and_a_loss():
    # Boards of 4 2 0 and 0 2 4: everybody has 4 of 8.
    rows = [(9, 5, 0), (0, 5, 9)]
    plays = [play(b, t, 3 + t, net) for b, row in enumerate(rows) for t, net in enumerate(row)]
    scores = score_session(plays, contestants=6)
    placings = rank_session(scores, lines=LINES, chain=[TieBreak.COUNT_BACK])
    assert [p.rank for p in placings] == [1] * 6


def test_opponents_scores_decide_unless_everybody_met_everybody():
    # 0 and 1 tie, 0 met the strong 3, 1 met the weak 2.
    plays = [
        play(1, 0, 3, 10), play(1, 1, 2, 10),
        play(2, 3, 2, 90), play(2, 4, 5, 0),
        play(3, 3, 5, 90), play(3, 2, 4, -90),
    ]  # fmt: skip
    scores = score_session(plays, contestants=6)
    assert scores.totals[0].ratio == scores.totals[1].ratio == Fraction(1, 2)
    placings = rank_session(scores, chain=[TieBreak.OPPONENTS])
    found = {p.contestant: (p.rank, p.tie_reason) for p in placings}
    assert found[0][0] < found[1][0]
    assert "opponents' scores" in found[1][1]


def test_a_ballot_is_drawn_from_its_seed_and_never_without():
    flat = [play(1, 0, 2, 10), play(1, 1, 3, 10)]
    scores = score_session(flat, contestants=4)
    drawn = rank_session(scores, chain=[TieBreak.BALLOT], ballot_seed=b"2026-11-30")
    assert [p.rank for p in drawn] == [1, 2, 3, 4]
    assert drawn == rank_session(scores, chain=[TieBreak.BALLOT], ballot_seed=b"2026-11-30")
    assert drawn[0].tie_reason == "1st by ballot"
    with pytest.raises(ValueError, match="ballot must have a seed"):
        rank_session(scores, chain=[TieBreak.BALLOT])


def test_a_tie_break_that_pairs_do_not_have_is_refused():
    with pytest.raises(ValueError, match="tie-break must be one of .*, got hands won"):
        rank_session(score_session([], contestants=1), chain=[TieBreak.HANDS_WON])


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd")]
)
def test_ordinals(number, text):
    assert ordinal(number) == text


def test_a_handicap_is_added_to_the_percentage_that_decides():
    scores = score_session(MITCHELL, contestants=6)
    # 41.67 + 20 = 61.67 passes 58.33.
    placings = rank_session(scores, lines=LINES, handicaps={0: Fraction(20)})
    assert [p.contestant for p in placings[:3]] == [0, 1, 2]
    assert placings[0].percentage_hundredths == 4167
    # Partners at 45 and 40 are 7.5 short of 50; half of that is 3.75.
    members = [Fraction(45), Fraction(40)]
    assert handicap(members, par=Fraction(50), share=Fraction(1, 2)) == Fraction("3.75")


def test_strata_are_ranked_among_themselves_and_those_below():
    placings = rank_session(score_session(MITCHELL, contestants=6), lines=LINES)
    strata = rank_strata(placings, stratum_of=dict(enumerate("ABBBCC")), strata=["A", "B", "C"])
    assert [(p.contestant, p.rank) for p in strata["A"]] == [
        (p.contestant, p.rank) for p in placings
    ]
    assert [(p.contestant, p.rank) for p in strata["B"]] == [(1, 1), (2, 2), (5, 1), (4, 2), (3, 3)]
    assert [(p.contestant, p.rank) for p in strata["C"]] == [(5, 1), (4, 2)]
    with pytest.raises(ValueError, match="stratum must be one of A, B, got C"):
        rank_strata(placings, stratum_of=dict(enumerate("ABBBCC")), strata=["A", "B"])


def test_flights_are_compared_apart_and_may_not_meet():
    flights = split_flights(MITCHELL[:2], {0: "A", 3: "A", 1: "B", 4: "B"})
    assert {name: len(plays) for name, plays in flights.items()} == {"A": 1, "B": 1}
    with pytest.raises(ValueError, match="flights must not meet, got A and B on board 1"):
        split_flights(MITCHELL[:1], {0: "A", 3: "B"})


def test_a_number_is_explained_by_the_board_the_others_and_the_count():
    scores = score_session(MITCHELL, contestants=6)
    (found,) = explain(scores, contestant=4, board=2)
    assert (found.side, found.score, found.got, found.available) == ("EW", ((20, 1),), 3, 4)
    assert [(one.ns, one.ew, one.worth) for one in found.others] == [
        ((1,), (5,), 1),
        ((2,), (3,), 2),
    ]
    assert found.percentage_hundredths == 7500
    assert found.sentences == (
        "East-West scored +20 on board 2.",
        "Of 2 other results 1 are worse (2 each) and 1 equal (1 each): 3 matchpoints.",
        "3 of 4 matchpoints, 75.00 %.",
    )


def test_factoring_and_awards_are_explained_too():
    plays = [
        play(1, 0, 5, 420), play(1, 1, 6, 170), play(1, 2, 7, -50), play(1, 3, 8, 170),
        play(1, 4, 9, awarded(60, 40)),
    ]  # fmt: skip
    scores = score_session(plays, contestants=10)
    assert explain(scores, contestant=0, board=1)[0].sentences[2:] == (
        "4 of 5 results can be compared, so matchpoints are factored: (6 x 5 + 5 - 4) / 4.",
        "7.7 of 8 matchpoints, 96.25 %.",
    )
    assert explain(scores, contestant=4, board=1)[0].sentences == (
        "The director awarded average plus: 60 % of a top.",
        "4.8 of 8 matchpoints, 60.00 %.",
    )
    assert explain(scores, contestant=0, board=2) == []
    with pytest.raises(ValueError, match="contestant must be 0 to 9, got 10"):
        explain(scores, contestant=10, board=1)


def test_the_own_session_rule_is_named_where_it_moved_an_award():
    plays = [play(1, 0, 2, 50), play(1, 1, 3, 0), play(2, 0, 2, awarded(60, 60)), play(2, 1, 3, 0)]
    sentences = explain(score_session(plays, contestants=4), contestant=0, board=2)[0].sentences
    assert sentences[1] == "By Law 12C2 it follows the own other boards: 100.00 %."


@pytest.mark.parametrize(
    ("method", "sentences"),
    [
        pytest.param(Comparison.BUTLER, ("The datum of 3 results is +40: 2 IMPs.",), id="butler"),
        pytest.param(
            Comparison.CROSS_IMPS,
            # 80 is 2 IMPs, 110 is 3.
            ("Against 2 other results together 5 IMPs.", "The mean is 2.5 IMPs."),
            id="cross-imps",
        ),
        pytest.param(
            Comparison.CROSS_POINTS,
            ("Against 2 other results together 190 points.", "The mean is 95 points."),
            id="cross-points",
        ),
    ],
)
def test_other_methods_are_explained_in_their_own_words(method, sentences):
    scores = score_session(MITCHELL[:3], contestants=6, scoring=Scoring(method=method))
    assert explain(scores, contestant=0, board=1)[0].sentences[1:] == sentences


def test_somebody_beyond_the_field_and_a_seat_on_both_sides_are_refused():
    with pytest.raises(ValueError, match="contestants must be 0 to 2, got 3"):
        score_session(MITCHELL[:1], contestants=3)
    with pytest.raises(ValueError, match="board 1 must have two sides"):
        play(1, 0, 0, 10)


TABLES = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=5)


def everybody(rows):
    """Table t: pair t against pair T + t, the same three boards at every table."""
    return [
        play(board, table, len(rows) + table, net)
        for table, row in enumerate(rows)
        for board, net in enumerate(row)
    ]


@settings(max_examples=50, deadline=None)
@given(rows=TABLES, random=st.randoms(), method=st.sampled_from(list(Comparison)))
def test_the_order_of_entry_never_changes_a_ranking(rows, random, method):
    plays = everybody(rows)
    mixed = list(plays)
    random.shuffle(mixed)
    scoring = Scoring(method=method)
    one, other = (
        rank_session(
            score_session(given, contestants=2 * len(rows), scoring=scoring), chain=PAIRS_CHAIN
        )
        for given in (plays, mixed)
    )
    assert one == other


@settings(max_examples=50, deadline=None)
@given(rows=TABLES, gain=st.integers(1, 18), data=st.data())
def test_a_better_score_never_lowers_a_rank_where_all_play_the_same_boards(rows, gain, data):
    table = data.draw(st.integers(0, len(rows) - 1))
    better = [list(row) for row in rows]
    better[table][data.draw(st.integers(0, 2))] += gain
    lines = ["NS"] * len(rows) + ["EW"] * len(rows)
    before, after = (
        {
            p.contestant: p.rank
            for p in rank_session(
                score_session(everybody(given), contestants=2 * len(rows)), lines=lines
            )
        }
        for given in (rows, better)
    )
    assert after[table] <= before[table]
