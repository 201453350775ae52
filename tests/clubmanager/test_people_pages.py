"""The people who play: list, search, names in public, adding one and adding many."""

import pytest
from django.urls import reverse

from clubmanager.people.models import Club, Player, Role, User
from clubmanager.people.names import public_name, shown_name
from clubmanager.people.services import add_player
from tests.world import make_club, make_officer, make_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    user = make_officer(club)
    client.force_login(user)
    return user


def address(club, name="players", **kwargs):
    return reverse(f"people:{name}", kwargs={"slug": club.slug, **kwargs})


def player_form(**changes):
    return {"first_name": "Zoe", "last_name": "Zed", "number": "", "email": ""} | changes


def listed(response):
    return [player.full_name for player in response.context["page"]]


@pytest.mark.parametrize(
    ("first", "last", "choice", "shown"),
    [
        pytest.param("Ann", "Adams", "full", "Ann Adams", id="full"),
        pytest.param("Ann", "Adams", "initial", "Ann A.", id="initial"),
        pytest.param("Ann", "Adams", "first", "Ann", id="first"),
        pytest.param("Ann", "Adams", "hidden", "", id="hidden"),
        pytest.param("Cher", "", "full", "Cher", id="one word, full"),
        pytest.param("Cher", "", "initial", "Cher", id="one word, initial"),
        pytest.param("Cher", "", "first", "Cher", id="one word, first"),
        pytest.param("Cher", "", "hidden", "", id="one word, hidden"),
        pytest.param("Łukasz", "Żak", "initial", "Łukasz Ż.", id="letters outside Latin-1"),
    ],
)
def test_a_name_is_shown_as_chosen(first, last, choice, shown):
    assert shown_name(first, last, choice) == shown


@pytest.mark.parametrize(
    ("own", "clubs", "shown"),
    [
        pytest.param("", "initial", "Ann A.", id="as the club does"),
        pytest.param("full", "hidden", "Ann Adams", id="own choice shows more"),
        pytest.param("hidden", "full", "", id="own choice shows less"),
    ],
)
def test_the_own_choice_goes_before_the_clubs(own, clubs, shown):
    club = make_club(public_name_default=clubs)
    player = add_player(club=club, first_name="Ann", last_name="Adams", public_name_choice=own)
    assert public_name(player) == shown


def test_an_empty_list_says_what_to_do_next(client, club, director):
    html = client.get(address(club)).content.decode()
    assert "Nobody plays here yet" in html
    assert address(club, "add_many") in html


def test_the_list_shows_names_as_the_public_sees_them(client, club, director):
    add_player(club=club, first_name="Ann", last_name="Adams", public_name_choice="initial")
    add_player(club=club, first_name="Bob", last_name="Brown", public_name_choice="hidden")
    html = client.get(address(club)).content.decode()
    assert "Ann A." in html
    assert "not named" in html


def test_the_list_counts_members_guests_and_those_who_left(client, club, director):
    make_players(club, 3)
    add_player(club=club, first_name="Gus", is_guest=True)
    add_player(club=club, first_name="Len", is_active=False)
    response = client.get(address(club))
    assert response.context["counts"] == {"active": 4, "guests": 1, "left": 1}
    assert "4 people play here, 1 of them a guest" in " ".join(response.content.decode().split())
    assert "Len" not in listed(response)
    assert listed(client.get(address(club), {"left": "1"})) == ["Len"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("ann", ["Ann Adams"], id="beginning of the first name"),
        pytest.param("bro", ["Bob van Brown"], id="second word of the last name"),
        pytest.param("b van", ["Bob van Brown"], id="both names"),
        pytest.param("17", ["Cher"], id="member number"),
        pytest.param("dams", [], id="middle of a name"),
    ],
)
def test_search_finds_beginnings_of_names_and_numbers(client, club, director, text, found):
    add_player(club=club, first_name="Ann", last_name="Adams")
    add_player(club=club, first_name="Bob", last_name="van Brown")
    add_player(club=club, first_name="Cher", number="17")
    response = client.get(address(club), {"q": text})
    assert listed(response) == found
    if not found:
        assert "Nobody of this name" in response.content.decode()


def test_a_search_while_typing_gets_the_list_alone(client, club, director):
    make_players(club, 2)
    html = client.get(address(club), {"q": "ann"}, HTTP_HX_REQUEST="true").content.decode()
    assert html.lstrip().startswith('<div id="people"')
    assert "<html" not in html


def test_people_of_another_club_are_never_listed(client, club, director):
    add_player(club=make_club(name="Other Club"), first_name="Otto")
    assert listed(client.get(address(club))) == []


def test_a_page_holds_fifty_and_two_hundred_take_as_many_queries_as_one(
    client, club, director, django_assert_num_queries
):
    make_players(club, 1)
    with django_assert_num_queries(7):
        client.get(address(club))
    for at in range(199):
        add_player(club=club, first_name=f"Player{at:03}")
    with django_assert_num_queries(7):
        response = client.get(address(club))
    assert len(response.context["page"]) == 50
    assert "Page 1 of 4" in response.content.decode()
    assert len(listed(client.get(address(club), {"page": "4"}))) == 50


@pytest.mark.parametrize("page", ["0", "-1", "99", "x"])
def test_a_page_that_does_not_exist_is_the_nearest_one(client, club, director, page):
    make_players(club, 3)
    assert len(listed(client.get(address(club), {"page": page}))) == 3


def test_a_person_is_added(client, club, director):
    form = player_form(number="7", is_guest="on", sits_still="on", public_name_choice="first")
    assert client.post(address(club, "new_player"), form)["Location"] == address(club)
    zoe = Player.objects.get()
    assert (zoe.full_name, zoe.number, zoe.is_guest, zoe.sits_still, zoe.public_name_choice) == (
        "Zoe Zed", "7", True, True, "first",
    )  # fmt: skip
    assert zoe.is_active


def test_a_namesake_is_added_with_a_word_of_warning(client, club, director):
    add_player(club=club, first_name="Zoe", last_name="Zed")
    page = client.post(address(club, "new_player"), player_form(), follow=True)
    assert "two people called Zoe Zed" in page.content.decode()
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        pytest.param("first_name", "", "required", id="no first name"),
        pytest.param("first_name", "x" * 61, "at most 60", id="a long name"),
        pytest.param("number", "7", "free: it is Ann Adams", id="a taken number"),
        pytest.param("email", "nobody@example.org", "No login uses", id="no such login"),
        pytest.param("email", "player@example.org", "it is Ann Adams", id="another's login"),
        pytest.param("public_name_choice", "nickname", "nickname", id="no such choice"),
    ],
)
def test_a_bad_person_is_refused_beside_the_field(client, club, director, field, value, message):
    login = User.objects.create_user("player@example.org", "x")
    add_player(club=club, first_name="Ann", last_name="Adams", number="7", user=login)
    for where in (address(club, "new_player"), _other(club)):
        html = client.post(where, player_form(**{field: value})).content.decode()
        assert f'id="id_{field}_error"' in html
        assert message in html
    assert set(Player.objects.values_list("first_name", flat=True)) == {"Ann", "Bob"}


def _other(club):
    bob, _is_new = Player.objects.get_or_create(club=club, first_name="Bob")
    return address(club, "player", player_id=bob.pk)


def test_each_choice_of_a_public_name_shows_what_it_means(client, club, director):
    player = add_player(club=club, first_name="Ann", last_name="Adams")
    html = client.get(address(club, "player", player_id=player.pk)).content.decode()
    for label in (
        "As the club does: Ann Adams", "Full name: Ann Adams", "First name and initial: Ann A.",
        "First name only: Ann", "Not named",
    ):  # fmt: skip
        assert f">{label}</span>" in html


def test_a_director_who_plays_is_linked_to_her_login_and_unlinked_again(client, club, director):
    player = add_player(club=club, first_name="Dora")
    where = address(club, "player", player_id=player.pk)
    form = player_form(first_name="Dora", is_active="on")
    client.post(where, form | {"email": director.email.upper()})
    player.refresh_from_db()
    assert player.user == director
    assert f'value="{director.email}"' in client.get(where).content.decode()
    client.post(where, form)
    player.refresh_from_db()
    assert player.user is None


def test_whoever_leaves_is_taken_off_the_list_and_not_deleted(client, club, director):
    player = add_player(club=club, first_name="Ann")
    where = address(club, "player", player_id=player.pk)
    client.post(where, player_form(first_name="Ann", last_name=""))
    player.refresh_from_db()
    assert not player.is_active
    client.post(where, player_form(first_name="Ann", last_name="", is_active="on"))
    player.refresh_from_db()
    assert player.is_active


def test_a_changed_name_tells_the_clubs_public_pages(client, club, director):
    player = add_player(club=club, first_name="Ann", last_name="Adams")
    club.refresh_from_db()
    before = club.version
    form = player_form(first_name="Ann", last_name="Adams", public_name_choice="hidden")
    client.post(address(club, "player", player_id=player.pk), form)
    club.refresh_from_db()
    assert club.version > before


def test_a_person_of_another_club_is_no_page(client, club, director):
    player = add_player(club=make_club(name="Other Club"), first_name="Otto")
    assert client.get(address(club, "player", player_id=player.pk)).status_code == 404


PASTED = "Ann Adams\n\n  Zoe   Zed \nzoe zed\nCher\nMary Ann Moor"


def test_a_pasted_list_is_shown_before_anything_is_added(client, club, director):
    add_player(club=club, first_name="Ann", last_name="Adams")
    response = client.post(address(club, "add_many"), {"names": PASTED})
    rows = [(n.first_name, n.last_name, n.note) for n in response.context["listed"]]
    assert rows == [
        ("Ann", "Adams", "The club has somebody of this name"),
        ("Zoe", "Zed", ""),
        ("zoe", "zed", "Twice in this list"),
        ("Cher", "", ""),
        ("Mary Ann", "Moor", ""),
    ]
    assert response.content.decode().count(" checked>") == 3
    assert Player.objects.count() == 1


def test_only_ticked_names_are_added(client, club, director):
    form = {"names": PASTED, "add": "1", "line": ["1", "4"], "is_guest": "on"}
    assert client.post(address(club, "add_many"), form)["Location"] == address(club)
    added = Player.objects.order_by("pk")
    assert [(p.full_name, p.is_guest) for p in added] == [
        ("Zoe Zed", True),
        ("Mary Ann Moor", True),
    ]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        pytest.param("", "required", id="nothing"),
        pytest.param("x" * 61, "at most 60 letters", id="a long name"),
        pytest.param("Ann\n" * 501, "at most 500 names, got 501", id="too many"),
    ],
)
def test_a_list_that_cannot_be_added_is_refused(client, club, director, names, message):
    html = client.post(address(club, "add_many"), {"names": names, "add": "1"}).content.decode()
    assert 'id="id_names_error"' in html
    assert message in html
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("\u202eAnn\u202c Bell\u200b", "Ann Bell", id="turned round"),
        pytest.param("Zoe\u0308 Bell", "Zo\u00eb Bell", id="a dot on its own"),
        pytest.param("\u0646\u06cc\u200c\u0645 Bell", "\u0646\u06cc\u200c\u0645 Bell",
                     id="a joiner that is needed"),
    ],
)  # fmt: skip
def test_a_name_keeps_only_what_can_be_seen(client, club, director, typed, kept):
    client.post(address(club, "add_many"), {"names": typed, "add": "1", "line": "0"})
    assert [player.full_name for player in Player.objects.all()] == [kept]


def test_a_name_that_nobody_can_see_is_refused(client, club, director):
    form = {"names": "Ann Bell\n\u202e\u200d", "add": "1", "line": ["0", "1"]}
    assert client.post(address(club, "add_many"), form).status_code == 200
    assert client.post(address(club, "new_player"), {"first_name": "\u202e"}).status_code == 200
    assert not Player.objects.exists()


def test_a_club_s_name_keeps_only_what_can_be_seen(client, club, director):
    form = {"name": "\u202eEast Side\u200b", "time_zone": "Europe/London", "paper": "A4"}
    client.post(reverse("people:new_club"), form)
    assert set(Club.objects.values_list("name", flat=True)) == {club.name, "East Side"}
    answer = client.post(reverse("people:new_club"), {**form, "name": "\u202e"})
    assert "at least one letter" in answer.content.decode()
    assert Club.objects.count() == 2


@pytest.mark.parametrize("name", ["players", "new_player", "add_many", "player"])
def test_people_are_for_officers(client, club, name):
    kwargs = {"player_id": add_player(club=club, first_name="Ann").pk} if name == "player" else {}
    where = address(club, name, **kwargs)
    assert reverse("people:login") in client.get(where)["Location"]
    client.force_login(make_officer(make_club(name="Other Club")))
    assert client.get(where).status_code == 404
    client.force_login(make_officer(club, Role.SCORER))
    assert client.get(where).status_code == (200 if name == "players" else 403)
    client.force_login(make_officer(club, Role.DIRECTOR))
    assert client.get(where).status_code == 200


def test_a_scorer_reads_the_list_and_finds_no_button_to_change_it(client, club):
    make_players(club, 1)
    client.force_login(make_officer(club, Role.SCORER))
    html = client.get(address(club)).content.decode()
    assert "Ann Adams" in html
    assert address(club, "new_player") not in html
