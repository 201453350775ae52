"""The pocket calculator: for people without JavaScript, and for programs."""

import re

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def text_of(response):
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text).replace("&#x27;", "'")


def ask(client, **question):
    return client.get(reverse("scoring:calculator"), question)


CONTRACT = {"level": 3, "denomination": "NT", "doubling": "X", "vulnerable": "yes", "tricks": 10}


@pytest.mark.parametrize("game", ["abridged", "duplicate", "rubber", "chicago", "minibridge"])
def test_each_game_has_its_questions(client, game):
    response = ask(client, game=game)
    assert response.status_code == 200
    assert f'value="{game}"' in response.content.decode()
    assert response.context["found"] is None
    assert "Tricks won by the declarer's side" in text_of(response)


def test_another_game_is_answered_with_the_first(client):
    assert ask(client, game="whist").context["game"] == "abridged"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param(
            {"game": "duplicate", **CONTRACT},
            "950 to the declarer's side 3NT doubled, vulnerable, 10 tricks: "
            "200 trick points, 500 game, 50 insult, 200 overtrick = 950",
            id="duplicate",
        ),
        pytest.param(
            {"game": "duplicate", **CONTRACT, "tricks": 7},
            "500 to the other side 3NT doubled, vulnerable, 7 tricks: "
            "200 first undertrick, 300 second undertrick = 500 to the defenders",
            id="down",
        ),
        pytest.param(
            {"game": "rubber", "level": 2, "denomination": "H", "tricks": 8, "honours": 100},
            "60 trick points, 100 honours = 160; 60 of it below the line",
            id="rubber",
        ),
        pytest.param(
            {"game": "chicago", "level": 2, "denomination": "S", "tricks": 8, "deal": 4,
             "dealer": "own", "part_scores": "carry"},
            "2S, vulnerable, 8 tricks: 60 trick points, 100 part-score on the fourth deal = 160",
            id="Chicago",
        ),
        pytest.param(
            {"game": "minibridge", "goal": "game", "denomination": "C", "tricks": 11},
            "5C, not vulnerable, 11 tricks: 100 trick points, 300 game = 400",
            id="MiniBridge",
        ),
        pytest.param(
            {"game": "abridged", "declaration": "play", "tricks": 11},
            "Play, 11 tricks, made: 100 to the declarer's team",
            id="aBRIDGEd",
        ),
    ],
)  # fmt: skip
def test_an_answer_explains_every_term(client, question, answer):
    assert answer in text_of(ask(client, **question))


@pytest.mark.parametrize(
    ("question", "field"),
    [
        pytest.param({"game": "duplicate", **CONTRACT, "level": 8}, "level", id="eight"),
        pytest.param({"game": "duplicate", **CONTRACT, "tricks": 14}, "tricks", id="14 tricks"),
        pytest.param({"game": "rubber", **CONTRACT, "honours": 100}, "honours", id="at notrump"),
        pytest.param({"game": "rubber", **CONTRACT, "part_score": 100}, "part_score", id="game"),
    ],
)
def test_what_is_wrong_is_said_beside_its_question(client, question, field):
    response = ask(client, **question)
    assert list(response.context["form"].errors) == [field]
    assert response.context["found"] is None


def test_a_program_gets_the_same_as_json(client):
    address = reverse("scoring:calculator_json")
    question = {"game": "duplicate", "contract": "4S", "vulnerable": "true", "tricks": "10"}
    answer = client.get(address, question)
    assert answer.json() == {
        "points": 620,
        "terms": [
            {"side": "declarer", "points": 120, "for": "trick points", "line": "below"},
            {"side": "declarer", "points": 500, "for": "game", "line": "above"},
        ],
        "explained": "4S, vulnerable, 10 tricks: 120 trick points, 500 game = 620",
    }


@pytest.mark.parametrize(
    ("question", "message"),
    [
        pytest.param({}, "game must be one of", id="nothing"),
        pytest.param(
            {"game": "duplicate", "contract": "8S", "tricks": "9"}, "level must be 1 to 7", id="8S"
        ),
        pytest.param(
            {"game": "duplicate", "contract": "4S", "tricks": "9" * 5000},
            "tricks must be 0 to 13",
            id="five thousand digits",
        ),
    ],
)
def test_a_program_is_told_what_is_wrong(client, question, message):
    answer = client.get(reverse("scoring:calculator_json"), question)
    assert answer.status_code == 400
    assert answer.json()["message"].startswith(message)


@pytest.mark.parametrize("name", ["bridge-chart", "rubber-sheet", "chicago-pad"])
def test_empty_paper_is_there_to_print(client, name):
    answer = client.get(reverse("scoring:bridge_paper", args=[name]), {"paper": "Letter"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_other_paper_is_not_found(client):
    assert client.get(reverse("scoring:bridge_paper", args=["napkin"])).status_code == 404
