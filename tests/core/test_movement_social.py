"""Social nights: whist tables against the vectors, draws by their invariants."""

import json
from collections import Counter
from pathlib import Path

import pytest

from clubmanager.nights.core.movement import (
    MovementError,
    check,
    opponent_counts,
    partner_counts,
)
from clubmanager.nights.core.social_draw import History, social_draw
from clubmanager.nights.core.whist import STARTERS, whist_round, whist_rounds

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "movements.json").read_text())
SEED = b"a night in November"
FROZEN_DRAW = [(7, 8, 4, 10), (9, 3, 2, 1)]
SIZES = [*range(4, 61), 79, 100, 121, 142, 163, 197, 198, 199, 200]


@pytest.mark.parametrize("players", list(STARTERS))
def test_whist_tables_equal_the_vectors(players):
    vector = VECTORS["individual"][f"whist-{players}"]
    rounds = [
        [tuple(table[seat] for seat in "nesw") for table in tables] for tables in vector["rounds"]
    ]
    assert [list(whist_round(players, i)) for i in range(whist_rounds(players))] == rounds


@pytest.mark.parametrize("players", list(STARTERS))
def test_at_whist_sizes_everybody_partners_once_and_opposes_twice(players):
    movement = social_draw(players, whist_rounds(players), SEED)
    assert check(movement) == []
    everyone = players * (players - 1) // 2
    assert sorted(partner_counts(movement).values()) == [1] * everyone
    assert sorted(opponent_counts(movement).values()) == [2] * everyone
    assert "Drawn by chance" not in " ".join(movement.notes)


@pytest.mark.parametrize("players", SIZES)
def test_every_size_keeps_the_invariants(players):
    movement = social_draw(players, 6, SEED)
    assert check(movement) == []
    assert movement.entries == tuple(("", number) for number in range(1, players + 1))
    assert all(len(resting) == players % 4 for resting in movement.sit_outs)
    assert all(len(tables) == players // 4 for tables in movement.rounds)


@pytest.mark.parametrize("players", [size for size in SIZES if size >= 14])
def test_six_rounds_of_a_larger_field_repeat_no_partnership(players):
    movement = social_draw(players, 6, SEED)
    assert set(partner_counts(movement).values()) == {1}
    assert max(opponent_counts(movement).values()) <= 2


@pytest.mark.parametrize("players", [size for size in SIZES if size >= 36])
def test_six_rounds_of_a_large_field_repeat_no_opponent_either(players):
    assert set(opponent_counts(social_draw(players, 6, SEED)).values()) == {1}


def test_the_same_seed_draws_the_same_and_another_one_does_not():
    assert social_draw(30, 5, SEED) == social_draw(30, 5, SEED)
    assert social_draw(30, 5, SEED) != social_draw(30, 5, b"another")
    assert social_draw(16, 5, SEED) != social_draw(16, 5, b"another")


def test_a_draw_is_frozen():
    """A reprint must seat the same people years later: this literal must never change."""
    tables = social_draw(10, 1, SEED).rounds[0]
    assert [tuple(place.entry[1] for place in s.places) for s in tables] == FROZEN_DRAW


def test_all_tables_of_a_round_play_the_round_s_board_set():
    movement = social_draw(9, 3, SEED)
    assert [{s.board_set for s in tables} for tables in movement.rounds] == [{1}, {2}, {3}]
    assert (movement.shared_sets, movement.copies) == (True, 2)


def test_repeats_that_cannot_be_avoided_are_told():
    # Four players have three partnerings; ten rounds are three times three and one more, so
    # each of the two pairs of a round after the third has met: 7 rounds x 2.
    movement = social_draw(4, 10, SEED)
    assert sorted(partner_counts(movement).values()) == [3, 3, 3, 3, 4, 4]
    assert movement.notes[-1] == "Partnerships are repeated 14 times in all."


@pytest.mark.parametrize("players", range(4, 41))
def test_a_stationary_player_always_sits_north_at_table_1(players):
    movement = social_draw(players, 5, SEED, stationary=frozenset({3}))
    assert check(movement) == []
    seats = {
        (sitting.table, sitting.n.entry)
        for sitting in movement.sittings()
        if ("", 3) in sitting.entries
    }
    assert seats == {(1, ("", 3))}


@pytest.mark.parametrize("players", [8, 10, 12, 16, 23, 40])
def test_two_stationary_players_have_a_table_each(players):
    movement = social_draw(players, 5, SEED, stationary=frozenset({2, 7}))
    assert check(movement) == []
    for table, number in ((1, 2), (2, 7)):
        mine = [s for s in movement.sittings() if ("", number) in s.entries]
        assert {(s.table, s.n.entry[1]) for s in mine} == {(table, number)}
    assert "Players who keep their seats are at different tables and never meet." in movement.notes


def test_more_stationary_players_than_tables_are_named():
    movement = social_draw(9, 4, SEED, stationary=frozenset({1, 4, 6}))
    assert check(movement) == []
    assert "Player 6 cannot keep a seat: each table has room for one who does." in movement.notes


@pytest.mark.parametrize("players", [11, 12, 14, 18, 26])
def test_the_rest_of_a_night_is_drawn_around_what_was_played(players):
    first = social_draw(players, 6, SEED)
    rest = social_draw(players, 3, b"after round two", history=History.of(first, 2))
    played = first.rounds[:2]
    assert [{s.board_set for s in tables} for tables in rest.rounds] == [{3}, {4}, {5}]
    times = Counter(
        pair for tables in (*played, *rest.rounds) for s in tables for pair in s.partnerships
    )
    assert set(times.values()) == {1}
    rested = Counter(e for resting in (*first.sit_outs[:2], *rest.sit_outs) for e in resting)
    counts = [rested[entry] for entry in first.entries]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((3, 4, SEED), "players must be 4 to 200, got 3", id="three players"),
        pytest.param((201, 4, SEED), "players must be 4 to 200, got 201", id="201 players"),
        pytest.param((8, 0, SEED), "rounds must be 1 to 24, got 0", id="no rounds"),
        pytest.param((8, 25, SEED), "rounds must be 1 to 24, got 25", id="25 rounds"),
    ],
)
def test_sizes_out_of_range_are_refused(arguments, message):
    with pytest.raises(MovementError, match=message):
        social_draw(*arguments)


def test_an_unknown_stationary_player_is_refused():
    with pytest.raises(MovementError, match="stationary must be 1 to 8, got 9"):
        social_draw(8, 4, SEED, stationary=frozenset({9}))
