"""The desk at the door: found, tapped, here; and who plays with whom."""

import datetime

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, EntryMember
from clubmanager.people.models import Player
from clubmanager.people.services import add_player
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.make_night(club)


@pytest.fixture
def scorer(client, club):
    client.force_login(world.make_officer(club, "scorer"))
    return client


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def url(night, name="check_in", *more):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *more])


def states(night):
    return dict(night.check_ins.values_list("player__first_name", "state"))


def test_the_first_letters_find_a_person_without_javascript(scorer, club, night):
    world.make_players(club, 24)
    page = scorer.get(url(night), {"q": "wen"})
    assert [player.full_name for player, _state in page.context["found"]] == ["Wendy Adams"]
    assert "<html" in page.content.decode()


def test_htmx_takes_only_what_the_box_finds(scorer, club, night):
    world.make_players(club, 24)
    page = scorer.get(url(night), {"q": "wen"}, headers={"HX-Request": "true"}).content.decode()
    assert "Wendy Adams" in page
    assert "<html" not in page


def test_a_member_number_finds_its_owner(scorer, club, night):
    add_player(club=club, first_name="Ada", last_name="Moss", number="M7")
    found = scorer.get(url(night), {"q": "m7"}).context["found"]
    assert [player.first_name for player, _state in found] == ["Ada"]


def test_one_tap_checks_a_person_in_and_a_second_changes_nothing(scorer, club, night):
    ann = world.make_players(club, 1)[0]
    for _tap in range(2):
        answer = scorer.post(url(night, "check_in_mark", "here"), {"player": ann.pk})
        assert answer.url == url(night)
    assert states(night) == {"Ann": "here"}


def test_everybody_who_booked_is_checked_in_by_one_tap(scorer, club, night):
    for player in world.make_players(club, 3):
        services.check_in(night.pk, player, actor=world.SYSTEM, state="booked")
    services.check_in(night.pk, club.players.get(first_name="Carol"), actor=world.SYSTEM,
                      state="absent")  # fmt: skip
    assert "All 2 who booked are here" in scorer.get(url(night)).content.decode()
    scorer.post(url(night, "all_booked"))
    assert states(night) == {"Ann": "here", "Bob": "here", "Carol": "absent"}


def test_who_is_here_already_is_shown_as_here_and_not_offered_as_a_guest(scorer, club, night):
    ann = world.make_players(club, 1)[0]
    world.check_in_all(night, [ann])
    context = scorer.get(url(night), {"q": "ann adams"}).context
    assert context["found"] == [(ann, "here")]
    assert not context["may_add_guest"]


def test_whom_the_box_does_not_find_is_added_as_a_guest_on_the_spot(scorer, club, night):
    page = scorer.get(url(night), {"q": "Zoe Hart"}).content.decode()
    assert "Add “Zoe Hart” as a guest" in page
    scorer.post(url(night, "check_in_guest"), {"name": "Zoe Hart"})
    guest = Player.objects.get()
    assert (guest.first_name, guest.last_name, guest.is_guest) == ("Zoe", "Hart", True)
    assert states(night) == {"Zoe": "here"}


def test_a_double_tap_adds_one_guest(scorer, night):
    scorer.post(url(night, "check_in_guest"), {"name": "Zoe Hart"})
    answer = scorer.post(url(night, "check_in_guest"), {"name": "zoe hart"})
    assert answer.status_code == 422
    assert "not on tonight&#x27;s list yet" in answer.content.decode()
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="blanks"),
        pytest.param("x" * 121, id="too long"),
        pytest.param("Zoe " + "x" * 61, id="last name too long"),
        pytest.param("Zo\0e", id="zero byte"),
    ],
)
def test_a_guest_needs_a_name_that_fits(scorer, night, name):
    answer = scorer.post(url(night, "check_in_guest"), {"name": name})
    assert answer.status_code == 422
    assert answer.context["guest_form"].errors["name"]
    assert not Player.objects.exists()


def test_a_name_is_shown_as_text_and_never_as_markup(scorer, night):
    page = scorer.get(url(night), {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("query", ["\0", "x" * 500, "%", "'; --"])
def test_odd_text_in_the_box_is_no_error(scorer, night, query):
    assert scorer.get(url(night), {"q": query}).status_code == 200


def test_the_booked_are_here_or_not_here_with_one_tap(scorer, club, night):
    ann, bob = world.make_players(club, 2)
    for player in (ann, bob):
        services.check_in(night.pk, player, actor=world.SYSTEM, state="booked")
    assert len(scorer.get(url(night)).context["desk"].booked) == 2
    scorer.post(url(night, "check_in_mark", "here"), {"player": ann.pk})
    scorer.post(url(night, "check_in_mark", "absent"), {"player": bob.pk})
    assert states(night) == {"Ann": "here", "Bob": "absent"}


def test_a_tap_is_undone_with_another(scorer, club, night):
    ann = world.make_players(club, 1)[0]
    world.check_in_all(night, [ann])
    scorer.post(url(night, "check_in_mark", "removed"), {"player": ann.pk})
    assert states(night) == {}


def test_nobody_of_another_club_and_no_unknown_state_is_taken(scorer, night):
    other = world.make_players(world.make_club("Other Club"), 1)[0]
    scorer.post(url(night, "check_in_mark", "here"), {"player": other.pk})
    scorer.post(url(night, "check_in_mark", "here"), {"player": "nobody"})
    assert states(night) == {}
    assert scorer.post(url(night, "check_in_mark", "asleep"), {"player": 1}).status_code == 404


def test_nobody_is_checked_in_to_a_closed_night(scorer, club):
    night = world.running_night(club, people=8)
    services.close_night(night.pk, actor=world.SYSTEM)
    late = add_player(club=club, first_name="Zoe")
    page = scorer.post(url(night, "check_in_mark", "here"), {"player": late.pk}, follow=True)
    assert "night must be planned or running" in page.content.decode()
    assert "Zoe" not in states(night)


def test_somebody_who_needs_a_seat_that_stays_is_marked(scorer, club, night):
    """Night story 36, at the desk."""
    ann = world.make_players(club, 1)[0]
    world.check_in_all(night, [ann])
    scorer.post(url(night, "sits_still"), {"player": ann.pk, "still": "yes"})
    assert scorer.get(url(night)).context["desk"].people[0].sits_still
    scorer.post(url(night, "sits_still"), {"player": ann.pk, "still": "no"})
    assert not Player.objects.get(pk=ann.pk).sits_still


def test_the_next_step_is_pairs_or_for_a_social_draw_the_seats(director, club, night):
    players = world.make_players(club, 4)
    social = world.make_night(club, format="social")
    for each in (night, social):
        world.check_in_all(each, players)
    assert director.get(url(night)).context["steps"].next_url == url(night, "pairs")
    assert director.get(url(social)).context["steps"].next_url == url(social, "seating")
    assert director.get(url(social, "pairs")).url == url(social, "seating")


def test_two_people_are_chosen_and_paired_and_split_again(director, club, night):
    players = world.make_players(club, 4)
    world.check_in_all(night, players)
    director.post(url(night, "pairs"), {"players": [players[0].pk, players[2].pk]})
    page = director.get(url(night, "pairs"))
    pair = page.context["desk"].pairs[0]
    assert {person.name for person in pair.people} == {"Ann Adams", "Carol Adams"}
    assert {person.name for person in page.context["desk"].free} == {"Bob Adams", "Dan Adams"}
    director.post(url(night, "split_pair", pair.id))
    assert not EntryMember.objects.exists()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pair_is_two_people(director, club, night, count):
    players = world.make_players(club, 4)
    world.check_in_all(night, players)
    answer = director.post(url(night, "pairs"), {"players": [p.pk for p in players[:count]]})
    assert answer.status_code == 200
    assert answer.context["form"].errors["players"]
    assert not EntryMember.objects.exists()


def test_the_rest_is_drawn_among_those_who_are_here(director, club, night):
    players = world.make_players(club, 7)
    world.check_in_all(night, players[:5])
    for booked in players[5:]:
        services.check_in(night.pk, booked, actor=world.SYSTEM, state="booked")
    director.post(url(night, "draw_pairs"))
    desk = director.get(url(night, "pairs")).context["desk"]
    assert len(desk.pairs) == 2
    assert {person.name for person in desk.free} > {"Fred Adams", "Gwen Adams"}


def test_who_does_not_come_leaves_a_partner_free(director, club, night):
    ann, bob = world.make_players(club, 2)
    world.check_in_all(night, [ann, bob])
    world.pair_up(night, [ann, bob])
    director.post(url(night, "check_in_mark", "absent"), {"player": bob.pk})
    desk = director.get(url(night, "pairs")).context["desk"]
    assert not desk.pairs
    assert [person.name for person in desk.free] == ["Ann Adams"]


def test_booking_is_offered_only_for_a_night_to_come(scorer, club):
    world.make_players(club, 1)
    ahead = world.make_night(club, date=datetime.date(2098, 1, 3))
    past = world.make_night(club, date=datetime.date(2020, 1, 2))
    assert scorer.get(url(ahead), {"q": "ann"}).context["may_book"]
    assert not scorer.get(url(past), {"q": "ann"}).context["may_book"]


@pytest.mark.parametrize("name", ["check_in", "pairs"])
def test_a_night_of_forty_tables_is_listed_in_few_queries(
    director, club, name, django_assert_max_num_queries
):
    night = world.make_night(club, format="mitchell")
    players = world.make_players(club, 160)
    rows = [night.check_ins.model(night=night, player=player) for player in players]
    night.check_ins.bulk_create(rows)
    services.draw_pairs(night.pk, actor=world.SYSTEM)
    with django_assert_max_num_queries(10):
        assert director.get(url(night, name)).status_code == 200
    assert ClubNight.objects.get(pk=night.pk).sections.get().entries.count() == 80
