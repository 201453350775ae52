"""Sections: sizes by hand, a movement each."""

import pytest

from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.movement import MovementError, check
from clubmanager.nights.core.sections import (
    build_sections,
    place_by_hand,
    ranking_notes,
    split_field,
)


@pytest.mark.parametrize(
    ("count", "sections", "unit", "sizes"),
    [
        pytest.param(26, 2, 2, (14, 12), id="26 pairs: no half table in either section"),
        pytest.param(27, 2, 2, (14, 13), id="27 pairs: one half table"),
        pytest.param(40, 3, 2, (14, 14, 12), id="40 pairs in three"),
        pytest.param(42, 2, 4, (22, 20), id="42 players: two sit out in one section"),
        pytest.param(12, 1, 2, (12,), id="one section"),
    ],
)
def test_sections_are_as_equal_as_whole_tables_allow(count, sections, unit, sizes):
    assert split_field(count, sections, unit=unit) == sizes


def test_a_section_without_a_table_is_refused():
    with pytest.raises(MovementError, match="sections must be 1 to 3, got 4"):
        split_field(7, 4)


def test_each_section_has_its_own_movement():
    plans = build_sections(get_format("mitchell"), (14, 12), rounds=5)
    assert [(plan.letter, plan.first, plan.count) for plan in plans] == [
        ("A", 0, 14),
        ("B", 14, 12),
    ]
    assert [len(plan.movement.entries) for plan in plans] == [14, 12]
    assert all(check(plan.movement) == [] for plan in plans)


def test_sections_that_are_drawn_are_drawn_differently():
    first, second = build_sections(get_format("social"), (20, 20), rounds=4, seed=b"seed")
    assert first.movement.rounds != second.movement.rounds


def test_a_section_too_small_for_the_format_is_refused():
    with pytest.raises(MovementError, match="pairs must be 5 to 200, got 4"):
        build_sections(get_format("mitchell"), (14, 4), rounds=3)


def test_ranked_together_tells_what_is_not_comparable():
    plans = build_sections(get_format("mitchell"), (14, 12), rounds=5)
    notes = ranking_notes(plans, "together")
    assert notes[0] == "2 sections: each needs its own copy of the boards."
    assert [note.split(":")[0] for note in notes[1:]] == [
        "The sections do not all play the same board sets",
        "The sections are not equally large",
        "North-South and East-West of all sections make one ranking each.",
    ]
    assert ranking_notes(plans, "apart") == notes[:1]
    assert ranking_notes(plans[:1], "apart") == ()
    with pytest.raises(MovementError, match="ranked must be 'together' or 'apart', got 'both'"):
        ranking_notes(plans, "both")


@pytest.mark.parametrize(
    ("wanted", "sections", "places"),
    [
        pytest.param("BABA", 2, ((1, 3), (0, 2)), id="as the letters say"),
        pytest.param(["A", "A", "B", ""], 2, ((0, 1), (2, 3)), id="a newcomer to the smallest"),
        pytest.param("ABC", 2, ((0, 2), (1,)), id="a letter beyond the last section"),
    ],
)
def test_contestants_are_placed_by_hand(wanted, sections, places):
    assert place_by_hand(wanted, sections) == places


def test_a_section_that_nobody_chose_is_refused():
    with pytest.raises(MovementError, match="section C must be one or more, got 0"):
        place_by_hand("AABB", 3)
