"""A changed movement: what was played stays, the rest keeps the promises as far as it can."""

from collections import Counter

import pytest

from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.movement import (
    Movement,
    MovementError,
    check,
    meetings,
    opponent_counts,
    pair_sitting,
    partner_counts,
)
from clubmanager.nights.core.replan import redraw, without
from clubmanager.nights.core.rounds import first_rounds

ENTRY_FORMATS = ["round_robin", "howell", "mitchell", "team_round_robin"]


@pytest.mark.parametrize("gone", [0, 1, 2])
@pytest.mark.parametrize("played", [0, 1, 2])
@pytest.mark.parametrize("count", [8, 9, 12, 13])
@pytest.mark.parametrize("key", ENTRY_FORMATS)
def test_the_rest_has_no_second_meeting_and_new_boards(key, count, played, gone):
    before = get_format(key).build(count)
    here = before.entries[gone:]
    rounds = 3 if count > 9 else 2  # of 8 less two, two rounds may be all that is left
    after = redraw(before, played, rounds=rounds, here=here, seed=b"anew")
    assert after.rounds[:played] == before.rounds[:played]
    assert after.sit_outs[:played] == before.sit_outs[:played]
    assert len(after.rounds) == played + rounds
    assert check(after) == []
    old = {s.board_set for tables in after.rounds[:played] for s in tables}
    assert not old & {s.board_set for tables in after.rounds[played:] for s in tables}


@pytest.mark.parametrize("count", [6, 7, 8, 9, 14])
def test_a_round_robin_can_still_be_completed(count):
    before = get_format("round_robin").build(count)
    most = len(before.rounds)
    after = redraw(before, 2, rounds=most - 2, here=before.entries, seed=b"anew")
    assert len(after.rounds) == most
    assert len(set(meetings(after))) == count * (count - 1) // 2
    assert check(after) == []


@pytest.mark.parametrize("key", ["social", "individual"])
@pytest.mark.parametrize("count", [16, 18, 21, 24])
def test_players_get_new_partners(key, count):
    before = get_format(key).build(count, seed=b"seed")
    here = (*before.entries[2:], ("", count + 1))
    after = redraw(before, 2, rounds=3, here=here, seed=b"anew")
    assert after.rounds[:2] == before.rounds[:2]
    assert set(partner_counts(after).values()) == {1}
    assert max(opponent_counts(after).values()) <= 2
    assert [problem for problem in check(after) if "sit-outs" not in problem] == []
    assert all(("", 1) not in s.entries for tables in after.rounds[2:] for s in tables)
    rested = Counter(entry for resting in after.sit_outs for entry in resting)
    old = [rested[entry] for entry in before.entries[2:]]
    assert max(old) - min(old) <= 1


def test_two_lines_become_one_field_and_this_is_told():
    before = get_format("mitchell").build(10)
    after = redraw(before, 1, rounds=2, here=before.entries, seed=b"anew")
    assert after.winners == 1
    assert after.notes == (
        "Round 1 stays as played; the rest was drawn anew.",
        "From here on the two lines play each other: there is one winner.",
    )


def test_wrong_pairs_that_played_are_taken_as_played():
    # By mistake 1 met 3 and 2 met 4 in round 1: the rest has the two other rounds.
    def sitting(table, ns, ew):
        return pair_sitting(table, ("", ns), ("", ew), 1)

    played = Movement("round_robin", ((sitting(1, 1, 3), sitting(2, 2, 4)),), ((),), True)
    after = redraw(played, 1, rounds=2, here=played.entries, seed=b"anew")
    assert len(set(meetings(after))) == 6


def test_fewer_rounds_than_asked_are_told():
    before = get_format("round_robin").build(4)
    after = redraw(before, 1, rounds=4, here=before.entries, seed=b"anew")
    assert len(after.rounds) == 3
    assert after.notes[-1] == "2 rounds instead of 4: no more without a second meeting."


def test_nothing_left_to_draw_is_refused():
    before = get_format("round_robin").build(4)
    with pytest.raises(MovementError, match="rounds must be none: everybody has met everybody"):
        redraw(before, 3, rounds=1, here=before.entries, seed=b"anew")


@pytest.mark.parametrize("key", [*ENTRY_FORMATS, "social"])
@pytest.mark.parametrize("count", [8, 9, 12])
def test_who_goes_home_leaves_opponents_without_a_table(key, count):
    before = get_format(key).build(count, seed=b"seed")
    left = before.entries[0]
    after = without(before, 3, [left])
    assert after.rounds[:2] == before.rounds[:2]
    for old, new, resting in zip(
        before.rounds[2:], after.rounds[2:], after.sit_outs[2:], strict=True
    ):
        assert set(new) == {s for s in old if left not in s.entries}
        orphans = {entry for s in old if left in s.entries for entry in s.entries} - {left}
        still_seated = {entry for s in new for entry in s.entries}
        assert orphans - still_seated <= set(resting)
        assert left not in resting
    assert [problem for problem in check(after) if "sit-outs" not in problem] == []


def test_without_names_what_does_not_exist():
    movement = get_format("round_robin").build(6)
    with pytest.raises(MovementError, match="from_round must be 1 to 5, got 6"):
        without(movement, 6, [("", 1)])
    with pytest.raises(MovementError, match="left must be entries of this movement"):
        without(movement, 2, [("", 7)])
    with pytest.raises(MovementError, match="rounds must be 0 to 5, got 6"):
        first_rounds(movement, 6)
