"""A night through the services: seating, rounds, results, closing."""

import datetime
import uuid

import pytest
from django.core.exceptions import PermissionDenied

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Seat
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.models import Change, HandResult
from scoring.writes import Conflict, IdReused
from tests import world

pytestmark = pytest.mark.django_db


def first_hand(night):
    return load_night(night).rounds()[1][0].hands[0]


@pytest.mark.parametrize(
    ("fields", "people", "seats"),
    [
        pytest.param({"format": "round_robin", "rounds_planned": 3}, 8, 3 * 8, id="4 pairs"),
        pytest.param({"format": "round_robin", "rounds_planned": 5}, 10, 5 * 8, id="5 pairs, bye"),
        pytest.param({"format": "social", "rounds_planned": 4}, 11, 4 * 8, id="11 players"),
        pytest.param({"format": "mitchell", "rounds_planned": 3}, 12, 3 * 12, id="3 tables"),
    ],
)
def test_everybody_gets_a_seat_in_every_round(fields, people, seats):
    night = world.seated_night(world.make_club(), people=people, **fields)
    assert Seat.objects.filter(round__night=night).count() == seats
    data = load_night(night)
    assert all(len(table.hands) == 4 and len(table.seats) == 4 for table in data.tables)


def test_the_worked_example_makes_110_to_30():
    night = world.running_night(world.make_club(), people=8)
    table = load_night(night).rounds()[1][0]
    entries = [
        ({"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}, 11),
        (
            {"round": 2, "strengths": {"N": 8, "E": 11, "S": 9, "W": 12},
             "declaration": "seven", "trump": "NT"},
            9,
        ),
        (
            {"round": 2, "strengths": {"N": 12, "E": 9, "S": 9, "W": 10},
             "declaration": "ten", "trump": "B"},
            8,
        ),
        ({"round": 1, "declarer": "W", "declaration": "play", "trump": "G"}, 9),
    ]  # fmt: skip
    for hand, (facts, tricks) in zip(table.hands, entries, strict=True):
        world.enter(hand, facts, tricks)
    totals = load_night(night).rounds()[1][0].totals
    assert (totals["NS"], totals["EW"], totals["winner"]) == (110, 30, "NS")
    assert totals["decided_by"] == "points"


def test_a_repeated_request_is_answered_again_and_not_carried_out_again():
    night = world.running_night(world.make_club(), people=8)
    hand, client_id = first_hand(night), uuid.uuid4()
    first = world.enter(hand, client_id=client_id)
    second = world.enter(hand, client_id=client_id)
    assert second.replayed
    assert second.after == first.after
    assert Change.objects.filter(hand_id=hand.id).count() == 1


def test_the_same_client_id_with_another_body_is_refused():
    night = world.running_night(world.make_club(), people=8)
    hand, client_id = first_hand(night), uuid.uuid4()
    world.enter(hand, client_id=client_id)
    with pytest.raises(IdReused):
        world.enter(hand, tricks=12, client_id=client_id)


def test_two_people_at_one_hand_see_each_others_version():
    night = world.running_night(world.make_club(), people=8)
    hand = first_hand(night)
    world.enter(hand, tricks=11)
    with pytest.raises(Conflict) as caught:
        world.enter(hand, tricks=12)
    assert caught.value.current["tricks"] == 11
    assert caught.value.submitted["tricks"] == 12
    assert HandResult.objects.get(pk=hand.id).tricks == 11


def test_a_refused_hand_leaves_nothing_behind():
    night = world.running_night(world.make_club(), people=8)
    hand = first_hand(night)
    with pytest.raises(RuleError, match="tricks"):
        world.enter(hand, tricks=14)
    stored = HandResult.objects.select_related("game").get(pk=hand.id)
    assert (stored.entry_state, stored.game.chart_id) == ("expected", None)
    assert ClubNight.objects.get(pk=night.pk).version == night.version


def test_every_result_bumps_the_version_of_its_night():
    night = world.running_night(world.make_club(), people=8)
    world.enter(first_hand(night))
    assert ClubNight.objects.get(pk=night.pk).version == night.version + 1


def test_a_round_that_has_not_started_takes_no_results():
    night = world.running_night(world.make_club(), people=8)
    with pytest.raises(RuleError, match="round"):
        world.enter(load_night(night).rounds()[2][0].hands[0])


def test_after_closing_only_a_director_corrects_and_says_why():
    club = world.make_club()
    night = world.running_night(club, people=8)
    world.play_round(night, 1)
    services.close_night(night.pk, actor=world.SYSTEM)
    hand = first_hand(night)
    with pytest.raises(PermissionDenied):
        world.enter(hand, actor=Actor("Sam", "scorer", "page"), reason="typo")
    with pytest.raises(RuleError, match="reason"):
        world.enter(hand, tricks=12)
    world.enter(hand, tricks=12, reason="East-West had signed 12")
    night = ClubNight.objects.get(pk=night.pk)
    assert night.correction_note == "East-West had signed 12"


@pytest.mark.parametrize("day", [datetime.date(9999, 12, 31), datetime.date(1, 1, 1)])
def test_a_night_is_in_this_century_whatever_door_it_comes_through(day):
    club = world.make_club()
    with pytest.raises(RuleError, match="date must be 2000-01-01 to 2099-12-31"):
        world.make_night(club, date=day)
    night = world.make_night(club)
    with pytest.raises(RuleError, match="date must be 2000-01-01 to 2099-12-31"):
        services.update_night(night.pk, actor=world.SYSTEM, date=day)
    with pytest.raises(RuleError, match="date must be 2000-01-01 to 2099-12-31"):
        services.repeat_night(night.pk, actor=world.SYSTEM, date=day)


def test_the_slow_table_delivers_after_the_next_round_has_started():
    """Night story 22."""
    night = world.running_night(world.make_club(), people=8)
    hand = first_hand(night)
    services.start_round(night.pk, actor=world.SYSTEM)
    assert load_night(night).rounds()[1][0].is_late
    world.enter(hand)
    assert HandResult.objects.get(pk=hand.id).ns_points == 100


def test_booked_and_not_here_redraws_in_one_action_before_round_one():
    """Night story 37."""
    club = world.make_club()
    night = world.make_night(club, format="social", rounds_planned=3)
    players = world.make_players(club, 9)
    world.check_in_all(night, players[:8])
    services.check_in(night.pk, players[8], actor=world.SYSTEM, state="booked")
    services.seat_field(night.pk, actor=world.SYSTEM)
    assert load_night(night).sit_outs
    services.seat_field(night.pk, actor=world.SYSTEM, redraw=True, drop_booked=True)
    data = load_night(night)
    assert not data.sit_outs
    assert players[8].pk not in {p.id for e in data.entries.values() for p in e.members}


def test_a_wheelchair_gets_a_seat_that_stays():
    """Night story 36."""
    club = world.make_club()
    night = world.make_night(club, format="mitchell", rounds_planned=3)
    players = world.make_players(club, 12)
    players[7].sits_still = True
    players[7].save()
    world.check_in_all(night, players)
    world.pair_up(night, players)
    services.seat_field(night.pk, actor=world.SYSTEM)
    seats = Seat.objects.filter(player=players[7]).values_list("table_round__table", "compass")
    assert len(seats) == 3
    assert len(set(seats)) == 1


def test_next_week_same_as_last_week_types_nothing_again():
    """Night story 45."""
    club = world.make_club()
    night = world.running_night(club, people=8)
    later = services.repeat_night(night.pk, actor=world.SYSTEM)
    assert (later.date - night.date).days == 7
    assert later.check_ins.filter(state="booked").count() == 8
    assert later.sections.get().entries.count() == 4
    services.seat_field(later.pk, actor=world.SYSTEM)
    assert Seat.objects.filter(round__night=later).count() == 24


def test_standings_rank_the_winners_first():
    night = world.running_night(world.make_club(), people=8)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand)  # North declares and makes 11: 100 points to North-South, always
    rows = standings_for(load_night(night), public=False)
    north = [t.seats["N"][1] for t in load_night(night).rounds()[1]]
    assert {row.entry.id for row in rows[:2]} == set(north)
    assert [row.rank_text for row in rows] == ["1=", "1=", "3=", "3="]
    assert rows[0].standing.net_points == 400


def test_stored_deals_give_every_hand_its_board():
    night = world.seated_night(world.make_club(), people=8, stored=True)
    data = load_night(night)
    assert [h.board for h in data.rounds()[2][0].hands] == [5, 6, 7, 8]
    assert [h.dealer for h in data.rounds()[2][0].hands] == ["N", "E", "S", "W"]
