"""One form makes a night; its plan changes until round 1."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.people.queries import current_chart
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def form_data(club, **changes):
    return {
        "title": "Thursday night", "date": "2026-12-03", "format": "mitchell",
        "rounds_planned": "5", "hands_per_round": "4", "chart": current_chart(club).pk,
        "method": "games", "dealing": "stored", "show_live": "on", "correction_minutes": "30",
        "mitchell_kind": "relay",
    } | changes  # fmt: skip


def test_one_form_plans_a_night_and_leads_to_the_check_in(director, club):
    answer = director.post(reverse("nights:new", args=[club.slug]), form_data(club))
    night = ClubNight.objects.get()
    assert answer.url == reverse("nights:check_in", args=[club.slug, night.pk])
    assert (night.title, night.date, night.format) == (
        "Thursday night", datetime.date(2026, 12, 3), "mitchell",
    )  # fmt: skip
    assert (night.rounds_planned, night.hands_per_round, night.dealing) == (5, 4, "stored")
    assert night.options == {"kind": "relay"}
    assert night.state == "planned"


def test_the_first_night_is_suggested_as_a_social_draw_of_four_rounds_today(director, club):
    with time_machine.travel("2026-11-30 12:00"):
        form = director.get(reverse("nights:new", args=[club.slug])).context["form"]
    assert form["format"].value() == "social"
    assert form["rounds_planned"].value() == 4
    assert form["date"].value() == datetime.date(2026, 11, 30)


def test_the_next_night_is_suggested_like_the_last_one_on_its_weekday(director, club):
    world.make_night(club, title="Quiet Thursday", format="mitchell", rounds_planned=7)
    with time_machine.travel("2026-12-05 12:00"):
        answer = director.get(reverse("nights:new", args=[club.slug]))
    form = answer.context["form"]
    assert form["title"].value() == "Quiet Thursday"
    assert (form["format"].value(), form["rounds_planned"].value()) == ("mitchell", 7)
    assert form["date"].value() == datetime.date(2026, 12, 10)
    assert 'value="2026-12-10"' in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"title": ""}, "title", id="no name"),
        pytest.param({"date": "2026-02-30"}, "date", id="no such day"),
        pytest.param({"date": "9999-12-31"}, "date", id="a year of nines"),
        pytest.param({"date": "0026-12-03"}, "date", id="a year of two digits"),
        pytest.param({"format": "hexagon"}, "format", id="unknown format"),
        pytest.param({"rounds_planned": "0"}, "rounds_planned", id="no round"),
        pytest.param({"rounds_planned": "31"}, "rounds_planned", id="too many rounds"),
        pytest.param({"hands_per_round": "5"}, "hands_per_round", id="five hands"),
        pytest.param({"hands_per_round": "3"}, "hands_per_round", id="a game of three hands"),
        pytest.param({"chart": "999999"}, "chart", id="a chart of nobody"),
        pytest.param({"correction_minutes": "1441"}, "correction_minutes", id="more than a day"),
        pytest.param(
            {"method": "matchpoints", "dealing": "shuffled"}, "method",
            id="matchpoints without common cards",
        ),
    ],
)  # fmt: skip
def test_an_error_stands_beside_its_field_and_nothing_is_stored(director, club, changes, field):
    answer = director.post(reverse("nights:new", args=[club.slug]), form_data(club, **changes))
    assert answer.status_code == 200
    assert answer.context["form"].errors[field]
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not ClubNight.objects.exists()


def test_the_chart_of_another_club_is_not_offered(director, club):
    chart = current_chart(world.make_club("Other Club"))
    answer = director.post(reverse("nights:new", args=[club.slug]), form_data(club, chart=chart.pk))
    assert answer.context["form"].errors["chart"]


def test_a_scorer_plans_no_night(client, club):
    client.force_login(world.make_officer(club, "scorer"))
    assert client.get(reverse("nights:new", args=[club.slug])).status_code == 403


def test_a_new_name_leaves_the_drawn_seats_and_another_format_takes_them_away(director, club):
    night = world.seated_night(club, people=8)
    url = reverse("nights:edit", args=[club.slug, night.pk])
    same = form_data(
        club, format="round_robin", rounds_planned="3", mitchell_kind="auto", title="Renamed"
    )
    director.post(url, same)
    assert ClubNight.objects.get().title == "Renamed"
    assert night.rounds.count() == 3
    director.post(url, same | {"format": "social"})
    assert night.rounds.count() == 0
    services.seat_field(night.pk, actor=world.SYSTEM)
    assert night.sections.get().entries.count() == 8


def test_from_a_social_draw_to_pairs_nobody_is_half_a_pair(director, club):
    night = world.seated_night(club, people=8, format="social")
    director.post(
        reverse("nights:edit", args=[club.slug, night.pk]),
        form_data(club, format="round_robin", rounds_planned="3", dealing="shuffled"),
    )
    assert night.sections.get().entries.count() == 0
    assert ClubNight.objects.get().format == "round_robin"


def test_the_page_of_the_plan_does_not_change_the_cards(director, club):
    night = world.seated_night(club, people=8, stored=True)
    director.post(
        reverse("nights:edit", args=[club.slug, night.pk]),
        form_data(club, format="round_robin", rounds_planned="3", dealing="shuffled"),
    )
    assert ClubNight.objects.get().dealing == "stored"


def test_the_plan_of_a_running_night_is_shown_and_not_changed(director, club):
    night = world.running_night(club, people=8)
    url = reverse("nights:edit", args=[club.slug, night.pk])
    assert "its plan stays as it is" in director.get(url).content.decode()
    answer = director.post(url, form_data(club, title="Renamed"))
    assert answer.status_code == 200
    assert "night must be planned" in answer.content.decode()
    assert ClubNight.objects.get().title == "Thursday night"


@pytest.mark.parametrize("began", [False, True], ids=["planned", "begun"])
def test_the_plan_says_how_the_phones_are_set_and_where_to_change_it(client, began):
    club = world.make_club()
    night = (world.running_night if began else world.seated_night)(club, people=8)
    client.force_login(world.make_officer(club))
    page = client.get(reverse("nights:edit", args=[club.slug, night.pk])).content.decode()
    assert "the other side accepts each hand" in page
    assert reverse("nights:phones", args=[club.slug, night.pk]) in page.partition("<main")[2]
