"""The chart page: 42 boxes, filled, checked, confirmed and kept in versions."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from clubmanager.people.models import Role, User
from clubmanager.people.queries import current_chart
from clubmanager.people.services import save_club_chart
from scoring.core.chart import Chart as ChartValue
from scoring.models import Chart
from tests.world import make_club, make_officer

pytestmark = pytest.mark.django_db

# The Reconstructed chart, by hand from the rules: made and failed cells of each declaration.
PLAY = [190, 170, 150, 130, 110, 90, 70, 50, 30, 10, 80, 100, 120, 140]
TEN = [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 40, 45, 50, 55]
SEVEN = [35, 30, 25, 20, 15, 10, 5, 10, 15, 20, 25, 30, 35, 40]


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    user = make_officer(club)
    client.force_login(user)
    return user


def address(club, name="chart"):
    return reverse(f"people:{name}", kwargs={"slug": club.slug})


def form_of(club, **changes):
    boxes = {
        f"{row}_{tricks}": str(points)
        for row, cells in (("play", PLAY), ("ten", TEN), ("seven", SEVEN))
        for tricks, points in enumerate(cells)
    }
    return {"name": "Our card", "seen": str(current_chart(club).pk), **boxes, **changes}


def boxes_on(html):
    """The value in every box, by name."""
    tags = re.findall(r'<input type="text"[^>]*>', html)
    pairs = {
        re.search(r'name="(\w+)"', tag)[1]: (re.search(r'value="([^"]*)"', tag) or ["", ""])[1]
        for tag in tags
    }
    return {name: value for name, value in pairs.items() if name != "name"}


def expected_boxes(club, **changes):
    boxes = form_of(club, **changes)
    del boxes["name"], boxes["seen"]
    return boxes


def test_at_first_the_boxes_hold_the_reconstructed_chart(client, club, director):
    html = client.get(address(club)).content.decode()
    assert boxes_on(html) == expected_boxes(club)
    assert len(boxes_on(html)) == 42
    assert "Quick Reference card" in html
    assert "the rest are reconstructed" in html


def test_the_four_published_cells_are_marked(client, club, director):
    html = client.get(address(club)).content.decode()
    cells = re.findall(r'<td class="[^"]*published[^"]*">\s*<input[^>]*name="(\w+)"', html)
    assert sorted(cells) == ["play_11", "play_9", "seven_9", "ten_8"]


def test_saving_makes_the_next_version_and_the_old_one_stays(client, club, director):
    before = current_chart(club)
    response = client.post(address(club), form_of(club, play_10="85"))
    assert response["Location"] == address(club, "players")
    now = current_chart(club)
    assert (now.name, now.version, now.previous) == ("Our card", 2, before)
    assert now.value.points("play", 10) == 85
    before.refresh_from_db()
    assert before.value.points("play", 10) == 80
    club.refresh_from_db()
    assert club.chart_confirmed
    html = client.get(address(club)).content.decode()
    assert "Play, 10 tricks: 80 became 85" in html
    assert "Entered by the club" in html
    assert "Reconstructed, version 1" in html


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        pytest.param("0", "got 0", id="zero"),
        pytest.param("-10", "got -10", id="negative"),
        pytest.param("ten", "got &#x27;ten&#x27;", id="a word"),
        pytest.param("", "got nothing", id="empty"),
        pytest.param("10001", "got 10001", id="above ten thousand"),
        pytest.param("1.5", "got &#x27;1.5&#x27;", id="a fraction"),
        pytest.param("9" * 5000, "got", id="five thousand digits"),
    ],
)
def test_a_bad_cell_is_named_beside_its_box_and_the_other_41_stay(
    client, club, director, typed, message
):
    form = form_of(club, ten_8=typed, play_13="145", seven_0="36")
    response = client.post(address(club), form)
    html = response.content.decode()
    error = re.search(r'id="id_ten_8_error">(.*?)</ul>', html, re.DOTALL)[1]
    assert "Ten, 8 tricks must be a whole number from 1 to 10000" in error
    assert message in error
    assert boxes_on(html) == expected_boxes(club, ten_8=typed, play_13="145", seven_0="36")
    assert Chart.objects.count() == 1
    club.refresh_from_db()
    assert not club.chart_confirmed


def test_a_missing_name_is_refused(client, club, director):
    html = client.post(address(club), form_of(club, name=" ")).content.decode()
    assert 'id="id_name_error"' in html
    assert Chart.objects.count() == 1


def test_a_changed_chart_may_not_be_called_reconstructed(client, club, director):
    form = form_of(club, name="reconstructed", play_10="85")
    html = client.post(address(club), form).content.decode()
    assert "Give your chart a name of its own" in html
    assert Chart.objects.count() == 1


def test_a_published_cell_that_is_contradicted_is_saved_only_on_purpose(client, club, director):
    form = form_of(club, ten_8="15", play_10="85")
    first = client.post(address(club), form)
    html = first.content.decode()
    assert "Ten, 8 tricks: the rule book pays 10, this chart pays 15" in html
    assert 'name="anyway"' in html
    assert boxes_on(html) == expected_boxes(club, ten_8="15", play_10="85")
    assert Chart.objects.count() == 1
    client.post(address(club), form | {"anyway": "on"})
    assert current_chart(club).value.points("ten", 8) == 15


def test_without_a_contradiction_nothing_is_asked(client, club, director):
    assert 'name="anyway"' not in client.get(address(club)).content.decode()


def test_of_two_people_at_once_the_second_sees_the_newest_version(client, club, director):
    form = form_of(club, play_10="85")
    seen = current_chart(club)
    cells = seen.cells | {"play": [*PLAY[:13], 150]}
    theirs = ChartValue.from_json(cells, name="Their card")
    save_club_chart(club, theirs, seen=seen, actor="Bob")
    response = client.post(address(club), form)
    html = response.content.decode()
    assert response.status_code == 409
    assert "Not saved: Bob saved version 2 meanwhile" in html
    assert "Play, 13 tricks: 150 became 140" in html
    assert "Play, 10 tricks: 80 became 85" in html
    assert Chart.objects.count() == 2
    assert boxes_on(html)["play_10"] == "85"
    newest = re.search(r'name="seen" value="(\d+)"', html)[1]
    assert newest == str(current_chart(club).pk)
    client.post(address(club), form | {"seen": newest})
    assert current_chart(club).version == 3


def test_a_version_of_another_club_is_no_page(client, club, director):
    other = current_chart(make_club(name="Other Club"))
    assert client.post(address(club), form_of(club, seen=str(other.pk))).status_code == 404


def test_reconstructed_may_be_used_as_it_is(client, club, director):
    assert "Use Reconstructed as it is" in client.get(address(club)).content.decode()
    response = client.post(address(club, "chart_as_it_is"))
    assert response["Location"] == address(club, "players")
    club.refresh_from_db()
    assert club.chart_confirmed
    assert Chart.objects.count() == 1
    assert "Use Reconstructed as it is" not in client.get(address(club)).content.decode()


def test_the_reminder_stands_until_the_chart_is_confirmed(club):
    reminder = render_to_string("people/_chart_first.html", {"club": club})
    assert address(club) in reminder
    club.chart_confirmed = True
    assert render_to_string("people/_chart_first.html", {"club": club}).strip() == ""


def test_the_chart_is_for_directors(client, club):
    assert reverse("people:login") in client.get(address(club))["Location"]
    client.force_login(User.objects.create_user("stranger@example.org", "x"))
    assert client.get(address(club)).status_code == 404
    client.force_login(make_officer(club, Role.SCORER))
    assert client.get(address(club)).status_code == 403
    assert client.post(address(club), form_of(club)).status_code == 403
    assert client.post(address(club, "chart_as_it_is")).status_code == 403
    assert Chart.objects.count() == 1


def test_twenty_versions_take_as_many_queries_as_one(
    client, club, director, django_assert_max_num_queries
):
    for points in range(200, 220):
        seen = current_chart(club)
        cells = seen.cells | {"play": [points, *PLAY[1:]]}
        value = ChartValue.from_json(cells, name="Ours")
        save_club_chart(club, value, seen=seen, actor="Bob")
    with django_assert_max_num_queries(8):
        client.get(address(club))
