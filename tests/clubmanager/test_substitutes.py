"""Who sat at a hand is named wherever the hand is: on paper, phones, pages, in files (story 13)."""

import csv
import io

import pypdfium2
import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, HandLineup, NightChange, Seat
from clubmanager.nights.queries import codes, load_night
from clubmanager.nights.queries.at_table import state_for_device
from clubmanager.nights.queries.claims import load_table
from clubmanager.nights.queries.deal_papers import boards_to_print
from clubmanager.nights.queries.export import night_as_csv, night_as_dict
from clubmanager.nights.queries.officer import sight_in
from clubmanager.nights.queries.pads import draw_cards, draw_pads
from clubmanager.nights.queries.paper import deal_slips, guide_cards, seating_sheet
from clubmanager.nights.services import trouble
from clubmanager.people.models import Player, PublicName
from clubmanager.people.services import add_player
from deals.prints.paper import A4
from scoring.models import HandResult
from tests import world

pytestmark = pytest.mark.django_db
ACTOR = world.SYSTEM


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    """Zoe Hill sits in for Ann Adams, North at table 1 of round 1, from hand 3 on."""
    night = world.running_night(club, people=8, stored=True)
    zoe = add_player(club=club, first_name="Zoe", last_name="Hill")
    trouble.substitute(night.pk, who("Ann"), zoe, actor=ACTOR, first_hand=3)
    return ClubNight.objects.get(pk=night.pk)


def who(first_name):
    return Player.objects.get(first_name=first_name)


def ann_at(night, number=1):
    """Ann's table in a round, and her seat."""
    seat = Seat.objects.get(round__night=night, round__number=number, player=who("Ann"))
    return load_night(night).table(seat.table_round_id), seat.compass


def play(night, number, tricks=11):
    """Ann's seat declares a hand of her table in round 1."""
    table, seat = ann_at(night)
    facts = {"round": 1, "declarer": seat, "declaration": "play", "trump": "R"}
    return world.enter(table.hands[number - 1], facts, tricks)


def play_the_night(night):
    play(night, 1)
    play(night, 3)
    night = ClubNight.objects.get(pk=night.pk)
    services.close_night(night.pk, actor=ACTOR)
    return ClubNight.objects.select_related("club").get(pk=night.pk)


def text_of(pdf):
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(p.get_textpage().get_text_range() for p in pages).split())


def page(client, name, night, *args):
    address = reverse(f"publishing:{name}", args=[night.club.slug, night.pk, *args])
    return " ".join(client.get(address).content.decode().split())


# Phones at the table


def test_the_tables_phone_asks_for_who_sits_there_at_that_hand(client, night):
    table, _seat = ann_at(night)
    card = next(c for c in codes.printed_cards(night.pk) if c.table == table.table)
    place = client.post(f"/t/{card.text}/").url
    assert "Zoe Hill" not in client.get(f"{place}hands/1/").content.decode()
    third = client.get(f"{place}hands/3/").content.decode()
    assert "Zoe Hill" in third
    assert "Ann Adams (" not in third


def test_a_phone_without_network_keeps_who_sits_there_now(client, night):
    table, seat = ann_at(night)
    claim = services.claim_table(night.pk, table.table, device="d" * 32).claim
    assert state_for_device(claim, load_table(table.id))["names"][seat] == "Ann Adams"
    play(night, 1)
    play(night, 2)
    assert state_for_device(claim, load_table(table.id))["names"][seat] == "Zoe Hill"


# Public pages


def test_the_public_card_and_game_name_who_sat_at_each_hand(client, night):
    table, _seat = ann_at(night)
    night = play_the_night(night)
    game = page(client, "game", night, table.id)
    assert "Ann Adams / Zoe Hill &amp; Bob Adams" in game
    for shown in (game, page(client, "entry", night, table.seats[_seat][1])):
        assert "Ann Adams <span" in shown
        assert "Zoe Hill <span" in shown


def test_a_board_names_the_pair_that_played_it(client, night):
    night = play_the_night(night)
    third = page(client, "board", night, 3)
    assert "Zoe Hill &amp; Bob Adams" in third
    assert "Ann Adams" not in third
    assert "Ann Adams &amp; Bob Adams" in page(client, "board", night, 1)


def test_a_substitute_who_is_not_named_is_the_number_of_the_entry(client, night):
    Player.objects.filter(first_name="Zoe").update(public_name_choice=PublicName.HIDDEN)
    table, _seat = ann_at(night)
    game = page(client, "game", play_the_night(night), table.id)
    assert "Zoe" not in game
    assert "Pair 1" in game


# Paper


def test_pads_cards_and_guides_have_both_names(night):
    data = load_night(night)
    assert "Ann Adams / Zoe Hill" in text_of(draw_pads(data, {1}, A4))
    second = text_of(draw_pads(data, {2}, A4))
    assert "Zoe Hill" in second
    assert "Ann Adams" not in second
    assert "Ann Adams / Zoe Hill" in text_of(draw_cards(data, A4))
    named = [row.opponents for card in guide_cards(data) for row in card.rows]
    assert ("Ann Adams / Zoe Hill", "Bob Adams") in named


def test_the_seating_list_of_a_later_round_leads_the_substitute_to_her_table(night):
    rows = {row.name: row for row in seating_sheet(load_night(night), 2).rows}
    table, _seat = ann_at(night, 2)
    assert rows["Hill, Zoe"].table == str(table.table)
    assert "Adams, Ann" not in rows


# Files and the API


def test_files_and_the_api_say_who_sat_at_each_hand(client, night):
    table, seat = ann_at(night)
    rows = csv.DictReader(io.StringIO(night_as_csv(load_night(night))))
    column = {"N": "north", "E": "east", "S": "south", "W": "west"}[seat]
    here = {"round": "1", "table": str(table.table)}
    sat = [row[column] for row in rows if here.items() <= row.items()]
    assert sat == ["Ann Adams", "Ann Adams", "Zoe Hill", "Zoe Hill"]
    wanted = [{"hand": number, "seat": seat, "name": "Zoe Hill"} for number in (3, 4)]
    game = next(
        one
        for one in night_as_dict(load_night(night))["games"]
        if (one["round"], one["table"]) == (1, table.table)
    )
    assert game["substitutes"] == wanted
    answer = client.get(f"/api/v1/nights/{night.pk}/games/").json()["results"]
    shown = next(one for one in answer if one["id"] == table.id)["substitutes"]
    zoe = {"person": who("Zoe").pk}
    assert shown == [one | zoe for one in wanted]


# An officer who sits in plays, too (story 46)


@pytest.fixture
def officer(night):
    """Zoe Hill signs in as a director."""
    user = world.make_officer(night.club)
    Player.objects.filter(first_name="Zoe").update(user=user)
    return user


def elsewhere(night):
    """The table that plays the same boards as Ann's."""
    own, _seat = ann_at(night)
    return next(t for t in load_night(night).rounds()[1] if t.id != own.id)


def test_an_officer_who_sits_in_is_veiled_from_boards_still_to_be_played(client, night, officer):
    other = elsewhere(night)
    world.enter(other.hands[2], tricks=12)
    client.force_login(officer)
    address = reverse("nights:table", args=[night.club.slug, night.pk, other.id])
    assert "12 tricks" not in client.get(address).content.decode()
    answer = client.get(f"/api/v1/hands/{other.hands[2].id}/").json()
    assert answer["state"] == "hidden"
    hidden = sight_in(night, officer).hidden_boards
    assert other.hands[2].board_id in hidden
    for number in (1, 2, 3):
        play(night, number)
    assert "12 tricks" in client.get(address).content.decode()


def test_a_substitute_makes_no_slip_of_her_boards_and_an_officer_prints_none(
    client, night, officer
):
    zoe = who("Zoe").pk
    data = load_night(night)
    own = {h.board for t in data.tables if zoe in t.everybody for h in t.hands}
    makers = {slip.maker for slip in deal_slips(data) if slip.number in own}
    assert "Zoe Hill" not in makers
    assert own
    printed = {board.number for board in boards_to_print(data, frozenset([zoe]))}
    assert printed.isdisjoint(own)
    client.force_login(officer)
    address = reverse("nights:printing", args=[night.club.slug, night.pk])
    assert client.get(address).context["plays_tonight"]


# Games that go on


def deal(table, number):
    hand = HandResult.objects.get(game=table.game_id, number=number)
    return world.enter(hand, {"contract": "4S", "declarer": "N"}, 10)


def test_a_substitute_plays_the_deals_that_a_rubber_adds_until_she_leaves(club):
    night = world.running_night(
        club, people=4, game="rubber", format="social", rounds_planned=1, method="back-score"
    )
    zoe = add_player(club=club, first_name="Zoe", last_name="Hill")
    table = world.table_of(night, 1, 1)
    trouble.substitute(night.pk, who("Ann"), zoe, actor=ACTOR)
    deal(table, 1)
    assert list(HandLineup.objects.values_list("hand__number", flat=True)) == [1, 2]
    trouble.substitute(night.pk, who("Ann"), who("Ann"), actor=ACTOR, first_hand=2)
    clear = HandResult.objects.get(game=table.game_id, number=2)
    world.enter(clear, {"contract": "1S", "declarer": "N"}, 7)
    assert HandResult.objects.filter(game=table.game_id).count() == 3
    assert list(HandLineup.objects.values_list("hand__number", flat=True)) == [1]


def test_a_substitute_plays_the_extra_hand_of_a_drawn_match(night):
    table, seat = ann_at(night)
    trouble.add_extra_hand(night.pk, table.id, actor=ACTOR)
    table, _seat = ann_at(night)
    assert table.sitter(seat, 5).full == "Zoe Hill"


def test_undoing_a_substitution_ends_it_in_the_deals_that_came_since(club):
    night = world.running_night(
        club, people=4, game="rubber", format="social", rounds_planned=1, method="back-score"
    )
    zoe = add_player(club=club, first_name="Zoe", last_name="Hill")
    yves = add_player(club=club, first_name="Yves", last_name="Hill")
    trouble.substitute(night.pk, who("Ann"), zoe, actor=ACTOR)
    action = NightChange.objects.latest("pk").log_entry
    trouble.substitute(night.pk, who("Bob"), yves, actor=ACTOR)
    deal(world.table_of(night, 1, 1), 1)
    trouble.undo(night.pk, action.pk, actor=ACTOR)
    left = HandLineup.objects.values_list("player__first_name", "hand__number")
    assert sorted(left) == [("Yves", 1), ("Yves", 2)]
