"""Where each number of a ranking comes from, and a night's file ranked again."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.nights.queries.export import night_as_dict
from clubmanager.publishing import watching
from scoring.core.neuberg import Factoring
from scoring.core.rulings import ArtificialRuling
from scoring.core.tie_breaks import TieBreak
from tests import world
from tests.benchmarks.ratio import compare
from tests.ranking_world import (
    FIRST_WINS,
    board_night,
    points,
    rule,
    set_ranking,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


# Where a number comes from


def test_an_officer_opens_a_number_down_to_the_other_results(client, club, director):
    night = board_night(club, FIRST_WINS)
    first = standings_for(load_night(night), public=False)[0].entry.id
    page = client.get(reverse("nights:director", args=[club.slug, night.pk])).content.decode()
    url = reverse("nights:explain", args=[club.slug, night.pk, first])
    assert url in page
    board = reverse("nights:explain_board", args=[club.slug, night.pk, first, 1])
    assert board in client.get(url).content.decode()
    text = client.get(board).content.decode()
    assert "1 are worse (2 each) and 0 equal (1 each): 2 matchpoints." in text
    assert "2 of 2 matchpoints, 100.00 %." in text


def test_the_public_opens_only_boards_that_everybody_has_played(client, club):
    night = world.running_night(club, people=8, stored=True, method="matchpoints")
    tables = load_night(night).rounds()[1]
    for hand in tables[0].hands:
        world.enter(hand, points(100), None)
    entry = tables[0].seats["N"][1]
    url = reverse("publishing:explain", args=[club.slug, night.pk, entry, 1])
    assert client.get(url).status_code == 404
    for hand in tables[1].hands:
        world.enter(hand, points(50), None)
    assert client.get(url).status_code == 404, "the round is not over"
    services.start_round(night.pk, actor=world.SYSTEM)
    assert "2 of 2 matchpoints" in client.get(url).content.decode()
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=True)
    watching.forget()  # a process may hold what it knew for a second
    held = client.get(url).content.decode()
    assert "held back" in held
    assert "matchpoints" not in held


def test_a_broken_tie_names_what_decided_and_who_was_level(client, club, director):
    """Both winners of round 1 have a game; net points decide."""
    night = world.running_night(club, people=8)
    for table, scored in zip(load_night(night).rounds()[1], (100, 50), strict=True):
        for hand in table.hands:
            world.enter(hand, points(scored), None)
    rows = standings_for(load_night(night), public=False)
    assert rows[0].standing.tie_reason == "1st by net points"
    url = reverse("nights:explain", args=[club.slug, night.pk, rows[0].entry.id])
    text = client.get(url).content.decode()
    assert "1st by net points" in text
    assert f"Level before that: {rows[1].entry.number}: " in text


def test_the_public_page_says_how_the_night_is_ranked(client, club):
    night = set_ranking(board_night(club, FIRST_WINS), "cross-imps", multiplier=10)
    text = client.get(reverse("publishing:night", args=[club.slug, night.pk])).content.decode()
    assert "Ranked by cross-IMPs" in text
    assert "multiplied by 10 before IMPs: house practice" in text


def test_the_page_of_forty_tables_needs_few_queries(
    client, club, director, django_assert_max_num_queries
):
    night = world.running_night(club, people=160, format="mitchell")
    for name in ("ranking", "explain"):
        entry = [next(iter(load_night(night).entries))] if name == "explain" else []
        url = reverse(f"nights:{name}", args=[club.slug, night.pk, *entry])
        with django_assert_max_num_queries(12):
            assert client.get(url).status_code == 200


def test_ranking_a_night_of_forty_tables_takes_less_than_reading_it(club):
    """Where nothing special happened; both in one run, in processor time."""
    night = world.running_night(club, people=160, stored=True, format="mitchell")
    world.play_round(night, 1)
    night.method = "matchpoints"
    data = load_night(night)
    measured = compare(
        lambda: load_night(night), lambda: standings_for(data, public=False), at_least=1
    )
    print(f"reading and ranking: {measured}")  # noqa: T201
    assert measured.ratio > 1, measured


# The file of a night


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        pytest.param("games", {}, id="games"),
        pytest.param("points", {"minimum_percent": 0}, id="points"),
        pytest.param("matchpoints", {}, id="matchpoints"),
        pytest.param("matchpoints", {"factoring": Factoring.TENTHS}, id="factored"),
        pytest.param("matchpoints", {"chain": (TieBreak.COUNT_BACK,)}, id="count-back"),
        pytest.param("cross-points", {}, id="cross-points"),
        pytest.param("cross-imps", {"multiplier": 10}, id="cross-IMPs"),
        pytest.param("butler", {"datum_dropped_percent": 10}, id="Butler"),
    ],
)
def test_the_exported_night_is_ranked_as_on_the_site(club, tmp_path, method, settings):
    night = board_night(club, ([100, 80, 10, 50], [50, 80, 90, 20]))
    rule(night, ArtificialRuling("A+", "A"), table=1)
    night = set_ranking(night, method, **settings)
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night_as_dict(load_night(night))), "utf-8")
    out = StringIO()
    call_command("rank", str(file), stdout=out)
    found = json.loads(out.getvalue())
    assert found["method"] == method
    assert found["compared"] == {"standings": 4}
    assert found["differences"] == []


def test_entries_of_the_same_names_are_told_apart_by_their_number(club):
    night = board_night(club, FIRST_WINS)
    data = night_as_dict(load_night(night))
    assert data["games"][0]["entries"]["N"].keys() == {"section", "line", "number"}
    assert {game["round_state"] for game in data["games"]} == {"closed", "open", "planned"}
