"""Who sits where: what the format offers, the drawn plan, and nobody forgotten."""

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, ClubNight, Seat
from clubmanager.people.models import Club
from clubmanager.people.services import add_player
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def url(night, name="seating"):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


def text(director, night):
    return director.get(url(night)).content.decode()


@pytest.mark.parametrize(
    ("format_", "people", "sentence"),
    [
        pytest.param(
            "round_robin", 6, "A round robin takes 4 to 14 pairs, you have 3.", id="round robin"
        ),
        pytest.param("social", 3, "A social draw takes 4 to 200 players, you have 3.", id="social"),
        pytest.param("mitchell", 8, "A Mitchell takes 5 to 200 pairs, you have 4.", id="mitchell"),
    ],
)
def test_too_few_are_told_so_in_words_before_and_after_drawing(
    director, club, format_, people, sentence
):
    night = world.make_night(club, format=format_)
    players = world.make_players(club, people)
    world.check_in_all(night, players)
    if format_ != "social":
        world.pair_up(night, players)
    assert sentence in text(director, night)
    answer = director.post(url(night, "draw"), follow=True)
    assert answer.status_code == 200
    assert sentence in [str(message) for message in answer.context["messages"]]
    assert not night.rounds.exists()


def test_the_offer_names_tables_rounds_and_decks(director, club):
    night = world.make_night(club, format="round_robin", rounds_planned=9)
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    offer = director.get(url(night)).context["offer"]
    assert (offer.count, offer.tables, offer.rounds, offer.sit_outs) == (4, 2, 3, 0)
    assert offer.decks == 4  # shuffled at the table: two decks at each of two tables


def test_too_few_decks_are_said_before_somebody_looks_for_them(director, club):
    Club.objects.filter(pk=club.pk).update(decks=7)
    night = world.make_night(club, format="round_robin", dealing="stored")
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    # Four boards at each of two tables, which play the same ones: eight decks.
    assert "This needs 8 decks of cards at once, and the club has 7." in text(director, night)


def test_the_plan_shows_every_name_in_every_round(director, club):
    night = world.seated_night(club, people=8, rounds_planned=3)
    grid = director.get(url(night)).context["grid"]
    assert grid.rounds == (1, 2, 3)
    assert [table for table, _cells in grid.rows] == [1, 2]
    for column in range(3):
        cells = [cells[column] for _table, cells in grid.rows]
        names = " + ".join(f"{cell.ns} + {cell.ew}" for cell in cells).split(" + ")
        assert len(set(names)) == 8


def test_who_sits_out_is_named_in_each_round(director, club):
    night = world.seated_night(club, people=10, rounds_planned=5)
    grid = director.get(url(night)).context["grid"]
    assert len(grid.sit_outs) == 5
    assert len(set(grid.sit_outs)) == 5  # five pairs, each rests once
    assert all(len(names.split(", ")) == 2 for names in grid.sit_outs)


def test_the_boards_of_a_stored_set_stand_in_the_plan(director, club):
    night = world.seated_night(club, people=8, rounds_planned=3, stored=True)
    grid = director.get(url(night)).context["grid"]
    assert [cell.boards for cell in grid.rows[0][1]] == ["1–4", "5–8", "9–12"]


def test_somebody_here_without_a_seat_is_seen_and_one_tap_seats_everybody(director, club):
    night = world.seated_night(club, people=8, format="social", rounds_planned=3)
    late = add_player(club=club, first_name="Zoe", last_name="Hart")
    world.check_in_all(night, [late])
    page = director.get(url(night))
    assert page.context["unseated"] == ["Zoe Hart"]
    assert "Draw again with everybody" in page.content.decode()
    director.post(url(night, "draw"), {"redraw": "yes"})
    assert director.get(url(night)).context["unseated"] == []


def test_a_single_without_a_partner_is_sent_to_the_pairs(director, club):
    night = world.seated_night(club, people=8)
    world.check_in_all(night, [add_player(club=club, first_name="Zoe", last_name="Hart")])
    page = director.get(url(night))
    assert page.context["unseated"] == ["Zoe Hart"]
    assert url(night, "pairs") in page.content.decode()


def test_booked_and_not_here_is_one_tap_before_round_one(director, club):
    """Night story 37."""
    night = world.make_night(club, format="social", rounds_planned=3)
    players = world.make_players(club, 9)
    world.check_in_all(night, players[:8])
    services.check_in(night.pk, players[8], actor=world.SYSTEM, state="booked")
    director.post(url(night, "draw"))
    page = director.get(url(night))
    assert page.context["grid"].sit_outs
    assert "They are not coming: draw again without them" in page.content.decode()
    director.post(url(night, "draw"), {"redraw": "yes", "drop_booked": "yes"})
    page = director.get(url(night))
    assert not page.context["grid"].sit_outs
    assert "Iris Adams" not in page.content.decode()
    assert CheckIn.objects.get(night=night, player=players[8]).state == "absent"


def test_the_seat_of_a_wheelchair_stays(director, club):
    """Night story 36."""
    night = world.make_night(club, format="social", rounds_planned=4)
    players = world.make_players(club, 12)
    world.check_in_all(night, players)
    director.post(
        reverse("nights:sits_still", args=[club.slug, night.pk]),
        {"player": players[5].pk, "still": "yes"},
    )
    director.post(url(night, "draw"))
    seats = Seat.objects.filter(player=players[5]).values_list("table_round__table", "compass")
    assert len(seats) == 4
    assert len(set(seats)) == 1


def test_drawing_again_gives_other_partners(director, club):
    night = world.seated_night(club, people=16, format="social", rounds_planned=3)
    seed = night.draw_seed
    assert "Draw again" in text(director, night)
    director.post(url(night, "draw"), {"redraw": "yes"})
    assert ClubNight.objects.get().draw_seed != seed


def test_round_one_can_start_as_soon_as_seats_and_cards_are_settled(director, club):
    night = world.make_night(club)
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    start = reverse("nights:start_round", args=[club.slug, night.pk])
    assert start not in text(director, night)
    director.post(url(night, "draw"))
    assert start in text(director, night)


def test_with_stored_cards_the_deals_come_before_round_one(director, club):
    night = world.seated_night(club, people=8, dealing="stored")
    page = director.get(url(night))
    assert reverse("nights:start_round", args=[club.slug, night.pk]) not in page.content.decode()
    assert page.context["steps"].next_url == url(night, "deals")
    services.generate_deals(night.pk, actor=world.SYSTEM)
    assert director.get(url(night)).context["steps"].next_url == ""


def test_seats_of_a_running_night_are_shown_and_not_drawn_again(director, club):
    night = world.running_night(club, people=8)
    page = director.get(url(night)).content.decode()
    assert "Ann Adams" in page
    assert url(night, "draw") not in page
    seats = set(Seat.objects.values_list("pk", flat=True))
    director.post(url(night, "draw"), {"redraw": "yes"})
    assert set(Seat.objects.values_list("pk", flat=True)) == seats


def test_a_set_with_too_few_boards_refuses_the_seats_in_words(director, club):
    night = world.make_night(club, rounds_planned=3)
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    services.generate_deals(night.pk, actor=world.SYSTEM, boards=8)
    answer = director.post(url(night, "draw"), follow=True)
    assert "at least 12 boards (3 sets of 4)" in str(list(answer.context["messages"])[0])
    assert not night.rounds.exists()


@pytest.mark.slow
def test_a_night_of_forty_tables_is_shown_in_twelve_queries(
    director, club, django_assert_max_num_queries
):
    night = world.make_night(club, format="mitchell", rounds_planned=6)
    CheckIn.objects.bulk_create(
        CheckIn(night=night, player=player) for player in world.make_players(club, 160)
    )
    services.draw_pairs(night.pk, actor=world.SYSTEM)
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.generate_deals(night.pk, actor=world.SYSTEM)
    with django_assert_max_num_queries(12):
        page = director.get(url(night))
    assert len(page.context["grid"].rows) == 40


def test_a_mitchell_that_skips_does_not_say_that_everybody_has_met(director, club):
    night = world.make_night(club, format="mitchell", rounds_planned=6)
    players = world.make_players(club, 24)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    director.post(url(night, "draw"))
    page = text(director, night)
    assert "each East-West pair misses one North-South pair" in page
    assert "5 rounds instead of 6: more is not possible with so few." in page
    assert "everybody has met" not in page
    public = reverse("publishing:night", args=[club.slug, night.pk])
    assert "· 5 rounds of 4 hands" in director.get(public).content.decode()
