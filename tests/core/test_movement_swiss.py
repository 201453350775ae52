"""Swiss rounds: pairings by hand, and full tournaments by their invariants."""

import random
from collections import Counter

import pytest

from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.movement import MovementError, check, meetings
from clubmanager.nights.core.swiss import swiss_round

A, B, C, D, E, F = (("", number) for number in range(1, 7))


def met(*pairs):
    found = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return found


@pytest.mark.parametrize(
    ("order", "before", "rested", "pairings", "bye"),
    [
        pytest.param((A, B, C, D), {}, (), ((A, B), (C, D)), None, id="neighbours"),
        pytest.param(
            (A, B, C, D), met((A, B)), (), ((A, C), (B, D)), None, id="the nearest not met"
        ),
        pytest.param(
            # A-B and C-D would leave E-F, who have met; D takes E, then C takes F.
            (A, B, C, D, E, F), met((E, F)), (), ((A, B), (C, E), (D, F)), None,
            id="the foot is undone first",
        ),
        pytest.param(
            # C has met everybody below, so B cannot have A: A-C, and B, D, E, F remain.
            (A, B, C, D, E, F), met((C, D), (C, E), (C, F)), (),
            ((A, C), (B, D), (E, F)), None, id="undone up to the top",
        ),
        pytest.param((A, B, C, D, E), {}, (), ((A, B), (C, D)), E, id="the lowest has the bye"),
        pytest.param((A, B, C, D, E), {}, (E, D), ((A, B), (D, E)), C, id="nobody twice"),
        pytest.param(
            # Without E the others cannot be paired: A has met B, C and D.
            (A, B, C, D, E), met((A, B), (A, C), (A, D)), (), ((A, E), (B, C)), D,
            id="the bye goes where the rest can be paired",
        ),
    ],
)  # fmt: skip
def test_a_round_by_hand(order, before, rested, pairings, bye):
    assert swiss_round(order, before, rested) == (pairings, bye)


def test_a_round_that_cannot_be_drawn_is_refused():
    everybody = met((A, B), (A, C), (A, D))
    with pytest.raises(MovementError, match="without a second meeting or bye"):
        swiss_round((A, B, C, D), everybody)
    with pytest.raises(MovementError, match="without a second meeting or bye"):
        swiss_round((A, B, C), {}, rested=(A, B, C))
    with pytest.raises(MovementError, match="order must be a ranking that names everybody once"):
        swiss_round((A, B, A, C), {})


@pytest.mark.parametrize("key", ["swiss", "team_swiss"])
@pytest.mark.parametrize("count", [*range(4, 31), 48, 77, 100])
def test_half_the_field_of_rounds_can_always_be_drawn(key, count):
    chosen = get_format(key)
    chance = random.Random(count)
    movement = chosen.build(count, seed=b"seed")
    for number in range(2, chosen.rounds_offered(count)[-1] + 1):
        order = list(movement.entries)
        if number % 2:
            chance.shuffle(order)
        movement = chosen.draw_next(movement, order=order)
    assert len(movement.rounds) == count // 2
    assert check(movement) == []
    assert len(set(meetings(movement))) == (count // 2) ** 2
    byes = Counter(entry for resting in movement.sit_outs for entry in resting)
    assert set(byes.values()) <= {1}
    assert all(len(resting) == count % 2 for resting in movement.sit_outs)


def test_the_bye_is_had_by_the_lowest_first():
    chosen = get_format("swiss")
    movement = chosen.build(13, seed=b"seed")
    ranking = [("", number) for number in range(1, 14)]
    for _ in range(3):
        movement = chosen.draw_next(movement, order=ranking)
    first = movement.sit_outs[0][0]
    lowest = [entry for entry in reversed(ranking) if entry != first]
    assert [resting[0] for resting in movement.sit_outs[1:]] == lowest[:3]


def test_round_1_depends_on_the_seed_only():
    chosen = get_format("swiss")
    assert chosen.build(12, seed=b"one") == chosen.build(12, seed=b"one")
    assert chosen.build(12, seed=b"one") != chosen.build(12, seed=b"two")


def test_who_goes_home_and_who_comes_late_take_no_part_in_the_other_rounds():
    chosen = get_format("swiss")
    movement = chosen.build(12, seed=b"seed")
    order = [*(("", number) for number in range(1, 12)), ("", 13)]
    movement = chosen.draw_next(movement, order=order)
    assert movement.absent == ((("", 13),), (("", 12),))
    assert check(movement) == []
    assert len(movement.rounds[1]) == 6


def test_all_tables_play_the_round_s_board_set_and_a_team_sits_at_two_tables():
    movement = get_format("team_swiss").build(6, seed=b"seed")
    first, second = movement.rounds[0][:2]
    assert (first.board_set, second.board_set) == (1, 1)
    assert [(p.entry, p.member) for p in first.places] == [
        (first.n.entry, 0), (first.e.entry, 2), (first.n.entry, 1), (first.e.entry, 3),
    ]  # fmt: skip
    assert (second.n.entry, second.e.entry) == (first.e.entry, first.n.entry)
    assert movement.copies == 6


def test_a_pair_that_sits_still_keeps_table_1():
    chosen = get_format("swiss")
    still = frozenset({("", 5)})
    movement = chosen.build(12, seed=b"seed", stationary=still)
    for _ in range(4):
        movement = chosen.draw_next(movement, order=movement.entries, stationary=still)
    mine = {(s.table, s.n.entry) for s in movement.sittings() if ("", 5) in s.entries}
    assert mine == {(1, ("", 5))}


@pytest.mark.parametrize(
    ("count", "warned"), [pytest.param(11, True, id="11"), pytest.param(12, False, id="12")]
)
def test_a_small_swiss_warns(count, warned):
    notes = " ".join(get_format("swiss").build(count, seed=b"s").notes)
    assert ("a round robin is fairer" in notes) is warned
