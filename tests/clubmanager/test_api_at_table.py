"""A table's own device at the API: its one table is read, and seen as the rules say."""

import uuid

import pytest

from clubmanager.nights import services
from clubmanager.nights.models import Claim
from clubmanager.nights.queries import sight
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8, stored=True)


@pytest.fixture
def device(night):
    return services.claim_table(night.pk, 1, device="first phone")


@pytest.fixture
def hand(night):
    return world.table_of(night, 1, 1).game.hands.get(number=1)


def send(client, device, hand, facts=None, version=0):
    return client.put(
        f"/api/v1/hands/{hand.pk}/",
        {"facts": facts or world.PLAY_11_RED, "tricks": 11},
        content_type="application/json",
        headers={
            "Authorization": f"Table {device.token}",
            "Idempotency-Key": str(uuid.uuid4()),
            "If-Match": f'"{version}"',
        },
    )


def test_a_hand_is_taken_without_loading_the_night(client, device, hand, monkeypatch):
    def load(night):
        raise AssertionError("the whole night was loaded")

    monkeypatch.setattr(sight, "load_night", load)
    answer = send(client, device, hand)
    assert (answer.status_code, answer.json()["state"]) == (200, "entered")
    assert answer.json()["tricks"] == 11


def test_a_hand_of_another_table_is_refused(client, night, device):
    other = world.table_of(night, 1, 2).game.hands.get(number=1)
    assert send(client, device, other).status_code == 403


def test_a_hand_that_does_not_exist_is_missing(client, device, hand):
    hand.pk = 10**6
    assert send(client, device, hand).status_code == 404


def test_a_phone_that_was_replaced_is_not_told_what_the_table_plays_now(
    client, night, device, hand
):
    """Its entry is held; the board is not played everywhere, so it sees no more than anybody."""
    send(client, device, hand)
    Claim.objects.filter(pk=device.claim.pk).update(state="ended", end_reason="replaced")
    answer = send(client, device, hand, world.PLAY_11_RED | {"trump": "B"})
    assert answer.status_code == 202
    assert (answer.json()["hand"]["state"], answer.json()["hand"]["facts"]) == ("hidden", None)
