"""The door of a phone's queue: in order, once each, and what is refused does not stop the rest."""

import json
import uuid

import pytest
from django.core.cache import cache
from django.test import Client

from clubmanager.nights import services
from clubmanager.nights.models import DirectorCall, HeldEntry
from clubmanager.nights.queries import codes
from scoring.models import Change
from tests import world

pytestmark = pytest.mark.django_db
RED_11 = {"passes": "0", "trump": "R", "tricks": "11"}


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8)


def sit_down(client, night, table=1):
    card = next(c for c in codes.printed_cards(night.pk) if c.table == table)
    return client.post(f"/t/{card.text}/").url


@pytest.fixture
def place(client, night):
    return sit_down(client, night)


def hand_of(night, number=1, table=1, round_number=1):
    return world.table_of(night, round_number, table).game.hands.get(number=number)


def item(night, number=1, kind="enter", **fields):
    at = fields.pop("at", None) or world.table_of(night, 1, 1).pk
    return {"id": str(uuid.uuid4()), "at": at, "hand": number, "kind": kind, "version": 0} | fields


def typed(night, number=1, **answers):
    return item(night, number, fields=RED_11 | answers)


def agreed(night, number=1, **answers):
    return item(night, number, "accept", fields=RED_11 | answers)


def send(client, *items):
    answer = client.post("/t/send/", json.dumps({"items": items}), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return [result["status"] for result in answer.json()["results"]]


def test_a_queue_is_taken_in_its_order(client, night, place):
    first, second = typed(night), typed(night, 2, tricks="9")
    assert send(client, first, agreed(night), second) == ["stored"] * 3
    assert hand_of(night).entry_state == "confirmed"
    assert (hand_of(night, 2).entry_state, hand_of(night, 2).tricks) == ("entered", 9)
    actions = Change.objects.order_by("pk").values_list("hand__number", "action")
    assert list(actions) == [(1, "entered"), (1, "confirmed"), (2, "entered")]


def test_a_queue_that_is_sent_twice_is_stored_once(client, night, place):
    queue = [typed(night), agreed(night), typed(night, 2)]
    assert send(client, *queue) == send(client, *queue) == ["stored"] * 3
    assert Change.objects.count() == 3
    assert not HeldEntry.objects.exists()


def test_what_is_refused_does_not_stop_the_rest(client, night, place):
    wrong = {"tricks": "14"}
    queue = [typed(night, **wrong), agreed(night, **wrong), typed(night, 2), typed(night, 9)]
    assert send(client, *queue) == ["refused", "refused", "stored", "refused"]
    assert hand_of(night).entry_state == "expected"


def test_the_reason_of_a_refusal_is_said(client, night, place):
    body = json.dumps({"items": [typed(night, tricks="14")]})
    answer = client.post("/t/send/", body, content_type="application/json")
    assert "tricks must be 0 to 13, got 14" in answer.json()["results"][0]["message"]


def test_a_hand_typed_again_without_network_follows_the_first(client, night, place):
    first = typed(night)
    again = typed(night, tricks="12") | {"follows": first["id"]}
    assert send(client, first, again) == ["stored", "stored"]
    assert hand_of(night).tricks == 12
    assert not HeldEntry.objects.exists()


def test_two_phones_that_typed_differently_are_shown_to_the_director(client, night, place):
    world.enter(hand_of(night), tricks=9, actor=world.SYSTEM)
    assert send(client, typed(night), agreed(night)) == ["held", "held"]
    held = HeldEntry.objects.get()
    assert (held.tricks, held.stored["tricks"], hand_of(night).tricks) == (11, 9, 9)


def test_agreement_is_only_to_what_was_read_out(client, night, place):
    assert send(client, typed(night)) == ["stored"]
    assert send(client, agreed(night, tricks="12")) == ["refused"]
    assert hand_of(night).entry_state == "entered"


def test_an_answer_to_a_result_that_was_seen(client, night, place):
    assert send(client, typed(night)) == ["stored"]
    refusal = item(night, kind="refuse", version=1)
    assert send(client, refusal) == ["stored"]
    assert hand_of(night).entry_state == "questioned"
    stale = item(night, kind="accept", version=1)
    assert send(client, stale) == ["refused"]


def test_a_phone_that_was_off_for_a_round_loses_nothing(client, night, place):
    services.start_round(night.pk, actor=world.SYSTEM)
    queue = [typed(night, 3), agreed(night, 3)]
    assert send(client, *queue) == send(client, *queue) == ["held", "held"]
    assert HeldEntry.objects.get().why == "round over"


def test_a_replaced_phone_delivers_to_the_director(client, night, place):
    claim = world.table_of(night, 1, 1).claims.get()
    services.replace_device(night.pk, claim.pk, actor=world.SYSTEM)
    assert send(client, typed(night), agreed(night)) == ["held", "held"]


def test_a_phone_that_waits_keeps_its_queue(client, night, place):
    second = Client()
    sit_down(second, night)
    assert send(second, typed(night)) == ["later"]
    assert hand_of(night).entry_state == "expected"


def test_without_a_token_nothing_is_taken(night, place):
    assert send(Client(), typed(night)) == ["refused"]


def test_another_tables_hands_need_another_tables_token(client, night, place):
    far = typed(night) | {"at": world.table_of(night, 1, 2).pk}
    assert send(client, far) == ["refused"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="no object"),
        pytest.param('{"items": 3}', id="no list"),
        pytest.param('{"items": [{}]}', id="an empty item"),
        pytest.param('{"items": [{"id": "x", "at": 1, "hand": 1, "kind": "enter", "version": 0}]}',
                     id="no UUID"),
        pytest.param(json.dumps({"items": [{}] * 51}), id="too many"),
        pytest.param(json.dumps({"items": ["x" * 70_000]}), id="too large"),
    ],
)  # fmt: skip
def test_what_is_no_queue_is_a_bad_request(client, place, body):
    assert client.post("/t/send/", body, content_type="application/json").status_code == 400


def test_a_queue_from_elsewhere_is_refused(night):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/t/send/", '{"items": []}', content_type="application/json")
    assert answer.status_code == 403


def test_what_a_phone_keeps_tells_nothing_of_the_deal():
    club = world.make_club()
    night, client = world.running_night(club, people=8, stored=True), Client()
    place = sit_down(client, night)
    round_two = {"passes": "4", "declaration": "seven", "trump": "NT", "tricks": "7"}
    assert send(client, item(night, fields=round_two)) == ["stored"]
    page = client.get(place).content.decode()
    kept = json.loads(page.partition('id="device-state" type="application/json">')[2]
                      .partition("</script>")[0])  # fmt: skip
    plan = {"at", "game", "grows", "leaves_out", "table", "round", "enters", "confirms", "names"}
    assert set(kept) == plan | {"hands"}
    assert (kept["game"], kept["grows"], kept["leaves_out"]) == ("abridged", False, ["honours"])
    names = {"number", "board", "dealer", "version", "state", "asks_strengths"}
    assert all(set(hand) == names for hand in kept["hands"])
    assert [hand["state"] for hand in kept["hands"]] == ["in", "open", "open", "open"]


def test_the_shell_is_the_same_for_everybody_and_makes_no_session(client, night, place):
    shell = client.get("/t/shell/")
    assert shell.content == Client().get("/t/shell/").content
    assert "Ann Adams" not in shell.content.decode()
    assert not shell.cookies


def test_the_worker_may_serve_the_tables_and_nothing_else(client):
    worker = client.get("/t/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Service-Worker-Allowed"] == "/t/"


def test_the_director_is_called_once_and_hears_both_reasons(client, night, place):
    client.post(f"{place}director/", {"reason": "Something went wrong"})
    client.post(f"{place}not-us/", {"seat_E": "Zoe Hill"})
    call = DirectorCall.objects.get()
    assert call.reason.startswith("Something went wrong; It isn't us. East is Zoe Hill, not ")
    assert "The director has been called at" in client.get(place).content.decode()
    services.answer_call(call.pk, actor=world.SYSTEM)
    assert "The director answered at" in client.get(place).content.decode()


def test_it_isnt_us_is_said_before_anything_is_entered(night):
    client = Client()
    card = codes.printed_cards(night.pk)[0]
    answer = client.post(f"/t/{card.text}/", {"who": "others"})
    assert answer.url.endswith("/not-us/")


def test_without_confirmation_a_hand_is_simply_entered(client, night, place):
    services.set_table_rules(night.pk, confirm_hands=False, show_field=False, actor=world.SYSTEM)
    send(client, typed(night))
    page = client.get(place).content.decode()
    assert "Send hand 2" in page
    assert "Change last hand (1)" in page


@pytest.mark.parametrize(
    ("allowed", "embargo", "confirmed", "seen"),
    [
        pytest.param(True, False, True, True, id="allowed and both agreed"),
        pytest.param(True, False, False, False, id="not agreed yet"),
        pytest.param(False, False, True, False, id="not allowed"),
        pytest.param(True, True, True, False, id="held back"),
    ],
)
def test_the_field_on_a_board(client, allowed, embargo, confirmed, seen):
    club = world.make_club()
    night = world.running_night(club, people=12, stored=True, format="mitchell")
    services.set_table_rules(night.pk, confirm_hands=True, show_field=allowed, actor=world.SYSTEM)
    services.set_publication(night.pk, embargo=embargo, actor=world.SYSTEM)
    world.play_round(night, 1)
    services.start_round(night.pk, actor=world.SYSTEM)
    place = sit_down(client, night)
    at = world.table_of(night, 2, 1)
    typed_hand = typed(night) | {"at": at.pk}
    assert send(client, typed_hand) == ["stored"]
    if confirmed:
        assert send(client, agreed(night) | {"at": at.pk}) == ["stored"]
    page = client.get(f"{place}hands/1/result/").content.decode()
    assert ("at the other tables" in page) is seen


def test_a_call_that_is_sent_again_after_she_came_does_not_call_again(client, night, place):
    call = item(night, kind="call", fields={"reason": "Revoke?"})
    assert send(client, call) == ["stored"]
    services.answer_call(DirectorCall.objects.get().pk, actor=world.SYSTEM)
    cache.clear()  # as another process, or the same after a restart
    assert send(client, call) == ["stored"]
    assert DirectorCall.objects.get().answered_at is not None
    assert send(client, item(night, kind="call")) == ["stored"]
    assert DirectorCall.objects.filter(answered_at=None).count() == 1


def test_a_second_reason_is_added_once_however_often_it_is_sent(client, night, place):
    send(client, item(night, kind="call", fields={"reason": "Revoke?"}))
    more = item(night, kind="call", fields={"reason": "and a spilt tea"})
    assert send(client, more) == send(client, more) == ["stored"]
    assert DirectorCall.objects.get().reason == "Revoke?; and a spilt tea"
