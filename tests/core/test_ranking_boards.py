"""Worth of every result on a board: matchpoints, factoring, awards, IMPs. Numbers: vectors."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.board_scores import Comparison, Scoring, score_board
from scoring.core.butler import datum, extremes
from scoring.core.cross import Divisor, cross_imps, cross_points
from scoring.core.imps import imps, team_imps
from scoring.core.neuberg import Factoring, factored, to_tenths
from scoring.core.outcomes import Artificial, Award, NotPlayed, Played, Weighted
from scoring.core.victory_points import victory_points, winner_table

FOLDER = Path(__file__).parents[1] / "vectors"
MATCHPOINTS, NEUBERG, IMPS, CROSS, POINTS = (
    json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    for name in ("matchpoints", "neuberg", "imps", "ximp_butler", "vp_wbf")
)
PLAIN = Scoring(small_subfields=False)
EXACT = Scoring(small_subfields=False, factoring=Factoring.EXACT)


def outcome_of(result):
    if result.get("not_played"):
        return NotPlayed()
    if "ns_art" in result:
        return Artificial(Award.of(result["ns_art"]), Award.of(result["ew_art"]))
    return Played(result["ns_score"])


def decimal(value):
    """A vector's number as printed."""
    return Fraction(str(value))


@pytest.mark.parametrize(
    "board", [pytest.param(board, id=board["name"]) for board in MATCHPOINTS["boards"]]
)
def test_boards_of_the_vectors(board):
    worths = score_board([outcome_of(one) for one in board["results"]])
    expected = [pair and [decimal(one) for one in pair] for pair in board["matchpoints"]]
    found = [None if w.ns is None else [w.ns, w.ew] for w in worths]
    assert found == expected
    assert {w.available for w in worths if w.ns is not None} == {board["top"]}


def test_a_weighted_result_counts_by_its_weights_for_itself_and_for_others():
    case = MATCHPOINTS["weighted"][0]
    lot = tuple((net, decimal(weight)) for net, weight in case["weights"])
    worths = score_board([*map(Played, case["ns_scores"]), Weighted.same_for_both(lot)])
    assert [w.ns for w in worths[:3]] == [decimal(one) for one in case["matchpoints_ns"]]
    assert worths[3].ns == decimal(case["weighted_table_ns"])
    assert sum(w.ns + w.ew for w in worths) == 4 * 6


def test_after_a_split_score_each_side_is_compared_by_its_own():
    # North-South keep +100, East-West keep the -30 they would have had.
    worths = score_board([Played(100, ew_net=-30), Played(50), Played(0)])
    assert [(w.ns, w.ew) for w in worths] == [(4, 2), (2, 0), (0, 4)]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in NEUBERG["cases"]])
def test_factored_groups_of_the_vectors(case):
    outcomes, groups, exact, tenths = [], [], [], []
    for name, group in zip("ab", case["groups"], strict=False):
        outcomes += [Played(score) for score in group["ns_scores"]]
        groups += [name] * len(group["ns_scores"])
        exact += [Fraction(one) for one in group["exact"]]
        tenths += [decimal(one) for one in group["matchpoints_ns"]]
    for scoring, expected in ((EXACT, exact), (PLAIN, tenths)):
        setting = Scoring(
            factoring=scoring.factoring, small_subfields=False, expected=case["expected_results"]
        )
        worths = score_board(outcomes, groups=groups, scoring=setting)
        assert [w.ns for w in worths] == expected
        assert {w.ns + w.ew for w in worths} == {case["top"]}


SUBFIELDS = {
    (1, 0): [0],
    (2, 0): [0, 10],
    (2, 1): [0, 0],
    (2, 2): [0, 10],
    (3, 0): [0, 10, 20],
    (3, 1): [0, 0, 10],
    (3, 2): [0, 10, 20],
    (3, 3): [0, 10, 10],
    (3, 4): [0, 10, 20],
}
"""Scores of A results, one of which has m matchpoints among them."""


@pytest.mark.parametrize("row", NEUBERG["small_subfields"]["rows"], ids=str)
def test_small_subfields_of_the_vectors(row):
    results, expected, matchpoints = row["A"], row["E"], row["m"]
    nets = SUBFIELDS[results, matchpoints]
    setting = Scoring(expected=expected, factoring=Factoring.EXACT)
    worths = score_board([Played(net) for net in nets], scoring=setting)
    found = [w for w in worths if w.raw_ns == matchpoints]
    assert found
    assert round(float(100 * found[0].ns / found[0].available), 2) == row["percent"]
    assert round(float(100 * found[0].ew / found[0].available), 2) == row["ew_percent"]


@pytest.mark.parametrize("case", NEUBERG["percent_cases"], ids=str)
def test_a_top_in_percent_after_factoring(case):
    top = factored(Fraction(2 * case["results"] - 2), case["results"], case["expected"])
    assert 100 * top / (2 * case["expected"] - 2) == Fraction(case["exact"])


@pytest.mark.parametrize("case", NEUBERG["rounding_cases"], ids=str)
def test_an_exact_half_tenth_goes_towards_the_average(case):
    assert to_tenths(Fraction(case["value"]), case["top"]) == decimal(case["rounded"])


def test_without_factoring_a_board_keeps_the_top_of_its_own_results():
    off = Scoring(factoring=Factoring.OFF)
    worths = score_board([Played(50), Played(0), NotPlayed()], scoring=off)
    assert [(w.ns, w.available) for w in worths[:2]] == [(2, 2), (0, 2)]


@pytest.mark.parametrize("row", IMPS["examples"], ids=lambda row: str(row["diff"]))
def test_imps_of_the_vectors(row):
    assert imps(row["diff"]) == row["imps"]


@pytest.mark.parametrize("row", IMPS["rows"], ids=lambda row: str(row["imps"]))
def test_every_row_of_the_imp_table_at_both_ends(row):
    highest = row["to"] or 7_600
    assert (imps(row["from"]), imps(-highest)) == (row["imps"], -row["imps"])


def test_a_team_wins_imps_for_the_difference_between_its_tables():
    # 620 and 420 are 200 apart: 5; 10 and 10: nothing; with points times ten, 50 apart are 11.
    assert team_imps([(620, 420), (10, 10), (-50, 100)]) == [5, 0, -4]
    assert team_imps([(30, -20)], multiplier=10) == [11]


def close(found, expected):
    return [round(float(one), 4) for one in found] == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize("case", CROSS["cross_imps"], ids=lambda case: case["source"])
def test_cross_imps_of_the_vectors(case):
    nets = [Played(net) for net in case["ns_scores"]]
    if "fifth_table_ns_weights" in case:
        fifth = Weighted(
            _lot(case["fifth_table_ns_weights"], 1), _lot(case["fifth_table_ew_weights"], -1)
        )
        worths = score_board([*nets, fifth], scoring=Scoring(method=Comparison.CROSS_IMPS))
        assert close([w.ns for w in worths], [*case["ns"], case["fifth_ns"]])
        assert close([w.ew for w in worths], [*case["ew"], case["fifth_ew"]])
        return
    lots = [one.ns_lot for one in nets]
    expected = case.get("E", len(lots))
    if "ns" in case:
        assert close(cross_imps(lots, expected=expected), case["ns"])
    else:
        assert cross_imps(lots, expected=2) == case["divide_by_n_minus_1"]
        assert cross_imps(lots, expected=2, divisor=Divisor.ALL) == case["divide_by_n"]


def _lot(pairs, sign):
    return tuple((sign * net, decimal(weight)) for net, weight in pairs)


@pytest.mark.parametrize("case", CROSS["butler"], ids=lambda case: case["source"])
def test_butler_of_the_vectors(case):
    worths = score_board(
        [Played(net) for net in case["ns_scores"]], scoring=Scoring(method=Comparison.BUTLER)
    )
    nets = [Fraction(net) for net in case["ns_scores"]]
    assert datum(nets, case["dropped_each_end"]) == case["datum"]
    assert [w.ns for w in worths] == case["ns_imps"]
    assert [w.ew for w in worths] == [-one for one in case["ns_imps"]]


@pytest.mark.parametrize(
    "case", [row for row in CROSS["butler_rounding"] if "mean" in row], ids=str
)
def test_a_datum_halfway_goes_to_the_even_ten(case):
    assert datum([Fraction(case["mean"])]) == case["acblscore"]


def test_extremes_can_be_left_out_of_the_datum():
    # 5 % of 20 results is one at each end: the rest are all 100.
    nets = [Fraction(-1000), *[Fraction(100)] * 18, Fraction(2000)]
    assert datum(nets, extremes(20, Fraction(1, 20))) == 100
    with pytest.raises(ValueError, match="dropped must be 0 to 0 for 2 results, got 1"):
        datum(nets[:2], 1)


def test_cross_points_are_the_mean_distance_to_the_others():
    # 100: (80 + 130) / 2; 20: (-80 + 50) / 2; -30: (-130 - 50) / 2.
    lots = [Played(net).ns_lot for net in (100, 20, -30)]
    assert cross_points(lots) == [105, -15, -90]


def test_an_average_plus_is_three_imps_and_nothing_in_cross_points():
    outcomes = [Played(100), Played(100), Artificial(Award.of(60), Award.of(40))]
    imp = score_board(outcomes, scoring=Scoring(method=Comparison.BUTLER))[2]
    assert (imp.ns, imp.ew) == (3, -3)
    points = score_board(outcomes, scoring=Scoring(method=Comparison.CROSS_POINTS))[2]
    assert (points.ns, points.ew) == (None, None)


@pytest.mark.parametrize("boards", sorted(POINTS["tables"], key=int))
def test_victory_points_of_the_vectors(boards):
    table = POINTS["tables"][boards]
    expected = [int(one.replace(".", "")) for one in table["winner_vp"]]
    assert list(winner_table(int(boards))) == expected
    assert len(expected) == table["blitz_imps"] + 1


def test_both_sides_share_twenty_victory_points():
    # 8 boards, 10 IMPs: 13.78.
    assert victory_points(10, 8) == (1378, 622)
    assert victory_points(-10, 8) == (622, 1378)
    assert victory_points(500, 8) == (2000, 0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: Award.of(101), "percent must be 0 to 100", id="award"),
        pytest.param(lambda: imps(10, 0), "multiplier must be at least 1", id="multiplier"),
        pytest.param(lambda: winner_table(0), "boards must be at least 1", id="no boards"),
        pytest.param(lambda: factored(Fraction(1), 0, 3), "results must be 1 to 3", id="results"),
        pytest.param(lambda: Scoring(datum_step=0), "datum_step must be at least 1", id="step"),
        pytest.param(
            lambda: Scoring(datum_dropped=Fraction(1, 2)), "datum_dropped must be", id="dropped"
        ),
        pytest.param(
            lambda: Weighted.same_for_both(((10, Fraction(1, 2)),)), "add to 1", id="weights"
        ),
    ],
)
def test_nonsense_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


nets = st.lists(st.integers(-50, 50), min_size=2, max_size=12)


@given(nets)
def test_matchpoints_of_a_board_add_to_n_times_n_minus_1(scores):
    worths = score_board([Played(net) for net in scores])
    n = len(scores)
    assert sum(w.ns for w in worths) == sum(w.ew for w in worths) == n * (n - 1)


@given(nets, st.integers(0, 8))
def test_factored_matchpoints_add_to_the_results_times_the_average(scores, missing):
    expected = len(scores) + missing
    setting = Scoring(factoring=Factoring.EXACT, small_subfields=False, expected=expected)
    worths = score_board([Played(net) for net in scores], scoring=setting)
    assert sum(w.ns for w in worths) == len(scores) * (expected - 1)


@given(nets, st.randoms())
def test_the_order_of_lines_changes_nothing(scores, random):
    places = list(range(len(scores)))
    random.shuffle(places)
    for method in Comparison:
        plain = score_board([Played(n) for n in scores], scoring=Scoring(method=method))
        mixed = score_board([Played(scores[p]) for p in places], scoring=Scoring(method=method))
        assert [plain[p].ns for p in places] == [w.ns for w in mixed]
