"""The admin site: for operators, and nothing in it gives a night away."""

import pytest
from django.contrib import admin
from django.urls import reverse

from clubmanager.nights.models import ClubNight, Job, LogEntry
from clubmanager.people.models import Club, ClubChart, Membership, Player, User
from scoring.models import Change, Chart, Game, HandResult
from tests.world import enter, make_club, make_officer, running_night, table_of

pytestmark = pytest.mark.django_db
READ_ONLY = [Chart, Game, HandResult, Change, ClubNight, LogEntry, ClubChart]
TELLING = {"facts", "tricks", "ns_points", "ew_points", "ruled_ns_points", "ruled_ew_points",
           "declarer", "doubt", "totals", "sheet", "before", "after", "draw_seed", "body_hash",
           "client_id"}  # fmt: skip


@pytest.fixture
def operator(client):
    user = User.objects.create_superuser("operator@example.org", "secret-of-the-operator")
    client.force_login(user)
    return user


def page(model, kind="changelist", *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{kind}", args=args)


@pytest.fixture
def night():
    night = running_night(make_club(), people=8)
    enter(table_of(night, 1, 1).game.hands.get(number=1))
    Job.objects.create(kind="pack", night=night, created_by="Dora")
    return night


@pytest.mark.parametrize(
    "model", [*READ_ONLY, Job, User, Club, Membership, Player], ids=lambda m: m.__name__
)
def test_every_list_and_every_form_opens(client, operator, night, model):
    assert client.get(page(model)).status_code == 200
    assert client.get(page(model, "change", model.objects.first().pk)).status_code == 200


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda m: m.__name__)
def test_what_the_club_recorded_is_read_only(client, operator, night, model):
    row = model.objects.first()
    assert client.get(page(model, "add")).status_code == 403
    assert client.post(page(model, "change", row.pk), {}).status_code == 403
    assert client.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda m: m.__name__)
def test_no_page_shows_facts_points_or_seeds(model):
    room = admin.site.get_model_admin(model)
    fields = set(room.fields or ["club", "chart", "is_current"]) | set(room.list_display)
    assert not fields & TELLING


def test_club_officers_are_no_operators(client, night):
    client.force_login(make_officer(night.club))
    assert client.get(page(ClubNight)).status_code == 302
    staff = User.objects.create_user("staff@example.org", "x", is_staff=True)
    client.force_login(staff)
    assert client.get(page(HandResult)).status_code == 403


def test_an_operator_makes_a_login_by_its_address(client, operator):
    form = {
        "email": "New@Example.org",
        "password1": "long-secret-12",
        "password2": "long-secret-12",
    }
    assert client.post(page(User, "add"), form).status_code == 302
    assert User.objects.get(email="new@example.org").check_password("long-secret-12")


def test_nobody_who_plays_is_deleted(client, operator, night):
    player = Player.objects.first()
    assert client.get(page(Player, "delete", player.pk)).status_code == 403
