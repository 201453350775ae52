"""Bridge at home: rubber and Chicago at one table, without login or night."""

import re

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
NAMES = {"N": "Ann", "E": "Bob", "S": "Cem", "W": "Dee"}


def text_of(response):
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


def start(client, game="rubber"):
    answers = {**NAMES, "dealer": "N", "game": game}
    return client.post(reverse("scoring:table"), answers, follow=True)


def enter(client, number, contract, declarer, tricks, **more):
    level, denomination = contract[0], contract[1:]
    answers = {"level": level, "denomination": denomination, "declarer": declarer, "tricks": tricks}
    return client.post(reverse("scoring:deal", args=[number]), answers | more, follow=True)


def pass_out(client, number):
    return client.post(reverse("scoring:deal", args=[number]), {"passed_out": "on"}, follow=True)


def press(client, name):
    return client.post(reverse("scoring:next_sitting"), {name: ""}, follow=True)


def test_a_table_says_who_plays_what(client):
    assert "What do you play?" in text_of(client.get(reverse("scoring:table")))
    assert "Rubber: deal 1" in text_of(start(client))


def test_a_rubber_is_scored_to_its_end(client):
    start(client)
    enter(client, 1, "4S", "N", 11, honours="E100")
    page = text_of(enter(client, 2, "3NT", "S", 9))
    # 120 + 30, then 100 + 700, and 100 for Bob's honours.
    assert "Ann and Cem win" in page
    assert "Total 950 100" in page
    assert "Next game, change partners" in page


def test_correcting_the_first_deal_changes_what_follows(client):
    start(client)
    enter(client, 1, "4S", "N", 10)
    enter(client, 2, "3NT", "S", 9)
    page = text_of(enter(client, 1, "4S", "N", 9))
    assert "Rubber: deal 3" in page
    assert "Total 100 50" in page


def test_a_passed_out_chicago_deal_is_dealt_again(client):
    start(client, "chicago")
    pass_out(client, 1)
    for number in range(2, 5):
        enter(client, number, "1C", "N", 7)
    page = text_of(enter(client, 5, "4S", "E", 10))
    # East-West's game, vulnerable: 120 and 500. North-South: three times 20.
    assert "Bob and Dee win" in page
    assert "Total 60 620" in page


def test_an_unfinished_rubber_is_settled_and_the_evening_adds_up(client):
    start(client)
    enter(client, 1, "4S", "N", 10)
    assert "Total 420 0" in text_of(press(client, "end"))
    page = text_of(press(client, "change"))
    for line in ("Ann 1 420 4", "Cem 1 420 4", "Bob 1 -420 -4", "Dee 1 -420 -4"):
        assert line in page
    assert "Ann and Dee" in page


def test_a_game_that_is_not_over_cannot_be_left_behind(client):
    start(client)
    enter(client, 1, "4S", "N", 10)
    assert "Rubber: deal 2" in text_of(press(client, "same"))


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        pytest.param({"level": ""}, "level", id="no level"),
        pytest.param({"tricks": 14}, "tricks", id="14 tricks"),
        pytest.param({"declarer": "Q"}, "declarer", id="nobody"),
        pytest.param({"denomination": "NT", "honours": "N100"}, "honours", id="100 at notrump"),
    ],
)
def test_what_is_wrong_is_said_beside_its_question(client, answers, field):
    start(client)
    sound = {"level": 4, "denomination": "S", "declarer": "N", "tricks": 10}
    response = client.post(reverse("scoring:deal", args=[1]), sound | answers)
    assert list(response.context["form"].errors) == [field]


def test_a_correction_that_would_end_the_rubber_too_early_is_refused(client):
    start(client)
    enter(client, 1, "4S", "N", 9)
    enter(client, 2, "4S", "N", 10)
    enter(client, 3, "4S", "N", 10)
    response = enter(client, 1, "4S", "N", 10)
    assert "two games ended the rubber before it" in text_of(response)


def test_a_stored_deal_is_shown_to_be_corrected(client):
    start(client)
    enter(client, 1, "4S", "N", 10, honours="S100", doubling="X")
    form = client.get(reverse("scoring:deal", args=[1])).context["form"]
    assert form.initial == {
        "level": 4, "denomination": "S", "doubling": "X", "declarer": "N", "tricks": 10,
        "honours": "S100",
    }  # fmt: skip


def test_the_sheet_is_printed(client):
    assert client.get(reverse("scoring:sheet_pdf")).status_code == 302
    start(client)
    enter(client, 1, "4S", "N", 10)
    assert client.get(reverse("scoring:sheet_pdf")).content.startswith(b"%PDF")


def test_a_deal_far_ahead_leads_back_to_the_table(client):
    start(client)
    response = client.get(reverse("scoring:deal", args=[7]))
    assert response["Location"] == reverse("scoring:table")


def test_a_table_is_forgotten_with_its_names(client):
    start(client)
    page = text_of(client.post(reverse("scoring:new_table"), follow=True))
    assert "Ann" not in page
