"""The chart: shipped numbers, published cells, refused cells."""

import pytest

from scoring.core.chart import PUBLISHED_CELLS, RECONSTRUCTED, Chart, Declaration
from scoring.core.ruleset import RuleError

# Written out by hand from docs/rules.md, "The chart": 0 to 13 tricks.
PLAY = [190, 170, 150, 130, 110, 90, 70, 50, 30, 10, 80, 100, 120, 140]
TEN = [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 40, 45, 50, 55]
SEVEN = [35, 30, 25, 20, 15, 10, 5, 10, 15, 20, 25, 30, 35, 40]


def rows(**changes):
    return {"play": PLAY, "ten": TEN, "seven": SEVEN, **changes}


def with_cell(row, tricks, value):
    return [*row[:tricks], value, *row[tricks + 1 :]]


def test_the_shipped_chart_is_the_table_of_the_rules():
    assert RECONSTRUCTED.to_json() == rows()
    assert RECONSTRUCTED.name == "Reconstructed"


@pytest.mark.parametrize(
    ("declaration", "tricks", "points"),
    [
        pytest.param("play", 11, 100, id="Play, eleven tricks"),
        pytest.param("play", 9, 10, id="Play, nine tricks"),
        pytest.param("ten", 8, 10, id="Ten, eight tricks"),
        pytest.param("seven", 9, 20, id="Seven, nine tricks"),
    ],
)
def test_the_shipped_chart_pays_what_the_rule_book_prints(declaration, tricks, points):
    assert RECONSTRUCTED.points(declaration, tricks) == points
    assert (Declaration(declaration), tricks, points) in [
        (cell.declaration, cell.tricks, cell.points) for cell in PUBLISHED_CELLS
    ]


def test_there_are_four_published_cells_and_the_shipped_chart_contradicts_none():
    assert len(PUBLISHED_CELLS) == 4
    assert RECONSTRUCTED.warnings() == ()


def test_no_hand_that_a_team_can_make_pays_exactly_70():
    made = {
        RECONSTRUCTED.points(declaration, tricks)
        for declaration in Declaration
        for tricks in range(declaration.target, 14)
    }
    assert 70 not in made
    assert min(RECONSTRUCTED.row("play")[10:]) == 80


def test_each_contradicted_published_cell_is_named_in_words():
    chart = Chart.from_json(
        rows(play=with_cell(PLAY, 11, 90), seven=with_cell(SEVEN, 9, 21)), name="Ours"
    )
    assert chart.warnings() == (
        "Play, 11 tricks: the rule book pays 100, this chart pays 90",
        "Seven, 9 tricks: the rule book pays 20, this chart pays 21",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            rows(ten=with_cell(TEN, 8, 0)),
            "Ten, 8 tricks must be a whole number from 1 to 10000, got 0",
            id="zero cell",
        ),
        pytest.param(
            rows(play=with_cell(PLAY, 1, 10_001)),
            "Play, 1 trick must be a whole number from 1 to 10000, got 10001",
            id="above the sanity limit",
        ),
        pytest.param(
            rows(seven=with_cell(SEVEN, 13, True)),
            "Seven, 13 tricks must be a whole number from 1 to 10000, got True",
            id="a yes is not a number",
        ),
        pytest.param(
            rows(play=with_cell(PLAY, 0, 2.5)),
            "Play, 0 tricks must be a whole number from 1 to 10000, got 2.5",
            id="half a point",
        ),
        pytest.param(
            rows(ten=TEN[:13]),
            "chart row ten must be 14 cells, for 0 to 13 tricks, got 13",
            id="thirteen cells",
        ),
        pytest.param(
            {"play": PLAY, "ten": TEN},
            "chart row seven must be a list of 14 cells, for 0 to 13 tricks, got nothing",
            id="row missing",
        ),
        pytest.param(
            rows(eight=TEN), "chart field must be one of play, ten, seven, got 'eight'", id="row"
        ),
        pytest.param([PLAY, TEN, SEVEN], "chart must be an object, got [", id="a list"),
    ],
)
def test_a_chart_that_is_no_chart_is_refused_and_the_cell_named(data, message):
    with pytest.raises(RuleError) as refused:
        Chart.from_json(data, name="Ours")
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("tricks", [-1, 14, True, None, 9.0])
def test_a_trick_count_outside_0_to_13_has_no_points(tricks):
    with pytest.raises(RuleError, match="tricks must be 0 to 13"):
        RECONSTRUCTED.points("ten", tricks)


def test_the_difference_of_two_charts_lists_the_changed_cells():
    ours = Chart.from_json(rows(play=with_cell(PLAY, 10, 85)), name="Ours")
    assert [str(change) for change in RECONSTRUCTED.diff(ours)] == ["Play, 10 tricks: 80 became 85"]
    assert ours.diff(ours) == ()


def test_a_chart_knows_which_points_it_can_pay():
    assert RECONSTRUCTED.contains(190)
    assert not RECONSTRUCTED.contains(65)


def test_every_chart_says_where_its_numbers_come_from():
    assert "Four of the 42 cells are published" in RECONSTRUCTED.provenance
    assert "the rest are reconstructed" in RECONSTRUCTED.provenance
    ours = Chart.from_json(rows(play=with_cell(PLAY, 10, 85)), name="Ours")
    assert ours.provenance.startswith("Entered by the club")
