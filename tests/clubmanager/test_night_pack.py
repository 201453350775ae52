"""From a night to its paper: what stands on each, who may print it, and the pack of everything."""

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone

from clubmanager.nights.models import ClubNight, Job
from clubmanager.nights.prints.evening import Evening, draw_evening, part_titles
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries import paper as queries
from clubmanager.nights.services import jobs
from clubmanager.people.models import Player
from deals.prints.paper import A4
from scoring.core.chart import RECONSTRUCTED
from scoring.core.house_rules import HOUSE_RULES
from scoring.core.ruleset import RuleError
from tests import world


def texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


@pytest.fixture
def night(db):
    return world.seated_night(world.make_club(), people=8, stored=True, rounds_planned=3)


@pytest.fixture
def officer(client, night):
    user = world.make_officer(night.club, "scorer")
    client.force_login(user)
    return user


def address(name, night):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


def test_every_round_of_an_entry_is_on_its_guide_card(night):
    data = load_night(night)
    cards = queries.guide_cards(data)
    assert [card.label for card in cards] == ["Pair 1", "Pair 2", "Pair 3", "Pair 4"]
    for card, entry in zip(cards, data.entries.values(), strict=True):
        for row, table in zip(card.rows, data.tables_of(entry.id), strict=True):
            own = {person.full for person, of in table.seats.values() if of == entry.id}
            assert set(card.names) == own
            everybody = {person.full for person, _of in table.seats.values()}
            assert set(row.opponents) == everybody - own
            assert (row.round, row.table) == (str(table.round), str(table.table))
            seats = [seat for seat, (_p, of) in table.seats.items() if of == entry.id]
            assert sorted(row.direction.split("–")) == sorted(seats)
            boards = [hand.board for hand in table.hands]
            assert row.boards == f"{min(boards)}–{max(boards)}"


@pytest.mark.django_db
def test_an_individual_reads_partner_and_opponents():
    night = world.seated_night(world.make_club(), people=8, format="social", rounds_planned=2)
    data = load_night(night)
    card = queries.guide_cards(data)[0]
    table = data.tables_of(next(iter(data.entries)))[0]
    (seat,) = [s for s, (p, _e) in table.seats.items() if p.full == card.names[0]]
    across = {"N": "S", "S": "N", "E": "W", "W": "E"}[seat]
    assert card.label == "Player 1"
    assert card.rows[0].direction == seat
    assert card.rows[0].partner == table.seats[across][0].full
    assert len(card.rows[0].opponents) == 2
    assert card.rows[0].boards == ""


@pytest.mark.django_db
def test_a_sit_out_is_on_the_guide_card_and_on_the_seating_list():
    night = world.seated_night(world.make_club(), people=10, rounds_planned=5)
    data = load_night(night)
    resting = {row.round for card in queries.guide_cards(data) for row in card.rows
               if not row.table}  # fmt: skip
    assert resting == {"1", "2", "3", "4", "5"}
    rows = queries.seating_sheet(data).rows
    (pair,) = data.sit_outs[1]
    assert len(rows) == 10
    out = {row.name for row in rows if not row.table}
    assert out == {", ".join(reversed(name.split())) for name in pair.names(public=False)}


def test_the_seating_list_goes_by_surname_whatever_the_accents(night):
    for surname, player in zip(
        ("Zorn", "Ångström", "de Vries", "Eco", "éclair", "Bo", "Иванов", "王"),
        Player.objects.filter(club=night.club).order_by("pk"),
        strict=True,
    ):
        Player.objects.filter(pk=player.pk).update(last_name=surname)
    names = [row.name.split(",")[0] for row in queries.seating_sheet(load_night(night)).rows]
    assert names == ["Ångström", "Bo", "de Vries", "éclair", "Eco", "Zorn", "Иванов", "王"]


def test_table_cards_carry_the_codes_of_the_night(night, officer, client):
    pages = texts(client.post(address("table_cards_pdf", night)).content)
    cards = queries.printed_cards(night.pk)
    assert len(pages) == len(cards) == 2
    for page, card in zip(pages, cards, strict=True):
        assert card.digits in page
        assert page.count(str(card.table)) >= 9  # once large, twice at each edge


def test_strangers_get_no_table_codes(night, client):
    client.force_login(world.make_officer(world.make_club("Other Club")))
    assert client.post(address("table_cards_pdf", night)).status_code == 404
    assert queries.printed_cards(night.pk) == []


def test_table_cards_of_a_night_that_is_over_have_no_new_code(night, officer, client):
    ClubNight.objects.filter(pk=night.pk).update(state="closed", closed_at=timezone.now())
    (first, _second) = texts(client.post(address("table_cards_pdf", night)).content)
    assert "North" in first
    assert "code" not in first


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("seating_pdf", "Where you sit in round 1"), ("badges_pdf", "Ann"),
        ("guide_cards_pdf", "Pair 4"), ("reference_pdf", "Round Two"),
        ("house_rules_pdf", "House rules"), ("spares_pdf", "Guide card"),
    ],
)  # fmt: skip
def test_a_scorer_prints_each_paper(night, officer, client, name, words):
    response = client.get(address(name, night))
    assert response["Content-Type"] == "application/pdf"
    assert words in " ".join(texts(response.content))
    assert address(name, night) in client.get(address("printing", night)).content.decode()


@pytest.mark.parametrize("name", ["guide_cards_pdf", "seating_pdf", "badges_pdf", "spares_pdf"])
def test_strangers_get_no_paper(night, client, name):
    assert client.get(address(name, night)).status_code == 302
    client.force_login(world.make_officer(world.make_club("Other Club")))
    assert client.get(address(name, night)).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["guide_cards_pdf", "seating_pdf", "badges_pdf"])
def test_before_the_seating_there_is_nothing_to_print(client, name):
    night = world.make_night(world.make_club())
    client.force_login(world.make_officer(night.club))
    assert client.get(address(name, night)).status_code == 404


def test_a_club_without_a_house_rule_has_it_on_no_card(night, officer, client):
    night.club.house_rules_off = ["revoke"]
    night.club.save()
    text = " ".join(texts(client.get(address("house_rules_pdf", night)).content))
    assert "did not follow the colour" not in text
    assert HOUSE_RULES[0].title.split(",")[0] in text


def test_the_settings_page_switches_a_house_rule_off(night, client):
    club = night.club
    client.force_login(club.memberships.get(role="owner").user)
    page = reverse("people:settings", args=[club.slug])
    chosen = [rule.key for rule in HOUSE_RULES if rule.key != "conceded"]
    form = {
        "name": club.name, "public_name_default": "full", "time_zone": "Europe/London",
        "paper": "A4", "decks": "16", "house_rules": chosen,
    }  # fmt: skip
    assert client.post(page, form).status_code == 302
    club.refresh_from_db()
    assert club.house_rules_off == ["conceded"]


# The pack


def bookmarks(pdf: bytes) -> list[tuple[str, int]]:
    document = pypdfium2.PdfDocument(pdf)
    return [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]


def test_the_pack_holds_everything_in_the_order_in_which_it_is_handed_out(night):
    pdf = jobs.draw_whole_night(night)
    assert bookmarks(pdf) == [
        ("Table cards", 0), ("Seating list", 2), ("Name badges", 3), ("Guide cards", 4),
        ("Quick Reference cards", 5), ("House rules cards", 6), ("Score pads, round 1", 7),
        ("Score pads, round 2", 9), ("Score pads, round 3", 11), ("Blank table card", 13),
        ("Blank seating list", 14), ("Blank badges", 15), ("Blank guide cards", 16),
        ("Blank score pads", 17),
    ]  # fmt: skip
    assert len(texts(pdf)) == 18


def test_the_pack_shows_no_card_of_a_sealed_deal(night):
    text = " ".join(texts(jobs.draw_whole_night(night)))
    assert "Confidential" not in text
    for board in night.night_deal_set.deal_set.boards.all():
        assert board.deal_text not in text


def test_a_pack_drawn_twice_is_the_same_file(night):
    assert jobs.draw_whole_night(night) == jobs.draw_whole_night(night)


def test_a_pack_of_a_night_needs_ten_queries(night, django_assert_num_queries):
    with django_assert_num_queries(10):
        queries.evening(load_night(night))


def test_an_empty_evening_leaves_the_empty_parts_out():
    evening = Evening("Riverside Club", "Thursday night", RECONSTRUCTED)
    assert part_titles(evening, A4)[:2] == ["Quick Reference cards", "Blank table card"]
    assert len(texts(draw_evening(evening, A4))) == 6


@pytest.mark.django_db(transaction=True)
def test_an_officer_orders_the_pack_and_downloads_one_pdf(client, settings, tmp_path):
    settings.JOB_FILES_DIR = tmp_path / "jobs"
    night = world.seated_night(world.make_club(), people=8, rounds_planned=2)
    client.force_login(world.make_officer(night.club))
    ordered = client.post(address("start_pack", night), {"kind": "whole night"})
    job = Job.objects.get()
    assert (job.state, job.file_name) == ("done", f"night-{night.pk}.pdf")
    assert job.done == job.total > 10
    assert len(queries.printed_cards(night.pk)) == 2
    answer = client.get(ordered["Location"] + "file/")
    assert "Score pads, round 2" in dict(bookmarks(b"".join(answer.streaming_content)))


def test_an_unknown_pack_is_refused(night):
    with pytest.raises(RuleError, match="pack must be whole night or print pack, got 'all'"):
        jobs.start_print_pack(night, actor=world.SYSTEM, kind="all")
