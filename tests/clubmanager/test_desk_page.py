"""The club's nights, and the roles before the first round."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries.desk import same_weekday
from clubmanager.people.models import User
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def desk_url(club):
    return reverse("nights:desk", args=[club.slug])


def test_a_club_without_nights_is_told_to_plan_one(director, club):
    page = director.get(desk_url(club)).content.decode()
    assert "No night yet" in page
    assert reverse("nights:new", args=[club.slug]) in page


def test_running_nights_come_first_then_planned_from_the_soonest_then_closed(director, club):
    day = datetime.date
    world.make_night(club, title="Later", date=day(2026, 12, 10))
    world.make_night(club, title="Sooner", date=day(2026, 12, 3))
    world.running_night(club, people=8, title="Tonight", date=day(2026, 11, 26))
    old = world.make_night(club, title="Old", date=day(2026, 11, 19))
    ClubNight.objects.filter(pk=old.pk).update(
        state="closed", closed_at=datetime.datetime(2026, 11, 19, 22, tzinfo=datetime.UTC)
    )
    rows = director.get(desk_url(club)).context["rows"]
    assert [row["night"].title for row in rows] == ["Tonight", "Sooner", "Later", "Old"]
    assert rows[0]["night"].round_now == 1
    assert rows[0]["night"].people == 8


def test_more_than_twenty_nights_are_shown_page_by_page(director, club):
    for week in range(23):
        world.make_night(club, date=datetime.date(2026, 1, 1) + datetime.timedelta(weeks=week))
    first = director.get(desk_url(club))
    assert len(first.context["rows"]) == 20
    assert "Page 1 of 2" in first.content.decode()
    assert len(director.get(desk_url(club), {"page": "2"}).context["rows"]) == 3


def test_the_list_takes_six_queries_however_many_nights(
    director, club, django_assert_max_num_queries
):
    for week in range(15):
        world.make_night(club, date=datetime.date(2026, 1, 1) + datetime.timedelta(weeks=week))
    with django_assert_max_num_queries(7):
        director.get(desk_url(club))


@time_machine.travel("2026-11-27 12:00")
def test_same_as_last_week_is_one_tap_and_types_nothing_again(director, club):
    """Night story 45."""
    night = world.running_night(club, people=8, title="Thursday", hands_per_round=4)
    services.close_night(night.pk, actor=world.SYSTEM)
    page = director.get(desk_url(club))
    assert "Same as last week, Thu 3 Dec" in page.content.decode()
    answer = director.post(
        reverse("nights:repeat", args=[club.slug, night.pk]),
        {"date": page.context["rows"][0]["again"].isoformat()},
    )
    later = ClubNight.objects.exclude(pk=night.pk).get()
    assert answer.url == reverse("nights:check_in", args=[club.slug, later.pk])
    assert (later.title, later.date, later.state) == (
        "Thursday", datetime.date(2026, 12, 3), "planned",
    )  # fmt: skip
    assert later.check_ins.filter(state="booked").count() == 8
    assert later.sections.get().entries.count() == 4


@pytest.mark.parametrize("date", ["2026-02-30", "9999-12-31"])
def test_a_night_is_not_repeated_on_a_day_that_does_not_exist(director, club, date):
    night = world.running_night(club, people=8)
    director.post(reverse("nights:repeat", args=[club.slug, night.pk]), {"date": date})
    assert director.get(desk_url(club)).status_code == 200
    assert ClubNight.objects.count() == 1


@pytest.mark.parametrize(
    ("days_later", "expected"),
    [
        pytest.param(-3, 7, id="before the night itself"),
        pytest.param(0, 7, id="on the night"),
        pytest.param(7, 7, id="a week later, today"),
        pytest.param(8, 14, id="a week was left out"),
        pytest.param(20, 21, id="three weeks later"),
    ],
)
def test_the_next_night_is_on_the_same_weekday_and_not_past(days_later, expected):
    last = datetime.date(2026, 11, 26)
    today = last + datetime.timedelta(days=days_later)
    assert same_weekday(last, today) == last + datetime.timedelta(days=expected)


NIGHT_PAGES = ["edit", "check_in", "pairs", "seating", "deals"]


@pytest.mark.parametrize("name", NIGHT_PAGES)
def test_a_stranger_finds_no_page_and_a_visitor_is_asked_to_sign_in(client, club, name):
    night = world.make_night(club)
    url = reverse(f"nights:{name}", args=[club.slug, night.pk])
    assert client.get(url).url.startswith(reverse("people:login"))
    client.force_login(User.objects.create_user("stranger@example.org", "nobody-here"))
    assert client.get(url).status_code == 404


def test_a_director_of_another_club_finds_no_page(client, club):
    night = world.make_night(club)
    other = world.make_club("Other Club")
    client.force_login(world.make_officer(other))
    assert client.get(reverse("nights:seating", args=[other.slug, night.pk])).status_code == 404


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("edit", {}, id="plan"),
        pytest.param("repeat", {"date": "2026-12-03"}, id="same as last week"),
        pytest.param("pairs", {}, id="pair"),
        pytest.param("draw_pairs", {}, id="draw pairs"),
        pytest.param("draw", {}, id="draw seats"),
        pytest.param("generate_deals", {"boards": "12"}, id="generate deals"),
        pytest.param("import_deals", {}, id="import deals"),
        pytest.param("shuffle", {}, id="no deals"),
        pytest.param("take_deals", {}, id="take a set"),
        pytest.param("open_deals", {"reason": "please"}, id="open deals"),
    ],
)
def test_a_scorer_may_not_change_the_night(client, club, name, data):
    night = world.seated_night(club, people=8, stored=True)
    client.force_login(world.make_officer(club, "scorer"))
    version = ClubNight.objects.get(pk=night.pk).version
    answer = client.post(reverse(f"nights:{name}", args=[club.slug, night.pk]), data)
    assert answer.status_code == 403
    assert ClubNight.objects.get().version == version


def test_a_scorer_sees_no_buttons_that_are_not_hers(client, club):
    night = world.seated_night(club, people=8)
    client.force_login(world.make_officer(club, "scorer"))
    for name in ("seating", "deals", "pairs"):
        page = client.get(reverse(f"nights:{name}", args=[club.slug, night.pk])).content.decode()
        assert "Start round 1</button>" not in page
        assert reverse("nights:draw", args=[club.slug, night.pk]) not in page
        assert reverse("nights:generate_deals", args=[club.slug, night.pk]) not in page
    assert "New night" not in client.get(desk_url(club)).content.decode()
