"""Club nights of duplicate, Chicago, rubber and MiniBridge, through the services and the pages.

Points follow Law 77 and the rubber scoring table: 4S made scores 120 trick points.
"""

import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import codes, load_night, standings_for
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError
from scoring.models import Game, HandResult
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(club, client):
    user = world.make_officer(club, Role.DIRECTOR)
    client.force_login(user)
    return user


def a_duplicate_mitchell(club):
    return world.running_night(
        club, people=12, stored=True, game="duplicate", format="mitchell", rounds_planned=3,
        hands_per_round=2, method="matchpoints", dealing="stored",
    )  # fmt: skip


def a_rubber(club, **fields):
    plan = {"format": "social", "rounds_planned": 1, "method": "back-score"} | fields
    return world.running_night(club, people=4, game="rubber", **plan)


def a_chicago(club, **fields):
    plan = {"format": "social", "rounds_planned": 1, "method": "points"} | fields
    return world.running_night(club, people=4, game="chicago", **plan)


def a_minibridge(club, **fields):
    plan = {"format": "social", "rounds_planned": 1, "method": "points"} | fields
    return world.running_night(club, people=4, game="minibridge", **plan)


def only_table(night):
    return load_night(night).rounds()[1][0]


def play(night, number, contract, declarer="N", tricks=10, table=None, **facts):
    """Enter a deal of the only table (or of `table`) through the one door."""
    table = table or only_table(night)
    hand = HandResult.objects.get(game=table.game, number=number)
    facts = {"contract": contract, "declarer": declarer} | facts if contract else facts
    return world.enter(hand, facts, tricks)


def pass_out(night, number):
    return play(night, number, None, tricks=None, passed_out=True)


def address(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def type_in(client, night, number=1, follow=True, **answers):
    """Send the table's form of a deal as it stands now."""
    table = only_table(night)
    hand = table.hands[number - 1]
    body = {"number": number, "client_id": str(uuid.uuid4()), "version": hand.version} | answers
    return client.post(address(night, "table", table.id), body, follow=follow)


FOUR_SPADES = {"level": 4, "denomination": "S", "declarer": "N", "tricks": 10}


# Duplicate


def test_a_duplicate_game_is_seated_with_its_boards_and_no_chart(club):
    night = a_duplicate_mitchell(club)
    game = Game.objects.first()
    assert (game.ruleset, game.chart) == ("duplicate", None)
    play(night, 1, "4S")
    assert Game.objects.get(pk=only_table(night).game).chart is None


def test_vulnerability_follows_the_board(club):
    night = a_duplicate_mitchell(club)
    made = {}
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            after = world.enter(hand, {"contract": "4S", "declarer": "N"}, 10).after
            made[hand.board] = after["ns_points"]
    # Boards 1 to 6: nobody, NS, EW, both, NS, EW are vulnerable.
    assert made == {1: 420, 2: 620, 3: 420, 4: 620, 5: 620, 6: 420}


def test_a_mitchell_night_is_ranked_by_matchpoints(club):
    night = a_duplicate_mitchell(club)
    for number in (1, 2, 3):
        for table in load_night(night).rounds()[number]:
            tricks = 9 + table.table % 3  # table 2 always has the most
            for hand in table.hands:
                world.enter(hand, {"contract": "4S", "declarer": "N"}, tricks)
        if number < 3:
            services.start_round(night.pk, actor=world.SYSTEM)
    rows = standings_for(load_night(night), public=False)
    winner = rows[0]
    assert (winner.entry.line, winner.entry.number) == ("NS", 2)
    assert winner.percentage_text == "100.00 %"


def test_a_passed_out_board_scores_nothing_and_counts(club, client, director):
    night = a_duplicate_mitchell(club)
    page = type_in(client, night, passed_out="on").content.decode()
    assert "Passed out" in page
    hand = HandResult.objects.get(game=only_table(night).game, number=1)
    assert (hand.ns_points, hand.ew_points, hand.entry_state) == (0, 0, "entered")


def test_the_whole_auction_names_the_declarer(club, client, director):
    night = a_duplicate_mitchell(club)
    type_in(client, night, auction="P 1S P 4S P P P", tricks=10)
    hand = HandResult.objects.get(game=only_table(night).game, number=1)
    assert hand.declarer == "E"  # board 1 is dealt by North, who passed
    assert hand.ew_points == 420


@pytest.mark.parametrize(
    ("answers", "field", "message"),
    [
        pytest.param(FOUR_SPADES | {"level": 8}, "level", "more than seven odd tricks",
                     id="a bid of eight"),
        pytest.param(FOUR_SPADES | {"tricks": 14}, "tricks", "tricks must be 0 to 13",
                     id="fourteen tricks"),
        pytest.param({"auction": "1S P 2S XX P P P", "tricks": 8}, "auction", "call 4",
                     id="a redouble without a double"),
        pytest.param({"auction": "1S P 1H P P P", "tricks": 8}, "auction", "call 3",
                     id="an insufficient bid"),
        pytest.param({"auction": "1S P P", "tricks": 8}, "auction", "Law 22",
                     id="an auction without its end"),
        pytest.param({"passed_out": "on", "tricks": 3}, "tricks", "passed out",
                     id="tricks where all passed"),
        pytest.param({"level": 4, "tricks": 10}, "declarer", "Choose one.", id="no declarer"),
    ],
)  # fmt: skip
def test_an_impossible_deal_is_refused_beside_its_field(
    club, client, director, answers, field, message
):
    night = a_duplicate_mitchell(club)
    answer = type_in(client, night, **answers)
    errors = answer.context["form"].errors
    assert message in " ".join(errors[field])
    assert HandResult.objects.filter(facts__isnull=False).count() == 0


def test_tricks_given_by_a_ruling_are_shown_as_played_and_as_ruled(club, client, director):
    night = a_duplicate_mitchell(club)
    answers = {"adjustment_to": "EW", "adjustment_tricks": 2, "adjustment_reason": "revoke"}
    page = type_in(client, night, **FOUR_SPADES, **answers).content.decode()
    assert "10 tricks as played" in page
    assert "8 tricks as ruled (revoke)" in page
    hand = HandResult.objects.get(game=only_table(night).game, number=1)
    assert (hand.ns_points, hand.ew_points) == (0, 100)  # two down, nobody vulnerable
    shown = client.get(address(night, "hand", hand.pk)).content.decode()
    assert "As played:" in shown
    assert "As ruled (revoke)" in shown


def test_a_line_is_typed_for_a_deal(club, client, director):
    night = a_duplicate_mitchell(club)
    body = {"round": 1, "table": "", "last": "", "line": "1 1 3ntx w -1"}
    page = client.post(address(night, "lines"), body, follow=True).content.decode()
    assert "West, 3NT doubled, 8 tricks, one down" in page


def test_no_page_of_a_duplicate_night_needs_more_than_twelve_queries(
    club, client, director, django_assert_max_num_queries
):
    night = a_duplicate_mitchell(club)
    play(night, 1, "4S")
    table = only_table(night)
    for place in (
        address(night, "director"), address(night, "table", table.id),
        address(night, "hand", table.hands[0].id), address(night, "lines"),
        address(night, "printing"),
    ):  # fmt: skip
        with django_assert_max_num_queries(12):
            assert client.get(place).status_code == 200


@pytest.mark.parametrize("kind", [a_duplicate_mitchell, a_rubber, a_chicago, a_minibridge])
def test_every_game_has_its_paper(club, client, director, kind):
    night = kind(club)
    for name in ("pads_pdf", "blank_pads_pdf", "reference_pdf", "personal_cards_pdf",
                 "wall_standings_pdf", "spares_pdf"):  # fmt: skip
        answer = client.get(address(night, name))
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")


# Rubber


def test_a_rubber_goes_on_until_one_side_has_two_games(club):
    night = a_rubber(club)
    play(night, 1, "4S", tricks=10)
    play(night, 2, "2H", "E", tricks=8)
    assert Game.objects.get(pk=only_table(night).game).totals["finished"] is False
    play(night, 3, "3NT", "S", tricks=9)
    game = Game.objects.get(pk=only_table(night).game)
    # 120 + 100 below, 700 for two games to none; East-West 60.
    assert (game.totals["NS"], game.totals["EW"]) == (920, 60)
    assert game.totals["winner"] == "NS"
    assert game.hands.count() == 3


def test_correcting_an_early_deal_opens_the_rubber_again(club):
    night = a_rubber(club)
    play(night, 1, "4S", tricks=10)
    play(night, 2, "4S", tricks=10)
    assert Game.objects.get().totals["finished"] is True
    play(night, 1, "4S", tricks=9)  # one down: no game yet
    game = Game.objects.get()
    assert game.totals["finished"] is False
    assert (game.totals["NS"], game.totals["EW"]) == (120, 50)
    assert game.hands.count() == 3


def test_the_sheet_shows_we_and_they_the_line_and_the_game(club, client, director):
    night = a_rubber(club)
    play(night, 1, "4S", tricks=11)
    page = client.get(address(night, "table", only_table(night).id)).content.decode()
    for words in ("We", "They", "The line", "game"):
        assert words in page
    public = reverse("publishing:game", args=[club.slug, night.pk, only_table(night).id])
    shown = client.get(public).content.decode()
    assert "The line" in shown
    assert "North, 4S, 11 tricks, made with one overtrick" in shown
    assert "Chart:" not in shown


def test_the_evening_is_ranked_by_back_score(club):
    night = a_rubber(club)
    play(night, 1, "4S", tricks=10)
    play(night, 2, "4S", tricks=10)  # 940 to nothing: nine hundreds
    rows = standings_for(load_night(night), public=False)
    table = only_table(night)
    winners = {table.seats[seat][1] for seat in "NS"}
    assert {row.entry.id for row in rows[:2]} == winners
    assert [(row.score, row.standing.net_points, row.rank_text) for row in rows] == [
        (9, 940, "1="), (9, 940, "1="), (-9, -940, "3="), (-9, -940, "3="),
    ]  # fmt: skip


def test_total_points_of_a_rubber_include_its_bonus(club):
    night = a_rubber(club, method="points")
    play(night, 1, "4S", tricks=10)
    play(night, 2, "4S", tricks=10)
    rows = standings_for(load_night(night), public=False)
    assert [row.standing.net_points for row in rows] == [940, 940, -940, -940]


def test_a_rubber_that_stops_pays_for_the_only_game(club):
    night = a_rubber(club)
    play(night, 1, "4S", tricks=10)
    waiting = HandResult.objects.get(game=only_table(night).game, number=2)
    services.rule_hand(
        waiting.pk, ruling="not played", actor=world.SYSTEM, client_id=uuid.uuid4(),
        version=waiting.version, reason="time is up",
    )  # fmt: skip
    game = Game.objects.get()
    assert game.totals["finished"] is True
    assert game.totals["NS"] == 420  # 120 and 300 for the only game


def test_honours_are_asked_for_in_rubber_and_scored_for_either_side(club, client, director):
    night = a_rubber(club)
    type_in(client, night, **FOUR_SPADES, honours="E100")
    hand = HandResult.objects.get(number=1)
    assert (hand.ns_points, hand.ew_points) == (120, 100)


def test_honours_at_notrump_must_be_four_aces(club, client, director):
    night = a_rubber(club)
    answers = FOUR_SPADES | {"level": 3, "denomination": "NT", "honours": "E100"}
    errors = type_in(client, night, **answers).context["form"].errors
    assert "four aces" in " ".join(errors["honours"])


# Chicago


def test_the_wheel_turns_and_the_passed_out_deal_is_dealt_again(club):
    night = a_chicago(club)
    pass_out(night, 1)
    play(night, 2, "4S", tricks=10)
    game = Game.objects.get(pk=only_table(night).game)
    assert [hand.dealer for hand in game.hands.order_by("number")][:3] == ["N", "N", "E"]
    assert game.totals["NS"] == 420  # the first deal that counts: nobody vulnerable


def test_four_deals_end_a_chicago_and_a_fifth_is_refused(club):
    night = a_chicago(club)
    pass_out(night, 1)
    for number in (2, 3, 4):
        play(night, number, "4S", tricks=10)
    assert Game.objects.first().totals["finished"] is False
    play(night, 5, "4S", tricks=10)
    game = Game.objects.get(pk=only_table(night).game)
    assert (game.totals["finished"], game.hands.count()) == (True, 5)
    with pytest.raises(RuleError, match="one of the four deals of a Chicago"):
        play(night, 1, "4S", tricks=10)  # the passed-out deal now counts: five would


def test_honours_in_chicago_only_where_they_are_a_house_rule(club, client, director):
    night = a_chicago(club)
    table = only_table(night)
    assert "honours" not in client.get(address(night, "table", table.id)).context["form"].fields
    house = a_chicago(world.make_club("Other Club"), game_settings={"honours": True})
    play(house, 1, "4S", tricks=10, honours={"N": 100})
    assert HandResult.objects.get(game=only_table(house).game, number=1).ns_points == 520


def test_honours_that_the_stored_deal_excludes_are_refused_without_a_word_of_the_cards(club):
    night = world.running_night(
        club, people=4, stored=True, game="chicago", format="social", rounds_planned=1,
        method="points", dealing="stored", game_settings={"honours": True, "passed_out": "counts"},
    )  # fmt: skip
    with pytest.raises(RuleError, match="do not fit this board") as refused:
        play(night, 1, "1C", tricks=7, honours={"N": 150})
    assert "holds" not in str(refused.value)


# MiniBridge


def test_a_school_night_of_minibridge(club, client, director):
    night = a_minibridge(club)
    answers = {"goal": "game", "denomination": "S", "declarer": "N", "tricks": 10}
    page = type_in(client, night, **answers).content.decode()
    assert "North, game in S (10 tricks)" in page
    assert HandResult.objects.get(number=1).ns_points == 420


def test_the_stored_board_gives_the_declarer_of_minibridge(club, client, director):
    night = a_minibridge(club, stored=True, dealing="stored")
    type_in(client, night, goal="part", denomination="NT", tricks=7)
    assert HandResult.objects.get(game=only_table(night).game, number=1).declarer in "NESW"


# The plan


def plan(client, club, **answers):
    body = {
        "title": "Bridge night", "date": "2026-11-26", "format": "mitchell", "rounds_planned": 3,
        "hands_per_round": 4, "dealing": "stored", "method": "matchpoints",
        "chart": club.club_charts.get().chart_id, "correction_minutes": 30,
    } | answers  # fmt: skip
    return client.post(reverse("nights:new", args=[club.slug]), body)


def test_a_chicago_is_planned_with_its_settings_and_four_deals(club, client, director):
    plan(
        client, club, game="chicago", format="social", hands_per_round=2, dealing="shuffled",
        method="back-score", chicago_part_scores="duplicate", chicago_honours="on",
    )  # fmt: skip
    night = ClubNight.objects.get()
    assert (night.game, night.hands_per_round) == ("chicago", 4)
    assert night.game_settings == {
        "part_scores": "duplicate", "vulnerable": "dealer", "passed_out": "redeal",
        "honours": True,
    }  # fmt: skip


def test_a_duplicate_round_may_have_eight_boards(club, client, director):
    plan(client, club, game="duplicate", hands_per_round=8)
    assert ClubNight.objects.get().hands_per_round == 8


@pytest.mark.parametrize(
    ("answers", "field", "message"),
    [
        pytest.param({"game": "abridged", "hands_per_round": 8}, "hands_per_round", "1 to 4",
                     id="a game of aBRIDGEd has four hands"),
        pytest.param({"game": "duplicate", "method": "games"}, "method", "Not in this game",
                     id="nobody wins a table of duplicate"),
        pytest.param({"game": "rubber", "method": "back-score"}, "dealing", "shuffled",
                     id="a rubber has no stored deals"),
        pytest.param({"game": "chicago", "method": "points"}, "dealing", "not dealt again",
                     id="a stored board is not dealt again"),
        pytest.param({"game": "poker"}, "game", "poker", id="an unknown game"),
    ],
)  # fmt: skip
def test_a_plan_that_its_game_does_not_allow_is_refused_beside_the_field(
    club, client, director, answers, field, message
):
    errors = plan(client, club, **answers).context["form"].errors
    assert message in " ".join(errors[field])
    assert not ClubNight.objects.exists()


def test_the_same_again_next_week_plays_the_same_game(club):
    night = a_chicago(club, game_settings={"honours": True})
    again = services.repeat_night(night.pk, actor=world.SYSTEM)
    assert (again.game, again.game_settings["honours"]) == ("chicago", True)


def test_another_chart_changes_nothing_where_there_is_none(club):
    night = a_duplicate_mitchell(club)
    play(night, 1, "4S")
    changed = services.rescore_night(
        night.pk, night.chart, actor=world.SYSTEM, reason="a new chart"
    )
    assert changed == 0


# At the table


def test_a_tables_phone_enters_a_contract_and_the_other_side_agrees(club, client_factory):
    night = a_duplicate_mitchell(club)
    card = next(c for c in codes.printed_cards(night.pk) if c.table == 1)
    phone = client_factory()
    page = phone.post(f"/t/{card.text}/", follow=True).content.decode()
    assert "Who said Play?" not in page
    assert 'name="level"' in page
    assert 'name="adjustment_to"' not in page
    table = only_table(night)
    body = {"client_id": str(uuid.uuid4()), "version": 0} | FOUR_SPADES
    place = reverse("nights:at_table_hand", args=[table.id, 1])
    page = phone.post(place, body, follow=True).content.decode()
    assert "North, 4S, 10 tricks, made" in page


# Afterwards


def test_the_boards_come_as_pbn_with_contract_declarer_result_and_score(club, client, director):
    night = a_duplicate_mitchell(club)
    adjustment = {"to": "EW", "tricks": 1, "reason": "revoke"}
    play(night, 1, "4SX", tricks=10, adjustment=adjustment)
    assert client.get(address(night, "played_pbn")).status_code == 404  # sealed as yet
    services.close_night(night.pk, actor=world.SYSTEM)
    file = client.get(address(night, "played_pbn")).content.decode()
    tags = '[Declarer "N"]\r\n[Contract "4SX"]\r\n[Result "9"]\r\n[Score "NS -100"]\r\n'
    assert tags in file
    assert '[Scoring "MatchPoints"]' in file
    assert file.count("[Board ") == 1


def test_an_abridged_night_has_no_such_file(club, client, director):
    night = world.running_night(club, people=8, stored=True, dealing="stored")
    services.close_night(night.pk, actor=world.SYSTEM)
    assert client.get(address(night, "played_pbn")).status_code == 404
