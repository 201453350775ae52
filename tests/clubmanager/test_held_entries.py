"""What a device sends and may not store by itself waits, with both versions, for the director."""

import datetime
import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from clubmanager.nights import services
from clubmanager.nights.models import Claim, ClubNight, HeldEntry, LogEntry
from clubmanager.nights.queries import claims as queries
from clubmanager.nights.queries import load_night
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import Change, HandResult
from scoring.writes import Conflict, IdReused
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


@pytest.fixture
def claim(night):
    return services.claim_table(night.pk, 1, device="first phone").claim


@pytest.fixture
def hand(night):
    return world.table_of(night, 1, 1).game.hands.get(number=1)


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def deliver(claim, hand, tricks=12, version=0, client_id=None, facts=None):
    return services.deliver_hand(
        claim, hand.pk, facts=facts or world.PLAY_11_RED, tricks=tricks, version=version,
        client_id=client_id or uuid.uuid4(),
    )  # fmt: skip


def fresh(hand):
    return HandResult.objects.get(pk=hand.pk)


def test_what_the_table_enters_first_is_stored_at_once(claim, hand):
    delivered = deliver(claim, hand)
    assert (delivered.held, fresh(hand).tricks) == (None, 12)


def director_entered(night, claim, hand):
    world.enter(hand)


def director_ruled(night, claim, hand):
    services.rule_hand(
        hand.pk, ruling="not played", actor=world.SYSTEM, client_id=uuid.uuid4(),
        version=hand.version, reason="too late",
    )  # fmt: skip


def both_agreed(night, claim, hand):
    deliver(claim, hand, tricks=11)
    services.accept_hand(claim, hand.pk, client_id=uuid.uuid4(), version=1)


def round_over(night, claim, hand):
    services.start_round(night.pk, actor=world.SYSTEM)


def night_over(night, claim, hand):
    services.close_night(night.pk, actor=world.SYSTEM)


def phone_replaced(night, claim, hand):
    services.replace_device(night.pk, claim.pk, actor=world.SYSTEM)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        pytest.param(director_entered, "officer", id="the director entered it"),
        pytest.param(director_ruled, "ruled", id="the director ruled"),
        pytest.param(both_agreed, "confirmed", id="both sides agreed already"),
        pytest.param(round_over, "round over", id="the round is over"),
        pytest.param(night_over, "round over", id="the night is over"),
        pytest.param(phone_replaced, "replaced", id="another phone has the table"),
    ],
)
def test_it_waits_for_the_director_and_changes_nothing(night, claim, hand, before, why):
    """Night stories 6 and 22: nothing is lost, nothing is overwritten."""
    before(night, claim, hand)
    stored = fresh(hand)
    delivered = deliver(claim, hand, version=stored.version)
    assert delivered.recorded is None
    assert delivered.held.why == why
    assert (fresh(hand).version, fresh(hand).tricks) == (stored.version, stored.tricks)
    assert [entry for entry, _ in queries.held_entries(night)] == [delivered.held]
    assert queries.count_waiting(night) == 1


def test_a_hand_that_was_changed_meanwhile_waits_with_both_versions(claim, hand):
    deliver(claim, hand, tricks=11)
    delivered = deliver(claim, hand, tricks=12, version=0)
    assert delivered.held.why == "differs"
    assert (delivered.held.stored["tricks"], delivered.held.tricks) == (11, 12)


def test_the_same_result_from_two_phones_needs_no_decision(night, claim, hand):
    world.enter(hand, tricks=12)
    delivered = deliver(claim, hand, tricks=12, version=0)
    assert (delivered.recorded, delivered.held) == (None, None)
    assert not HeldEntry.objects.exists()


def test_an_entry_that_waits_is_sent_again_and_waits_once(night, claim, hand):
    """Night story 3."""
    services.start_round(night.pk, actor=world.SYSTEM)
    client_id = uuid.uuid4()
    first, second = (deliver(claim, hand, client_id=client_id) for _ in range(2))
    assert first.held == second.held
    assert HeldEntry.objects.count() == 1
    with pytest.raises(IdReused):
        deliver(claim, hand, tricks=3, client_id=client_id)


def test_what_was_stored_before_the_phone_was_replaced_is_only_answered_again(night, claim, hand):
    client_id = uuid.uuid4()
    deliver(claim, hand, client_id=client_id)
    phone_replaced(night, claim, hand)
    assert deliver(claim, hand, client_id=client_id).recorded.replayed
    assert not HeldEntry.objects.exists()


def test_an_impossible_hand_does_not_wait_but_is_refused(night, claim, hand):
    """Night story 10."""
    services.start_round(night.pk, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="tricks must be 0 to 13"):
        deliver(claim, hand, tricks=14)
    assert not HeldEntry.objects.exists()


@pytest.mark.parametrize("reason", ["revoked", "refused"])
def test_from_a_device_that_never_should_have_been_there_nothing_is_taken(claim, hand, reason):
    Claim.objects.filter(pk=claim.pk).update(state="ended", end_reason=reason)
    with pytest.raises(PermissionDenied):
        deliver(claim, hand)


def test_the_last_hand_comes_in_until_the_correction_period_ends(night, claim, hand):
    """Night stories 22 and 23."""
    services.close_night(night.pk, actor=world.SYSTEM)
    almost = timezone.now() - datetime.timedelta(minutes=29)
    ClubNight.objects.filter(pk=night.pk).update(closed_at=almost)
    assert deliver(claim, hand).held
    ClubNight.objects.filter(pk=night.pk).update(closed_at=almost - datetime.timedelta(minutes=1))
    with pytest.raises(RuleError, match="within its correction period"):
        deliver(claim, hand)
    with pytest.raises(RuleError, match="within its correction period"):
        services.accept_hand(claim, hand.pk, client_id=uuid.uuid4(), version=0)


def test_the_slow_tables_hand_is_accepted_under_the_names_who_sat_there(night, claim, hand):
    """Night story 22."""
    seats = {s.compass: s.player_id for s in world.table_of(night, 1, 1).seats.all()}
    services.start_round(night.pk, actor=world.SYSTEM)
    held = deliver(claim, hand).held
    services.accept_held(night.pk, held.pk, actor=world.SYSTEM, version=0)
    table = load_night(night).rounds()[1][0]
    assert (fresh(hand).tricks, table.hands[0].ns_points) == (12, 120)
    assert {seat: person.id for seat, (person, _) in table.seats.items()} == seats
    assert table.is_late  # three hands are still owed


def test_accepting_is_logged_with_who_sent_it(night, claim, hand):
    services.start_round(night.pk, actor=world.SYSTEM)
    held = deliver(claim, hand).held
    services.accept_held(night.pk, held.pk, actor=world.SYSTEM, version=0)
    change, entry = Change.objects.get(hand=hand), LogEntry.objects.first()
    assert change.reason == "sent by table 1, phone 1: The round is over."
    assert entry.action == "accepted an entry that waited"
    assert entry.after == {"from": "table 1, phone 1", "hand": 1}
    assert queries.held_entries(night) == []


def test_discarding_keeps_what_is_stored_and_is_logged(night, claim, hand):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    services.discard_held(night.pk, held.pk, actor=world.SYSTEM, reason="pad says 11")
    assert fresh(hand).tricks == 11
    held.refresh_from_db()
    assert (held.state, held.decided_by) == ("discarded", "test")
    assert LogEntry.objects.first().reason == "pad says 11"


def test_an_entry_is_decided_once(night, claim, hand):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    services.discard_held(night.pk, held.pk, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="still waits"):
        services.accept_held(night.pk, held.pk, actor=world.SYSTEM, version=1)


def test_a_decision_on_what_the_director_has_not_seen_is_a_conflict(night, claim, hand):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    world.enter(fresh(hand), tricks=9)
    with pytest.raises(Conflict):
        services.accept_held(night.pk, held.pk, actor=world.SYSTEM, version=1)
    held.refresh_from_db()
    assert (held.state, fresh(hand).tricks) == ("waiting", 9)


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_only_a_director_decides(night, claim, hand, role):
    world.enter(hand)
    held, actor = deliver(claim, hand, version=1).held, Actor("Sam", role, "page")
    with pytest.raises(PermissionDenied):
        services.accept_held(night.pk, held.pk, actor=actor, version=1)
    with pytest.raises(PermissionDenied):
        services.discard_held(night.pk, held.pk, actor=actor)


def test_another_nights_entry_is_not_decided_here(club, night, claim, hand):
    world.enter(hand)
    held, other = deliver(claim, hand, version=1).held, world.make_night(club)
    for service, more in ((services.accept_held, {"version": 1}), (services.discard_held, {})):
        with pytest.raises(RuleError, match="still waits"):
            service(other.pk, held.pk, actor=world.SYSTEM, **more)


def address(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def test_the_director_sees_both_versions_in_words_and_stores_one(
    client, night, claim, hand, director
):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    page = client.get(address(night, "phones")).content.decode()
    assert "North, Play, red, 11 tricks: 100 points to North and South." in page
    assert "North, Play, red, 12 tricks." in page
    assert "table 1, phone 1" in page
    client.post(address(night, "accept_held", held.pk), {"version": "1"})
    assert fresh(hand).tricks == 12


def test_the_director_leaves_it_as_it_is(client, night, claim, hand, director):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    answer = client.post(address(night, "discard_held", held.pk), follow=True)
    assert "Left as it was." in answer.content.decode()
    assert fresh(hand).tricks == 11


def test_a_stale_click_on_the_page_is_said(client, night, claim, hand, director):
    world.enter(hand)
    held = deliver(claim, hand, version=1).held
    answer = client.post(address(night, "accept_held", held.pk), {"version": "0"}, follow=True)
    assert "The hand was changed meanwhile." in answer.content.decode()


def test_the_evening_says_that_something_waits(client, night, claim, hand, director):
    world.enter(hand)
    deliver(claim, hand, version=1)
    page = client.get(address(night, "director")).content.decode()
    assert address(night, "phones") in page
    assert "entry waits for you" in page


def test_the_page_lists_every_table_with_its_code_and_its_phones(client, night, claim, director):
    services.claim_table(night.pk, 1, device="second phone")
    page = " ".join(client.get(address(night, "phones")).content.decode().split())
    assert "Phone 1 enters" in page
    assert "Phone 2 waits" in page
    assert "none (paper)" in page


def test_let_in_replace_and_withdraw_from_the_page(client, night, claim, director):
    second = services.claim_table(night.pk, 1, device="second phone").claim
    client.post(address(night, "let_phone_in", second.pk))
    assert Claim.objects.get(pk=second.pk).state == "holds"
    client.post(address(night, "replace_phone", second.pk))
    assert Claim.objects.get(pk=second.pk).end_reason == "replaced"
    client.post(address(night, "revoke_codes"), {"table": "1"})
    assert night.table_cards.get(table=1).generation == 2
    assert night.table_cards.get(table=2).generation == 1
    client.post(address(night, "revoke_codes"), {"table": "all"})
    assert [c.generation for c in night.table_cards.order_by("table")] == [3, 2]


@pytest.mark.parametrize("table", ["", "x", "0", "-1"])
def test_withdrawing_without_a_table_withdraws_nothing(client, night, director, table):
    client.post(address(night, "revoke_codes"), {"table": table})
    assert {c.generation for c in night.table_cards.all()} == {1}


ACTIONS = ["let_phone_in", "replace_phone", "accept_held", "discard_held"]


@pytest.mark.parametrize("name", ACTIONS)
def test_a_scorer_looks_and_does_not_decide(client, club, night, claim, name):
    client.force_login(world.make_officer(club, "scorer"))
    assert client.get(address(night, "phones")).status_code == 200
    assert client.post(address(night, name, claim.pk)).status_code == 403
    assert client.get(address(night, name, claim.pk)).status_code == 405


@pytest.mark.parametrize("name", ACTIONS)
def test_strangers_find_nothing(client, night, claim, name):
    stranger = world.make_club("Other Club")
    client.force_login(world.make_officer(stranger))
    assert client.get(address(night, "phones")).status_code == 404
    assert client.post(address(night, name, claim.pk)).status_code == 404


def test_a_director_who_plays_does_not_read_a_board_that_she_has_still_to_play(client, club):
    """Night story 46."""
    night = world.running_night(club, people=12, stored=True, format="mitchell", rounds_planned=3)
    user = world.make_officer(club)
    at_table_1 = load_night(night).rounds()[1][0]
    board = at_table_1.hands[0].board_id
    tables = [table for number in (2, 3) for table in load_night(night).rounds()[number]]
    again = [table for table in tables if table.hands[0].board_id == board]
    there = {person.id for person, _ in at_table_1.seats.values()}
    later = {person.id for table in again for person, _ in table.seats.values()} - there
    Player.objects.filter(pk=min(later)).update(user=user)
    claim = services.claim_table(night.pk, 1, device="d").claim
    first = world.table_of(night, 1, 1).game.hands.get(number=1)
    world.enter(first)
    deliver(claim, first, version=1)
    client.force_login(user)
    page = client.get(address(night, "phones")).content.decode()
    assert "Hidden until you have played board" in page
    assert "11 tricks" not in page
    assert "12 tricks" not in page


def test_the_page_of_many_tables_asks_little(client, club, director, django_assert_max_num_queries):
    night = world.running_night(club, people=40, format="mitchell", rounds_planned=3)
    for table in range(1, 11):
        hand = world.table_of(night, 1, table).game.hands.get(number=1)
        world.enter(hand)
        deliver(services.claim_table(night.pk, table, device=f"phone {table}").claim, hand)
    with django_assert_max_num_queries(12):
        assert client.get(address(night, "phones")).content.count(b"Store what was sent") == 10
