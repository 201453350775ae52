"""After the night everybody may check the deals and read the boards, and not a moment earlier."""

import json

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.publishing import watching
from clubmanager.publishing.boards import FieldAgainstPar, field_against_par
from deals.core.cards import Suit
from deals.core.verify import verify_proof
from deals.queries import deals_of, export_pbn
from tests import world
from tests.clubmanager.fair_nights import finished_night, solved
from tests.clubmanager.public_addresses import address

pytestmark = pytest.mark.django_db
NIGHT_PAGES = (("proof", {}), ("verify_night", {}), ("board", {"number": 1}))


@pytest.fixture
def night(db):
    return finished_night()


def text(client, name, night, **more) -> str:
    watching.forget()
    return client.get(address(name, night, **more)).content.decode()


def statuses(client, night) -> list[int]:
    watching.forget()
    return [client.get(address(name, night, **more)).status_code for name, more in NIGHT_PAGES]


def test_the_proof_of_a_finished_night_holds_and_is_a_file(client, night):
    answer = client.get(address("proof", night))
    assert answer["Content-Disposition"] == f'attachment; filename="proof-{night.pk}.json"'
    proof = json.loads(answer.content)
    assert len(proof["boards"]) == 4
    assert verify_proof(proof).matches
    proof["boards"][0]["number"] = 5
    assert not verify_proof(proof).matches


def test_the_nights_page_leads_to_the_proof_and_to_each_board(client, night):
    page = text(client, "night", night)
    assert address("proof", night) in page
    assert address("verify_night", night) in page
    assert all(address("board", night, number=n) in page for n in (1, 2, 3, 4))


def test_the_nights_own_check_has_the_proof_filled_in(client, night):
    deal_set = night.night_deal_set.deal_set
    page = text(client, "verify_night", night)
    assert deal_set.secret_hex in page
    assert "data-verify" in page
    assert "deals/verify.js" in page
    assert "deals/verify_deals.py" in page


@pytest.mark.parametrize("name", ["verify", "odds"])
def test_the_pages_for_everybody_need_no_night(client, name, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(reverse(f"publishing:{name}")).status_code == 200


def test_the_chances_are_the_exact_ones(client):
    page = client.get(reverse("publishing:odds")).content.decode()
    assert "136852887600" in page  # 4-4-3-2, of 635,013,559,600 hands
    assert "21.5511 %" in page
    assert "635013559600" in page


@pytest.mark.parametrize("state", ["planned", "running"])
def test_before_the_end_there_is_no_proof_and_no_board(client, state):
    make = world.seated_night if state == "planned" else world.running_night
    night = make(world.make_club(), people=8, stored=True, rounds_planned=1)
    assert statuses(client, night) == [404, 404, 404]
    assert address("proof", night) not in text(client, "night", night)


def test_opened_early_the_cards_are_still_not_public(client):
    night = world.running_night(world.make_club(), people=8, stored=True, rounds_planned=1)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="a board was exposed")
    assert statuses(client, night) == [404, 404, 404]


def test_an_embargo_holds_back_boards_and_proof_and_gives_them_again(client, night):
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)
    assert statuses(client, night) == [404, 404, 404]
    assert address("board", night, number=1) not in text(client, "night", night)
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=False)
    assert statuses(client, night) == [200, 200, 200]


def test_another_night_with_the_same_deals_holds_them_back(client):
    club = world.make_club()
    other = world.make_night(club, rounds_planned=1)
    night = world.running_night(club, people=8, stored=True, rounds_planned=1)
    deal_set = night.night_deal_set.deal_set
    services.take_deal_set(other.pk, deal_set, actor=world.SYSTEM)
    world.play_round(night, 1)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="a board was exposed")
    services.close_night(night.pk, actor=world.SYSTEM)
    assert statuses(client, night) == [404, 404, 404]


def test_an_imported_set_shows_its_boards_and_proves_nothing(client):
    club = world.make_club()
    source = world.seated_night(club, people=8, stored=True, rounds_planned=1)
    data = export_pbn(source.night_deal_set.deal_set)
    services.import_deals(source.pk, data=data, filename="x.pbn", actor=world.SYSTEM)
    services.start_round(source.pk, actor=world.SYSTEM)
    services.close_night(source.pk, actor=world.SYSTEM)
    assert statuses(client, source) == [404, 404, 200]


def test_a_board_shows_every_hand_with_letters_shapes_and_numbers(client, night):
    page = text(client, "board", night, number=2)
    deal = deals_of(night.night_deal_set.deal_set)[2]
    for hand in deal.hands:
        assert f"Strength {hand.strength}, colour count {hand.colour_count}" in page
    assert page.count("♥") >= 4
    ranks = [" ".join(str(r) for r in deal.hands[0].ranks(suit)) or "–" for suit in Suit]
    assert all(rank in page for rank in ranks)


def test_a_board_shows_every_tables_result_and_who_beat_whom(client, night):
    answer = client.get(address("board", night, number=1))
    page, rows = answer.content.decode(), answer.context["results"]
    # Hand 1, Play by North: 10 tricks at table 1 and 12 at table 2 (tests/world.py).
    assert [(row["table"].table, row["hand"]["tricks"]) for row in rows] == [(2, 12), (1, 10)]
    assert [row["percentage"] for row in rows] == [100, 0]
    assert all(row["ns"] in page.replace("&amp;", "&") for row in rows)


def test_without_double_dummy_a_board_says_so_and_with_it_shows_par(client, night):
    assert "have not been computed" in text(client, "board", night, number=1)
    solved(night)
    ClubNight.objects.filter(pk=night.pk).update(version=night.version + 1)
    page = text(client, "board", night, number=1)
    assert "Tricks of perfect play" in page
    assert "Was Play right?" in page
    # Seven tricks everywhere: a Play fails (target 10), so perfect players pass and say Seven.
    assert "pass four times" in page
    assert "Seven" in page


def test_a_board_that_nobody_played_has_no_page(client, night):
    watching.forget()
    assert client.get(address("board", night, number=9)).status_code == 404


def test_the_cached_page_of_a_board_changes_with_the_seal(client, night):
    url = address("board", night, number=1)
    first = client.get(url)
    assert first["ETag"] == client.get(url)["ETag"]
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)
    watching.forget()
    assert client.get(url).status_code == 404


@pytest.mark.parametrize(
    ("nets", "par", "expected"),
    [
        pytest.param([], 10, None, id="nobody played"),
        pytest.param([10, 30, 10, -20], 10, (1, 2, 1, "E-W 2"), id="two points under on average"),
        pytest.param([40, 40], 10, (2, 0, 0, "N-S 30"), id="all better"),
        pytest.param([-15, -15], -15, (0, 2, 0, "nothing"), id="all at par"),
    ],
)
def test_the_field_against_par(nets, par, expected):
    assert field_against_par(nets, par) == (expected and FieldAgainstPar(*expected))


def test_a_board_costs_no_more_queries_with_more_tables(client, django_assert_max_num_queries):
    night = finished_night(club=world.make_club())
    solved(night)
    watching.forget()
    with django_assert_max_num_queries(12):
        client.get(address("board", night, number=1))
