"""The embargo holds back everything from which the standings follow (night story 31)."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubmanager.nights import services
from clubmanager.nights.queries import load_night
from clubmanager.publishing import watching
from tests import world
from tests.clubmanager.public_addresses import address, everything_public

pytestmark = pytest.mark.django_db

NS_GETS, EW_GETS = 7331, 4219  # points that appear nowhere else
NS_TOTAL, NET = 7531, 3312  # with two hands of 100
TELLING = (
    str(NS_GETS), str(EW_GETS), str(NS_TOTAL), str(NET), "won ", "1 / 1", "0 / 1", "tied",
)  # fmt: skip


def played_night(*, closed: bool = False, stored: bool = False):
    night = world.running_night(world.make_club(), people=8, stored=stored)
    for table in load_night(night).rounds()[1]:
        world.enter(table.hands[0], {"points_only": {"NS": NS_GETS}}, None)
        world.enter(table.hands[1], {"points_only": {"EW": EW_GETS}}, None)
        world.enter(table.hands[2])
        world.enter(table.hands[3])
    if closed:
        services.close_night(night.pk, actor=world.SYSTEM)
    return night


def embargo(night, until=None):
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True, embargo_until=until)


@pytest.mark.parametrize("closed", [False, True], ids=["running", "closed"])
def test_no_public_answer_tells_points_winner_or_place(closed):
    night = played_night(closed=closed)
    seen = "".join(everything_public(night).values())
    assert all(word in seen for word in TELLING)
    embargo(night)
    for url, text in everything_public(night).items():
        for word in TELLING:
            assert word not in text, (url, word)


def test_the_pdf_is_not_found_and_the_page_says_why(client):
    night = played_night(closed=True)
    embargo(night)
    assert client.get(address("standings_pdf", night)).status_code == 404
    text = client.get(address("night", night)).content.decode()
    assert "Results are held back until the director releases them." in text


def test_who_plays_is_told_in_order_of_numbers_not_of_places(client):
    night = played_night(closed=True)
    embargo(night)
    text = client.get(address("night", night)).content.decode()
    names = [" &amp; ".join(e.names(public=True)) for e in load_night(night).entries.values()]
    places = [text.index(name) for name in names]
    assert places == sorted(places)


def test_neither_the_secret_nor_the_reason_of_a_correction_passes_the_embargo():
    night = played_night(closed=True, stored=True)
    hand = load_night(night).rounds()[1][0].hands[0]
    facts = {"points_only": {"EW": EW_GETS}}
    world.enter(hand, facts, None, reason="Ann and Bob had lost this hand")
    secret = load_night(night).night.night_deal_set.deal_set.secret_hex
    assert any(secret in text for text in everything_public(night).values())
    embargo(night)
    for url, text in everything_public(night).items():
        assert secret not in text, url
        assert "had lost" not in text, url


def test_an_embargo_ends_by_itself_also_in_the_cache(time_machine):
    time_machine.move_to("2026-11-26 21:00:00Z", tick=False)
    night = played_night(closed=True)
    embargo(night, until=timezone.now() + datetime.timedelta(minutes=45))
    url = address("night", night)
    before = Client().get(url).content.decode()
    assert "Results are held back until 21:45." in before
    time_machine.move_to("2026-11-26 21:44:59Z", tick=False)
    assert str(NS_TOTAL) not in Client().get(url).content.decode()
    time_machine.move_to("2026-11-26 21:45:00Z", tick=False)
    assert str(NS_TOTAL) in Client().get(url).content.decode()


def test_an_officer_sees_no_more_than_the_public_on_public_pages(client):
    night = played_night()
    client.force_login(world.make_officer(night.club))
    for name in ("night", "standings"):
        assert str(NS_TOTAL) in client.get(address(name, night)).content.decode()
    embargo(night)
    for name in ("night", "standings"):
        assert str(NS_TOTAL) not in client.get(address(name, night)).content.decode()
    assert client.get(address("standings_pdf", night)).status_code == 404


def test_watchers_lose_the_standings_at_their_next_question(client):
    night = played_night()
    url = address("standings", night)
    part = client.get(url, headers={"HX-Request": "true"}).content.decode()
    asks = part.split('hx-get="')[1].split('"')[0]
    embargo(night)
    watching.forget()
    answer = client.get(asks, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "held back" in answer.content.decode()
