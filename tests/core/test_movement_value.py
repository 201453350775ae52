"""The movement value refuses nonsense, and its check finds every broken invariant."""

import pytest

from clubmanager.nights.core.mitchell import mitchell
from clubmanager.nights.core.movement import (
    Movement,
    MovementError,
    Place,
    TableSitting,
    check,
    decks_needed,
    match_sittings,
    meetings,
    opponent_counts,
    pair_sitting,
    partner_counts,
    player_sitting,
    team_sitting,
)
from clubmanager.nights.core.round_robin import round_robin

ONE, TWO, THREE = ("", 1), ("", 2), ("", 3)


def pairs_at(table: int, ns: int, ew: int, board_set: int) -> TableSitting:
    return pair_sitting(table, ("", ns), ("", ew), board_set)


def movement_of(*rounds, sit_outs=None, shared_sets=False) -> Movement:
    resting = sit_outs or tuple(() for _ in rounds)
    return Movement("test", rounds, resting, shared_sets)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        pytest.param(
            lambda: Place(("N", 1)), "line must be 'NS', 'EW' or '', got 'N'", id="unknown line"
        ),
        pytest.param(
            lambda: Place(("", 0)), "entry number must be 1 or more, got 0", id="entry nought"
        ),
        pytest.param(lambda: Place(("", 1), 4), "member must be 0 to 3, got 4", id="fifth member"),
        pytest.param(lambda: pairs_at(0, 1, 2, 1), "table must be 1 or more, got 0", id="table 0"),
        pytest.param(
            lambda: pairs_at(1, 1, 2, 0), "board set must be 1 or more, got 0", id="board set 0"
        ),
        pytest.param(lambda: pairs_at(1, 2, 2, 1), "must be four people", id="plays itself"),
        pytest.param(
            lambda: player_sitting(1, 1, 2, 3, 1, 1), "must be four people", id="two seats"
        ),
        pytest.param(
            lambda: movement_of((pairs_at(1, 1, 2, 1), pairs_at(2, 2, 3, 2))),
            "round 1: number 2 is in two places",
            id="one pair at two tables",
        ),
        pytest.param(
            lambda: movement_of((pairs_at(1, 1, 2, 1), pairs_at(1, 3, 4, 2))),
            "round 1: table 1 is used twice",
            id="one table twice",
        ),
        pytest.param(
            lambda: movement_of((pairs_at(1, 1, 2, 1),), sit_outs=((("", 1),),)),
            "round 1: number 1 is in two places",
            id="plays and sits out",
        ),
        pytest.param(
            lambda: Movement("test", ((pairs_at(1, 1, 2, 1),),), ((),), False, absent=((), ())),
            "absent must be one list for each of 1 rounds, got 2",
            id="absent in a round that does not exist",
        ),
        pytest.param(
            lambda: Movement("test", ((pairs_at(1, 1, 2, 1),),), ((),), False, winners=3),
            "winners must be 1 to 2, got 3",
            id="three winners",
        ),
        pytest.param(
            lambda: movement_of((*match_sittings(1, ONE, TWO, 1), *match_sittings(2, ONE, TWO, 2))),
            "round 1: number 1 is in two places",
            id="a team in two matches",
        ),
        pytest.param(
            lambda: Movement("test", ((pairs_at(1, 1, 2, 1),),), (), False),
            "sit_outs must be one list for each of 1 rounds, got 0",
            id="sit-outs missing",
        ),
    ],
)
def test_nonsense_is_refused(build, message):
    with pytest.raises(ValueError, match="must be|round") as error:
        build()
    assert message in str(error.value)


def test_a_refusal_names_field_value_and_what_is_allowed():
    with pytest.raises(MovementError) as error:
        round_robin(15)
    assert (error.value.field, error.value.value, error.value.allowed) == ("pairs", 15, "3 to 14")


@pytest.mark.parametrize(
    ("movement", "problem"),
    [
        pytest.param(
            movement_of((pairs_at(1, 1, 2, 1),), (pairs_at(1, 2, 1, 2),)),
            "number 1 and number 2 meet twice",
            id="two pairs meet twice",
        ),
        pytest.param(
            movement_of((pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 1))),
            "round 1: board set 1 is at two tables",
            id="sharing not declared",
        ),
        pytest.param(
            movement_of(
                (pairs_at(1, 1, 2, 1), pairs_at(2, 3, 4, 2)),
                (pairs_at(1, 1, 3, 1), pairs_at(2, 4, 2, 3)),
            ),
            "number 1 meets board set 1 twice",
            id="boards met twice",
        ),
        pytest.param(
            movement_of((pairs_at(1, 1, 2, 1),), (pairs_at(1, 1, 3, 2),)),
            "round 1: number 3 neither plays nor sits out",
            id="somebody forgotten",
        ),
        pytest.param(
            movement_of(
                (pairs_at(1, 1, 2, 1),), (pairs_at(1, 2, 1, 2),), sit_outs=((("", 3),),) * 2
            ),
            "sit-outs are uneven: 0 to 2 times",
            id="uneven sit-outs",
        ),
    ],
)
def test_check_finds_what_is_broken(movement, problem):
    assert problem in check(movement)


def test_a_meeting_may_repeat_where_the_format_does_not_promise_otherwise():
    twice = movement_of((pairs_at(1, 1, 2, 1),), (pairs_at(1, 2, 1, 2),))
    assert check(twice, meet_once=False) == []


def test_a_match_at_two_tables_is_one_meeting_and_each_person_plays_the_boards_once():
    movement = movement_of(match_sittings(1, ONE, TWO, 1), shared_sets=True)
    assert meetings(movement) == [frozenset((ONE, TWO))]
    assert check(movement) == []
    again = movement_of(
        match_sittings(1, ONE, TWO, 1), match_sittings(1, TWO, ONE, 2), shared_sets=True
    )
    assert check(again) == ["number 1 and number 2 meet twice"]


def test_the_halves_of_a_triangle_are_one_meeting_when_the_boards_are_the_same():
    first = (
        team_sitting(1, ONE, TWO, 1), team_sitting(2, TWO, THREE, 2), team_sitting(3, THREE, ONE, 3)
    )  # fmt: skip
    second = (
        team_sitting(1, ONE, THREE, 3), team_sitting(2, THREE, TWO, 2), team_sitting(3, TWO, ONE, 1)
    )  # fmt: skip
    assert len(meetings(movement_of(first, second))) == 3
    assert check(movement_of(first, second)) == []


def test_who_takes_no_part_is_neither_forgotten_nor_counted_for_sit_outs():
    movement = Movement(
        "test", ((pairs_at(1, 1, 2, 1),), ()), ((), (ONE,)), False, absent=((), (TWO, THREE))
    )
    assert movement.entries == (ONE, TWO, THREE)
    assert check(movement) == ["round 1: number 3 neither plays nor sits out"]
    assert movement.absent_in(2) == {TWO, THREE}


def test_partners_and_opponents_of_individuals_are_counted():
    movement = movement_of((player_sitting(1, 1, 2, 3, 4, 1),), (player_sitting(1, 1, 3, 2, 4, 2),))
    one, two, three, four = (("", number) for number in (1, 2, 3, 4))
    assert partner_counts(movement) == {
        frozenset((one, three)): 1,
        frozenset((two, four)): 1,
        frozenset((one, two)): 1,
        frozenset((three, four)): 1,
    }
    assert opponent_counts(movement)[frozenset((one, four))] == 2
    assert opponent_counts(movement)[frozenset((one, two))] == 1


def test_a_movement_knows_its_entries_tables_and_sets():
    movement = mitchell(3, half_table="EW")
    assert movement.entries == (("NS", 1), ("NS", 2), ("NS", 3), ("EW", 1), ("EW", 2))
    assert movement.table_count == 3
    assert movement.board_sets == (1, 2, 3)
    # Round 1: table 1 plays set 1; round 2: table 3 (N-S 3, E-W 2); round 3: N-S 2 against E-W 3,
    # the pair that is missing.
    assert movement.plays_of_set(1) == {("NS", 1), ("EW", 1), ("NS", 3), ("EW", 2)}


@pytest.mark.parametrize(
    ("movement", "boards_per_set", "stored", "decks"),
    [
        pytest.param(mitchell(4), 4, True, 16, id="Mitchell, four tables: a deck a board"),
        pytest.param(mitchell(4, kind="relay"), 4, True, 16, id="relay: the shared set is passed"),
        pytest.param(mitchell(4, kind="relay"), 4, False, 8, id="no stored deals: two a table"),
        pytest.param(round_robin(8), 4, True, 16, id="round robin: a copy at each table"),
        pytest.param(round_robin(9), 3, True, 12, id="round robin with a bye: four tables"),
        pytest.param(round_robin(9), 3, False, 8, id="bye, no stored deals"),
    ],
)
def test_decks_needed(movement, boards_per_set, stored, decks):
    assert decks_needed(movement, boards_per_set=boards_per_set, stored=stored) == decks


def test_decks_need_at_least_one_board_a_set():
    with pytest.raises(MovementError, match="boards_per_set must be 1 or more, got 0"):
        decks_needed(round_robin(4), boards_per_set=0, stored=True)
