"""Paper of a night: score pads, slips, standings, and who may print them."""

import pypdfium2
import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import LogEntry, NightDealSet
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.paper import deal_slips, pad_code
from clubmanager.people.models import Player
from tests import world

pytestmark = pytest.mark.django_db


def address(name, night, **more):
    return reverse(f"nights:{name}", kwargs={"slug": night.club.slug, "night_id": night.pk, **more})


def pages_of(response) -> list[str]:
    assert response["Content-Type"] == "application/pdf"
    document = pypdfium2.PdfDocument(response.content)
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.fixture
def director(client):
    def sign_in(club, role="director"):
        user = world.make_officer(club, role)
        client.force_login(user)
        return user

    return sign_in


def test_there_is_a_pad_for_every_table_and_round(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8, rounds_planned=3)
    director(club)
    pages = pages_of(client.get(address("pads_pdf", night)))
    assert len(pages) == 2 * 3
    first = load_night(night).tables[0]
    assert "Thursday night" in pages[0]
    assert pad_code(night, first) in pages[0]
    for person, _ in first.seats.values():
        assert person.full in pages[0]


def test_pads_of_one_round_can_be_printed_alone(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8)
    director(club)
    assert len(pages_of(client.get(address("pads_pdf", night) + "?round=2"))) == 2


def test_pads_ask_for_strengths_only_where_no_deal_is_stored(client, director):
    club = world.make_club()
    director(club)
    shuffled = world.seated_night(club, people=8)
    stored = world.seated_night(club, people=8, stored=True)
    assert "trength" in pages_of(client.get(address("pads_pdf", shuffled)))[0]
    assert "Strengths" not in pages_of(client.get(address("pads_pdf", stored)))[0]


def test_paper_is_the_clubs(client, director):
    club = world.make_club(paper="Letter")
    night = world.seated_night(club, people=8)
    director(club)
    page = pypdfium2.PdfDocument(client.get(address("pads_pdf", night)).content)[0]
    assert page.get_size() == (612, 792)


def test_nobody_makes_up_a_board_that_she_will_play():
    night = world.seated_night(
        world.make_club(), people=20, format="mitchell", rounds_planned=3, stored=True
    )
    data = load_night(night)
    plays = {}
    for table in data.tables:
        for hand in table.hands:
            plays.setdefault(hand.board, set()).update(p.full for p, _ in table.seats.values())
    slips = deal_slips(data)
    assert {slip.number for slip in slips} == set(plays)
    assert all(slip.maker for slip in slips)
    assert not [slip for slip in slips if slip.maker in plays[slip.number]]


def test_a_slip_names_nobody_where_everybody_plays_the_board():
    night = world.seated_night(world.make_club(), people=8, stored=True)
    assert {slip.maker for slip in deal_slips(load_night(night))} == {""}


def test_every_copy_of_a_board_has_a_slip():
    night = world.seated_night(world.make_club(), people=8, stored=True, rounds_planned=3)
    slips = deal_slips(load_night(night))
    assert [(s.number, s.copy, s.copies) for s in slips[:3]] == [(1, 1, 2), (1, 2, 2), (2, 1, 2)]
    assert len(slips) == 12 * 2


def test_printing_slips_is_logged_and_never_stored(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8, stored=True)
    director(club)
    response = client.post(address("slips_pdf", night))
    assert len(pages_of(response)) == 6
    assert response["Cache-Control"] == "no-store"
    assert LogEntry.objects.filter(night=night, action="printed deal slips").count() == 1


def test_a_scorer_prints_pads_and_no_slips(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8, stored=True)
    director(club, role="scorer")
    assert client.get(address("pads_pdf", night)).status_code == 200
    assert client.post(address("slips_pdf", night)).status_code == 403


def test_a_director_who_plays_gets_no_slip_of_her_own_boards(client, director):
    """Night story 46."""
    club = world.make_club()
    night = world.seated_night(club, people=12, format="mitchell", rounds_planned=2, stored=True)
    user = director(club)
    table = load_night(night).tables[0]
    Player.objects.filter(pk=table.seats["N"][0].id).update(user=user)
    texts = "".join(pages_of(client.post(address("slips_pdf", night))))
    own = {hand.board for t in load_night(night).tables_of(table.seats["N"][1]) for hand in t.hands}
    everything = {hand.board for t in load_night(night).tables for hand in t.hands}
    printed = {s.number for s in deal_slips(load_night(night), kept_from=frozenset(
        [table.seats["N"][0].id]))}  # fmt: skip
    assert printed == everything - own
    assert texts.count("Confidential") == len(printed)


def test_slips_without_a_deal_set_say_what_to_do(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8)
    director(club)
    response = client.post(address("slips_pdf", night), follow=True)
    assert "deal set must be chosen for this night first" in response.content.decode()


def test_the_wall_sheet_carries_full_names_and_the_reason_of_a_tie(client, director):
    club = world.make_club(public_name_default="first")
    night = world.running_night(club, people=8)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand)
    director(club)
    text = "".join(pages_of(client.get(address("wall_standings_pdf", night))))
    assert "Ann Adams" in text
    assert "shares rank 1" in text


def test_printing_before_the_seating_says_what_to_do(client, director):
    club = world.make_club()
    night = world.make_night(club)
    director(club)
    page = client.get(address("printing", night)).content.decode()
    assert reverse("nights:seating", args=[club.slug, night.pk]) in page


@pytest.mark.parametrize("name", ["printing", "pads_pdf", "blank_pads_pdf", "wall_standings_pdf"])
def test_strangers_find_nothing(client, name):
    night = world.seated_night(world.make_club(), people=8)
    assert client.get(address(name, night)).status_code == 302
    other = world.make_club("Other Club")
    client.force_login(world.make_officer(other))
    assert client.get(address(name, night)).status_code == 404


def test_the_export_of_a_sealed_night_holds_no_card(client, director):
    club = world.make_club()
    night = world.seated_night(club, people=8, stored=True)
    services.start_round(night.pk, actor=world.SYSTEM)
    world.play_round(night, 1)
    director(club)
    deal_set = NightDealSet.objects.get(night=night).deal_set
    for kind in ("json", "csv"):
        text = client.get(address("export", night, kind=kind)).content.decode()
        for board in deal_set.boards.all():
            assert board.deal_text not in text
            assert not any(hand in text for hand in board.deal_text[2:].split())
        assert deal_set.secret_hex not in text
