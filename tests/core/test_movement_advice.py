"""Advice: three movements with what they cost, judged by hand on a few evenings."""

import pytest

from clubmanager.nights.core.advice import Wish, advise
from clubmanager.nights.core.formats import get_format
from clubmanager.nights.core.movement import MovementError


def offers(**wish):
    return [(a.format, dict(a.options), a.rounds, a.boards_per_set) for a in advise(Wish(**wish))]


def test_eight_pairs_with_time_for_seven_rounds():
    # 28 boards at 7 minutes and six moves of 2 are 208 minutes. Howell and round robin are
    # complete; the four-table Mitchell has three rounds (a skip) or four (a relay).
    best = advise(Wish("pairs", 8, minutes=210, boards=28, minutes_per_board=7, decks=30))
    assert [(a.format, a.rounds, a.minutes, a.decks) for a in best[:2]] == [
        ("howell", 7, 208, 28),
        ("round_robin", 7, 208, 16),
    ]
    assert best[0].costs[0] == "7 rounds of 4 boards, 28 in all: 3 h 28 min."
    assert best[0].costs[-1] == "28 decks (you have 30)."


def test_too_few_decks_rule_a_movement_out():
    best = advise(Wish("pairs", 8, minutes=210, boards=28, minutes_per_board=7, decks=16))
    assert best[0].format == "round_robin"
    assert all(offer.decks <= 16 for offer in best)


def test_thirteen_pairs_are_told_about_the_sit_out():
    best = advise(Wish("pairs", 13, minutes=180, boards=24, minutes_per_board=7))
    assert {offer.sit_outs for offer in best} == {1}
    assert all("1 of 13 pairs without a table in each round." in offer.costs for offer in best)
    # Two decks a table: six and a half tables are seven, six with a rover are six.
    assert {offer.decks for offer in best if offer.format == "mitchell"} == {12, 14}


def test_seven_teams_play_triangles_first():
    assert offers(contestants="teams", count=7, minutes=180, boards=24, minutes_per_board=7)[
        :2
    ] == [
        ("team_round_robin", {}, 6, 4),
        ("team_round_robin", {"odd": "bye"}, 6, 4),
    ]


def test_players_are_offered_players_formats():
    found = offers(contestants="players", count=16, minutes=150, boards=16)
    assert {name for name, *_ in found} == {"individual", "social"}
    assert {(rounds, size) for _, _, rounds, size in found} == {(4, 4)}


@pytest.mark.parametrize(
    ("minutes", "rounds"),
    [
        pytest.param(31, 0, id="a minute short of a set of four: three boards fit"),
        pytest.param(32, 1, id="exactly one round, no move after it"),
        pytest.param(65, 1, id="a minute short of two rounds and a move"),
        pytest.param(66, 2, id="two rounds and a move"),
    ],
)
def test_the_time_is_kept_to_the_minute(minutes, rounds):
    best = advise(Wish("pairs", 12, minutes=minutes, boards=24))
    assert all(offer.minutes <= minutes for offer in best)
    assert max(o.rounds if o.boards_per_set == 4 else 0 for o in best) == rounds


@pytest.mark.parametrize("contestants", ["pairs", "players", "teams"])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 10, 13, 16, 21, 26, 40])
def test_what_is_offered_can_be_built(contestants, count):
    best = advise(Wish(contestants, count, minutes=200, boards=24))
    assert 1 <= len(best) <= 3
    assert [offer.price for offer in best] == sorted(offer.price for offer in best)
    for offer in best:
        chosen = get_format(offer.format)
        assert offer.rounds in chosen.rounds_offered(count, offer.options)
        movement = chosen.build(count, rounds=offer.rounds, options=offer.options)
        assert movement.rounds
        assert offer.boards == offer.rounds * offer.boards_per_set


def test_nothing_fits_two_pairs():
    assert advise(Wish("pairs", 2, minutes=100, boards=8)) == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"contestants": "clubs"}, "contestants must be 'pairs'", id="contestants"),
        pytest.param({"minutes": 0}, "minutes must be 1 to 1440, got 0", id="no time"),
        pytest.param({"boards": 0}, "boards must be 1 to 100, got 0", id="no boards"),
        pytest.param({"decks": -1}, "decks must be 0 to 10000, got -1", id="decks"),
    ],
)
def test_a_senseless_wish_is_refused(change, message):
    wish = {"contestants": "pairs", "count": 8, "minutes": 100, "boards": 8} | change
    with pytest.raises(MovementError, match=message):
        Wish(**wish)
