"""Reading through the API: as many queries for a big night as for a small one, and ETags."""

import pytest

from clubmanager.nights.models import ClubNight
from clubmanager.people.models import Player, PublicName
from clubmanager.people.tokens import make_token, revoke_token
from tests import world
from tests.clubmanager.public_addresses import forty_tables

pytestmark = pytest.mark.django_db

# Counting, the rows, and of a night itself, its six loads and what else is still sealed.
LISTS = {
    "clubs/": 2,
    "people/?page_size=200": 2,
    "nights/": 2,
    "nights/{night}/entries/?page_size=200": 8,
    "nights/{night}/rounds/": 8,
    "nights/{night}/games/?page_size=1000": 8,
    "nights/{night}/hands/?page_size=1000": 8,
    "nights/{night}/standings/?page_size=200": 8,
    "deal-sets/": 3,
}


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8)


def token(user, name="test") -> dict[str, str]:
    return {"Authorization": f"Bearer {make_token(user, name=name)[1]}"}


@pytest.mark.slow
def test_lists_of_a_forty_table_night_take_a_few_queries(client, django_assert_max_num_queries):
    night = forty_tables()
    officer = token(world.make_officer(night.club))
    client.get("/api/v1/clubs/", headers=officer)  # the token's use is noted
    for address, most in LISTS.items():
        url = "/api/v1/" + address.format(night=night.pk)
        with django_assert_max_num_queries(most):
            assert client.get(url).status_code == 200
        with django_assert_max_num_queries(most + 3):  # the token, the roles, what she plays
            assert client.get(url, headers=officer).json()["count"] > 0 or "deal" in address


def test_who_has_the_answer_is_told_so(client, night):
    url = f"/api/v1/nights/{night.pk}/standings/"
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    world.play_round(night, 1)
    assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_public_learns_no_name_that_is_hidden(client, night):
    ann = Player.objects.get(first_name="Ann")
    ann.public_name_choice = PublicName.HIDDEN
    ann.save()
    for address in ("people/", f"nights/{night.pk}/entries/", f"nights/{night.pk}/games/"):
        assert "Ann" not in client.get(f"/api/v1/{address}").content.decode()
    officer = token(world.make_officer(night.club))
    assert "Ann Adams" in client.get("/api/v1/people/", headers=officer).content.decode()


def test_asking_for_a_name_finds_nobody_for_strangers(client, night):
    url = "/api/v1/people/?search=Adams"
    assert client.get(url).json()["count"] == 0
    officer = token(world.make_officer(night.club))
    assert client.get(url, headers=officer).json()["count"] == 8


def test_under_embargo_results_are_a_problem_that_says_so(client, night):
    ClubNight.objects.filter(pk=night.pk).update(embargo=True)
    for what in ("rounds", "games", "hands", "standings"):
        answer = client.get(f"/api/v1/nights/{night.pk}/{what}/")
        assert answer.status_code == 403
        assert answer.json()["type"].endswith("#problem-held-back")
        officer = token(world.make_officer(night.club), what)
        url = f"/api/v1/nights/{night.pk}/{what}/"
        assert client.get(url, headers=officer).status_code == 200


def test_a_revoked_token_opens_nothing(client, night):
    user = world.make_officer(night.club)
    row, key = make_token(user, name="old laptop")
    headers = {"Authorization": f"Bearer {key}"}
    assert client.get("/api/v1/jobs/", headers=headers).status_code == 200
    assert revoke_token(user, row.pk)
    answer = client.get("/api/v1/jobs/", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_key_of_a_token_is_shown_once_and_not_stored(client, night):
    user = world.make_officer(night.club)
    client.force_login(user)
    page = client.post("/account/tokens/", {"name": "scoreboard"}).content.decode()
    token_row = user.personal_tokens.get()
    key = page.split("<code>cm_")[1].split("</code>")[0]
    assert len(token_row.digest) == 64
    assert key not in token_row.digest
    assert f"cm_{key}" not in client.get("/account/tokens/").content.decode()


def test_too_many_requests_are_told_to_wait(client, night, monkeypatch):
    monkeypatch.setattr("clubmanager.people.rest.AddressThrottle.rate", "2/min", raising=False)
    answers = [client.get("/api/v1/clubs/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["Retry-After"]) > 0


def test_an_officer_who_plays_sees_and_writes_no_hand_of_a_board_before_her(client):
    night = world.running_night(world.make_club(), people=8, stored=True)
    table, other = (world.table_of(night, 1, number) for number in (1, 2))
    user = world.make_officer(night.club)
    Player.objects.filter(pk=table.seats.get(compass="N").player_id).update(user=user)
    for hand in other.game.hands.all():
        world.enter(hand, tricks=12)
    headers = token(user)
    hand_id = other.game.hands.first().pk
    answer = client.get(f"/api/v1/hands/{hand_id}/", headers=headers)
    assert (answer.json()["state"], answer.json()["tricks"]) == ("hidden", None)
    answer = client.post(
        f"/api/v1/hands/{hand_id}/clear/", {}, content_type="application/json", headers=headers
    )
    assert (answer.status_code, answer.json()["type"][-6:]) == (403, "hidden")
