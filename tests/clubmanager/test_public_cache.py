"""Anonymous public pages come from a cache of bytes: quick, and never older than they say."""

import gzip

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from clubmanager.people.models import Player
from clubmanager.publishing import middleware, watching
from tests import world
from tests.clubmanager.public_addresses import address, all_addresses, forty_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = world.running_night(world.make_club(), people=8)
    world.enter(load_night(night).rounds()[1][0].hands[0])
    return night


def a_second_later():
    watching.forget()


def test_a_cached_page_costs_one_query_and_none_within_the_second(
    night, client, django_assert_num_queries
):
    url = address("night", night)
    first = client.get(url)
    with django_assert_num_queries(0):
        assert client.get(url).content == first.content
    a_second_later()
    with django_assert_num_queries(1):
        assert client.get(url).content == first.content


@pytest.mark.slow
def test_every_page_of_forty_tables_and_six_rounds_costs_at_most_nine_queries(
    client, django_assert_num_queries
):
    night = forty_tables(stored=True)
    data = load_night(night)
    assert (len(data.tables), len(data.entries)) == (240, 80)
    table, entry = data.tables[0].id, next(iter(data.entries))
    for name, more in (
        ("night", {}), ("standings", {}), ("game", {"table_round_id": table}),
        ("entry", {"entry_id": entry}), ("standings_pdf", {}),
    ):  # fmt: skip
        watching.forget()
        # The state, the night, five for its data, other nights with the same deals; where hands
        # are shown one by one, also when they were corrected.
        with django_assert_num_queries(9 if name in ("game", "entry") else 8):
            assert client.get(address(name, night, **more)).status_code == 200


def test_a_result_shows_within_a_second(night, client):
    url = address("night", night)
    client.get(url)
    world.enter(load_night(night).rounds()[1][0].hands[1], {"points_only": {"EW": 7331}}, None)
    a_second_later()
    assert "7331" in client.get(url).content.decode()


def test_the_state_is_held_for_half_a_second_and_not_longer(night, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(watching.time, "monotonic", lambda: clock[0])
    first = watching.watched(night.pk)
    services.set_publication(night.pk, actor=world.SYSTEM, show_live=False)
    clock[0] += 0.49
    assert watching.watched(night.pk) == first
    clock[0] += 0.02
    assert watching.watched(night.pk).version == first.version + 1


def embargo(night):
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)


def stop_showing_live(night):
    services.set_publication(night.pk, actor=world.SYSTEM, show_live=False)


def hide_a_name(night):
    player = Player.objects.get(first_name="Ann")
    player.public_name_choice = "hidden"
    player.save()


def show_less_of_all_names(night):
    night.club.public_name_default = "first"
    night.club.save()


def close(night):
    services.close_night(night.pk, actor=world.SYSTEM)


@pytest.mark.parametrize(
    "change", [embargo, stop_showing_live, hide_a_name, show_less_of_all_names, close]
)
def test_only_results_wait_for_a_page_that_takes_long_to_draw(night, client, monkeypatch, change):
    monkeypatch.setattr(middleware, "PACE", float("inf"))
    monkeypatch.setattr(middleware, "MOST_PACE_SECONDS", 3600)
    url = address("night", night)
    first = client.get(url).content
    world.enter(load_night(night).rounds()[1][0].hands[1], {"points_only": {"EW": 7331}}, None)
    a_second_later()
    assert client.get(url).content == first
    change(night)
    a_second_later()
    assert client.get(url).content != first


def test_a_name_taken_off_the_pages_is_gone_at_once(night, client):
    urls = all_addresses(night)[2:4]
    assert all("Ann Adams" in client.get(url).content.decode() for url in urls)
    player = Player.objects.get(first_name="Ann")
    player.public_name_choice = "hidden"
    player.save()
    a_second_later()
    for url in urls:
        assert "Ann Adams" not in client.get(url).content.decode()


def test_a_clubs_new_default_for_names_shows_at_once(night, client):
    url = address("night", night)
    assert "Ann Adams" in client.get(url).content.decode()
    club = night.club
    club.public_name_default = "first"
    club.save()
    a_second_later()
    assert "Adams" not in client.get(url).content.decode()


def test_another_night_with_the_same_deals_ends_and_this_one_shows_its_games(client):
    club = world.make_club()
    night = world.seated_night(club, people=8, stored=True, rounds_planned=1)
    other = world.make_night(club, rounds_planned=1, title="The other room")
    world.check_in_all(other, list(Player.objects.filter(club=club)))
    world.pair_up(other, list(Player.objects.filter(club=club)))
    services.seat_field(other.pk, actor=world.SYSTEM)
    deal_set = ClubNight.objects.get(pk=night.pk).night_deal_set.deal_set
    services.take_deal_set(other.pk, deal_set, actor=world.SYSTEM)
    for each in (night, other):
        services.start_round(each.pk, actor=world.SYSTEM)
        world.play_round(each, 1)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="a board was exposed")
    services.close_night(night.pk, actor=world.SYSTEM)
    url = address("night", night)
    assert "won on" not in client.get(url).content.decode()
    assert deal_set.secret_hex not in client.get(url).content.decode()
    services.close_night(other.pk, actor=world.SYSTEM)
    a_second_later()
    text = client.get(url).content.decode()
    assert "won on" in text
    assert deal_set.secret_hex in text


def test_a_browser_that_has_the_page_is_told_so(night, client, django_assert_num_queries):
    url = address("night", night)
    tag = client.get(url)["ETag"]
    with django_assert_num_queries(0):
        again = client.get(url, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert client.get(url, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_the_part_that_asks_again_gets_nothing_while_nothing_is_new(night, client):
    part = client.get(address("standings", night), headers={"HX-Request": "true"})
    asks = part.content.decode().split('hx-get="')[1].split('"')[0]
    answer = client.get(asks, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")
    world.enter(load_night(night).rounds()[1][0].hands[1])
    a_second_later()
    assert client.get(asks, headers={"HX-Request": "true"}).status_code == 200


def test_a_signed_in_watcher_is_told_the_same(night, client):
    client.force_login(world.make_officer(night.club))
    part = client.get(address("standings", night), headers={"HX-Request": "true"})
    asks = part.content.decode().split('hx-get="')[1].split('"')[0]
    assert client.get(asks, headers={"HX-Request": "true"}).status_code == 204


def test_fragment_and_page_are_kept_apart(night, client):
    url = address("standings", night)
    for _again in range(2):
        assert "<html" in client.get(url).content.decode()
        assert "<html" not in client.get(url, headers={"HX-Request": "true"}).content.decode()


def test_answers_say_that_they_must_be_asked_for_again_and_what_they_depend_on(night, client):
    for _again in range(2):
        response = client.get(address("night", night))
        assert response["Cache-Control"] == "public, max-age=0, must-revalidate"
        varies = {name.strip() for name in response["Vary"].split(",")}
        assert {"Cookie", "HX-Request", "Accept-Language", "Accept-Encoding"} <= varies
        assert response["X-Frame-Options"] == "DENY"
        assert "Content-Security-Policy" in response


def test_no_public_page_sets_a_cookie_or_carries_a_token(night):
    for url in all_addresses(night)[2:]:
        response = Client().get(url)
        assert not response.cookies, url
        assert b"csrfmiddlewaretoken" not in response.content, url


def test_a_page_travels_packed_to_a_browser_that_unpacks_it(night, client):
    url = address("night", night)
    plain = client.get(url)
    small = client.get(url, headers={"Accept-Encoding": "br, gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert small["ETag"] == plain["ETag"]
    assert len(small.content) < len(plain.content) / 2


def test_an_officers_page_neither_enters_nor_leaves_the_cache(night):
    url, officer, stranger = address("night", night), Client(), Client()
    officer.force_login(world.make_officer(night.club))
    assert "Log out" in officer.get(url).content.decode()
    assert "Log out" not in stranger.get(url).content.decode()
    assert "Log out" in officer.get(url).content.decode()


def test_a_missing_page_is_not_kept(night, client, django_assert_num_queries):
    slug = night.club.slug
    missing = reverse("publishing:night", kwargs={"slug": slug, "night_id": night.pk + 1})
    assert client.get(missing).status_code == 404
    later = world.make_night(night.club)
    assert later.pk == night.pk + 1
    assert client.get(missing).status_code == 200


def test_another_clubs_address_of_a_night_is_not_served_from_the_cache(night, client):
    assert client.get(address("night", night)).status_code == 200
    other = world.make_club("Other Club")
    url = reverse("publishing:night", kwargs={"slug": other.slug, "night_id": night.pk})
    assert client.get(url).status_code == 404


def test_a_post_passes_by(night, client):
    client.get(address("night", night))
    assert client.post(address("night", night)).status_code == 405


def test_a_full_cache_costs_time_and_nothing_else(night, client):
    url = address("night", night)
    first = client.get(url).content
    cache.clear()
    assert client.get(url).content == first
