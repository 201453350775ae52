"""Where the cards of a night come from; and no card before the set is open."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, LogEntry
from clubmanager.people.models import Player
from deals.core.pbn import read_pbn
from deals.models import DealSet
from deals.queries import deals_of
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def officer(club):
    return world.make_officer(club)


@pytest.fixture
def director(client, officer):
    client.force_login(officer)
    return client


def url(night, name="deals"):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


def upload(director, night, data: bytes, name="deals.pbn", **options):
    return director.post(
        url(night, "import_deals"), {"file": SimpleUploadedFile(name, data)}, **options
    )


def shows_cards(page: str, deal_set) -> bool:
    """Whether a page holds a deal, a hand or one hand's longer holding in a suit."""
    for deal in deals_of(deal_set).values():
        hands = [hand.to_pbn() for hand in deal.hands]
        holdings = [part for hand in hands for part in hand.split(".") if len(part) > 4]
        if any(text in page for text in [deal.to_pbn(), *hands, *holdings]):
            return True
    return False


def test_a_generated_set_is_sealed_and_its_commitment_is_public_at_once(director, club):
    night = world.seated_night(club, people=8, rounds_planned=3)
    assert director.get(url(night)).context["generate_form"]["boards"].value() == 12
    director.post(url(night, "generate_deals"), {"boards": "12"})
    deal_set = DealSet.objects.get()
    page = director.get(url(night)).content.decode()
    assert deal_set.commitment in page
    assert "sealed" in page
    assert deal_set.secret_hex not in page
    assert "12 boards: 3 rounds of 4 hands." in page


@pytest.mark.parametrize("boards", ["", "0", "-4", "401", "four"])
def test_a_wrong_number_of_boards_is_told_beside_the_field(director, club, boards):
    night = world.make_night(club)
    answer = director.post(url(night, "generate_deals"), {"boards": boards})
    assert answer.status_code == 422
    assert answer.context["generate_form"].errors["boards"]
    assert not DealSet.objects.exists()


def test_too_few_boards_for_the_drawn_seats_are_refused_and_nothing_stays(director, club):
    night = world.seated_night(club, people=8, rounds_planned=3)
    answer = director.post(url(night, "generate_deals"), {"boards": "8"})
    assert "at least 12 boards (3 sets of 4)" in answer.content.decode()
    assert not DealSet.objects.exists()


@pytest.mark.parametrize(
    ("name", "boards", "sentence"),
    [
        pytest.param(
            "bigdeal.pbn", range(1, 15),
            "14 boards: 3 rounds of 4 hands, 2 boards are not used.", id="Big Deal",
        ),
        pytest.param(
            "bridgecomposer.pbn", range(16, 31),
            "15 boards: 3 rounds of 4 hands, 3 boards are not used.", id="Bridge Composer",
        ),
    ],
)  # fmt: skip
def test_a_real_file_is_taken_and_what_is_not_used_is_said(
    director, club, samples, name, boards, sentence
):
    night = world.seated_night(club, people=8, rounds_planned=3)
    data = (samples / name).read_bytes()
    page = upload(director, night, data, name, follow=True).content.decode()
    assert sentence in page
    deal_set = DealSet.objects.get()
    assert list(deal_set.boards.values_list("number", flat=True)) == list(boards)
    assert not shows_cards(page, deal_set)


def test_a_file_of_three_boards_is_kept_for_fewer_hands_a_round(director, club, samples):
    night = world.make_night(club, rounds_planned=1, hands_per_round=2, method="points")
    data = (samples / "three_records_crlf.pbn").read_bytes()
    page = upload(director, night, data, follow=True).content.decode()
    assert "3 boards: 1 round of 2 hands, 1 board is not used." in page
    assert ClubNight.objects.get().night_deal_set.deal_set.boards.count() == 3


@pytest.mark.parametrize("name", ["errors_10.pbn", "empty.pbn"])
def test_a_file_with_faults_is_refused_with_the_line_of_each(director, club, samples, name):
    night = world.make_night(club)
    data = (samples / name).read_bytes()
    answer = upload(director, night, data, name)
    assert answer.status_code == 422
    errors = answer.context["pbn_form"].errors["file"]
    assert errors
    assert all(error.startswith("line ") for error in errors)
    assert "line " in answer.content.decode()
    assert not DealSet.objects.exists()
    assert not hasattr(ClubNight.objects.get(), "night_deal_set")


def test_a_hand_of_fourteen_cards_is_refused_with_its_line(director, club):
    night = world.make_night(club)
    hands = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    text = f'[Event ""]\n[Board "1"]\n[Deal "N:{hands}2"]\n'
    answer = upload(director, night, text.encode())
    errors = answer.context["pbn_form"].errors["file"]
    assert any(error.startswith("line 3: Deal: West has 14 cards") for error in errors)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xff\xfe\x00", id="half a letter of UTF-16"),
        pytest.param(b"[Board\x00\x00 \x001]", id="zero bytes"),
        pytest.param(bytes(range(256)) * 8, id="noise"),
    ],
)
def test_bytes_that_are_no_text_are_refused(director, club, data):
    answer = upload(director, world.make_night(club), data)
    assert answer.status_code == 422
    assert answer.context["pbn_form"].errors["file"][0].startswith("line ")


def test_an_upload_without_a_file_or_with_an_empty_one_is_refused(director, club):
    night = world.make_night(club)
    assert director.post(url(night, "import_deals")).context["pbn_form"].errors["file"]
    assert "The file is empty." in upload(director, night, b"").content.decode()


@pytest.mark.slow
def test_fifty_megabytes_are_refused_by_their_size(director, club):
    answer = upload(director, world.make_night(club), b" " * 50_000_000)
    assert answer.status_code == 422
    error = answer.context["pbn_form"].errors["file"][0]
    assert "at most 5 MB" in error
    assert "47.7" in error  # MB of 1024 x 1024 bytes, as file managers count
    assert not DealSet.objects.exists()


def test_a_refused_file_leaves_the_earlier_set_in_place(director, club):
    night = world.seated_night(club, people=8, stored=True)
    upload(director, night, b"nothing")
    assert ClubNight.objects.get().night_deal_set.deal_set == DealSet.objects.get()


def test_cards_shuffled_at_the_table_need_no_set(director, club):
    night = world.seated_night(club, people=8, stored=True)
    director.post(url(night, "shuffle"))
    night = ClubNight.objects.get()
    assert night.dealing == "shuffled"
    assert not hasattr(night, "night_deal_set")
    page = director.get(url(night)).content.decode()
    assert "Cards are shuffled at the tables" in page
    assert reverse("nights:start_round", args=[club.slug, night.pk]) in page


def test_matchpoints_need_stored_deals(director, club):
    night = world.seated_night(club, people=8, stored=True, method="matchpoints")
    page = director.post(url(night, "shuffle"), follow=True).content.decode()
    assert "matchpoints compare boards" in page
    assert ClubNight.objects.get().dealing == "stored"


def test_a_second_night_plays_the_same_sealed_set(director, club):
    first = world.seated_night(club, people=8, stored=True)
    second = world.make_night(club, title="Second evening")
    deal_set = first.night_deal_set.deal_set
    director.post(url(second, "take_deals"), {"deal_set": deal_set.pk})
    second.refresh_from_db()
    assert second.night_deal_set.deal_set == deal_set


def test_a_set_of_another_club_or_an_open_one_is_not_taken(director, club):
    other = world.seated_night(world.make_club("Other Club"), people=8, stored=True)
    opened = world.seated_night(club, people=8, stored=True)
    services.open_deals(opened.pk, actor=world.SYSTEM, reason="test")
    night = world.make_night(club)
    for used in (other, opened):
        answer = director.post(
            url(night, "take_deals"), {"deal_set": used.night_deal_set.deal_set_id}
        )
        assert answer.status_code == 422
    assert not hasattr(ClubNight.objects.get(pk=night.pk), "night_deal_set")


PAGES = ["edit", "check_in", "pairs", "seating", "deals"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("running", [False, True], ids=["planned", "running"])
def test_no_page_before_the_end_shows_a_card_or_the_secret_of_a_sealed_set(
    director, club, name, running
):
    night = world.seated_night(club, people=8, stored=True)
    if running:
        services.start_round(night.pk, actor=world.SYSTEM)
    deal_set = night.night_deal_set.deal_set
    page = director.get(url(night, name)).content.decode()
    assert not shows_cards(page, deal_set)
    assert deal_set.secret_hex not in page
    desk = director.get(reverse("nights:desk", args=[club.slug])).content.decode()
    assert not shows_cards(desk, deal_set)


def test_the_check_for_cards_finds_them_where_they_are_shown(director, club):
    night = world.seated_night(club, people=8, stored=True)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="test")
    page = director.get(url(night)).content.decode()
    assert shows_cards(page, night.night_deal_set.deal_set)


def test_a_sealed_set_has_no_file(director, club):
    night = world.seated_night(club, people=8, stored=True)
    assert director.get(url(night, "deals_pbn")).status_code == 404
    assert director.get(url(world.make_night(club), "deals_pbn")).status_code == 404


def test_opening_needs_a_reason_and_is_logged_with_it(director, club):
    night = world.seated_night(club, people=8, stored=True)
    answer = director.post(url(night, "open_deals"), {"reason": " "})
    assert answer.status_code == 422
    assert not DealSet.objects.get().is_open
    director.post(url(night, "open_deals"), {"reason": "a tray was dropped"})
    entry = LogEntry.objects.get(action="opened the deal set")
    assert (entry.reason, entry.actor) == ("a tray was dropped", "Dora")
    page = director.get(url(night)).content.decode()
    assert "Opened by Dora: a tray was dropped" in page
    assert DealSet.objects.get().secret_hex in page


def test_an_imported_set_is_read_back_equal_after_the_night(director, club, samples):
    night = world.seated_night(club, people=8, rounds_planned=3)
    data = (samples / "bigdeal.pbn").read_bytes()
    upload(director, night, data, "bigdeal.pbn")
    services.start_round(night.pk, actor=world.SYSTEM)
    services.close_night(night.pk, actor=world.SYSTEM)
    answer = director.get(url(night, "deals_pbn"))
    assert answer["Content-Disposition"] == f'attachment; filename="deals-{night.pk}.pbn"'
    assert read_pbn(answer.content).boards == read_pbn(data).boards


def test_a_long_name_with_odd_letters_does_not_spoil_the_file(director, club):
    night = world.seated_night(club, people=8, stored=True, title="Ł\u200b" * 40)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="test")
    answer = director.get(url(night, "deals_pbn"))
    assert len(read_pbn(answer.content).boards) == 12


def test_a_director_who_plays_does_not_see_the_boards_before_her(director, club, officer):
    """Night story 46."""
    night = world.seated_night(club, people=8, stored=True)
    Player.objects.filter(pk=night.check_ins.first().player_id).update(user=officer)
    services.open_deals(night.pk, actor=world.SYSTEM, reason="test")
    for start in (False, True):
        if start:
            services.start_round(night.pk, actor=world.SYSTEM)
        page = director.get(url(night)).content.decode()
        assert not shows_cards(page, night.night_deal_set.deal_set)
        assert "boards that you have still to play are not shown to you" in page
        assert director.get(url(night, "deals_pbn")).status_code == 302


@pytest.mark.slow
def test_the_page_of_a_forty_table_night_takes_twelve_queries(
    director, club, django_assert_max_num_queries
):
    night = world.make_night(club, format="mitchell", rounds_planned=6)
    players = world.make_players(club, 160)
    night.check_ins.bulk_create(night.check_ins.model(night=night, player=p) for p in players)
    services.draw_pairs(night.pk, actor=world.SYSTEM)
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.generate_deals(night.pk, actor=world.SYSTEM)
    with django_assert_max_num_queries(12):
        director.get(url(night))
    services.open_deals(night.pk, actor=world.SYSTEM, reason="test")
    with django_assert_max_num_queries(12):
        assert director.get(url(night)).context["boards"]
    services.start_round(night.pk, actor=world.SYSTEM)
    with django_assert_max_num_queries(12):
        assert director.get(url(night)).context["boards"]
