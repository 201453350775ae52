"""Later information: no deals, no slips and no first round until it is typed in."""

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, LogEntry
from clubmanager.publishing import watching
from deals.core.dealing import DealDescription, deal_boards
from deals.models import Board, DealSet
from deals.queries import deals_of
from tests import world

pytestmark = pytest.mark.django_db
SOURCE = "Lottery of 31 January"


def url(night, name="deals"):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


@pytest.fixture
def night(client):
    night = world.seated_night(world.make_club(), people=8, rounds_planned=1)
    client.force_login(world.make_officer(night.club))
    client.post(url(night, "generate_deals"), {"boards": "4", "later_source": SOURCE})
    return ClubNight.objects.get(pk=night.pk)


def test_the_source_is_in_the_commitment_and_there_are_no_cards(client, night):
    deal_set = DealSet.objects.get()
    assert deal_set.description["later_source"] == SOURCE
    assert set(Board.objects.values_list("deal_text", flat=True)) == {""}
    page = client.get(url(night)).content.decode()
    assert "There are no cards yet" in page
    assert SOURCE in page


def test_the_public_page_names_what_is_waited_for(client, night):
    watching.forget()
    client.logout()
    page = client.get(reverse("publishing:night", args=[night.club.slug, night.pk]))
    assert f"{SOURCE}: not known yet" in " ".join(page.content.decode().split())


def test_the_first_round_does_not_start_and_the_reason_is_said(client, night):
    page = client.post(
        reverse("nights:start_round", args=[night.club.slug, night.pk]), follow=True
    ).content.decode()
    assert f"later information, which is not typed in yet: {SOURCE}" in page
    assert ClubNight.objects.get().state == "planned"


@pytest.mark.parametrize("paper", ["slips_pdf", "hand_records_pdf", "curtain_cards_pdf"])
def test_no_paper_with_cards_exists_yet(client, night, paper):
    page = client.post(url(night, paper), follow=True).content.decode()
    assert "not typed in yet" in page
    assert not LogEntry.objects.filter(action__startswith="printed").exists()


def test_a_set_that_waits_cannot_be_opened(client, night):
    answer = client.post(url(night, "open_deals"), {"reason": "curious"})
    assert answer.status_code == 422
    assert not DealSet.objects.get().is_open


def test_once_typed_the_deals_are_those_of_secret_and_value(client, night):
    client.post(url(night, "type_later"), {"value": "3 14 15 9 26 5"})
    deal_set = DealSet.objects.get()
    described = DealDescription.from_dict(deal_set.description)
    secret = bytes.fromhex(deal_set.secret_hex)
    assert deals_of(deal_set) == deal_boards(described, secret, "3 14 15 9 26 5")
    entry = LogEntry.objects.get(action="typed the later information")
    assert entry.after["later_value"] == "3 14 15 9 26 5"
    services.start_round(night.pk, actor=world.SYSTEM)


def test_it_is_typed_once_and_never_changed(client, night):
    client.post(url(night, "type_later"), {"value": "one"})
    answer = client.post(url(night, "type_later"), {"value": "two"})
    assert answer.status_code == 422
    assert DealSet.objects.get().later_value == "one"


def test_a_scorer_does_not_type_it(client, night):
    client.force_login(world.make_officer(night.club, "scorer"))
    assert client.post(url(night, "type_later"), {"value": "x"}).status_code == 403
