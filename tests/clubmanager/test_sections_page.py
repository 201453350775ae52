"""Sections: chosen by hand, looked at, drawn; ranked together or apart on every face."""

import csv
import io
import json

import pypdfium2
import pytest
from django.core.management import call_command
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Entry, Seat
from clubmanager.nights.queries import load_night
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def url(night, name="sections"):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk])


def evening(club, people=20, **fields):
    """Ten pairs in two sections of a round robin, planned and not seated."""
    plan = {"format": "round_robin", "rounds_planned": 3, "sections_planned": 2} | fields
    night = world.make_night(club, **plan)
    players = world.make_players(club, people)
    world.check_in_all(night, players)
    if plan["format"] != "social":
        world.pair_up(night, players)
    return night


def firsts(night):
    """The first player of each pair, in the order of the pairs."""
    entries = Entry.objects.filter(section__night=night).order_by("pk")
    return [entry.members.first().player_id for entry in entries]


def answers(night, letters, number=2):
    chosen = zip(firsts(night), letters, strict=True)
    return {"sections": number} | {f"in_{pk}": letter for pk, letter in chosen}


def sections_of(night):
    """Letter of each pair's first player, in the order of the pairs."""
    entries = Entry.objects.filter(section__night=night).order_by("pk")
    return "".join(entry.section.name for entry in entries.select_related("section"))


def test_the_page_begins_with_an_even_split_and_looks_before_it_draws(director, club):
    night = evening(club)
    form = director.get(url(night)).context["form"]
    assert "".join(row.initial for row in form.rows()) == "AAAAAABBBB"
    page = director.get(url(night), {"look": "yes"} | answers(night, "AAAABBBBBB"))
    assert "Section A" in page.content.decode()
    parts = page.context["grid"].parts
    assert [(name, len(rows)) for name, rows in parts] == [("A", 2), ("B", 3)]
    assert not night.rounds.exists()
    director.post(url(night), answers(night, "AAAABBBBBB"))
    assert sections_of(night) == "AAAABBBBBB"
    tables = Seat.objects.values_list("table_round__section__name", "table_round__table")
    assert set(tables) == {("A", 1), ("A", 2), ("B", 11), ("B", 12), ("B", 13)}


def test_one_pair_moves_to_the_other_section_before_the_movement_starts(director, club):
    night = evening(club)
    services.seat_field(night.pk, actor=world.SYSTEM)
    form = director.get(url(night)).context["form"]
    letters = {row.name: row.initial for row in form.rows()}
    assert "".join(letters[f"in_{pk}"] for pk in firsts(night)) == sections_of(night)
    director.post(url(night), answers(night, "AAAAABBBBB"))
    assert sections_of(night) == "AAAAABBBBB"
    assert load_night(night).sit_outs[1]


def test_the_choice_stays_when_seats_are_drawn_again_and_newcomers_join_the_smallest(
    director, club
):
    night = evening(club)
    director.post(url(night), answers(night, "BBBBAAAAAA"))
    director.post(url(night, "draw"), {"redraw": "yes"})
    assert sections_of(night) == "BBBBAAAAAA"
    people = world.newcomers(club)
    world.check_in_all(night, people)
    services.pair_players(night.pk, *people, actor=world.SYSTEM)
    director.post(url(night, "draw"))
    assert sections_of(night) == "BBBBAAAAAAB"
    director.post(url(night), {"automatic": "yes"})
    night.refresh_from_db()
    assert night.sections_chosen == {}
    assert sorted(sections_of(night)) == list("AAAAAABBBBB")


def test_the_number_of_sections_is_chosen_there_too(director, club):
    night = evening(club, people=24)
    form = director.get(url(night), {"sections": 3}).context["form"]
    assert "".join(row.initial for row in form.rows()) == "AAAABBBBCCCC"
    director.post(url(night), answers(night, "AAAABBBBCCCC", 3))
    night.refresh_from_db()
    assert night.sections_planned == 3
    offer = director.get(url(night, "seating")).context["offer"]
    assert offer.sections == (4, 4, 4)
    services.update_night(night.pk, actor=world.SYSTEM, sections_planned=2)
    night.refresh_from_db()
    assert night.sections_chosen == {}


def test_single_players_are_divided_by_hand_too(director, club):
    night = evening(club, people=16, format="social")
    form = director.get(url(night)).context["form"]
    sent = {"sections": 2} | {row.name: "AB"[at % 2] for at, row in enumerate(form.rows())}
    director.post(url(night), sent)
    members = Seat.objects.filter(round__number=1).values_list("player_id", "entry__section__name")
    assert {f"in_{pk}": letter for pk, letter in members} == {
        name: letter for name, letter in sent.items() if name != "sections"
    }


@pytest.mark.parametrize(
    ("letters", "number", "sentence"),
    [
        pytest.param("AAAAAAACCC", 3, "sections must be A, B and so on without a gap", id="gap"),
        pytest.param("AAAAAAAAAB", 2, "section B: pairs must be 4 to 14, got 1", id="alone"),
    ],
)
def test_sections_that_cannot_be_played_are_refused_in_words(
    director, club, letters, number, sentence
):
    night = evening(club)
    page = director.get(url(night), {"look": "yes"} | answers(night, letters, number))
    assert sentence in page.content.decode()
    assert not night.rounds.exists()


def test_a_night_that_has_begun_keeps_its_sections(club):
    night = evening(club)
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.start_round(night.pk, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="night must be planned"):
        services.seat_field(night.pk, actor=world.SYSTEM, sections={})


# Ranked together or apart


def played(club, **fields):
    """Section A has pairs 1 to 4, B the others; the North-South side of each table wins."""
    night = evening(club, people=16, rounds_planned=1, **fields)
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.start_round(night.pk, actor=world.SYSTEM)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            facts = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}
            world.enter(hand, facts, 7 + hand.number if table.table in (1, 11) else 11)
    services.close_night(night.pk, actor=world.SYSTEM)
    return ClubNight.objects.get(pk=night.pk)


@pytest.mark.parametrize(
    ("together", "titles"),
    [
        pytest.param(True, [], id="together"),
        pytest.param(False, ["Section A", "Section B"], id="apart"),
    ],
)
def test_standings_are_one_ranking_or_one_for_each_section(client, club, together, titles):
    night = played(club, ranked_together=together)
    found = reverse("publishing:standings", args=[club.slug, night.pk])
    page = client.get(found).content.decode()
    assert [title for title in ("Section A", "Section B") if title in page] == titles
    pdf = client.get(reverse("publishing:standings_pdf", args=[club.slug, night.pk])).content
    text = " ".join(p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(pdf))
    assert [title for title in ("Section A", "Section B") if title in text] == titles


@pytest.mark.parametrize(
    ("together", "first"),
    [pytest.param(True, ["1="] * 2, id="together"), pytest.param(False, ["1"] * 2, id="apart")],
)
def test_files_rank_sections_together_or_apart_and_keep_their_letters(club, together, first):
    """Tables 2 and 12 bring their winners the same points, the others bring fewer."""
    night = played(club, ranked_together=together, method="points")
    out = io.StringIO()
    call_command("export_night", night.pk, "--format", "json", stdout=out)
    standings = json.loads(out.getvalue())["standings"]
    assert {row["section"] for row in standings} == {"A", "B"}
    assert [row["rank"] for row in standings if row["rank"] in ("1", "1=")] == first
    out = io.StringIO()
    call_command("export_night", night.pk, "--format", "csv", stdout=out)
    rows = csv.DictReader(io.StringIO(out.getvalue()))
    assert {row["table"] for row in rows} == {"1", "2", "11", "12"}
