"""A club's beginning, its settings and who runs it."""

import re

import pytest
from django.urls import reverse

from clubmanager.people import services
from clubmanager.people.models import Club, Membership, Role, User
from scoring.core.ruleset import RuleError
from tests.world import make_club, make_officer

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def owner(client, club):
    user = User.objects.get(memberships__club=club, memberships__role=Role.OWNER)
    client.force_login(user)
    return user


def address(club, name="settings", **kwargs):
    return reverse(f"people:{name}", kwargs={"slug": club.slug, **kwargs})


def settings_form(**changes):
    return {
        "name": "Riverside Club", "public_name_default": "full", "time_zone": "Europe/London",
        "paper": "A4", "decks": "16",
    } | changes  # fmt: skip


def new_club_form(**changes):
    return {"name": "Hill Club", "time_zone": "Europe/London", "paper": "A4"} | changes


def test_making_a_club_needs_a_login(client):
    assert reverse("people:login") in client.get(reverse("people:new_club"))["Location"]


def test_a_new_club_leads_straight_to_its_chart(client):
    client.force_login(User.objects.create_user("zoe@example.org", "x"))
    assert client.get(reverse("people:new_club")).status_code == 200
    response = client.post(reverse("people:new_club"), new_club_form(name="Hill Club"))
    assert response["Location"] == "/clubs/hill-club/desk/chart/"
    club = Club.objects.get(slug="hill-club")
    assert club.memberships.get().role == Role.OWNER
    assert not club.chart_confirmed


def test_a_school_club_shows_first_names_unless_told_otherwise(client):
    client.force_login(User.objects.create_user("zoe@example.org", "x"))
    client.post(reverse("people:new_club"), new_club_form(name="Hill School", is_school="on"))
    assert Club.objects.get(name="Hill School").public_name_default == "first"


def test_a_club_called_new_does_not_hide_behind_the_page_for_new_clubs():
    assert make_club(name="New").slug == "new-2"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        pytest.param("name", "", "This field is required", id="no name"),
        pytest.param("time_zone", "Europe/Atlantis", "Europe/Atlantis", id="no such zone"),
        pytest.param("paper", "A3", "A3", id="no such paper"),
        pytest.param("decks", "0", "greater than or equal to 1", id="no decks"),
        pytest.param("decks", "-3", "greater than or equal to", id="minus three decks"),
    ],
)
def test_a_bad_setting_is_refused_beside_its_field(client, club, owner, field, value, message):
    response = client.post(address(club), settings_form(**{field: value}))
    html = response.content.decode()
    assert f'id="id_{field}_error"' in html
    assert message in html
    assert Club.objects.get() == club
    assert Club.objects.get().decks == 16


def test_settings_are_saved(client, club, owner):
    form = settings_form(name="Lakeside", time_zone="America/New_York", paper="Letter", decks="24")
    assert client.post(address(club), form)["Location"] == address(club)
    club.refresh_from_db()
    assert (club.name, club.time_zone, club.paper, club.decks) == (
        "Lakeside", "America/New_York", "Letter", 24,
    )  # fmt: skip


def test_a_club_that_becomes_a_school_shows_first_names_and_says_so(client, club, owner):
    response = client.post(address(club), settings_form(is_school="on"), follow=True)
    club.refresh_from_db()
    assert club.public_name_default == "first"
    assert "first names only: that is set now" in response.content.decode()


def test_a_school_may_choose_full_names_afterwards(client, club, owner):
    services.update_club(club, is_school=True)
    client.post(address(club), settings_form(is_school="on", public_name_default="full"))
    club.refresh_from_db()
    assert club.public_name_default == "full"


def test_an_owner_gives_a_login_a_role(client, club, owner):
    pat = User.objects.create_user("pat@example.org", "x")
    form = {"email": "Pat@Example.org", "role": "scorer"}
    assert client.post(address(club, "add_officer"), form).status_code == 302
    assert Membership.objects.get(user=pat).role == Role.SCORER


def test_a_stranger_is_invited_and_chooses_a_password(
    client, club, owner, mailoutbox, django_capture_on_commit_callbacks
):
    form = {"email": "new@example.org", "role": "director"}
    with django_capture_on_commit_callbacks(execute=True):
        page = client.post(address(club, "add_officer"), form, follow=True).content.decode()
    assert "gets a letter" in page
    assert mailoutbox[0].to == ["new@example.org"]
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    client.logout()
    step = client.get(link)
    words = {"new_password1": "six tables tonight", "new_password2": "six tables tonight"}
    client.post(step["Location"], words)
    sign_in = {"username": "new@example.org", "password": "six tables tonight"}
    assert client.post(reverse("people:login"), sign_in).status_code == 302
    assert Membership.objects.get(user__email="new@example.org").role == Role.DIRECTOR


def test_an_invitation_is_not_sent_twice_to_one_who_has_a_role(client, club, owner, mailoutbox):
    form = {"email": "new@example.org", "role": "director"}
    for _time in range(2):
        client.post(address(club, "add_officer"), form)
    assert Membership.objects.filter(user__email="new@example.org").count() == 1


@pytest.mark.parametrize(
    ("email", "message"),
    [
        pytest.param("no address", "valid email", id="no address at all"),
        pytest.param("owner0@example.org", "already owner", id="has a role"),
    ],
)
def test_an_officer_who_cannot_be_added_is_explained_beside_the_field(
    client, club, owner, email, message
):
    html = client.post(
        address(club, "add_officer"), {"email": email, "role": "director"}
    ).content.decode()
    assert message in html
    assert 'id="id_email_error"' in html
    assert Membership.objects.count() == 1


def test_the_only_owner_can_neither_leave_nor_step_down(client, club, owner):
    mine = Membership.objects.get(user=owner)
    for name, form in (("remove_officer", {}), ("change_role", {"role": "scorer"})):
        page = client.post(address(club, name, officer_id=mine.pk), form, follow=True)
        assert "is the only owner" in page.content.decode()
        mine.refresh_from_db()
        assert mine.role == Role.OWNER


def test_the_service_keeps_the_last_owner_too(club, owner):
    with pytest.raises(RuleError, match="only owner"):
        services.remove_officer(Membership.objects.get(user=owner))


def test_an_owner_may_leave_once_there_is_another(client, club, owner):
    make_officer(club, Role.OWNER)
    mine = Membership.objects.get(user=owner)
    response = client.post(address(club, "remove_officer", officer_id=mine.pk))
    assert response["Location"] == reverse("home")
    assert not Membership.objects.filter(user=owner).exists()


def test_a_role_is_changed_and_an_unknown_one_refused(client, club, owner):
    dora = Membership.objects.get(user=make_officer(club))
    where = address(club, "change_role", officer_id=dora.pk)
    client.post(where, {"role": "scorer"})
    dora.refresh_from_db()
    assert dora.role == "scorer"
    page = client.post(where, {"role": "king"}, follow=True).content.decode()
    assert "role must be owner, director, scorer, got" in page
    dora.refresh_from_db()
    assert dora.role == "scorer"


def test_an_officer_of_another_club_is_out_of_reach(client, club, owner):
    other = make_club(name="Other Club")
    theirs = Membership.objects.get(club=other)
    response = client.post(address(club, "change_role", officer_id=theirs.pk), {"role": "scorer"})
    assert response.status_code == 404


def test_the_settings_are_for_owners(client, club):
    assert reverse("people:login") in client.get(address(club))["Location"]
    client.force_login(make_officer(make_club(name="Other Club")))
    assert client.get(address(club)).status_code == 404
    client.force_login(make_officer(club, Role.DIRECTOR))
    assert client.get(address(club)).status_code == 403
    assert client.post(address(club), settings_form(name="Taken over")).status_code == 403
    form = {"email": "owner0@example.org", "role": "owner"}
    assert client.post(address(club, "add_officer"), form).status_code == 403


def test_the_settings_page_takes_as_many_queries_for_twenty_officers_as_for_one(
    client, club, owner, django_assert_max_num_queries
):
    for _at in range(20):
        make_officer(club)
    with django_assert_max_num_queries(7):
        html = client.get(address(club)).content.decode()
    assert html.count('name="role"') == 22  # one each, and one in the form for another
