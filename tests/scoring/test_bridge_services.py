"""Games of bridge in the database: what depends on earlier deals is derived anew."""

import uuid

import pytest

from deals.models import Board, DealSet
from scoring.core.chart import RECONSTRUCTED
from scoring.core.ruleset import RuleError
from scoring.models import Game, HandResult
from scoring.services import publish_chart, record_hand, rule_hand
from scoring.writes import Write

pytestmark = pytest.mark.django_db
GAME = {"contract": "4S", "declarer": "N"}
SPADES_WITH_NORTH = "N:AKQJ2.432.432.32 T9.AKQJT.765.654 8765.98.AKQ.AKQ7 43.765.JT98.JT98"


@pytest.fixture
def chart(db):
    return publish_chart(RECONSTRUCTED, actor="tests")


@pytest.fixture
def rubber(db):
    game = Game.objects.create(ruleset="rubber")
    HandResult.objects.create(game=game, number=1, dealer="N")
    return game


def write(hand, reason=""):
    return Write("Dora", "tests", uuid.uuid4(), hand.version, reason)


def record(game, number, chart, facts, tricks):
    hand = game.hands.get(number=number)
    recorded = record_hand(
        hand.pk, facts=facts, tricks=tricks, chart=chart, write=write(hand), by_director=True
    )
    game.refresh_from_db()
    return recorded


def points(game):
    return list(game.hands.order_by("number").values_list("dealer", "ns_points", "ew_points"))


def test_a_rubber_expects_one_more_deal_until_it_is_over(rubber, chart):
    record(rubber, 1, chart, GAME, 10)
    assert points(rubber) == [("N", 120, 0), ("E", None, None)]
    record(rubber, 2, chart, GAME, 10)
    assert points(rubber) == [("N", 120, 0), ("E", 820, 0)]
    assert (rubber.totals["winner"], rubber.totals["finished"]) == ("NS", True)
    assert rubber.sheet["games"] == {"NS": 2, "EW": 0}


def test_correcting_the_first_deal_changes_what_the_later_ones_pay(rubber, chart):
    record(rubber, 1, chart, GAME, 10)
    down = {"contract": "3NT", "declarer": "S"}
    recorded = record(rubber, 2, chart, down, 8)
    assert recorded.after["ew_points"] == 100  # vulnerable
    record(rubber, 1, chart, GAME, 9)
    assert points(rubber) == [("N", 0, 50), ("E", 0, 50), ("S", None, None)]


def test_a_deal_after_the_end_is_refused_and_nothing_changes(rubber, chart):
    record(rubber, 1, chart, {"contract": "1S", "declarer": "N"}, 7)
    record(rubber, 2, chart, GAME, 10)
    record(rubber, 3, chart, GAME, 10)
    before = points(rubber)
    with pytest.raises(RuleError, match="two games ended the rubber before it"):
        record(rubber, 1, chart, GAME, 10)
    assert points(rubber) == before


def test_a_deal_that_was_not_played_ends_the_rubber_with_its_bonus(rubber, chart):
    record(rubber, 1, chart, GAME, 10)
    last = rubber.hands.get(number=2)
    rule_hand(last.pk, ruling="not played", write=write(last, "closing time"))
    rubber.refresh_from_db()
    assert (rubber.totals["NS"], rubber.totals["finished"]) == (420, True)


def test_a_passed_out_deal_of_a_chicago_moves_the_deals_after_it(chart):
    game = Game.objects.create(ruleset="chicago")
    for number, dealer in enumerate("NESW", start=1):
        HandResult.objects.create(game=game, number=number, dealer=dealer)
    record(game, 1, chart, {"passed_out": True}, None)
    for number in range(2, 5):
        record(game, number, chart, {"contract": "1C", "declarer": "N"}, 7)
    assert [dealer for dealer, *_points in points(game)] == ["N", "N", "E", "S", "W"]
    assert not game.totals["finished"]


@pytest.fixture
def board(db):
    deal_set = DealSet.objects.create(name="Set", source="typed", created_by="tests")
    return Board.objects.create(
        deal_set=deal_set, number=2, dealer="E", vulnerable="NS", deal_text=SPADES_WITH_NORTH
    )


def test_a_stored_board_gives_duplicate_its_vulnerability(board, chart):
    game = Game.objects.create(ruleset="duplicate")
    HandResult.objects.create(game=game, number=1, dealer="E", board=board)
    record(game, 1, chart, GAME, 10)
    assert points(game) == [("E", 620, 0)]


def test_a_stored_deal_refuses_honours_that_it_excludes(board, chart):
    game = Game.objects.create(ruleset="rubber")
    HandResult.objects.create(game=game, number=1, dealer="E", board=board)
    with pytest.raises(RuleError, match="honours 150 for N do not fit this board"):
        record(game, 1, chart, GAME | {"honours": {"N": 150}}, 10)
    record(game, 1, chart, GAME | {"honours": {"N": 100}}, 10)
    assert points(game)[0] == ("E", 220, 0)
