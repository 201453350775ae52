"""Paper that shows cards: a director's, logged, never stored, and never of boards of her own."""

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, ClubNight, Job, LogEntry
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.deal_papers import hand_records
from clubmanager.nights.queries.par import board_par
from clubmanager.people.models import Player
from deals.core.formats import read_deals
from deals.models import Board
from deals.queries import deals_of
from tests import world
from tests.clubmanager.fair_nights import ALL_SEVEN, finished_night, solved
from tests.clubmanager.public_addresses import pdf_text

pytestmark = pytest.mark.django_db
PAPERS = {
    "slips_pdf": "printed deal slips",
    "hand_records_pdf": "printed hand records",
    "curtain_cards_pdf": "printed curtain cards",
}


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8, stored=True, rounds_planned=1)


@pytest.fixture
def director(client, night):
    user = world.make_officer(night.club)
    client.force_login(user)
    return user


def url(night, name):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


@pytest.mark.parametrize("name", PAPERS)
def test_it_is_drawn_for_a_director_logged_and_kept_nowhere(client, night, director, name):
    answer = client.post(url(night, name))
    assert answer.content.startswith(b"%PDF")
    assert answer["Cache-Control"] == "no-store"
    assert LogEntry.objects.filter(action=PAPERS[name], actor=str(director)).count() == 1
    assert not Job.objects.exists()


@pytest.mark.parametrize("name", PAPERS)
def test_it_is_neither_a_link_nor_a_scorers(client, night, name):
    client.force_login(world.make_officer(night.club))
    assert client.get(url(night, name)).status_code == 405
    client.force_login(world.make_officer(night.club, "scorer"))
    assert client.post(url(night, name)).status_code == 403


@pytest.mark.parametrize("name", PAPERS)
def test_a_director_who_plays_gets_no_board_of_hers(client, night, director, name):
    north = load_night(night).rounds()[1][0].seats["N"][0]
    Player.objects.filter(pk=north.id).update(user=director)
    page = client.post(url(night, name), follow=True).content.decode()
    assert "boards that you do not play" in page


def test_nor_boards_that_she_plays_on_another_night(client, night, director):
    other = world.make_night(night.club, title="Next week")
    player = Player.objects.create(club=night.club, first_name="Dora", user=director)
    CheckIn.objects.create(night=other, player=player)
    services.take_deal_set(other.pk, night.night_deal_set.deal_set, actor=world.SYSTEM)
    page = client.post(url(night, "hand_records_pdf"), follow=True).content.decode()
    assert "on another night" in page


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param({}, "Confidential", id="as usual"),
        pytest.param({"order": "sorted"}, "in the pockets by then", id="from a sorted pack"),
        pytest.param({"face": "bridge"}, "Confidential", id="bridge faces"),
    ],
)
def test_slips_come_in_both_orders_and_faces(client, night, director, data, words):
    assert words in pdf_text(client.post(url(night, "slips_pdf"), data).content)


def test_a_face_that_does_not_exist_is_refused(client, night, director):
    page = client.post(url(night, "slips_pdf"), {"face": "tarot"}, follow=True)
    assert "as the page offers it" in page.content.decode()


def test_hand_records_of_a_sealed_set_have_neither_tricks_nor_results(night):
    solved(night)
    world.play_round(night, 1)
    records = hand_records(load_night(night), frozenset())
    assert len(records) == 4
    assert {(record.tricks, record.par, record.results) for record in records} == {(None, "", ())}


def test_after_the_night_they_have_tricks_par_and_how_often_each_result_came(client):
    night = finished_night()
    solved(night)
    first = hand_records(load_night(night), frozenset())[0]
    assert first.tricks.text == "7" * 20
    assert "Seven" in first.par
    assert sum(int(words.split(" ")[0]) for words in first.results) == 2
    client.force_login(world.make_officer(night.club))
    text = pdf_text(client.post(url(night, "hand_records_pdf"), {"boards": "6"}).content)
    assert "Par: " in text


@pytest.mark.parametrize("kind", ["pbn", "lin", "dup", "ber", "dlm", "json"])
def test_an_open_set_is_a_file_in_every_format(client, kind):
    night = finished_night()
    client.force_login(world.make_officer(night.club))
    answer = client.get(reverse("nights:deals_file", args=[night.club.slug, night.pk, kind]))
    boards = read_deals(answer.content, f".{kind}").boards
    expected = deals_of(night.night_deal_set.deal_set)
    assert {board.number: board.deal for board in boards} == expected


@pytest.mark.parametrize("kind", ["pbn", "json", "exe"])
def test_a_sealed_set_is_no_file(client, night, director, kind):
    address = reverse("nights:deals_file", args=[night.club.slug, night.pk, kind])
    assert client.get(address).status_code == 404


def test_par_follows_the_game_that_the_night_plays():
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    board = Board(number=1, dealer="N", vulnerable="None", deal_text=deal)
    # Seven tricks for everybody: North bids one notrump, 90 by Law 77, and nobody gains by more.
    par = board_par(ClubNight(game="duplicate"), board, ALL_SEVEN)
    assert (par.ns_net, par.words, par.abridged) == (90, "1NT by N, 7 tricks, N-S 90", None)
