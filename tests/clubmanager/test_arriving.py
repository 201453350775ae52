"""The door by keyboard, the partner of last time, the waiting list and the table fee."""

import re

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, EntryMember
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club(name="Riverside Club")


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def page_of(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


class Door:
    """Types into the box and presses Enter; what the page offers goes along, as in a browser."""

    def __init__(self, client, night):
        self.client, self.night, self.keys = client, night, 0
        self.page = client.get(page_of(night, "check_in")).content.decode()

    def enter(self, text=""):
        self.keys += len(text) + 1
        hidden = dict(re.findall(r'type="hidden" name="(came|partner)" value="([^"]*)"', self.page))
        address = page_of(self.night, "arrive")
        answer = self.client.post(address, {**hidden, "q": text}, follow=True)
        self.page = answer.content.decode()
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.page))


def here(night):
    rows = CheckIn.objects.filter(night=night, state="here")
    return sorted(rows.values_list("player__first_name", flat=True))


def test_two_letters_and_enter_check_the_first_match_in(client, club, director):
    night = world.make_night(club)
    world.make_players(club, 8)
    assert "Carol Adams is here" in Door(client, night).enter("ca")
    assert here(night) == ["Carol"]


def test_forty_people_take_three_keys_each_and_no_mouse(client, club, director):
    """First and last name begin with letters that together are one person's alone."""
    night = world.make_night(club)
    players = world.make_players(club, 40)
    door = Door(client, night)
    for player in players:
        door.enter(f"{player.first_name[:2]}")
    assert len(here(night)) == 40
    assert door.keys == 40 * 3


def test_who_is_here_already_makes_room_for_the_next_of_that_name(client, club, director):
    night = world.make_night(club)
    players = world.make_players(club, 25)  # Ann Adams and Ann Brown
    door = Door(client, night)
    door.enter("an")
    door.enter("an")
    found = set(CheckIn.objects.filter(night=night).values_list("player", flat=True))
    assert found == {players[0].pk, players[24].pk}


def test_enter_on_an_unknown_name_offers_a_walk_in(client, club, director):
    night = world.make_night(club)
    world.make_players(club, 4)
    text = Door(client, night).enter("Zoe Young")
    assert "Add “Zoe Young” as a guest" in text
    assert here(night) == []


@pytest.fixture
def second_night(club):
    """Ann and Bob, Carol and Dan played together last week; tonight nobody is here yet."""
    last = world.make_night(club)
    players = world.make_players(club, 4)
    world.check_in_all(last, players)
    world.pair_up(last, players)
    return world.make_night(club, date=world.DATE.replace(day=28))


def test_the_partner_of_last_time_is_offered_and_taken_by_one_key(
    client, club, director, second_night
):
    door = Door(client, second_night)
    assert "Ann Adams with Bob Adams, as last time?" in door.enter("an")
    assert "Ann Adams plays with Bob Adams" in door.enter()
    assert here(second_night) == ["Ann", "Bob"]
    assert EntryMember.objects.filter(night=second_night).count() == 2


def test_the_offer_is_passed_over_by_typing_the_next_name(client, club, director, second_night):
    door = Door(client, second_night)
    door.enter("an")
    door.enter("ca")
    assert here(second_night) == ["Ann", "Carol"]
    assert not EntryMember.objects.filter(night=second_night).exists()


def test_nobody_is_offered_who_has_another_partner_tonight(client, club, director, second_night):
    bob, carol = club.players.get(first_name="Bob"), club.players.get(first_name="Carol")
    world.check_in_all(second_night, [bob, carol])
    services.pair_players(second_night.pk, bob, carol, actor=world.SYSTEM)
    assert "as last time" not in Door(client, second_night).enter("an")


def test_a_social_night_offers_no_partner(client, club, director, second_night):
    social = world.make_night(club, format="social", date=world.DATE.replace(day=29))
    assert "as last time" not in Door(client, social).enter("an")


def test_an_empty_box_without_an_offer_does_nothing(client, club, director):
    night = world.make_night(club)
    Door(client, night).enter()
    assert here(night) == []


def test_fees_are_ticked_given_back_and_added_up(client, club, director):
    """Night story 38."""
    club.fee_cents, club.visitor_fee_cents = 450, 600
    club.save()
    night = world.make_night(club)
    ann, bob = world.make_players(club, 2)
    world.check_in_all(night, [ann, bob])
    guest = services.check_in_guest(
        night.pk, first_name="Zoe", last_name="", actor=world.SYSTEM
    ).player
    for player in (ann, guest):
        client.post(page_of(night, "pay", "paid"), {"player": player.pk})
    page = client.get(page_of(night, "check_in")).content.decode()
    assert "Pays 4.50" in page  # Bob still does
    assert "✓ paid 6.00" in page
    assert re.search(r'In the box</span><span class="stat-value">10\.50', page)
    assert "of 15.00 for those who are here" in page
    client.post(page_of(night, "pay", "back"), {"player": ann.pk})
    page = client.get(page_of(night, "check_in")).content.decode()
    assert re.search(r'In the box</span><span class="stat-value">6\.00', page)


def test_a_fee_can_come_late_when_the_night_is_closed(client, club, director):
    club.fee_cents = 450
    club.save()
    night = world.running_night(club, people=8)
    services.close_night(night.pk, actor=world.SYSTEM)
    player = night.check_ins.first().player
    client.post(page_of(night, "pay", "paid"), {"player": player.pk})
    assert list(night.payments.values_list("cents", flat=True)) == [450]


def test_without_a_fee_the_desk_speaks_of_no_money(client, club, director):
    night = world.make_night(club)
    world.check_in_all(night, world.make_players(club, 2))
    page = client.get(page_of(night, "check_in")).content.decode()
    assert "In the box" not in page
    assert "Pays" not in page


def test_the_owner_sets_the_fees(client, club):
    client.force_login(club.memberships.get(role="owner").user)
    address = reverse("people:settings", args=[club.slug])
    body = {
        "name": club.name, "public_name_default": "full", "time_zone": club.time_zone,
        "paper": "A4", "decks": "16", "fee": "4.50", "visitor_fee": "6",
    }  # fmt: skip
    client.post(address, body)
    club.refresh_from_db()
    assert (club.fee_cents, club.visitor_fee_cents) == (450, 600)
    assert 'value="4.5' in client.get(address).content.decode()


def test_a_single_goes_on_the_list_and_is_paired_when_the_desk_closes(client, club, director):
    """Night story 35."""
    night = world.make_night(club)
    ann, bob, carol = world.make_players(club, 3)
    world.check_in_all(night, [ann, bob, carol])
    for player in (ann, bob):
        client.post(page_of(night, "wants_partner", "yes"), {"player": player.pk})
    page = client.get(page_of(night, "check_in")).content.decode()
    assert "Waits for a partner ✓" in page
    assert "Pair the 2 who wait" in client.get(page_of(night, "pairs")).content.decode()
    client.post(page_of(night, "close_desk"))
    paired = set(EntryMember.objects.filter(night=night).values_list("player", flat=True))
    assert paired == {ann.pk, bob.pk}


def test_the_desk_of_160_people_takes_at_most_twelve_queries(
    client, club, director, django_assert_max_num_queries
):
    club.fee_cents = 450
    club.save()
    night = world.make_night(club, format="mitchell")
    world.check_in_all(night, world.make_players(club, 160))
    with django_assert_max_num_queries(12):
        client.get(page_of(night, "check_in"))
