"""The table's own page: enter a hand, let the other side agree; and nothing of other tables."""

import logging
import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import Claim, ClubNight, HeldEntry
from clubmanager.nights.queries import codes, load_night
from clubmanager.nights.queries.claims import load_table
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.models import Change, HandResult
from scoring.writes import Conflict, IdReused
from tests import world

pytestmark = pytest.mark.django_db
RED_11 = {"passes": "0", "trump": "R", "tricks": "11"}


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


def card(night, table=1):
    return next(c for c in codes.printed_cards(night.pk) if c.table == table)


def sit_down(client, night, table=1):
    """Scan the card and claim; the address of the table's page."""
    return client.post(f"/t/{card(night, table).text}/").url


@pytest.fixture
def place(client, night):
    return sit_down(client, night)


def hand_of(night, number=1, table=1, round_number=1):
    return world.table_of(night, round_number, table).game.hands.get(number=number)


def step(hand, **answers):
    hand.refresh_from_db()
    return {"client_id": str(uuid.uuid4()), "version": hand.version} | answers


def send(client, place, hand, **answers):
    return client.post(f"{place}hands/{hand.number}/", step(hand, **RED_11 | answers))


def text(client, address):
    return " ".join(client.get(address).content.decode().split())


def test_scanning_leads_to_the_tables_first_hand(client, night, place):
    shown = text(client, place)
    assert "Table 1, round 1" in shown
    assert "Dealer: North" in shown
    assert "Who said Play?" in shown


def test_a_hand_is_sent_and_read_large_before_it_is_accepted(client, night, place):
    """Night story 2."""
    hand = hand_of(night)
    answer = send(client, place, hand)
    assert answer.url == place
    shown = text(client, place)
    sentence = "North, Play, red, 11 tricks: 100 points to North and South."
    assert f'<p class="result-words">{sentence}</p>' in shown
    assert "Now hand it to East or West" in shown
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    hand.refresh_from_db()
    assert hand.entry_state == "confirmed"
    assert "Hand 2" in text(client, place)


def test_the_log_says_which_device_entered_and_that_the_same_one_confirmed(client, night, place):
    hand = hand_of(night)
    send(client, place, hand)
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    confirmed, entered = Change.objects.filter(hand=hand)
    assert (entered.actor, entered.origin) == ("table 1, phone 1", "phone")
    assert confirmed.actor == "table 1, phone 1 (which entered it)"


def test_a_second_phone_that_accepts_is_recorded_as_another(client, night, place, client_factory):
    second, hand = client_factory(), hand_of(night)
    sit_down(second, night)
    waiting = Claim.objects.get(state="waits")
    client.post(f"{place}phones/{waiting.pk}/", {"answer": "beside"})
    send(client, place, hand)
    assert "Is this right?" in text(second, place)
    second.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    hand.refresh_from_db()
    assert (hand.entry_state, hand.confirmed_by) == ("confirmed", "table 1, phone 2")


def test_a_second_phone_that_may_accept_does_not_enter(client, night, place, client_factory):
    second, hand = client_factory(), hand_of(night)
    sit_down(second, night)
    client.post(f"{place}phones/{Claim.objects.get(state='waits').pk}/", {"answer": "beside"})
    assert "The table's other phone enters hand 1." in second.get(place).content.decode().replace(
        "&#x27;", "'"
    )
    send(second, place, hand)
    hand.refresh_from_db()
    assert hand.entry_state == "expected"


def test_not_right_sends_it_back_and_the_players_correct_it(client, night, place):
    """Night story 1."""
    hand = hand_of(night)
    send(client, place, hand)
    client.post(f"{place}hands/1/accept/", step(hand, accept="no"))
    assert "One side says that this is not right." in text(client, place)
    send(client, place, hand, tricks="12")
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    hand.refresh_from_db()
    assert (hand.tricks, hand.entry_state) == (12, "confirmed")


def test_a_disputed_hand_may_be_accepted_after_all(client, night, place):
    hand = hand_of(night)
    send(client, place, hand)
    client.post(f"{place}hands/1/accept/", step(hand, accept="no"))
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    hand.refresh_from_db()
    assert hand.entry_state == "confirmed"


def test_players_mend_a_typo_themselves_until_both_sides_have_agreed(client, night, place):
    """Night story 1."""
    hand = hand_of(night)
    send(client, place, hand)
    send(client, place, hand, tricks="10")
    hand.refresh_from_db()
    assert (hand.tricks, hand.entry_state) == (10, "entered")
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    send(client, place, hand, tricks="12")
    hand.refresh_from_db()
    assert (hand.tricks, hand.entry_state) == (10, "confirmed")
    assert "Hand 1 waits for the director." in text(client, place)


def test_a_double_tap_is_one_result(client, night, place):
    """Night story 3."""
    hand = hand_of(night)
    body = step(hand, **RED_11)
    for _ in range(2):
        assert client.post(f"{place}hands/1/", body).status_code == 302
    assert Change.objects.filter(hand=hand).count() == 1
    assert not HeldEntry.objects.exists()


def test_a_wrong_hand_is_taken_away_in_one_action(client, night, place):
    """Night story 4."""
    hand = hand_of(night)
    send(client, place, hand)
    client.post(f"{place}hands/1/take-away/", step(hand))
    hand.refresh_from_db()
    assert (hand.entry_state, hand.facts) == ("expected", None)


def test_a_confirmed_hand_is_not_taken_away_by_players(client, night, place):
    hand = hand_of(night)
    send(client, place, hand)
    client.post(f"{place}hands/1/accept/", step(hand, accept="yes"))
    answer = client.post(f"{place}hands/1/take-away/", step(hand), follow=True)
    assert "Ask the director." in answer.content.decode()
    hand.refresh_from_db()
    assert hand.entry_state == "confirmed"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        pytest.param({"tricks": "14"}, "Choose the number of tricks, 0 to 13.", id="14 tricks"),
        pytest.param({"passes": ""}, "Choose who said Play", id="nobody spoke"),
        pytest.param({"passes": "4"}, "Choose Ten or Seven.", id="Round Two without a word"),
        pytest.param(
            {"passes": "4", "declaration": "ten", "strength_N": "9", "strength_E": "9",
             "strength_S": "9", "strength_W": "9"},
            "40", id="strengths that do not add up",
        ),
    ],
)  # fmt: skip
def test_an_impossible_hand_is_refused_with_the_reason(client, night, place, answers, message):
    """Night story 10."""
    hand = hand_of(night)
    answer = send(client, place, hand, **answers)
    if answers.get("tricks") == "14":
        assert "tricks must be 0 to 13, got 14" in answer.content.decode()
    else:
        assert message in answer.content.decode()
    hand.refresh_from_db()
    assert hand.entry_state == "expected"


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param({"as_played": "we did"}, id="as played"),
        pytest.param({"points_side": "NS", "points": "500"}, id="only points"),
        pytest.param({"deal_void": "on"}, id="another deal"),
    ],
)
def test_what_only_officers_may_say_is_not_heard_from_a_table(client, night, place, answers):
    hand = hand_of(night)
    send(client, place, hand, **answers)
    hand.refresh_from_db()
    assert (hand.facts["trump"], hand.tricks, hand.deal_applies) == ("R", 11, True)
    assert not {"as_played", "points_only"} & set(hand.facts)


def test_the_service_refuses_officers_words_from_a_table_too(night):
    claim = services.claim_table(night.pk, 1, device="d").claim
    hand = hand_of(night)
    for facts in ({"points_only": {"NS": 100}}, world.PLAY_11_RED | {"as_played": "we did"}):
        with pytest.raises(RuleError, match="left to directors and scorers"):
            services.deliver_hand(
                claim, hand.pk, facts=facts, tricks=None if "points_only" in facts else 11,
                client_id=uuid.uuid4(), version=0,
            )  # fmt: skip


def test_another_tables_hand_is_not_written(client, night, place):
    far, claim = hand_of(night, table=2), Claim.objects.get()
    with pytest.raises(PermissionDenied):
        services.deliver_hand(
            claim, far.pk, facts=world.PLAY_11_RED, tricks=11, client_id=uuid.uuid4(), version=0
        )
    for service in (services.accept_hand, services.take_hand_away):
        with pytest.raises(PermissionDenied):
            service(claim, far.pk, client_id=uuid.uuid4(), version=0)
    assert not HeldEntry.objects.exists()


def test_another_tables_hand_is_not_held_either(night):
    world.play_round(night, 1)
    claim, far = services.claim_table(night.pk, 1, device="d").claim, hand_of(night, table=2)
    services.start_round(night.pk, actor=world.SYSTEM)
    with pytest.raises(PermissionDenied):
        services.deliver_hand(
            claim, far.pk, facts=world.PLAY_11_RED, tricks=3, client_id=uuid.uuid4(), version=0
        )
    assert not HeldEntry.objects.exists()


def test_a_player_does_not_rule(night):
    claim, hand = services.claim_table(night.pk, 1, device="d").claim, hand_of(night)
    with pytest.raises(PermissionDenied):
        services.rule_hand(
            hand.pk, ruling="cancelled", actor=services.actor_of(claim), client_id=uuid.uuid4(),
            version=0, reason="because",
        )  # fmt: skip


def test_a_player_without_a_table_writes_nothing(night):
    with pytest.raises(PermissionDenied):
        world.enter(hand_of(night), actor=Actor("Ann", "player", "phone"))


@pytest.mark.parametrize("name", ["", "news/", "hands/1/"])
def test_without_a_token_there_is_nothing_to_see(client, night, place, client_factory, name):
    answer = client_factory().get(f"{place}{name}")
    assert answer.status_code == 403
    assert "Ann Adams" not in answer.content.decode()


@pytest.mark.parametrize(
    "name",
    ["hands/1/", "hands/1/accept/", "hands/1/take-away/", "go-on/", "first-dealer/", "phones/1/"],
)
def test_without_a_token_there_is_nothing_to_do(client, night, place, client_factory, name):
    hand = hand_of(night)
    answer = client_factory().post(f"{place}{name}", step(hand, **RED_11 | {"accept": "yes"}))
    assert answer.status_code == 403
    hand.refresh_from_db()
    assert hand.entry_state == "expected"


def test_a_token_is_for_its_own_table_only(client, night, place):
    other = reverse("nights:at_table", args=[world.table_of(night, 1, 2).pk])
    [name] = [key for key in client.cookies if key.startswith("table-")]
    client.cookies[f"table-{world.table_of(night, 1, 2).pk}"] = client.cookies[name].value
    assert client.get(other).status_code == 403


@pytest.mark.parametrize("name", ["hands/1/accept/", "hands/1/take-away/", "go-on/",
                                  "first-dealer/", "phones/1/"])  # fmt: skip
def test_writing_is_by_post_only(client, place, name):
    assert client.get(f"{place}{name}").status_code == 405


def test_a_form_from_elsewhere_is_refused(night):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/t/{card(night).text}/").status_code == 403
    assert not Claim.objects.exists()


def test_the_token_is_in_a_cookie_and_nowhere_else(client, night, caplog):
    caplog.set_level(logging.DEBUG)
    answer = client.post(f"/t/{card(night).text}/")
    [name] = [key for key in answer.cookies if key.startswith("table-")]
    cookie = answer.cookies[name]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/t/", True, "Lax")
    place, addresses, bodies = answer.url, [answer.url], []
    for address in (place, f"{place}news/", f"{place}hands/1/"):
        bodies.append(client.get(address).content.decode())
    for body in (step(hand_of(night), **RED_11), {}):
        answer = client.post(f"{place}hands/1/", body)
        addresses.append(answer.headers.get("Location", ""))
    client.get(f"{place}no-such-place/")
    secrets = [cookie.value, client.cookies["device"].value]
    written = [record.getMessage() for record in caplog.records]
    stored = [str(list(Change.objects.values())), str(list(Claim.objects.values()))]
    for secret in secrets:
        assert not any(secret in place for place in [*addresses, *bodies, *written, *stored])


def test_the_cookie_is_secure_where_the_site_is(client, night):
    answer = client.post(f"/t/{card(night).text}/", secure=True)
    assert all(answer.cookies[name]["secure"] for name in answer.cookies if name != "csrftoken")


def test_two_claims_do_not_disturb_each_other(client, night, place):
    """The slow table's last hand: the device keeps its token of the earlier round."""
    services.start_round(night.pk, actor=world.SYSTEM)
    second = sit_down(client, night)
    assert second != place
    assert "Table 1, round 1" in text(client, place)
    assert "Table 1, round 2" in text(client, second)


def test_the_next_round_is_said_and_entered_by_a_new_claim(client, night, place):
    services.start_round(night.pk, actor=world.SYSTEM)
    shown = text(client, place)
    assert "Round 2 has begun." in shown
    assert "It stays at table 1" in shown
    answer = client.post(f"{place}go-on/", {"table": "1"})
    assert answer.url == reverse("nights:at_table", args=[world.table_of(night, 2, 1).pk])
    assert "Table 1, round 2" in text(client, answer.url)


def test_going_on_where_one_may_not_says_what_to_do(client, night, place):
    answer = client.post(f"{place}go-on/", {"table": "77"}, follow=True)
    assert "Scan the card of the table." in answer.content.decode()


def test_the_waiting_device_and_the_first_one_are_both_told(client, night, place, client_factory):
    """Night story 5."""
    second = client_factory()
    sit_down(second, night)
    assert "Table 1 has a phone already" in text(second, place)
    assert "Another phone wants this table." in text(client, place)
    assert "Another phone wants this table." in text(client, f"{place}news/")
    client.post(f"{place}phones/{Claim.objects.get(state='waits').pk}/", {"answer": "take over"})
    assert "Who said Play?" in text(second, place)
    assert "another phone took over" in text(client, place)


def test_a_waiting_device_reads_no_names_and_writes_nothing(client, night, place, client_factory):
    second, hand = client_factory(), hand_of(night)
    sit_down(second, night)
    send(second, place, hand)
    hand.refresh_from_db()
    assert hand.entry_state == "expected"
    assert not HeldEntry.objects.exists()
    assert "Ann Adams" not in text(second, place)


def test_scanning_again_with_the_same_phone_leads_back(client, night, place):
    assert client.get(f"/t/{card(night).text}/").url == place


def test_a_table_that_shuffles_says_who_deals_first(client, night, place):
    client.post(f"{place}first-dealer/", {"dealer": "E"})
    hands = world.table_of(night, 1, 1).game.hands.order_by("number")
    assert [hand.dealer for hand in hands] == ["E", "S", "W", "N"]


def test_nobody_elses_first_dealer_is_set(night):
    claim = services.claim_table(night.pk, 1, device="d").claim
    with pytest.raises(PermissionDenied):
        services.set_first_dealer(
            world.table_of(night, 1, 2).pk, "E", actor=services.actor_of(claim)
        )


def test_other_tables_results_are_never_shown(club, client):
    night = world.running_night(club, people=12, stored=True, format="mitchell", rounds_planned=3)
    place = sit_down(client, night)
    for hand in load_night(night).rounds()[1][1].hands:
        facts = {"round": 1, "declarer": hand.dealer, "declaration": "play", "trump": "B"}
        world.enter(hand, facts, 13)
    assert hand_of(night).board_id is not None
    shown = text(client, place) + text(client, f"{place}hands/2/") + text(client, f"{place}news/")
    assert "13 tricks" not in shown
    assert "blue, 1" not in shown
    others = world.table_of(night, 1, 2).seats.select_related("player")
    assert not any(seat.player.full_name in shown for seat in others)


@pytest.fixture
def stored(club, client):
    """A night of stored deals, and the page of its table 1."""
    night = world.running_night(club, people=8, stored=True)
    return night, sit_down(client, night)


def test_where_the_deal_is_stored_neither_strengths_nor_declarer_are_asked(client, stored):
    _night, place = stored
    shown = text(client, place).partition("<template")[0]
    assert "strength_N" not in shown
    assert 'name="declarer"' not in shown
    assert "Board 1" in shown


def test_the_round_two_declarer_appears_after_send_and_not_before(client, stored):
    night, place = stored
    before = text(client, place)
    send(client, place, hand_of(night), passes="4", declaration="seven", trump="NT", tricks="7")
    hand = hand_of(night)
    assert "declarer" not in hand.facts
    word = {"N": "North", "E": "East", "S": "South", "W": "West"}[hand.declarer]
    assert f"Round Two, {word}, Seven, no-trump, 7 tricks: " in text(client, place)
    assert "Seven, no-trump" not in before


def test_strengths_sent_for_a_stored_deal_are_not_heard(client, stored):
    night, place = stored
    strengths = {"strength_N": "10", "strength_E": "10", "strength_S": "10", "strength_W": "10"}
    send(client, place, hand_of(night), passes="4", declaration="seven", declarer="N", **strengths)
    assert set(hand_of(night).facts) == {"round", "declaration", "trump"}


def test_a_hand_that_the_director_questions_is_not_accepted_by_players(night):
    claim, hand = services.claim_table(night.pk, 1, device="d").claim, hand_of(night)
    world.enter(hand, actor=services.actor_of(claim))
    HandResult.objects.filter(pk=hand.pk).update(entry_state="questioned", doubt="the deal")
    for accept in (True, False):
        with pytest.raises(RuleError, match="no question"):
            services.accept_hand(claim, hand.pk, client_id=uuid.uuid4(), version=1, accept=accept)


def test_a_stale_answer_changes_nothing(client, night, place):
    hand = hand_of(night)
    send(client, place, hand)
    stale = step(hand, accept="yes")
    send(client, place, hand, tricks="12")
    answer = client.post(f"{place}hands/1/accept/", stale, follow=True)
    assert "The hand was changed meanwhile." in answer.content.decode()
    hand.refresh_from_db()
    assert hand.entry_state == "entered"


def test_a_stale_answer_is_a_conflict_in_the_service(night):
    claim, hand = services.claim_table(night.pk, 1, device="d").claim, hand_of(night)
    world.enter(hand, actor=services.actor_of(claim))
    with pytest.raises(Conflict):
        services.accept_hand(claim, hand.pk, client_id=uuid.uuid4(), version=0)


def test_one_id_for_two_hands_is_refused(night):
    claim, client_id = services.claim_table(night.pk, 1, device="d").claim, uuid.uuid4()
    for number, expected in ((1, None), (2, IdReused)):
        hand = {"facts": world.PLAY_11_RED, "tricks": 11, "client_id": client_id, "version": 0}
        if expected is None:
            assert services.deliver_hand(claim, hand_of(night, number).pk, **hand).recorded
        else:
            with pytest.raises(expected):
                services.deliver_hand(claim, hand_of(night, number).pk, **hand)


def test_the_whole_game_shows_who_won_and_why(client, night, place):
    for number in (1, 2, 3, 4):
        hand = hand_of(night, number)
        send(client, place, hand)
        client.post(f"{place}hands/{number}/accept/", step(hand, accept="yes"))
    shown = text(client, place)
    # Each seat dealt and made the same: level on points and hands, and West had the fourth.
    assert "Points are level, two hands each: the fourth hand decides." in shown
    assert "Every hand of this table is in." in shown


def test_a_hand_that_is_not_there_is_not_found(client, place):
    assert client.get(f"{place}hands/9/").status_code == 404


def test_the_page_asks_the_database_little(club, client, django_assert_max_num_queries):
    night = world.running_night(club, people=16)
    place = sit_down(client, night)
    send(client, place, hand_of(night))
    with django_assert_max_num_queries(8):
        client.get(place)


def test_one_table_is_read_as_the_whole_night_reads_it(night):
    world.play_round(night, 1)
    for table in load_night(ClubNight.objects.get(pk=night.pk)).tables:
        alone = load_table(table.id)
        assert alone.hands == table.hands
        assert alone.totals == table.totals
        assert {s: p.full for s, (p, _e) in alone.seats.items()} == {
            s: p.full for s, (p, _e) in table.seats.items()
        }
