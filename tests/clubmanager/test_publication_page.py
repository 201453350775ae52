"""The director's page that says what the public may see of a night."""

import datetime

import pytest
from django.urls import reverse

from clubmanager.nights.models import ClubNight, LogEntry
from clubmanager.people.models import Player, Role
from tests import world
from tests.clubmanager.public_addresses import address

pytestmark = pytest.mark.django_db

PLAIN = {"release": "now", "embargo_until": "", "show_live": "on", "correction_minutes": "30"}


@pytest.fixture
def night():
    return world.running_night(world.make_club(time_zone="Europe/Berlin"), people=8)


@pytest.fixture
def director(client, night):
    client.force_login(world.make_officer(night.club))
    return client


def save(client, night, **fields):
    return client.post(address("publication", night), PLAIN | fields)


def stored(night):
    return ClubNight.objects.get(pk=night.pk)


def test_a_director_holds_results_back(director, night):
    answer = save(director, night, release="held")
    assert answer.status_code == 302
    assert (stored(night).embargo, stored(night).embargo_until) == (True, None)
    assert stored(night).version == night.version + 1
    assert LogEntry.objects.filter(night=night, action="changed publication").exists()
    assert "until you release them" in director.get(answer.url).content.decode()


def test_a_time_is_read_by_the_clubs_clock(director, night, time_machine):
    time_machine.move_to("2026-11-26 20:00:00Z", tick=False)
    director.force_login(world.make_officer(night.club))
    save(director, night, release="until", embargo_until="2026-11-26T22:30")
    moment = datetime.datetime(2026, 11, 26, 21, 30, tzinfo=datetime.UTC)  # Berlin is one ahead
    assert stored(night).embargo_until == moment
    text = director.get(address("publication", night)).content.decode()
    assert 'value="2026-11-26T22:30"' in text
    assert "until 22:30" in text


def test_releasing_forgets_the_time(director, night):
    save(director, night, release="until", embargo_until="2099-01-01T10:00")
    assert stored(night).embargo
    save(director, night, release="now")
    assert (stored(night).embargo, stored(night).embargo_until) == (False, None)


def test_live_standings_and_the_correction_period_are_settings(director, night):
    save(director, night, show_live="", correction_minutes="45")
    assert (stored(night).show_live, stored(night).correction_minutes) == (False, 45)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"release": "until"}, "Give the date and time", id="no time"),
        pytest.param(
            {"release": "until", "embargo_until": "2020-01-01T10:00"}, "This time is over",
            id="over",
        ),
        pytest.param(
            {"release": "until", "embargo_until": "soon"}, "Enter a valid date/time", id="a word"
        ),
        pytest.param({"correction_minutes": "2000"}, "less than or equal to 1440", id="too long"),
        pytest.param({"release": "never"}, "Select a valid choice", id="unknown choice"),
    ],
)  # fmt: skip
def test_a_wrong_answer_stands_beside_its_field_and_changes_nothing(
    director, night, fields, message
):
    answer = save(director, night, **fields)
    assert answer.status_code == 200
    assert message in answer.content.decode()
    assert stored(night).version == night.version


def test_the_page_says_who_is_not_named_and_links_the_public_page(director, night):
    Player.objects.filter(first_name="Bob").update(public_name_choice="hidden")
    text = director.get(address("publication", night)).content.decode()
    assert "<li>Bob Adams</li>" in text
    assert "Ann Adams" not in text
    assert address("night", night) in text


def test_a_scorer_may_not_and_a_stranger_finds_nothing(client, night):
    client.force_login(world.make_officer(night.club, Role.SCORER))
    assert save(client, night, release="held").status_code == 403
    client.force_login(world.make_officer(world.make_club("Other Club")))
    assert save(client, night, release="held").status_code == 404
    assert not stored(night).embargo


def test_nobody_who_is_not_signed_in_gets_there(client, night):
    answer = client.get(address("publication", night))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("people:login"))
