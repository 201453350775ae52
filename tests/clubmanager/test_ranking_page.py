"""How a night is ranked: settings, rulings, penalties, and where each number comes from."""

import json
import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.core.ranking import RankingSettings
from clubmanager.nights.models import ClubNight, LogEntry, Penalty
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.nights.queries.export import night_as_dict
from scoring.core.neuberg import Factoring
from scoring.core.ruleset import RuleError
from scoring.core.rulings import ArtificialRuling, SplitRuling, WeightedRuling
from scoring.core.tie_breaks import TieBreak
from scoring.models import HandResult
from tests import world
from tests.ranking_world import (
    FIRST_WINS,
    board_night,
    first_hand,
    percentages,
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


# Rulings


def test_an_artificial_score_leaves_the_other_table_alone_on_the_board(club):
    """Own tops: board 1 has one result and nothing to compare; 3 boards of 2 matchpoints remain."""
    night = board_night(club, FIRST_WINS)
    assert percentages(night) == ["100.00 %", "0.00 %", "0.00 %", "100.00 %"]
    rule(night, ArtificialRuling("A+", "A-"))
    night = set_ranking(night, factoring=Factoring.TENTHS, small_subfields=False)
    # Table 1, board 1: A+ rises to 100 % of the own session, A- falls to 0 %. Table 2 alone on
    # the board is factored: (0 x 2 + 2 - 1) / 1 = 1 of 2. So 1 of 8 and 7 of 8.
    assert percentages(night) == ["100.00 %", "0.00 %", "12.50 %", "87.50 %"]


def test_an_artificial_score_counts_as_a_cancelled_hand_in_the_game(club):
    night = board_night(club, FIRST_WINS)
    rule(night, ArtificialRuling("A", "A"))
    assert load_night(night).rounds()[1][0].totals["NS"] == 300


def test_a_weighted_score_is_compared_part_by_part(club):
    """60 % of +100 and 40 % of +40 against +50: 1.2 of 2 on board 1, 6 of 6 on the others."""
    night = board_night(club, FIRST_WINS)
    rule(night, WeightedRuling(((60, (100, 0)), (40, (40, 0)))))
    assert percentages(night) == ["90.00 %", "10.00 %", "10.00 %", "90.00 %"]
    hand = HandResult.objects.get(pk=first_hand(night).id)
    assert (hand.ruled_ns_points, hand.ruled_ew_points) == (76, 0)


def test_a_split_score_gives_each_side_its_own_comparison(club):
    """North-South keep +40 and lose to +50; East-West keep -100 and lose too."""
    night = board_night(club, FIRST_WINS)
    rule(night, SplitRuling((40, 0), (100, 0)))
    # N-S: 6 of 8. E-W: 0 of 8. The other table's N-S beat +40: 2 of 8; E-W beat -100: 8 of 8.
    assert percentages(night) == ["75.00 %", "0.00 %", "25.00 %", "100.00 %"]


def test_a_ruling_with_a_detail_is_taken_back_like_any_other(club):
    night = board_night(club, FIRST_WINS)
    before = json.dumps(night_as_dict(load_night(night)), sort_keys=True)
    rule(night, ArtificialRuling("A+", "A"))
    assert json.dumps(night_as_dict(load_night(night)), sort_keys=True) != before
    rule(night)
    assert json.dumps(night_as_dict(load_night(night)), sort_keys=True) == before


def test_the_database_keeps_details_to_rulings_that_have_one(club):
    night = board_night(club, FIRST_WINS)
    with (
        pytest.raises(IntegrityError, match="scoring_hand_detail_of_a_ruling"),
        transaction.atomic(),
    ):
        HandResult.objects.filter(pk=first_hand(night).id).update(ruling_detail={"kind": "split"})


def test_the_form_takes_an_artificial_score_and_the_page_says_it(client, club, director):
    night = board_night(club, FIRST_WINS)
    hand = first_hand(night)
    url = reverse("nights:rule_hand", args=[club.slug, night.pk, hand.id])
    body = {"client_id": uuid.uuid4(), "version": hand.version, "reason": "cards seen"}
    client.post(url, body | {"ruling": "artificial", "ns_award": "A+", "ew_award": "A-"})
    page = client.get(reverse("nights:hand", args=[club.slug, night.pk, hand.id]))
    text = page.content.decode()
    assert "average plus for North and South, average minus for East and West" in text


@pytest.mark.parametrize(
    ("ruling", "results", "message"),
    [
        pytest.param("weighted", "60 100 0", "2 to 6", id="one result only"),
        pytest.param("weighted", "60 100 0\n30 0 0", "add up to 100", id="shares of 90"),
        pytest.param("weighted", "60 100\n40 0", "three numbers a line", id="no points of a side"),
        pytest.param("weighted", "60 x 0\n40 0 0", "whole numbers", id="a word"),
        pytest.param("split", "60 0", "two lines", id="one side only"),
        pytest.param("split", "60 0\n99999 0", "0 to 10000", id="too many points"),
    ],
)
def test_a_mixture_that_cannot_be_is_refused_beside_its_field(
    client, club, director, ruling, results, message
):
    night = board_night(club, FIRST_WINS)
    hand = first_hand(night)
    url = reverse("nights:rule_hand", args=[club.slug, night.pk, hand.id])
    body = {"client_id": uuid.uuid4(), "version": hand.version, "reason": "x", "ruling": ruling}
    page = client.post(url, body | {"results": results}).content.decode()
    assert message in page
    assert first_hand(night).ruling == "none"


def test_a_fouled_board_is_compared_within_its_groups(club):
    """Night story 29."""
    night = board_night(club, FIRST_WINS)
    HandResult.objects.filter(pk=first_hand(night).id).update(board_group=1)
    # Board 1 has two groups of one result: nothing to compare. The other three stand.
    assert percentages(night) == ["100.00 %", "0.00 %", "0.00 %", "100.00 %"]
    lines = night_as_dict(load_night(night))["standings"]
    assert [line["percentage"] for line in lines] == ["100.00", "100.00", "0.00", "0.00"]


# Methods and settings


@pytest.mark.parametrize(
    ("method", "multiplier", "scores"),
    [
        pytest.param("cross-points", 1, ["50.00", "-50.00", "-50.00", "50.00"], id="cross-points"),
        # +50 is 2 IMPs; ten times, +500 is 11.
        pytest.param("cross-imps", 1, ["2.00", "-2.00", "-2.00", "2.00"], id="cross-IMPs"),
        pytest.param("cross-imps", 10, ["11.00", "-11.00", "-11.00", "11.00"], id="ten times"),
        # The datum of +100 and +50 is +80, the even ten: 20 and 30 away, 1 IMP each.
        pytest.param("butler", 1, ["1.00", "-1.00", "-1.00", "1.00"], id="Butler"),
    ],
)
def test_other_methods_rank_by_the_mean_of_a_board(club, method, multiplier, scores):
    night = set_ranking(board_night(club, FIRST_WINS), method, multiplier=multiplier)
    rows = {row.entry.id: row for row in standings_for(load_night(night), public=False)}
    tables = load_night(night).rounds()[1]
    found = [rows[table.seats[seat][1]].score_text for table in tables for seat in "NE"]
    assert found == scores


def test_a_change_of_the_ranking_bumps_the_version_and_is_logged(club):
    night = board_night(club, FIRST_WINS)
    later = set_ranking(night, chain=(TieBreak.COUNT_BACK,))
    assert later.version == night.version + 1
    entry = LogEntry.objects.get(night=night, action="changed the ranking")
    assert entry.after == {
        "method": "matchpoints", "together": True, "chain": ["board count-back"],
    }  # fmt: skip
    assert entry.reason == "agreed with the players"


@pytest.mark.parametrize(
    ("fields", "method", "message"),
    [
        pytest.param({"hands_per_round": 3, "method": "points"}, "games", "4 hands", id="games"),
        pytest.param({}, "matchpoints", "shuffles its cards", id="no boards"),
        pytest.param({}, "beauty", "method must be", id="unknown"),
    ],
)
def test_a_method_that_the_night_cannot_have_is_refused(club, fields, method, message):
    night = world.make_night(club, **fields)
    with pytest.raises(RuleError, match=message):
        services.set_ranking(
            night.pk, actor=world.SYSTEM, method=method, settings=RankingSettings()
        )


def test_a_tie_break_of_another_kind_of_ranking_is_refused(club):
    with pytest.raises(RuleError, match="tie-break must be .*got hands won"):
        set_ranking(board_night(club, FIRST_WINS), chain=(TieBreak.HANDS_WON,))


def test_only_a_director_changes_the_ranking(client, club):
    night = board_night(club, FIRST_WINS)
    client.force_login(world.make_officer(club, "scorer"))
    assert client.get(reverse("nights:ranking", args=[club.slug, night.pk])).status_code == 403
    scorer = world.Actor("s", "scorer", "page")
    with pytest.raises(PermissionDenied):
        services.set_ranking(
            night.pk, actor=scorer, method="points", settings=RankingSettings(), reason="x"
        )


def test_handicaps_and_strata_are_typed_beside_the_entries(client, club, director):
    """The second pair, 8 % better off, and in stratum B by itself."""
    night = board_night(club, ([100, 100, 100, 50], [50, 50, 50, 100]))
    url = reverse("nights:ranking", args=[club.slug, night.pk])
    form = client.get(url).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in (None, False) or value == 0}
    lowest = standings_for(load_night(night), public=False)[-1].entry.id
    sent |= {
        "strata": "A, B",
        f"stratum_{lowest}": "B",
        f"handicap_{lowest}": "60.5",
        "reason": "x",
    }
    assert client.post(url, sent).status_code == 302
    night.refresh_from_db()
    first = standings_for(load_night(night), public=False)[0]
    assert (first.entry.id, first.score_text, first.percentage_text) == (lowest, "85.50", "25.00 %")
    assert first.stratum_ranks == (("B", "1"),)
    assert (
        "Handicaps are added."
        in client.get(
            reverse("nights:explain", args=[club.slug, night.pk, lowest])
        ).content.decode()
    )


def test_the_same_night_again_is_ranked_alike_without_this_nights_handicaps(club):
    night = set_ranking(board_night(club, FIRST_WINS), minimum_percent=75, handicaps={7: 250})
    assert night.ranking == {"minimum_percent": 75, "handicaps": {"7": 250}}
    later = services.repeat_night(night.pk, actor=world.SYSTEM)
    assert later.ranking == {"minimum_percent": 75}


def test_one_winner_of_two_lines(club):
    night = world.running_night(club, people=12, stored=True, format="mitchell")
    world.play_round(night, 1)
    assert {row.part for row in standings_for(load_night(night), public=False)} == {
        ("", "NS"), ("", "EW"),
    }  # fmt: skip
    night = set_ranking(night, "games", winners="one")
    rows = standings_for(load_night(night), public=False)
    assert {row.part for row in rows} == {("", "")}
    assert rows[0].standing.rank == 1
    assert sum(row.standing.rank == 1 for row in rows) < 6


def test_a_movement_that_mixes_the_lines_has_one_winner(club):
    night = world.running_night(club, people=12, format="mitchell", options={"winners": "one"})
    world.play_round(night, 1)
    assert {row.part for row in standings_for(load_night(night), public=False)} == {("", "")}


def test_teams_share_twenty_victory_points_by_the_imps_of_their_two_tables(client, club):
    """+100 against +50 on four boards: 2 IMPs each, 8 of 4 boards."""
    night = world.running_night(
        club, people=16, stored=True, format="team_round_robin", method="victory"
    )
    first, *others = load_night(night).rounds()[1]
    teams = {entry for _person, entry in first.seats.values()}
    (second,) = [t for t in others if {entry for _person, entry in t.seats.values()} == teams]
    for table, scored in ((first, 100), (second, 50)):
        for hand in table.hands:
            world.enter(hand, points(scored), None)
    rows = [row for row in standings_for(load_night(night), public=False) if row.score]
    assert [row.entry.id for row in rows] == [first.seats["N"][1], first.seats["E"][1]]
    # World Bridge Federation, 4 boards, 8 IMPs: 14.18 (tests/vectors/vp_wbf.json).
    assert [row.score_text for row in rows] == ["14.18", "5.82"]
    services.close_night(night.pk, actor=world.SYSTEM)
    url = reverse("publishing:explain", args=[club.slug, night.pk, rows[0].entry.id, 1])
    assert "The mean is 2 IMPs." in client.get(url).content.decode()


# Penalties


def test_a_penalty_is_taken_off_and_shown_with_its_reason(client, club, director):
    night = board_night(club, FIRST_WINS)
    first = standings_for(load_night(night), public=False)[0].entry.id
    url = reverse("nights:give_penalty", args=[club.slug, night.pk])
    body = {"penalty-entry": first, "penalty-amount": "25", "penalty-unit": "percent"}
    client.post(url, body | {"penalty-reason": "slow play"})
    # A quarter of a top of 2 is half a matchpoint of 8: 6.25 %.
    rows = {row.entry.id: row for row in standings_for(load_night(night), public=False)}
    assert rows[first].percentage_text == "93.75 %"
    page = client.get(reverse("nights:director", args=[club.slug, night.pk])).content.decode()
    assert "Penalty: slow play" in page
    before = ClubNight.objects.get(pk=night.pk).version
    penalty = Penalty.objects.get()
    client.post(reverse("nights:take_back_penalty", args=[club.slug, night.pk, penalty.pk]))
    assert percentages(night)[0] == "100.00 %"
    assert ClubNight.objects.get(pk=night.pk).version == before + 1
    actions = LogEntry.objects.filter(night=night).values_list("action", flat=True)
    assert {"gave a penalty", "took a penalty back"} <= set(actions)


def test_a_penalty_of_a_night_of_points_is_taken_from_the_net(club):
    night = world.running_night(club, people=8, method="points")
    world.play_round(night, 1)
    rows = standings_for(load_night(night), public=False)
    entry, net = rows[0].entry.id, rows[0].standing.net_points
    give = {"hundredths": 5000, "actor": world.SYSTEM, "reason": "late"}
    services.give_penalty(night.pk, entry, unit="points", **give)
    found = {row.entry.id: row for row in standings_for(load_night(night), public=False)}
    assert found[entry].standing.net_points == net - 50
    with pytest.raises(RuleError, match="only matchpoints have a top"):
        services.give_penalty(night.pk, entry, unit="percent", **give)


def test_the_database_knows_the_largest_penalty(club):
    night = board_night(club, FIRST_WINS)
    entry = standings_for(load_night(night), public=False)[0].entry.id
    with pytest.raises(IntegrityError, match="nights_penalty_at_most_a_top"), transaction.atomic():
        Penalty.objects.create(
            night=night, entry_id=entry, hundredths=10_001, unit="percent", reason="x", given_by="x"
        )
