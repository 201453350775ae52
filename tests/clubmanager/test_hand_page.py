"""One hand: correct, clear, confirm, rule; and everything that happened to it."""

import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from scoring.models import Change, HandResult
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


@pytest.fixture
def hand(night):
    """The first hand of the first table, entered: 100 points to North and South."""
    row = load_night(night).rounds()[1][0].hands[0]
    world.enter(row)
    return HandResult.objects.get(pk=row.id)


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def page_of(night, hand, name="hand"):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, hand.pk])


def step(hand, **answers):
    hand.refresh_from_db()
    return {"client_id": str(uuid.uuid4()), "version": hand.version} | answers


def show(client, night, hand):
    return client.get(page_of(night, hand)).content.decode()


def test_a_correction_shows_before_and_after_in_words(client, night, hand, director):
    """Night story 26."""
    body = step(hand, passes="2", trump="R", tricks="12", reason="read again")
    client.post(page_of(night, hand), body)
    page = show(client, night, hand)
    assert "North, Play, red, 11 tricks: 100 points to North and South." in page
    assert "South, Play, red, 12 tricks: 120 points to North and South." in page
    assert "read again" in page
    assert str(director) in page
    assert "(page)" in page


def test_the_form_of_a_correction_holds_what_is_stored(client, night, hand, director):
    page = show(client, night, hand)
    assert 'name="tricks" value="11" id="id_tricks_11" checked' in " ".join(page.split())


def test_clearing_makes_the_hand_missing_and_the_log_keeps_it(client, night, hand, director):
    client.post(page_of(night, hand, "clear_hand"), step(hand, reason="wrong table"))
    hand.refresh_from_db()
    assert (hand.entry_state, hand.ns_points) == ("expected", None)
    page = show(client, night, hand)
    assert "Enter this hand" in page
    assert "11 tricks: 100 points" in page


def test_confirming_is_recorded_with_the_name(client, night, hand, director):
    client.post(page_of(night, hand, "confirm_hand"), step(hand))
    hand.refresh_from_db()
    assert (hand.entry_state, hand.confirmed_by) == ("confirmed", str(director))
    assert f"Confirmed by {director}." in show(client, night, hand)


def test_a_stale_confirmation_is_not_carried_out(client, night, hand, director):
    stale = step(hand)
    world.enter(HandResult.objects.get(pk=hand.pk), tricks=12)
    answer = client.post(page_of(night, hand, "confirm_hand"), stale, follow=True)
    assert "Somebody changed this hand meanwhile" in answer.content.decode()
    hand.refresh_from_db()
    assert (hand.entry_state, hand.tricks) == ("entered", 12)


def test_one_side_may_be_lowered_without_raising_the_other(client, night, hand, director):
    body = step(hand, ruling="adjusted", ns_points="60", ew_points="0", reason="revoke")
    client.post(page_of(night, hand, "rule_hand"), body)
    totals = load_night(night).rounds()[1][0].totals
    assert (totals["NS"], totals["EW"]) == (60, 0)
    page = show(client, night, hand)
    assert "Adjusted to 60 for North and South, 0 for East and West." in page
    assert "11 tricks: 100 points to North and South." in page


def test_a_ruling_is_taken_back_like_any_other_change(client, night, hand, director):
    """Night story 26."""
    url = page_of(night, hand, "rule_hand")
    client.post(url, step(hand, ruling="cancelled", reason="wrong board"))
    assert load_night(night).rounds()[1][0].totals["NS"] == 0
    client.post(url, step(hand, ruling="none", reason="it was the right board"))
    assert load_night(night).rounds()[1][0].totals["NS"] == 100
    assert Change.objects.filter(hand=hand, action="ruled").count() == 2


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        pytest.param({"ruling": "cancelled"}, "reason must be a sentence that says why", id="why"),
        pytest.param(
            {"ruling": "adjusted", "ns_points": "-5", "ew_points": "0", "reason": "x"},
            "ns_points must be 0 to 10000, got -5", id="negative points",
        ),
        pytest.param(
            {"ruling": "adjusted", "ns_points": "5", "reason": "x"},
            "ew_points must be 0 to 10000", id="one side only",
        ),
        pytest.param({"reason": "x"}, "Choose a ruling.", id="no ruling"),
        pytest.param({"ruling": "halved", "reason": "x"}, "Select a valid choice", id="unknown"),
    ],
)  # fmt: skip
def test_a_ruling_that_cannot_be_is_refused_with_the_reason(
    client, night, hand, director, answers, message
):
    answer = client.post(page_of(night, hand, "rule_hand"), step(hand, **answers))
    assert message in answer.content.decode()
    hand.refresh_from_db()
    assert hand.ruling == "none"


def test_a_scorer_does_not_rule(client, club, night, hand):
    client.force_login(world.make_officer(club, "scorer"))
    assert page_of(night, hand, "rule_hand") not in show(client, night, hand)
    body = step(hand, ruling="cancelled", reason="x")
    assert client.post(page_of(night, hand, "rule_hand"), body).status_code == 403


def test_after_the_night_a_scorer_looks_and_does_not_correct(client, club, night, hand):
    services.close_night(night.pk, actor=world.SYSTEM)
    client.force_login(world.make_officer(club, "scorer"))
    assert "Only a director corrects it now." in show(client, night, hand)
    body = step(hand, passes="0", trump="R", tricks="12", reason="x")
    assert client.post(page_of(night, hand), body).status_code == 403
    hand.refresh_from_db()
    assert hand.tricks == 11


def test_after_the_night_a_director_corrects_and_says_why(client, night, hand, director):
    services.close_night(night.pk, actor=world.SYSTEM)
    body = step(hand, passes="0", trump="R", tricks="12")
    refused = client.post(page_of(night, hand), body).content.decode()
    assert "since the night is closed" in refused
    client.post(page_of(night, hand), step(hand, **body | {"reason": "both sides signed 12"}))
    hand.refresh_from_db()
    assert hand.tricks == 12
    assert ClubNight.objects.get(pk=night.pk).correction_note == "both sides signed 12"


def test_a_hand_of_another_club_is_not_here(client, night, hand, director):
    other = world.make_club("Other Club")
    far = world.running_night(other, people=8)
    far_hand = load_night(far).tables[0].hands[0]
    address = reverse("nights:hand", args=[night.club.slug, night.pk, far_hand.id])
    assert client.get(address).status_code == 404
    assert client.post(address, {}).status_code == 404
