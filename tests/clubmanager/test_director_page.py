"""The evening at a glance, and the director's decisions about it."""

import re

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, LogEntry, Round
from clubmanager.nights.queries import load_night
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def page_of(night, name="director", *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def show(client, night, name="director", *ids, query=""):
    response = client.get(page_of(night, name, *ids) + query)
    assert response.status_code == 200
    return response.content.decode()


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_planned_night_says_what_to_do_next(client, club, director):
    night = world.make_night(club)
    page = show(client, night)
    assert "Check people in" in page
    assert page_of(night, "check_in") in page
    assert "Start round 1</button>" not in page


def test_a_seated_night_offers_the_first_round(client, club, director):
    night = world.seated_night(club, people=8)
    assert "Start round 1</button>" in show(client, night)
    client.post(page_of(night, "start_round"), {"round": "1"})
    assert ClubNight.objects.get(pk=night.pk).state == "running"


def test_every_hand_shows_its_state_in_a_word_and_its_points(client, club, director):
    night = world.running_night(club, people=8)
    first, second = load_night(night).rounds()[1]
    world.enter(first.hands[0])
    services.rule_hand(
        first.hands[1].id, ruling="cancelled", actor=world.SYSTEM, reason="wrong cards",
        client_id="6f2d0a9e-1111-4222-8333-444455556666", version=0,
    )  # fmt: skip
    page = show(client, night)
    assert re.search(r'cell-entered"[^>]*>NS 100<span class="visually-hidden"> entered', page)
    assert re.search(r'cell-cancelled"[^>]*>cancelled', page)
    assert page.count("cell-missing") == 6
    assert page_of(night, "hand", first.hands[0].id) in page
    assert page_of(night, "table", second.id) in page


def test_late_tables_are_flagged_at_the_top_and_linked(client, club, director):
    """Night story 22."""
    night = world.running_night(club, people=8)
    slow, quick = load_night(night).rounds()[1]
    for hand in [*quick.hands, *slow.hands[:3]]:
        world.enter(hand)
    services.start_round(night.pk, actor=world.SYSTEM)
    page = show(client, night)
    assert text_of(page).count("Table 1 still owes hand 4 of round 1") == 1
    assert page_of(night, "table", slow.id) in page
    assert "cell-late" in show(client, night, query="?round=1")


def test_starting_a_round_over_missing_hands_names_the_tables_first(client, club, director):
    """Night story 22."""
    night = world.running_night(club, people=8)
    page = show(client, night)
    assert f'href="{page_of(night, "start_round")}"' in page
    question = text_of(show(client, night, "start_round"))
    assert "Table 2 still owes hands 1, 2, 3, 4 of round 1" in question
    client.post(page_of(night, "start_round"), {"round": "2"})
    assert Round.objects.get(night=night, number=2).state == "open"


def test_a_double_tap_on_start_starts_one_round(client, club, director):
    night = world.running_night(club, people=8)
    client.post(page_of(night, "start_round"), {"round": "2"})
    answer = client.post(page_of(night, "start_round"), {"round": "2"}, follow=True)
    assert "round must be 3, the next one, got 2" in answer.content.decode()
    assert Round.objects.get(night=night, number=3).state == "planned"


def test_an_unseated_night_says_why_it_cannot_start(client, club, director):
    night = world.make_night(club)
    answer = client.post(page_of(night, "start_round"), follow=True)
    assert "a round that is seated" in answer.content.decode()


def test_the_page_asks_again_and_gets_nothing_while_nothing_changed(client, club, director):
    night = world.running_night(club, people=8)
    address = page_of(night)
    assert f'hx-get="{address}?seen={night.version}"' in show(client, night)
    same = client.get(f"{address}?seen={night.version}", headers={"HX-Request": "true"})
    assert (same.status_code, same.content) == (204, b"")
    world.enter(load_night(night).tables[0].hands[0])
    changed = client.get(f"{address}?seen={night.version}", headers={"HX-Request": "true"})
    assert changed.status_code == 200
    assert changed.content.decode().lstrip().startswith('<div id="evening"')
    assert "NS 100" in changed.content.decode()


def test_the_chosen_round_stays_chosen_when_the_page_asks_again(client, club, director):
    night = world.running_night(club, people=8)
    page = show(client, night, query="?round=2&standings=all")
    assert f"?seen={night.version}&amp;round=2&amp;standings=all" in page
    assert "Round 2</h2>" in page


def test_the_leaders_stand_below_the_grid_and_all_are_one_link_away(client, club, director):
    night = world.running_night(club, people=24)
    world.play_round(night, 1)
    some, all_of_them = show(client, night), show(client, night, query="?standings=all")
    assert "All 12" in some
    assert "All 12" not in all_of_them
    ranks = '<th scope="row">'
    assert some[some.index("Who leads") :].count(ranks) == 5
    assert all_of_them[all_of_them.index("Who leads") :].count(ranks) == 12


def test_closing_by_mistake_is_undone_with_a_reason_and_logged(client, club, director):
    """Night story 44."""
    night = world.running_night(club, people=8)
    assert "Table 1 still owes" in text_of(show(client, night, "close"))
    client.post(page_of(night, "close"), {"reason": ""})
    assert ClubNight.objects.get(pk=night.pk).state == "closed"
    refused = client.post(page_of(night, "reopen"), {"reason": " "})
    assert "reason must be a sentence that says why" in refused.content.decode()
    assert ClubNight.objects.get(pk=night.pk).state == "closed"
    client.post(page_of(night, "reopen"), {"reason": "closed by mistake"})
    assert ClubNight.objects.get(pk=night.pk).state == "running"
    entry = LogEntry.objects.filter(night=night).first()
    assert (entry.action, entry.reason) == ("reopened the night", "closed by mistake")
    assert entry.actor == str(director)


def test_a_closed_night_offers_reopening_and_next_week(client, club, director):
    night = world.running_night(club, people=8)
    services.close_night(night.pk, actor=world.SYSTEM)
    page = show(client, night)
    assert page_of(night, "reopen") in page
    assert page_of(night, "repeat") in page
    assert "hx-get" not in page


def test_a_scorer_watches_and_does_not_direct(client, club):
    client.force_login(world.make_officer(club, "scorer"))
    night = world.running_night(club, people=8)
    page = show(client, night)
    assert page_of(night, "close") not in page
    for name in ("start_round", "close", "reopen"):
        assert client.post(page_of(night, name), {"reason": "x"}).status_code == 403
    assert ClubNight.objects.get(pk=night.pk).state == "running"


def test_strangers_find_no_such_page_and_visitors_sign_in(client, club):
    night = world.running_night(club, people=8)
    assert client.get(page_of(night)).status_code == 302
    client.force_login(world.make_officer(world.make_club("Other Club")))
    assert client.get(page_of(night)).status_code == 404


def test_a_night_of_forty_tables_takes_at_most_twelve_queries(
    client, club, director, django_assert_max_num_queries
):
    night = world.running_night(
        club, people=160, format="mitchell", rounds_planned=6, method="matchpoints", stored=True
    )
    data = load_night(night)
    assert len(data.tables) == 40 * 6
    for busy in data.tables[:3]:
        for played in busy.hands:
            world.enter(played, {**world.PLAY_11_RED, "declarer": played.dealer})
    hand, table = data.tables[0].hands[0], data.tables[0]
    for address in (
        page_of(night),
        page_of(night) + "?standings=all",
        page_of(night, "table", table.id),
        page_of(night, "hand", hand.id),
        page_of(night, "log"),
        page_of(night, "start_round"),
        page_of(night, "close"),
    ):
        with django_assert_max_num_queries(12):
            assert client.get(address).status_code == 200


def test_nobody_is_called_below_the_line_before_a_hand_counts(client, club, director):
    night = world.running_night(club, people=8)
    page = show(client, night)
    assert "below the line" not in page
    assert "Nobody is ranked before the first hand counts." in page
    world.enter(load_night(night).rounds()[1][0].hands[0])
    assert "Nobody is ranked" not in show(client, night)


def test_a_seated_night_without_its_deals_leads_to_them_first(client, club, director):
    night = world.seated_night(club, people=8)
    ClubNight.objects.filter(pk=night.pk).update(dealing="stored")
    page = show(client, night)
    assert "Start round 1</button>" not in page
    assert f'href="{page_of(night, "deals")}">Next: the deals' in page
