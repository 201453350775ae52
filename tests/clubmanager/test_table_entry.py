"""A table's hands typed in: from the table, from its pad, twice, too late, and wrong."""

import re
import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.queries import load_night
from deals.models import Board
from scoring.models import Change, HandResult
from tests import world

pytestmark = pytest.mark.django_db

STRENGTHS = {"strength_N": 12, "strength_E": 9, "strength_S": 8, "strength_W": 11}


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def scorer(club, client):
    user = world.make_officer(club, "scorer")
    client.force_login(user)
    return user


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


def first_table(night):
    return load_night(night).rounds()[1][0]


def address(night, name="table", *ids):
    ids = ids or (first_table(night).id,)
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def post(client, night, number=1, follow=True, **answers):
    """Send the entry form of the first table as it stands now."""
    hand = first_table(night).hands[number - 1]
    body = {
        "number": number, "client_id": str(uuid.uuid4()), "version": hand.version,
        "passes": "0", "trump": "R", "tricks": "11",
    } | answers  # fmt: skip
    return client.post(address(night), body, follow=follow)


def stored(night, number=1):
    return HandResult.objects.get(game=first_table(night).game, number=number)


def test_the_form_names_everybody_in_the_order_in_which_they_speak(client, night, scorer):
    page = client.get(address(night)).content.decode()
    seats = {seat: person.full for seat, (person, _) in first_table(night).seats.items()}
    speakers = [f"{seats['N']} (North), dealer", f"{seats['E']} (East), 1 pass",
                f"{seats['S']} (South), 2 passes", f"{seats['W']} (West), 3 passes",
                "All four passed: Round Two"]  # fmt: skip
    places = [page.index(speaker) for speaker in speakers]
    assert places == sorted(places)
    assert page.count("autofocus") == 1


def test_a_saved_hand_is_said_in_words_with_the_running_score(client, night, scorer):
    answer = post(client, night, passes="2", tricks="11")
    assert answer.redirect_chain[-1][0] == address(night)
    page = answer.content.decode()
    assert "Hand 1: South, Play, red, 11 tricks: 100 points to North and South." in page
    assert "Score: North and South 100, East and West 0." in page
    assert re.search(r'name="number" value="2"', page)


def test_the_worked_example_is_typed_hand_by_hand_and_names_the_winner(client, night, scorer):
    post(client, night, 1, passes="0", tricks=11)
    strengths = {"strength_N": 8, "strength_E": 11, "strength_S": 9, "strength_W": 12}
    post(client, night, 2, passes="4", declaration="seven", trump="NT", tricks=9, **strengths)
    strengths = {"strength_N": 12, "strength_E": 9, "strength_S": 9, "strength_W": 10}
    post(client, night, 3, passes="4", declaration="ten", trump="B", tricks=8, **strengths)
    page = post(client, night, 4, passes="0", trump="G", tricks=9).content.decode()
    assert "win 110 to 30" in page
    assert "They have more points." in page


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        pytest.param({"tricks": "14"}, "tricks must be 0 to 13, got 14", id="14 tricks"),
        pytest.param({"tricks": "eleven"}, "Enter a whole number", id="tricks in words"),
        pytest.param(
            {"passes": "4", "declaration": "ten", **STRENGTHS, "strength_N": 13},
            "strengths must be 40 in all, got 41", id="strengths 41",
        ),
        pytest.param(
            {"passes": "4", "declaration": "ten", **STRENGTHS, "strength_N": 38},
            "strength N must be a whole number from 0 to 37, got 38", id="strength 38",
        ),
        pytest.param(
            {"passes": "4", "declaration": "ten", "strength_N": 12},
            "Enter a strength from 0 to 37.", id="one strength of four",
        ),
        pytest.param(
            {"passes": "4", "declaration": "ten"},
            "strengths must be given for N, E, S and W, or the declarer", id="no strengths",
        ),
        pytest.param({"passes": "4", **STRENGTHS}, "Choose Ten or Seven.", id="no declaration"),
        pytest.param({"trump": ""}, "Choose a colour, or No trump.", id="no trump"),
        pytest.param({"trump": "P"}, "trump must be R, Y, G, B or NT", id="purple trump"),
        pytest.param({"passes": ""}, "Choose who said Play", id="nobody spoke"),
        pytest.param({"points": "100"}, "Choose the team that scored.", id="whose points"),
        pytest.param({"points_side": "NS"}, "Enter the points.", id="how many points"),
        pytest.param(
            {"passes": "4", "declaration": "ten", "declarer": "E", **STRENGTHS},
            "declarer E does not fit", id="declarer that the strengths exclude",
        ),
    ],
)  # fmt: skip
def test_an_impossible_hand_is_refused_beside_its_field(client, night, scorer, answers, message):
    """Night story 10."""
    answer = post(client, night, **answers)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert re.search(rf'class="field-errors"[^>]*><li>{re.escape(message)}', page)
    assert stored(night).entry_state == "expected"
    assert Change.objects.count() == 0


def test_a_refused_hand_keeps_what_was_typed(client, night, scorer):
    page = post(client, night, passes="1", tricks="14").content.decode()
    assert re.search(r'name="passes" value="1"[^>]*checked', page)


def test_a_double_tap_stores_one_result(client, night, scorer):
    """Night story 3."""
    same = str(uuid.uuid4())
    first = post(client, night, client_id=same, version=0)
    again = post(client, night, client_id=same, version=0)
    assert first.status_code == again.status_code == 200
    assert Change.objects.count() == 1
    assert "100 points to North and South." in again.content.decode()


def test_two_people_at_one_hand_both_see_both_versions_in_words(client, night, scorer):
    world.enter(first_table(night).hands[0], tricks=11)
    answer = post(client, night, version=0, passes="2", tricks="12")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "North, Play, red, 11 tricks: 100 points to North and South." in page
    assert "South, Play, red, 12 tricks." in page
    assert stored(night).tricks == 11


def test_mine_can_replace_theirs_after_both_were_shown(client, night, scorer):
    world.enter(first_table(night).hands[0], tricks=11)
    conflict = post(client, night, version=0, passes="2", tricks="12").content.decode()
    form = conflict[conflict.index("Yours</h2>") :]
    body = dict(re.findall(r'type="hidden" name="(\w+)" (?:value="([^"]*)")?', form))
    hand = first_table(night).hands[0]
    client.post(address(night, "hand", hand.id), body)
    assert (stored(night).tricks, stored(night).declarer) == (12, "S")
    assert Change.objects.count() == 2


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        pytest.param(STRENGTHS | {"strength_N": 13, "passes": "4", "declaration": "ten"},
                     "strengths", id="strengths of 41"),
        pytest.param(STRENGTHS | {"strength_N": -1, "passes": "4", "declaration": "ten"},
                     "strength_N", id="a strength below 0"),
        pytest.param({"trump": "X"}, "trump", id="no such colour"),
        pytest.param({"points_side": "NS", "points": "-5"}, "points", id="points below 0"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("version", [pytest.param(1, id="in time"), pytest.param(0, id="late")])
def test_what_the_rules_refuse_is_said_beside_its_field_even_where_it_also_comes_late(
    client, night, scorer, wrong, field, version
):
    post(client, night)
    page = post(client, night, version=version, **wrong)
    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]
    assert stored(night).tricks == 11


def test_going_back_and_saving_another_number_is_a_conflict_not_an_error(client, night, scorer):
    same = str(uuid.uuid4())
    post(client, night, client_id=same, version=0)
    answer = post(client, night, client_id=same, version=0, tricks="12")
    assert answer.status_code == 409
    assert "12 tricks" in answer.content.decode()
    assert stored(night).tricks == 11


def test_a_request_without_version_or_id_stores_nothing(client, night, scorer):
    answer = post(client, night, client_id="not-an-id", version="")
    assert answer.status_code == 200
    assert stored(night).entry_state == "expected"


def test_a_scorer_types_the_declarer_where_nobody_wrote_the_strengths_down(client, night, scorer):
    page = post(
        client, night, passes="4", declaration="seven", trump="NT", tricks="9", declarer="W"
    ).content.decode()
    assert "Round Two, West, Seven, no-trump, 9 tricks: 20 points to East and West." in page


def test_a_miscounted_hand_is_recorded_as_played_and_questioned(client, night, scorer):
    """Night story 10: an officer may record as played."""
    page = post(
        client, night, passes="4", declaration="ten", trump="B", tricks="10",
        **STRENGTHS | {"strength_N": 13}, as_played="East miscounted",
    ).content.decode()  # fmt: skip
    assert "Recorded as played: East miscounted." in page
    assert "strengths add to 41, not 40" in page
    assert stored(night).entry_state == "questioned"


def test_points_alone_are_enough_and_strange_ones_are_questioned(client, night, scorer):
    body = {"passes": "", "trump": "", "tricks": "", "points_side": "EW"}
    post(client, night, 1, points="20", **body)
    assert (stored(night).ew_points, stored(night).entry_state) == (20, "entered")
    page = post(client, night, 2, points="21", **body).content.decode()
    assert "21 points are in no cell of the chart" in page
    assert stored(night, 2).entry_state == "questioned"


def test_a_pad_that_contradicts_itself_is_flagged_and_not_corrected(client, night, scorer):
    """Night story 9."""
    post(client, night)
    page = client.get(address(night) + "?pad_ns=110&pad_ew=0").content.decode()
    assert "North and South: the pad says 110, the hands here add up to 100." in page
    assert "East and West: the pad says" not in page
    assert stored(night).ns_points == 100
    agreed = client.get(address(night) + "?pad_ns=100&pad_ew=0").content.decode()
    assert "The pad agrees." in agreed


def test_the_table_chooses_who_deals_first_before_the_first_hand(client, night, scorer):
    table = first_table(night)
    client.post(address(night, "first_dealer", table.id), {"dealer": "W"})
    assert [hand.dealer for hand in first_table(night).hands] == ["W", "N", "E", "S"]
    post(client, night, passes="1")
    assert stored(night).declarer == "N"
    answer = client.post(
        address(night, "first_dealer", table.id), {"dealer": "E"}, follow=True
    )  # fmt: skip
    assert "chosen before the first hand is entered" in answer.content.decode()
    assert first_table(night).hands[0].dealer == "W"


def test_a_dealer_that_is_no_seat_is_refused(client, night, scorer):
    answer = client.post(
        address(night, "first_dealer", first_table(night).id), {"dealer": "NE"}, follow=True
    )
    assert "dealer must be N, E, S or W" in answer.content.decode()


def test_a_level_game_names_the_rule_that_decided(client, night, scorer):
    """Night story 27: three of the four hands."""
    points = {"passes": "", "trump": "", "tricks": ""}
    for number, (side, paid) in enumerate([("NS", 10), ("NS", 10), ("NS", 20), ("EW", 40)], 1):
        page = post(client, night, number, points_side=side, points=paid, **points)
    assert "Points are level, and they won more of the hands." in page.content.decode()


def test_a_game_level_in_points_and_hands_goes_to_the_fourth_hand(client, night, scorer):
    """Night story 27: the fourth hand."""
    points = {"passes": "", "trump": "", "tricks": ""}
    for number, (side, paid) in enumerate([("NS", 10), ("NS", 20), ("EW", 10), ("EW", 20)], 1):
        page = post(client, night, number, points_side=side, points=paid, **points)
    text = page.content.decode()
    east = first_table(night).people("EW")[0].full
    assert re.search(rf"{east} and [\w ]+ win 30 to 30", text)
    assert "the fourth hand decides" in text


def test_a_cancelled_hand_leaves_the_chain_over_the_rest(client, night, scorer):
    """Night story 28: a draw is possible, and said."""
    points = {"passes": "", "trump": "", "tricks": ""}
    for number, (side, paid) in enumerate([("NS", 20), ("EW", 20), ("NS", 10), ("EW", 10)], 1):
        post(client, night, number, points_side=side, points=paid, **points)
    hand = first_table(night).hands[3]
    world.services.rule_hand(
        hand.id, ruling="cancelled", actor=world.SYSTEM, client_id=uuid.uuid4(), version=1,
        reason="fouled",
    )  # fmt: skip
    won = client.get(address(night)).content.decode()
    assert "win 30 to 20" in won
    world.services.rule_hand(
        first_table(night).hands[2].id, ruling="cancelled", actor=world.SYSTEM,
        client_id=uuid.uuid4(), version=1, reason="fouled",
    )  # fmt: skip
    page = client.get(address(night)).content.decode()
    assert "the last scored hand decides" in page


def test_the_slow_table_delivers_its_last_hand_in_the_next_round(client, night, scorer):
    """Night story 22."""
    table = first_table(night)
    services.start_round(night.pk, actor=world.SYSTEM)
    page = post(client, night).content.decode()
    assert "100 points to North and South." in page
    assert table.people("NS")[0].full in page


def test_a_round_to_come_takes_no_hands(client, night, scorer):
    later = load_night(night).rounds()[2][0]
    assert "This round has not started" in client.get(
        address(night, "table", later.id)
    ).content.decode()  # fmt: skip
    body = {"number": 1, "client_id": str(uuid.uuid4()), "version": 0, "passes": "0",
            "trump": "R", "tricks": "11"}  # fmt: skip
    answer = client.post(address(night, "table", later.id), body)
    assert "round must be a round that has started" in answer.content.decode()
    assert HandResult.objects.get(pk=later.hands[0].id).entry_state == "expected"


def test_the_next_table_with_missing_hands_is_one_key_away(client, night, scorer):
    for number in range(1, 5):
        page = post(client, night, number).content.decode()
    assert "Every hand of this table is in" in page
    assert address(night, "table", load_night(night).rounds()[1][1].id) in page


def test_a_table_of_another_night_is_not_here(client, night, scorer, club):
    other = world.make_night(club)
    table = first_table(night)
    assert client.get(address(other, "table", table.id)).status_code == 404


class TestStoredDeals:
    """Round Two where the deal is stored: nothing is asked, and nothing leaks."""

    @pytest.fixture
    def night(self, club):
        return world.running_night(club, people=8, stored=True)

    def test_round_two_asks_for_no_strengths(self, client, night, scorer):
        page = client.get(address(night)).content.decode()
        assert "Nothing more to ask." in page
        before_details = page[: page.index("Something unusual?")]
        assert "strength_N" not in before_details

    def test_the_declarer_appears_only_after_the_hand_is_stored(self, client, night, scorer):
        page = post(client, night, passes="4", declaration="seven", tricks="8").content.decode()
        word = {"N": "North", "E": "East", "S": "South", "W": "West"}[stored(night).declarer]
        assert f"Round Two, {word}, Seven, red, 8 tricks" in page
        assert "strengths" not in stored(night).facts

    def test_a_declarer_that_the_deal_excludes_is_refused_without_naming_the_right_one(
        self, client, night, scorer
    ):
        deal = Board.objects.get(results=stored(night)).deal
        weakest = min(deal.strengths(), key=deal.strengths().get).value
        page = post(
            client, night, passes="4", declaration="seven", declarer=weakest
        ).content.decode()
        assert f"declarer {weakest} does not fit this board" in page
        errors = " ".join(re.findall(r'class="field-errors"[^>]*>(.*?)</ul>', page, re.S))
        assert not re.search(r"\b(North|East|South|West)\b|\d", errors)

    def test_strengths_are_not_taken_as_a_question_to_the_sealed_deal(self, client, night, scorer):
        page = post(client, night, passes="4", declaration="ten", **STRENGTHS).content.decode()
        assert "Leave the strengths empty" in page
        assert stored(night).entry_state == "expected"

    def test_only_a_director_says_that_the_deal_does_not_apply(self, client, night, club, scorer):
        assert "does not apply at this table" not in client.get(address(night)).content.decode()
        client.force_login(world.make_officer(club))
        post(client, night, passes="4", declaration="ten", trump="NT", tricks="10",
             deal_void="on", **STRENGTHS)  # fmt: skip
        assert (stored(night).declarer, stored(night).deal_applies) == ("N", False)

    def test_a_conflict_in_round_two_derives_nothing_for_the_loser(self, client, night, scorer):
        world.enter(first_table(night).hands[0])
        page = post(
            client, night, version=0, passes="4", declaration="seven", tricks="8"
        ).content.decode()
        assert "Round Two, Seven, red, 8 tricks." in page

    def test_no_page_of_the_night_shows_a_card_or_a_strength(self, client, night, club):
        client.force_login(world.make_officer(club))
        hand = first_table(night).hands[0]
        post(client, night, passes="4", declaration="seven", tricks="8")
        for board in Board.objects.all():
            for name, ids in (("director", ()), ("table", (first_table(night).id,)),
                              ("hand", (hand.id,)), ("log", ())):  # fmt: skip
                page = client.get(
                    reverse(f"nights:{name}", args=[club.slug, night.pk, *ids])
                ).content.decode()
                assert board.deal_text[2:18] not in page
                assert "strengths:" not in page
