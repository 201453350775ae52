"""The director plays too (night story 46): states, but nothing of boards she has still to play."""

import re
import uuid

import pytest
from django.urls import reverse

from clubmanager.nights.models import LogEntry
from clubmanager.nights.queries import load_night
from clubmanager.people.models import Player
from scoring.models import HandResult
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Two tables play the same boards; table 2 has played its game, table 1 nothing."""
    night = world.running_night(world.make_club(), people=8, stored=True)
    for hand in table(night, 2).hands:
        world.enter(hand, {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}, 12)
    return night


@pytest.fixture
def director(night, client):
    """Plays North at table 1 of round 1."""
    user = world.make_officer(night.club)
    north = table(night, 1).seats["N"][0]
    Player.objects.filter(pk=north.id).update(user=user)
    client.force_login(user)
    return user


def table(night, number):
    return load_night(night).rounds()[1][number - 1]


def address(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def show(client, night, name, *ids):
    answer = client.get(address(night, name, *ids))
    assert answer.status_code == 200
    return answer.content.decode()


def pages(client, night):
    other = table(night, 2)
    yield show(client, night, "director")
    yield show(client, night, "table", other.id)
    yield show(client, night, "hand", other.hands[0].id)
    yield show(client, night, "log")


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_boards_are_shared():
    night = world.running_night(world.make_club(), people=8, stored=True)
    assert [h.board for h in table(night, 1).hands] == [h.board for h in table(night, 2).hands]


def test_no_page_shows_points_facts_totals_or_a_winner_of_hidden_hands(client, night, director):
    for page in pages(client, night):
        words = words_of(page)
        assert not re.search(r"\b(120|480)\b", words)
        assert "12 tricks" not in words
        assert "480" not in words
        assert not re.search(r" win \d", words)


def test_an_officer_who_does_not_play_sees_them(client, night):
    client.force_login(world.make_officer(night.club))
    director, other, hand, log = (words_of(page) for page in pages(client, night))
    assert "NS 120" in director
    assert "480" in other
    assert "North, Play, red, 12 tricks: 120 points to North and South." in hand
    assert "12 tricks" in log


def test_states_are_still_shown(client, night, director):
    page = show(client, night, "director")
    assert page.count("cell-entered") == 4
    assert "hidden" in page
    assert "You play tonight" in page


def test_nobody_is_ranked_by_hidden_hands(client, night, director):
    page = show(client, night, "director")
    ranking = words_of(page[page.index("Who leads") :])
    assert not re.search(r"[1-9]\d0\b", ranking)


def test_the_log_says_when_the_line_will_be_shown(client, night, director):
    assert "Hidden until you have played board 1." in words_of(show(client, night, "log"))


def test_she_enters_the_hands_of_her_own_table(client, night, director):
    own = table(night, 1)
    body = {"number": 1, "client_id": str(uuid.uuid4()), "version": 0, "passes": "0",
            "trump": "R", "tricks": "11"}  # fmt: skip
    answer = client.post(address(night, "table", own.id), body, follow=True)
    assert "100 points to North and South." in answer.content.decode()


def test_a_board_that_she_has_played_is_shown_and_the_others_stay_hidden(client, night, director):
    world.enter(table(night, 1).hands[0])
    other = table(night, 2)
    assert "120 points" in show(client, night, "hand", other.hands[0].id)
    assert "12 tricks" not in show(client, night, "hand", other.hands[1].id)
    assert "480" not in show(client, night, "table", other.id)


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        pytest.param("hand", {"passes": "0", "trump": "R", "tricks": "10"}, id="correct"),
        pytest.param("clear_hand", {}, id="clear"),
        pytest.param("confirm_hand", {}, id="confirm"),
        pytest.param("rule_hand", {"ruling": "cancelled", "reason": "x"}, id="rule"),
    ],
)
def test_writing_on_a_hidden_hand_of_another_table_is_refused(
    client, night, director, name, answers
):
    hand = table(night, 2).hands[0]
    body = {"client_id": str(uuid.uuid4()), "version": hand.version, **answers}
    answer = client.post(address(night, name, hand.id), body, follow=True)
    assert "hidden until you have played board 1" in answer.content.decode()
    stored = HandResult.objects.get(pk=hand.id)
    assert (stored.version, stored.tricks) == (hand.version, 12)


def test_entering_a_missing_hand_of_another_table_is_refused_too(client, night, director):
    world.services.clear_hand(
        table(night, 2).hands[0].id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=1
    )
    hand = table(night, 2).hands[0]
    body = {"number": 1, "client_id": str(uuid.uuid4()), "version": hand.version,
            "passes": "0", "trump": "R", "tricks": "11"}  # fmt: skip
    answer = client.post(address(night, "table", table(night, 2).id), body, follow=True)
    assert "hidden until you have played board 1" in answer.content.decode()
    assert HandResult.objects.get(pk=hand.id).entry_state == "expected"


def test_the_override_shows_everything_and_is_logged(client, night, director):
    client.post(address(night, "override"))
    assert "NS 120" in show(client, night, "director")
    entry = LogEntry.objects.filter(night=night).first()
    assert (entry.action, entry.actor) == ("looked at hidden results", str(director))
    hand = table(night, 2).hands[0]
    body = {"client_id": str(uuid.uuid4()), "version": hand.version, "passes": "0",
            "trump": "R", "tricks": "10"}  # fmt: skip
    client.post(address(night, "hand", hand.id), body)
    assert HandResult.objects.get(pk=hand.id).tricks == 10


def test_the_override_is_for_one_night_only(client, night, director):
    client.post(address(night, "override"))
    other = world.make_night(night.club)
    client.post(address(other, "override"))
    assert client.session["nights-shown-in-full"] == sorted([night.pk, other.pk])
    client.logout()
    client.force_login(director)
    assert "NS 120" not in show(client, night, "director")


def test_after_the_night_nothing_is_hidden(client, night, director):
    world.services.close_night(night.pk, actor=world.SYSTEM)
    assert "NS 120" in show(client, night, "director")
