"""`rank` of a night's export prints the standings page's own numbers, whatever the night uses.

Expected numbers are worked out by hand from the scores of each night.
"""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.nights.queries.export import night_as_dict, standing_as_dict
from clubmanager.nights.queries.night_report import report_night
from scoring.core.neuberg import Factoring
from scoring.core.night_file import read_night
from scoring.core.ruleset import RuleError
from scoring.core.rulings import ArtificialRuling, SplitRuling, WeightedRuling
from scoring.core.tie_breaks import TieBreak
from scoring.models import HandResult
from tests import world
from tests.ranking_world import FIRST_WINS, board_night, first_hand, points, rule, set_ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def ranked(tmp_path):
    """What `rank` says of a night's export, which must agree with the night's own standings."""

    def run(night, *arguments):
        night = ClubNight.objects.select_related("club", "chart").get(pk=night.pk)
        data = load_night(night)
        file = tmp_path / "night.json"
        file.write_text(json.dumps(night_as_dict(data)), "utf-8")
        out = StringIO()
        call_command("rank", str(file), *arguments, stdout=out)
        found = json.loads(out.getvalue())
        if not arguments:
            page = [standing_as_dict(row) for row in standings_for(data, public=False)]
            assert found["standings"] == page
            assert (found["differences"], found["notes"]) == ([], [])
            assert found["compared"] == {"standings": len(page)}
        return found

    return run


def column(found, *names):
    return [tuple(row[name] for name in names) for row in found["standings"]]


def test_a_penalty_is_taken_off(club, ranked):
    night = board_night(club, FIRST_WINS)
    first = standings_for(load_night(night), public=False)[0].entry
    services.give_penalty(
        night.pk, first.id, hundredths=2500, unit="percent", actor=world.SYSTEM, reason="slow"
    )
    # A quarter of a top of 2 is half a matchpoint of 8: 6.25 % off 100.
    assert ("93.75", first.number) in column(ranked(night), "percentage", "number")


def test_a_penalty_of_a_night_of_points_is_taken_from_the_net(club, ranked):
    night = set_ranking(board_night(club, FIRST_WINS), "points")
    first = standings_for(load_night(night), public=False)[0].entry
    services.give_penalty(
        night.pk, first.id, hundredths=5000, unit="points", actor=world.SYSTEM, reason="late"
    )
    # Four times +100 at the first table, less 50.
    assert column(ranked(night), "number", "net_points")[0] == (first.number, 350)


def test_handicaps_are_added_and_strata_ranked(club, ranked):
    night = board_night(club, ([100, 100, 100, 50], [50, 50, 50, 100]))
    lowest = standings_for(load_night(night), public=False)[-1].entry
    night = set_ranking(
        night, handicaps={lowest.id: 6050}, strata=("A", "B"), stratum_of={lowest.id: "B"}
    )
    # 2 of 8 matchpoints are 25 %, and 60.5 more 85.5: past the 75 % of the others.
    first = ranked(night)["standings"][0]
    assert (first["number"], first["score"], first["percentage"]) == (
        lowest.number, "85.50", "25.00",
    )  # fmt: skip
    assert (first["handicap"], first["strata"]) == ("60.50", {"B": "1"})


def test_sections_are_ranked_apart(club, ranked):
    night = world.running_night(
        club, people=16, format="round_robin", sections_planned=2, ranked_together=False,
        method="points", rounds_planned=3,
    )  # fmt: skip
    for at, table in enumerate(load_night(night).rounds()[1]):
        for hand in table.hands:
            world.enter(hand, points(10 * (at + 1)), None)
    # Tables 1 to 4 bring 4 x 10, 20, 30, 40: the best of A has 80, the best of B 160.
    found = column(ranked(night), "section", "rank", "net_points")
    assert [row for row in found if row[1] == "1"] == [("A", "1", 80), ("B", "1", 160)]


def test_two_lines_with_one_winner_are_one_ranking(club, ranked):
    night = world.running_night(club, people=12, format="mitchell", method="points")
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand, points(10 * table.table), None)
    assert [row[0] for row in column(ranked(night), "rank")] == list("123123")
    night = set_ranking(night, "points", winners="one")
    # 40, 80 and 120 for North-South, the same lost by East-West.
    assert column(ranked(night), "rank", "net_points") == [
        ("1", 120), ("2", 80), ("3", 40), ("4", -40), ("5", -80), ("6", -120),
    ]  # fmt: skip


def test_teams_are_ranked_by_victory_points(club, ranked):
    night = world.running_night(
        club, people=16, stored=True, format="team_round_robin", method="victory"
    )
    first, *others = load_night(night).rounds()[1]
    teams = {entry for _person, entry in first.seats.values()}
    (second,) = [t for t in others if {entry for _person, entry in t.seats.values()} == teams]
    for table, scored in ((first, 100), (second, 50)):
        for hand in table.hands:
            world.enter(hand, points(scored), None)
    # 2 IMPs on each of 4 boards. World Bridge Federation, 4 boards, 8 IMPs: 14.18.
    assert [row[0] for row in column(ranked(night), "score")][:2] == ["14.18", "5.82"]


def test_a_team_that_sits_out_has_its_bye(club, ranked):
    night = world.running_night(
        club, people=20, stored=True, format="team_round_robin", method="victory"
    )
    found = column(ranked(night), "score")
    assert [row[0] for row in found] == ["12.00", "0.00", "0.00", "0.00", "0.00"]


def test_a_rubber_is_ranked_by_back_score_and_with_its_bonus(club, ranked):
    night = world.running_night(
        club, people=4, game="rubber", format="social", rounds_planned=1, method="back-score"
    )
    (table,) = load_night(night).rounds()[1]
    for number in (1, 2):
        hand = HandResult.objects.get(game=table.game, number=number)
        world.enter(hand, {"contract": "4S", "declarer": "N"}, 10)
    # 120 twice and 700 for two games to none: 940, nine hundreds.
    assert column(ranked(night), "score", "net_points", "rank") == [
        ("9.00", 940, "1="), ("9.00", 940, "1="), ("-9.00", -940, "3="), ("-9.00", -940, "3="),
    ]  # fmt: skip
    net = column(ranked(set_ranking(night, "points")), "net_points")
    assert net == [(940,), (940,), (-940,), (-940,)]


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        # A+ and A- follow the own session: 100 % and 0 %; table 2 keeps its three boards.
        pytest.param(ArtificialRuling("A+", "A-"), "100.00 100.00 0.00 0.00", id="artificial"),
        # Half of 0, half of 200 against 50: 1 of 2 on board 1, 7 of 8 in all.
        pytest.param(
            WeightedRuling(((50, (0, 0)), (50, (200, 0)))), "87.50 87.50 12.50 12.50", id="weighted"
        ),
        # 0 for North-South of table 1, 100 against East-West: both sides of it lose the board.
        pytest.param(SplitRuling((0, 0), (100, 0)), "100.00 75.00 25.00 0.00", id="split"),
    ],
)
def test_rulings_count_as_on_the_page(club, ranked, detail, expected):
    night = board_night(club, FIRST_WINS)
    rule(night, detail)
    assert " ".join(row[0] for row in column(ranked(night), "percentage")) == expected


def test_a_fouled_board_is_compared_within_its_groups(club, ranked):
    night = board_night(club, FIRST_WINS)
    HandResult.objects.filter(pk=first_hand(night).id).update(board_group=1)
    night = set_ranking(night, factoring=Factoring.EXACT, small_subfields=False)
    # Alone in its group each side of board 1 is factored to (0 x 2 + 2 - 1) / 1 = 1 of 2.
    assert [row[0] for row in column(ranked(night), "percentage")] == [
        "87.50", "87.50", "12.50", "12.50",
    ]  # fmt: skip


def test_lots_are_drawn_again_alike_once_the_night_is_closed(club, ranked):
    night = board_night(club, FIRST_WINS)
    night = set_ranking(night, chain=(TieBreak.BALLOT,))
    running = night_as_dict(load_night(night))
    assert night.draw_seed not in json.dumps(running)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert [row[0] for row in column(ranked(night), "rank")] == ["1", "2", "3", "4"]


def test_what_is_asked_for_takes_the_place_of_the_nights_own(club, ranked):
    night = set_ranking(board_night(club, FIRST_WINS), "cross-imps")
    # +50 is 2 IMPs, +500 is 11.
    assert ranked(night)["standings"][0]["score"] == "2.00"
    assert ranked(night, "--multiplier", "10")["standings"][0]["score"] == "11.00"
    assert ranked(night, "--method", "cross-points")["standings"][0]["score"] == "50.00"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        pytest.param(("version",), 3, "version must be 1 to 2", id="a later version"),
        pytest.param(("entries", 1, "id"), 0, "id must be", id="no id"),
        pytest.param(("night", "draw_seed"), "lots", "draw_seed must be hexa", id="seed"),
        pytest.param(("night", "ranked_together"), 1, "must be true or false", id="together"),
        pytest.param(("night", "ranking"), {"luck": 1}, "ranking must be", id="setting"),
        pytest.param(
            ("sit_outs",), [{"round": 1, "line": "", "number": 9}], "entry must", id="who"
        ),
        pytest.param(
            ("penalties",), [{"unit": "hearts"}], "unit must be points or percent", id="unit"
        ),
        pytest.param(("games", 0, "finished"), "yes", "finished must be", id="finished"),
    ],
)
def test_an_export_that_was_tampered_with_is_refused(club, path, value, message):
    data = json.loads(json.dumps(night_as_dict(load_night(board_night(club, FIRST_WINS)))))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(RuleError, match=message):
        report_night(read_night(data))
