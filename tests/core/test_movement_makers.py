"""Boards made up by hand: never by someone who will play them, and the work shared evenly."""

from collections import Counter

import pytest

from clubmanager.nights.core.makers import assign_makers
from clubmanager.nights.core.mitchell import mitchell
from clubmanager.nights.core.movement import MovementError


def test_nobody_makes_up_a_board_that_he_or_she_plays():
    plays = {1: frozenset({10, 11}), 2: frozenset({12, 13})}
    assert assign_makers(plays, {}, [10, 11, 12, 13]) == [(1, 1, 12), (2, 1, 10)]


def test_nobody_is_named_where_everybody_plays():
    plays = {5: frozenset({1, 2, 3, 4})}
    assert assign_makers(plays, {5: 2}, [1, 2, 3, 4]) == [(5, 1, None), (5, 2, None)]


def test_excluded_people_make_up_nothing():
    plays = {1: frozenset({3})}
    assert assign_makers(plays, {}, [1, 2, 3], excluded=frozenset({1})) == [(1, 1, 2)]


def test_each_copy_has_its_maker():
    plays = {1: frozenset(), 2: frozenset()}
    assert assign_makers(plays, {1: 2, 2: 1}, [7, 8, 9]) == [(1, 1, 7), (1, 2, 8), (2, 1, 9)]


def test_earlier_boards_are_passed_on_to_keep_the_loads_even():
    # 1 could do everything; 2 only boards 1 and 2. Boards 3 and 4 are left to 1 alone.
    plays = {1: frozenset(), 2: frozenset(), 3: frozenset({2}), 4: frozenset({2})}
    result = assign_makers(plays, {}, [1, 2])
    assert result == [(1, 1, 2), (2, 1, 2), (3, 1, 1), (4, 1, 1)]


def test_a_chain_of_three_is_found():
    # Only 1 may do board 3, only 1 and 2 board 1, only 2 and 3 board 2.
    plays = {1: frozenset({3}), 2: frozenset({1}), 3: frozenset({2, 3})}
    result = assign_makers(plays, {}, [1, 2, 3])
    assert result == [(1, 1, 2), (2, 1, 3), (3, 1, 1)]


def test_a_short_mitchell_shares_the_work_evenly():
    movement = mitchell(9, rounds=5)
    people = {entry: index for index, entry in enumerate(movement.entries)}
    plays = {
        4 * (board_set - 1) + board: frozenset(people[e] for e in movement.plays_of_set(board_set))
        for board_set in movement.board_sets
        for board in (1, 2, 3, 4)
    }
    result = assign_makers(plays, {}, list(people.values()))
    assert len(result) == 36
    assert all(maker not in plays[board] for board, _, maker in result)
    assert Counter(maker for _, _, maker in result) == dict.fromkeys(range(18), 2)


def test_no_copies_at_all_are_refused():
    with pytest.raises(MovementError, match="copies of board 1 must be 1 or more, got 0"):
        assign_makers({1: frozenset()}, {1: 0}, [1])
