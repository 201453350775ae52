"""The big screen and the seats on public pages."""

import html
import re
import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from clubmanager.people.models import Player
from clubmanager.publishing import watching
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def scorer(club, client):
    user = world.make_officer(club, "scorer")
    client.force_login(user)
    return user


def screen_of(night):
    return reverse("publishing:screen", args=[night.club.slug, night.pk])


def public_of(night):
    return reverse("publishing:night", args=[night.club.slug, night.pk])


def show(client, address):
    response = client.get(address)
    assert response.status_code == 200
    text = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return re.sub(r"\s+", " ", text)


def next_part(client, page):
    address = re.search(r'hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    return client.get(address, headers={"HX-Request": "true"})


def test_the_screen_is_for_officers_to_switch_on(client, club):
    night = world.running_night(club, people=8)
    assert client.get(screen_of(night)).status_code == 302


def test_when_move_is_called_every_screen_shows_the_round_that_has_begun(client, club, scorer):
    """Night story 40: big screen and phones change together."""
    night = world.running_night(club, people=8)
    world.play_round(night, 1)
    assert "Standings" in show(client, screen_of(night))
    services.start_round(night.pk, actor=world.SYSTEM)
    text = show(client, screen_of(night))
    assert "Round 2: where you sit" in text
    data = load_night(night)
    for table in data.rounds()[2]:
        assert " & ".join(p.full for p in table.people("NS")) in text
    assert "Round 2: where do I sit?" in show(client, public_of(night))


def test_seats_and_standings_follow_each_other_without_a_hand(client, club, scorer):
    night = world.running_night(club, people=32, format="mitchell")
    page = client.get(screen_of(night)).content.decode()
    seen = [page]
    for _ in range(2):
        seen.append(next_part(client, seen[-1]).content.decode())
    tables = [set(re.findall(r'<th scope="row">(\d+)</th>', part)) for part in seen]
    assert tables[0] | tables[1] == {str(n) for n in range(1, 9)}
    assert not tables[0] & tables[1]
    assert tables[2] == tables[0]  # and round again


def test_a_screen_with_one_part_changes_only_when_something_changed(client, club, scorer):
    night = world.running_night(club, people=8)
    page = client.get(screen_of(night)).content.decode()
    assert next_part(client, page).status_code == 204
    world.enter(load_night(night).tables[0].hands[0])
    watching.forget()  # what a second does
    assert next_part(client, page).status_code == 200


def test_the_screen_keeps_the_embargo_and_private_names(client, club, scorer):
    """Night stories 14 and 31: a projector is public."""
    night = world.running_night(club, people=8)
    shy = load_night(night).tables[0].seats["N"][0]
    player = Player.objects.get(pk=shy.id)
    player.public_name_choice = "hidden"
    player.save()
    world.play_round(night, 1)
    assert shy.full not in show(client, screen_of(night))
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)
    text = show(client, screen_of(night))
    assert "Standings" not in text
    assert "where you sit" in text


def test_the_screen_shows_the_round_clock(client, club, scorer):
    night = world.running_night(club, people=8)
    services.set_clock(night.pk, 30, actor=world.SYSTEM)
    page = client.get(screen_of(night)).content.decode()
    assert "data-clock" in page
    assert "Ends at" in page


def test_everybody_finds_her_seat_on_the_public_page_and_sit_outs_too(client, club):
    night = world.running_night(club, people=10)
    text = show(client, public_of(night))
    table = load_night(night).rounds()[1][0]
    assert f"{table.seats['E'][0].full}: table {table.table} E" in text
    assert text.count(": sits out") == 1


def test_a_draw_that_follows_from_hidden_standings_is_hidden_with_them(client, club):
    """Night story 31: under embargo the seats of a Swiss would tell who leads."""
    night = world.running_night(club, people=16, format="swiss", rounds_planned=3)
    assert "where do I sit" in show(client, public_of(night))
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)
    watching.forget()
    assert "where do I sit" not in show(client, public_of(night))


def test_no_seats_are_shown_after_the_night(client, club):
    night = world.running_night(club, people=8)
    world.play_round(night, 1)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert "where do I sit" not in show(client, public_of(night))


def test_the_screen_of_forty_tables_takes_at_most_twelve_queries(
    client, club, scorer, django_assert_max_num_queries
):
    night = world.running_night(club, people=160, format="mitchell", rounds_planned=2)
    hand = load_night(night).tables[0].hands[0]
    world.enter(hand, client_id=uuid.uuid4())
    night = ClubNight.objects.get(pk=night.pk)
    with django_assert_max_num_queries(12):
        client.get(screen_of(night))
