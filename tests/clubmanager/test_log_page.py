"""The log of a night, in words."""

import re

import pytest
from django.urls import reverse

from clubmanager.nights.models import LogEntry
from clubmanager.nights.queries import load_night
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8)


@pytest.fixture
def director(night, client):
    user = world.make_officer(night.club)
    client.force_login(user)
    return user


def show(client, night, query=""):
    answer = client.get(reverse("nights:log", args=[night.club.slug, night.pk]) + query)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_newest_line_comes_first_and_says_who_what_and_before(client, night, director):
    """Night story 26."""
    hand = load_night(night).rounds()[1][0].hands[0]
    world.enter(hand, actor=world.actor_of(director, night.club))
    text = show(client, night)
    place = text.index("Round 1, table 1, hand 1: entered")
    assert text.index("Dora") < place < text.index("started a round")
    assert "Before: Nothing entered." in text
    assert "After: North, Play, red, 11 tricks: 100 points to North and South." in text


def test_people_are_named_and_not_numbered(client, night, director):
    text = show(client, night)
    assert "players: Ann Adams and Bob Adams" in text
    assert "check-in: here" in text
    assert re.search(r"player: Ann Adams, state: here", text)


def test_reasons_stand_with_their_line(client, night, director):
    world.services.close_night(night.pk, actor=world.SYSTEM)
    world.services.reopen_night(night.pk, actor=world.SYSTEM, reason="closed by mistake")
    assert "Why: closed by mistake" in show(client, night)


def test_the_log_turns_its_pages(client, night, director):
    LogEntry.objects.bulk_create(
        LogEntry(night=night, actor="test", origin="page", action=f"action {n:03}")
        for n in range(120)
    )
    first, second = show(client, night), show(client, night, "?page=2")
    assert len(re.findall(r"action \d{3}", first)) == 50
    assert len(re.findall(r"action \d{3}", second)) == 50
    seen = set(re.findall(r"action \d{3}", first)) & set(re.findall(r"action \d{3}", second))
    assert not seen
    assert "Nothing on this page" in show(client, night, "?page=99")


@pytest.mark.parametrize("query", ["?page=0", "?page=-1", "?page=x", "?page=99999999999999999999"])
def test_a_page_number_that_is_none_is_no_error(client, night, director, query):
    show(client, night, query)


def test_the_log_takes_as_many_queries_for_many_changes_as_for_few(
    client, night, director, django_assert_num_queries
):
    with django_assert_num_queries(12):
        show(client, night)
    world.play_round(night, 1)
    with django_assert_num_queries(12):
        show(client, night)
