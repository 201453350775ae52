"""The director's desk: clock, calls, what blocks the next round, going home, prizes."""

import datetime
import re

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, ClubNight, DirectorCall, RoundClock
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.evening import clock_of, going_home
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db
START = datetime.datetime(2026, 11, 26, 19, 0, tzinfo=datetime.UTC)  # 19:00 in London


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def page_of(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def show(client, night, name="director", *ids):
    return client.get(page_of(night, name, *ids)).content.decode()


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def clocked_night(club, minutes=30):
    night = world.seated_night(club, people=8)
    services.set_clock(night.pk, minutes, actor=world.SYSTEM)
    with time_machine.travel(START, tick=False):
        services.start_round(night.pk, actor=world.SYSTEM)
    return ClubNight.objects.get(pk=night.pk)


def at(minutes):
    return time_machine.travel(START + datetime.timedelta(minutes=minutes), tick=False)


def test_the_clock_runs_from_the_start_of_a_round_and_says_when_it_ends(club, client, director):
    night = clocked_night(club)
    with at(10):
        page = show(client, night)
    assert "Ends at 19:30" in page
    assert 'data-left="1200"' in page


@pytest.mark.parametrize(
    ("minute", "state"), [(0, "calm"), (24, "calm"), (25, "soon"), (29, "soon"), (30, "over")]
)
def test_the_clock_warns_in_colour_and_words_five_minutes_before_and_when_time_is_up(
    club, client, director, minute, state
):
    night = clocked_night(club)
    with at(minute):
        page = show(client, night)
    assert f'data-state="{state}"' in page
    assert "Five minutes or less" in page
    assert "Time is up" in page  # the stylesheet shows the word of the state


def test_in_the_tea_break_the_clock_moves_for_everyone(club, client, director):
    """Night story 39."""
    night = clocked_night(club)
    with at(10):
        client.post(page_of(night, "clock", "pause"))
    with at(22):
        assert clock_of(ClubNight.objects.get(pk=night.pk)).left == 20 * 60
        client.post(page_of(night, "clock", "go"))
        assert "Ends at 19:42" in show(client, night)


def test_five_minutes_more_are_for_everyone(club, client, director):
    night = clocked_night(club)
    with at(20):
        client.post(page_of(night, "clock", "more"))
        assert "Ends at 19:35" in show(client, night)
        client.post(page_of(night, "clock", "less"))
        assert "Ends at 19:30" in show(client, night)


def test_a_clock_is_set_taken_away_and_refused_where_it_makes_no_sense(club, client, director):
    night = world.running_night(club, people=8)
    client.post(page_of(night, "set_clock"), {"minutes": "25"})
    assert RoundClock.objects.get(night=night).minutes == 25
    answer = client.post(page_of(night, "set_clock"), {"minutes": "999"}, follow=True)
    assert "less than or equal to 240" in answer.content.decode()
    client.post(page_of(night, "set_clock"), {"minutes": ""})
    assert not RoundClock.objects.filter(night=night).exists()
    answer = client.post(page_of(night, "clock", "pause"), follow=True)
    assert "clock must be set" in answer.content.decode()
    assert client.post(page_of(night, "clock", "faster")).status_code == 404


def test_next_week_has_the_same_clock(club):
    """Night story 45."""
    night = clocked_night(club, minutes=28)
    again = services.repeat_night(night.pk, actor=world.SYSTEM)
    assert RoundClock.objects.get(night=again).minutes == 28
    assert RoundClock.objects.get(night=again).ends_at is None


def test_a_call_stands_in_the_queue_with_table_time_and_reason_until_it_is_answered(
    club, client, director
):
    night = world.running_night(club, people=8)
    first, second = load_night(night).rounds()[1]
    with at(5):
        services.call_director(second.id, "revoke?", actor=world.SYSTEM)
    with at(6):
        client.post(page_of(night, "call"), {"table_round": first.id, "reason": ""})
    page = show(client, night)
    assert "2 tables call you" in page
    assert "since 19:05 : revoke?" in text_of(page).replace("05:", "05 :")
    assert page.index("since 19:05") < page.index("since 19:06")
    call = DirectorCall.objects.get(table_round=second.id)
    client.post(page_of(night, "answer_call", call.pk))
    assert "1 table calls you" in show(client, night)
    call.refresh_from_db()
    assert call.answered_by == str(director)


def test_a_second_tap_makes_no_second_call_and_a_later_one_does(club):
    night = world.running_night(club, people=8)
    table = load_night(night).tables[0].id
    first = services.call_director(table, "cards", actor=world.SYSTEM)
    assert services.call_director(table, "cards!", actor=world.SYSTEM).pk == first.pk
    services.answer_call(first.pk, actor=world.SYSTEM)
    assert services.call_director(table, actor=world.SYSTEM).pk != first.pk


def test_a_table_calls_for_itself_only(club):
    night = world.running_night(club, people=8)
    one, other = load_night(night).rounds()[1]
    phone = Actor("table 1, phone 1", "player", "phone", table_round_id=one.id)
    assert services.call_director(one.id, "help", actor=phone).called_by == "table 1, phone 1"
    with pytest.raises(PermissionDenied):
        services.call_director(other.id, "help", actor=phone)


def test_a_call_refreshes_the_directors_page(club, client, director):
    night = world.running_night(club, people=8)
    services.call_director(load_night(night).tables[0].id, actor=world.SYSTEM)
    stale = client.get(
        f"{page_of(night, 'director')}?seen={night.version}", headers={"HX-Request": "true"}
    )
    assert stale.status_code == 200


def test_what_blocks_the_next_round_is_listed(club, client, director):
    """Night story 22."""
    night = world.running_night(club, people=8)
    slow, quick = load_night(night).rounds()[1]
    for hand in [*quick.hands, *slow.hands[:3]]:
        world.enter(hand)
    doubtful = load_night(night).table(quick.id).hands[1]
    services.confirm_hand(
        doubtful.id, actor=world.SYSTEM, accept=False, version=doubtful.version,
        client_id="6f2d0a9e-1111-4222-8333-444455556666",
    )  # fmt: skip
    text = text_of(show(client, night))
    assert "Before round 2" in text
    assert "Table 1 still owes hand 4 of round 1" in text
    assert "Table 2: hand 2 is questioned" in text
    assert "need not wait" in text


def test_going_home_lists_missing_and_unconfirmed_hands_and_ticks_decks_and_pads(
    club, client, director
):
    """Night story 42."""
    night = world.running_night(club, people=8)
    world.enter(load_night(night).tables[0].hands[0])
    text = text_of(show(client, night, "going_home"))
    assert "Table 2 still owes hands 1, 2, 3, 4 of round 1" in text
    assert "Table 1, round 1: hand 1 is not confirmed" in text
    pads = [table.id for table in load_night(night).rounds()[1]]
    client.post(page_of(night, "going_home"), {"kind": "deck", "ticked": ["1", "2"]})
    client.post(page_of(night, "going_home"), {"kind": "pad", "ticked": [str(pads[0])]})
    home = going_home(load_night(night))
    assert home.decks.counted == {1, 2}
    assert home.signed == {pads[0]}
    client.post(page_of(night, "going_home"), {"kind": "deck", "ticked": ["2"]})
    assert going_home(load_night(night)).decks.counted == {2}


def test_going_home_is_done_when_everything_is_in_agreed_counted_and_signed(club, client, director):
    night = world.running_night(club, people=8)
    world.play_round(night, 1)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            services.confirm_hand(hand.id, actor=world.SYSTEM, version=hand.version,
                                  client_id=f"6f2d0a9e-1111-4222-8333-{hand.id:012d}")  # fmt: skip
    home = going_home(load_night(night))
    assert not home.is_done
    pads = {table.id for table in home.pads}
    services.tick_off(night.pk, "deck", set(home.decks.numbers), actor=world.SYSTEM)
    services.tick_off(night.pk, "pad", pads, actor=world.SYSTEM)
    assert going_home(load_night(night)).is_done
    assert "agreed, counted and signed" in show(client, night, "going_home")


def test_only_decks_of_the_night_can_be_ticked(club, client, director):
    night = world.running_night(club, people=8)
    answer = client.post(
        page_of(night, "going_home"), {"kind": "deck", "ticked": ["99"]}, follow=True
    )
    assert "Tick only what is on the list" in answer.content.decode()
    assert going_home(load_night(night)).decks.counted == frozenset()


def test_the_prize_list_is_in_the_order_in_which_it_is_read_aloud(club, client, director):
    """Night story 43: last place and newcomers first, the winners at the end."""
    night = world.running_night(club, people=16)
    world.play_round(night, 1)
    text = text_of(show(client, night, "prizes"))
    found = [text.find(word) for word in ("Best newcomers", "Second place", "Winners")]
    assert -1 not in (found[0], found[2])
    assert [at for at in found if at >= 0] == sorted(at for at in found if at >= 0)


def test_a_playing_director_reads_the_prizes_after_she_has_played(club, client, director):
    """Night story 46."""
    night = world.running_night(club, people=8, stored=True)
    Player.objects.filter(pk=CheckIn.objects.filter(night=night).first().player_id).update(
        user=director
    )
    assert "when you have played your boards" in show(client, night, "prizes")


def test_nobody_is_on_the_prize_list_before_a_hand_counts(club, client, director):
    night = world.running_night(club, people=8)
    assert "Nobody is ranked yet" in show(client, night, "prizes")


def test_the_cash_total_agrees_with_late_payments_refunds_and_visitors(club):
    """Night story 38: 5 members pay 4.00, one of them late; a visitor 6.00; one gets 4.00 back."""
    club.fee_cents, club.visitor_fee_cents = 400, 600
    club.save()
    night = world.make_night(club)
    members = world.make_players(club, 5)
    world.check_in_all(night, members)
    guest = services.check_in_guest(
        night.pk, first_name="Zoe", last_name="Young", actor=world.SYSTEM
    ).player
    assert services.fee_of(night, members[0]) == 400
    assert services.fee_of(night, guest) == 600
    for player in [*members, guest]:
        services.take_payment(night.pk, player, services.fee_of(night, player), actor=world.SYSTEM)
    services.take_payment(night.pk, members[2], -400, actor=world.SYSTEM)
    assert sum(night.payments.values_list("cents", flat=True)) == 2200
    with pytest.raises(RuleError, match="at most the 0 cents"):
        services.take_payment(night.pk, members[2], -400, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="more than nothing"):
        services.take_payment(night.pk, members[2], 0, actor=world.SYSTEM)


def test_singles_wait_and_become_pairs_when_the_desk_closes(club):
    """Night story 35."""
    night = world.make_night(club)
    players = world.make_players(club, 7)
    world.check_in_all(night, players)
    world.pair_up(night, players[:2])
    for single in players[2:5]:
        services.wait_for_partner(night.pk, single, True, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="somebody without a partner"):
        services.wait_for_partner(night.pk, players[0], True, actor=world.SYSTEM)
    pairs = services.pair_waiting(night.pk, actor=world.SYSTEM)
    assert len(pairs) == 1  # three waited: one goes on waiting; the two others did not ask
    left = CheckIn.objects.filter(night=night, wants_partner=True)
    assert left.count() == 1
    assert {p.pk for pair in pairs for p in pair} | {left.get().player_id} == {
        player.pk for player in players[2:5]
    }
    with pytest.raises(RuleError, match="two people or more"):
        services.pair_waiting(night.pk, actor=world.SYSTEM)


def test_a_scorer_may_pause_but_not_set_the_clock(club, client):
    client.force_login(world.make_officer(club, "scorer"))
    night = clocked_night(club)
    assert client.post(page_of(night, "clock", "pause")).status_code == 302
    assert client.post(page_of(night, "set_clock"), {"minutes": "20"}).status_code == 403
    assert timezone.now() > RoundClock.objects.get(night=night).paused_at
