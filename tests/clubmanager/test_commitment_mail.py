"""The commitment goes to the members who gave an address: one letter each, and no card in it."""

import pytest
from django.core import mail
from django.urls import reverse

from clubmanager.nights.models import ClubNight, Job, LogEntry
from clubmanager.nights.services import jobs
from clubmanager.people.models import Player
from deals.models import Board, DealSet
from tests import world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def night(client):
    night = world.seated_night(world.make_club(), people=8, stored=True, rounds_planned=1)
    ann, bob, carol, dan = Player.objects.order_by("pk")[:4]
    Player.objects.filter(pk=ann.pk).update(contact_email="ann@example.org")
    Player.objects.filter(pk=bob.pk).update(user=world.make_officer(night.club))
    Player.objects.filter(pk=carol.pk).update(contact_email="carol@example.org", is_guest=True)
    Player.objects.filter(pk=dan.pk).update(contact_email="ANN@example.org")
    client.force_login(world.make_officer(night.club))
    return ClubNight.objects.get(pk=night.pk)


def order(client, night):
    address = reverse("nights:mail_commitment", args=[night.club.slug, night.pk])
    return client.post(address, follow=True)


def test_members_get_one_letter_each_and_guests_none(client, night):
    page = order(client, night).content.decode()
    assert "2 letters were sent." in page
    addresses = [letter.to for letter in mail.outbox]
    assert addresses == [["ann@example.org"], [Player.objects.get(first_name="Bob").user.email]]


def test_a_letter_holds_the_commitment_and_neither_card_nor_secret(client, night):
    order(client, night)
    deal_set, text = DealSet.objects.get(), mail.outbox[0].subject + mail.outbox[0].body
    assert deal_set.commitment in text
    assert deal_set.description["session"] in text
    assert deal_set.secret_hex not in text
    for deal in Board.objects.values_list("deal_text", flat=True):
        assert not any(hand in text for hand in deal.removeprefix("N:").split())


def test_it_is_logged_without_the_addresses(client, night):
    order(client, night)
    entry = LogEntry.objects.get(action="mailed the commitment")
    assert entry.after == {"commitment": DealSet.objects.get().commitment, "letters": 2}


def test_a_job_that_was_interrupted_goes_on_with_the_rest(night):
    job = Job.objects.create(kind="commitment mail", night=night, state="running", done=1)
    jobs.carry_out(job.pk)
    assert [letter.to for letter in mail.outbox] == [
        [Player.objects.get(first_name="Bob").user.email]
    ]


@pytest.mark.parametrize("case", ["nobody gave an address", "the set is open", "no deals"])
def test_where_it_makes_no_sense_it_is_refused_and_said(client, night, case):
    if case == "nobody gave an address":
        Player.objects.update(contact_email="", user=None)
    elif case == "the set is open":
        DealSet.objects.update(opened_at="2026-01-01T00:00Z", opened_by="x")
    else:
        night.night_deal_set.delete()
    assert "must be" in order(client, night).content.decode()
    assert mail.outbox == []
    assert not Job.objects.exists()


def test_a_scorer_sends_nothing(client, night):
    client.force_login(world.make_officer(night.club, "scorer"))
    assert order(client, night).status_code == 403
    assert mail.outbox == []
