"""A director's writes through the API: the version that was seen, one answer for one key, roles."""

import uuid

import pytest

from clubmanager.nights import services
from clubmanager.nights.models import ApiWrite, ClubNight, Penalty
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.people.models import Role
from clubmanager.people.services import add_player
from clubmanager.people.tokens import make_token
from deals.core.boards import dealer_of
from deals.models import DealSet
from tests import world
from tests.ranking_world import FIRST_WINS, board_night, first_hand, points

pytestmark = pytest.mark.django_db
PLAN = {"title": "Plan", "date": "2027-01-07", "format": "swiss", "rounds_planned": 4}


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def send(club, client):
    """Send a body as a director of the club; a version goes into If-Match."""
    token = make_token(world.make_officer(club), name="a program")[1]

    def call(method, address, body=None, *, seen=None, key=None):
        headers = {"Authorization": f"Bearer {token}"}
        if seen is not None:
            headers["If-Match"] = f'"{seen}"'
        if key is not None:
            headers["Idempotency-Key"] = str(key)
        ask = getattr(client, method.lower())
        sent = () if body is None else (body,)
        kind_of = {} if body is None else {"content_type": "application/json"}
        return ask(f"/api/v1/{address}", *sent, headers=headers, **kind_of)

    return call


def version(night):
    return ClubNight.objects.get(pk=night.pk).version


def kind(answer):
    return answer.json()["type"].rpartition("problem-")[2]


# One key, one write


def test_a_night_planned_twice_under_one_key_is_one_night(club, send):
    body, key = {"club": club.pk, **PLAN}, uuid.uuid4()
    first, again = (send("POST", "nights/", body, key=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert ClubNight.objects.count() == 1
    other = send("POST", "nights/", body | {"title": "Another"}, key=key)
    assert (other.status_code, kind(other)) == (409, "key-reused")
    assert send("POST", "nights/", body).json()["id"] != first.json()["id"]


def test_a_refused_write_is_not_remembered(club, send):
    key = uuid.uuid4()
    assert send("POST", "nights/", {"club": club.pk}, key=key).status_code == 400
    assert not ApiWrite.objects.exists()
    assert send("POST", "nights/", {"club": club.pk, **PLAN}, key=key).status_code == 201
    wrong = send("POST", "nights/", {"club": club.pk, **PLAN}, key="12")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "Idempotency-Key")


def test_a_penalty_and_a_deal_set_are_made_once(club, send):
    night = world.seated_night(club, people=8)
    entry = next(iter(load_night(night).entries))
    fine = {"entry": entry, "hundredths": 500, "unit": "points", "reason": "late"}
    for address, body in (
        (f"nights/{night.pk}/penalties/", fine),
        (f"nights/{night.pk}/deals/", {}),
    ):
        key = uuid.uuid4()
        answers = [send("POST", address, body, key=key) for _ in range(2)]
        assert [one.status_code for one in answers] == [201, 201]
        assert answers[0].json() == answers[1].json()
    assert Penalty.objects.count() == DealSet.objects.count() == 1


# The version that was seen


@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        pytest.param("PUT", "", PLAN, id="plan"),
        pytest.param("PUT", "publication/", {"embargo": True}, id="publication"),
        pytest.param("PUT", "ranking/", {"method": "points"}, id="ranking"),
        pytest.param("POST", "draw-round/", {"round": 1}, id="draw"),
        pytest.param("POST", "troubles/abandon/", {}, id="trouble"),
    ],
)
def test_a_write_on_a_night_says_which_version_it_saw(club, send, method, address, body):
    night = world.make_night(club)
    address = f"nights/{night.pk}/{address}"
    assert kind(send(method, address, body)) == "version-needed"
    stale = send(method, address, body, seen=night.version + 1)
    assert (stale.status_code, kind(stale)) == (409, "stale-version")
    assert stale.json()["current"] == {"version": night.version}
    assert version(night) == night.version


def test_the_plan_is_changed_with_the_options_of_its_format(club, send):
    night = world.make_night(club)
    plan = PLAN | {"format": "mitchell", "options": {"kind": "skip", "winners": "one"}}
    found = send("PUT", f"nights/{night.pk}/", plan, seen=night.version).json()
    assert (found["format"], found["options"]) == ("mitchell", {"kind": "skip", "winners": "one"})
    for options, said in (
        ({"odd": "bye"}, "odd must be one of half table, rover."),
        ({"luck": "yes"}, "This format has kind, short_line, odd, winners."),
    ):
        wrong = send("PUT", f"nights/{night.pk}/", plan | {"options": options}, seen=version(night))
        assert (wrong.status_code, wrong.json()["field"]) == (400, "options")
        assert said in wrong.json()["detail"]


def test_a_movement_of_ones_own_is_read_before_it_is_kept(club, send):
    night = world.make_night(club)
    plan = PLAN | {"format": "typed", "typed_movement": "round 1\ntable one"}
    wrong = send("PUT", f"nights/{night.pk}/", plan, seen=night.version)
    assert (wrong.status_code, wrong.json()["field"]) == (400, "typed_movement")
    assert "line 2" in wrong.json()["detail"]


def test_a_plan_keeps_where_its_cards_come_from(club, send):
    night = world.make_night(club, dealing="stored", method="matchpoints")
    plan = PLAN | {"format": "round_robin", "method": "matchpoints"}
    assert (
        send("PUT", f"nights/{night.pk}/", plan, seen=night.version).json()["dealing"] == "stored"
    )
    shuffled = world.make_night(club)
    refused = send("PUT", f"nights/{shuffled.pk}/", plan, seen=shuffled.version)
    assert refused.json()["field"] == "method"


def test_publication_changes_what_is_named_only(club, send):
    night = world.make_night(club)
    address = f"nights/{night.pk}/publication/"
    held = {"embargo": True, "embargo_until": "2099-01-01T20:00:00Z"}
    found = send("PUT", address, held, seen=night.version).json()
    assert (found["embargo"], found["show_live"]) == (True, True)
    found = send("PUT", address, {"show_live": False}, seen=version(night)).json()
    assert (found["embargo_until"], found["show_live"]) == ("2099-01-01T20:00:00Z", False)
    found = send("PUT", address, {"embargo": False}, seen=version(night)).json()
    assert (found["embargo"], found["embargo_until"]) == (False, None)
    for body in ({"embargo_until": "2099-01-01T20:00:00Z"},
                 {"embargo": True, "embargo_until": "2001-01-01T20:00:00Z"}):  # fmt: skip
        wrong = send("PUT", address, body, seen=version(night))
        assert (wrong.status_code, wrong.json()["field"]) == (400, "embargo_until")


def test_a_repeated_night_is_a_week_later_or_on_its_day(club, send):
    night = world.make_night(club)
    assert send("POST", f"nights/{night.pk}/repeat/", {}).json()["date"] == "2026-12-03"
    day = {"date": "2027-02-01"}
    assert send("POST", f"nights/{night.pk}/repeat/", day).json()["date"] == "2027-02-01"


def test_a_swiss_draws_its_next_round_when_all_hands_are_in(club, send):
    night = world.running_night(club, people=12, format="swiss", rounds_planned=3)
    address = f"nights/{night.pk}/draw-round/"
    early = send("POST", address, {"round": 2}, seen=night.version)
    assert (early.status_code, early.json()["field"]) == (422, "missing hands")
    world.play_round(night, 1)
    assert send("POST", address, {"round": 2}, seen=version(night)).status_code == 200
    assert night.rounds.count() == 2


# Ranking, penalties, rulings


def test_the_ranking_is_read_and_changed(club, send):
    night = board_night(club, FIRST_WINS)
    address = f"nights/{night.pk}/ranking/"
    assert send("GET", address).json() == {
        "method": "matchpoints", "settings": {}, "ranked_together": True,
        "version": night.version,
    }  # fmt: skip
    body = {"method": "cross-imps", "settings": {"multiplier": 10}, "reason": "agreed"}
    assert send("PUT", address, body, seen=night.version).json()["settings"] == {"multiplier": 10}
    # +50 ten times is +500: 11 IMPs.
    row = standings_for(load_night(ClubNight.objects.get(pk=night.pk)), public=False)[0]
    assert row.score_text == "11.00"


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        pytest.param({"luck": 1}, "ranking", id="unknown"),
        pytest.param({"session_rule": "yes"}, "session_rule", id="no yes or no"),
        pytest.param({"strata": ["A", 2]}, "strata", id="strata"),
        pytest.param({"strata": ["A" * 21, "B"]}, "strata", id="a long name"),
        pytest.param({"chain": ["net points"]}, "tie-break", id="of another method"),
        pytest.param({"handicaps": {"x": 1}}, "ranking", id="handicaps"),
        pytest.param({"winners": []}, "winners", id="winners"),
    ],
)
def test_settings_that_are_none_are_refused_by_name(club, send, settings, field):
    night = board_night(club, FIRST_WINS)
    body = {"method": "matchpoints", "settings": settings, "reason": "x"}
    answer = send("PUT", f"nights/{night.pk}/ranking/", body, seen=night.version)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_a_penalty_is_given_listed_and_taken_back(club, send):
    night = board_night(club, FIRST_WINS)
    entry = next(iter(load_night(night).entries))
    body = {"entry": entry, "hundredths": 2500, "unit": "percent", "reason": "slow"}
    given = send("POST", f"nights/{night.pk}/penalties/", body).json()
    assert send("GET", f"nights/{night.pk}/penalties/").json()["results"] == [given]
    address = f"nights/{night.pk}/penalties/{given['id']}/"
    assert send("DELETE", address).status_code == 204
    assert send("DELETE", address).status_code == 422


@pytest.mark.parametrize(
    ("detail", "ruling", "counts"),
    [
        pytest.param(
            {"kind": "artificial", "ns": "A+", "ew": "40"}, "cancelled", [None, None],
            id="artificial",
        ),
        pytest.param(
            {"kind": "weighted", "parts": [[50, 100, 0], [50, 0, 30]]}, "adjusted", [50, 15],
            id="weighted",
        ),
        pytest.param(
            {"kind": "split", "ns": [20, 0], "ew": [90, 10]}, "adjusted", [20, 10], id="split"
        ),
    ],
)  # fmt: skip
def test_rulings_beyond_points(club, send, detail, ruling, counts):
    night = board_night(club, FIRST_WINS)
    hand = first_hand(night)
    body = {"ruling": "none", "detail": detail, "reason": "Law 12"}
    sent = {"seen": hand.version, "key": uuid.uuid4()}
    found = send("POST", f"hands/{hand.id}/rule/", body, **sent).json()
    assert (found["ruling"], [found["ns_points"], found["ew_points"]]) == (ruling, counts)
    stale = send("POST", f"hands/{hand.id}/rule/", body, seen=hand.version, key=uuid.uuid4())
    assert stale.json()["submitted"]["detail"] == detail


def test_a_detail_that_is_none_is_refused(club, send):
    hand = first_hand(board_night(club, FIRST_WINS))
    body = {"ruling": "none", "reason": "x", "detail": {"kind": "weighted", "parts": [[50, 1, 0]]}}
    answer = send("POST", f"hands/{hand.id}/rule/", body, seen=hand.version, key=uuid.uuid4())
    assert (answer.status_code, answer.json()["field"]) == (422, "weighted results")


# Cards


def test_cards_are_dealt_taken_and_taken_away(club, send):
    night, later = world.make_night(club), world.make_night(club, title="Later")
    dealt = send("POST", f"nights/{night.pk}/deals/", {"boards": 4})
    assert dealt.status_code == 201
    assert dealt.json()["commitment"] == DealSet.objects.get().commitment
    assert DealSet.objects.get().secret_hex not in dealt.content.decode()
    chosen = {"deal_set": dealt.json()["deal_set"]}
    taken = send("POST", f"nights/{later.pk}/deals/take/", chosen)
    assert taken.json()["dealing"] == "stored"
    assert send("POST", f"nights/{later.pk}/deals/shuffle/", {}).json()["dealing"] == "shuffled"
    assert send("POST", f"nights/{night.pk}/deals/open/", {}).json()["field"] == "reason"
    assert send("POST", f"nights/{night.pk}/deals/open/", {"reason": "asked"}).status_code == 200
    assert send("POST", f"nights/{later.pk}/deals/take/", chosen).json()["field"] == "deal_set"


def test_a_set_of_another_club_cannot_be_taken(club, send):
    other = world.make_night(world.make_club("Hillside"))
    foreign = services.generate_deals(other.pk, actor=world.SYSTEM, boards=4)
    night = world.make_night(club)
    answer = send("POST", f"nights/{night.pk}/deals/take/", {"deal_set": foreign.pk})
    assert (answer.status_code, answer.json()["field"]) == (400, "deal_set")


def test_a_set_waits_for_its_later_information(club, send):
    night = world.make_night(club)
    address = f"nights/{night.pk}/deals/"
    send("POST", address, {"boards": 2, "later_source": "lottery numbers of Friday"})
    assert send("POST", f"{address}later/", {"value": "1 2 3"}).status_code == 200
    again = send("POST", f"{address}later/", {"value": "4 5 6"})
    assert (again.status_code, again.json()["field"]) == (422, "value")


def test_deals_come_as_pbn_and_faults_with_their_lines(club, send):
    night = world.make_night(club)
    suits = "AKQJT98765432"
    deal = f"N:{suits}... .{suits}.. ..{suits}. ...{suits}"
    text = f'[Board "1"]\n[Dealer "{dealer_of(1).value}"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
    address = f"nights/{night.pk}/deals/import/"
    assert send("POST", address, {"text": text}).json()["source"] == "imported"
    wrong = send("POST", address, {"text": text.replace("AKQ", "KKQ", 1)})
    assert (wrong.status_code, kind(wrong)) == (422, "rule")
    assert wrong.json()["errors"]


# What went wrong


def test_a_trouble_is_looked_at_done_and_undone(club, send):
    night = world.running_night(club, people=8)
    table = load_night(night).rounds()[1][0]
    address = f"nights/{night.pk}/troubles/"
    looked = send(
        "POST", f"{address}swap-sides/", {"game": table.id, "preview": True}, seen=night.version
    ).json()
    assert (looked["done"], looked["undo"], looked["version"]) == (False, None, night.version)
    assert [change["where"] for change in looked["changes"]] == ["Round 1, table 1"]
    done = send("POST", f"{address}swap-sides/", {"game": table.id}, seen=night.version).json()
    assert done["changes"] == looked["changes"]
    now = load_night(night).rounds()[1][0]
    assert now.seats["N"][1] == table.seats["E"][1]
    listed = send("GET", address).json()["results"]
    assert [one["id"] for one in listed] == [done["undo"]]
    undone = send("POST", f"{address}{done['undo']}/undo/", {}, seen=done["version"]).json()
    assert undone["done"]
    assert load_night(night).rounds()[1][0].seats["N"][1] == table.seats["N"][1]


def test_late_people_substitutes_and_those_who_go(club, send):
    night = world.running_night(club, people=10)
    address = f"nights/{night.pk}/troubles/"
    late = world.newcomers(club)
    world.check_in_all(night, late)
    people = [player.pk for player in late]
    answer = send("POST", f"{address}late/", {"people": people}, seen=version(night))
    assert answer.status_code == 200
    sitting = load_night(night).rounds()[1][0].seats["N"][0]
    guest = add_player(club=club, first_name="Zoe", last_name="Guest")
    body = {"person": sitting.id, "sits_in": guest.pk, "first_hand": 2}
    assert send("POST", f"{address}substitute/", body, seen=version(night)).status_code == 200
    assert load_night(night).rounds()[1][0].sitter("N", 2).id == guest.pk
    gone = {"entry": load_night(night).rounds()[1][0].seats["E"][1], "finish_round": True}
    assert send("POST", f"{address}gone/", gone, seen=version(night)).status_code == 200


def test_people_of_another_club_stay_unknown(club, send):
    stranger = world.make_players(world.make_club("Hillside"), 1)[0]
    night = world.running_night(club, people=8)
    body = {"person": stranger.pk, "sits_in": stranger.pk}
    answer = send("POST", f"nights/{night.pk}/troubles/substitute/", body, seen=night.version)
    assert (answer.status_code, answer.json()["field"]) == (400, "person")
    assert stranger.last_name not in answer.content.decode()


@pytest.mark.parametrize(
    ("key", "body"),
    [
        pytest.param("redraw", {"rounds": 2}, id="redraw"),
        pytest.param("exchange", "two entries", id="exchange"),
        pytest.param("drop-round", {}, id="the last round"),
        pytest.param("trays", {"first_board": 1, "second_board": 2, "from_round": 1}, id="trays"),
        pytest.param("abandon", {}, id="abandoned"),
    ],
)
def test_every_other_trouble_changes_something(club, send, key, body):
    night = world.running_night(club, people=8, stored=True)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand, points(50), None)
    if body == "two entries":
        first, second, *_ = load_night(night).rounds()[2][0].seats.values()
        others = load_night(night).rounds()[2][1].seats
        body = {"round": 2, "first": first[1], "second": others["N"][1]}
    address = f"nights/{night.pk}/troubles/{key}/"
    answer = send("POST", address, body | {"reason": "it happened"}, seen=version(night))
    assert answer.status_code == 200, answer.json()
    assert answer.json()["done"]


def test_a_drawn_match_plays_an_extra_hand(club, send):
    night = world.running_night(club, people=8, format="knockout")
    table = load_night(night).rounds()[1][0]
    address = f"nights/{night.pk}/troubles/extra-hand/"
    for number, hand in enumerate(table.hands):
        world.enter(hand, {"points_only": {"EW" if number % 2 else "NS": 50}}, None)
    answer = send("POST", address, {"game": table.id}, seen=version(night))
    assert answer.status_code == 200
    assert len(load_night(night).rounds()[1][0].hands) == len(table.hands) + 1
    nowhere = send("POST", address, {"game": table.id + 1000}, seen=version(night))
    assert (nowhere.status_code, nowhere.json()["field"]) == (422, "table")


def test_a_scorer_may_not(club, client):
    night = world.running_night(club, people=8)
    token = make_token(world.make_officer(club, Role.SCORER), name="a program")[1]
    answer = client.post(
        f"/api/v1/nights/{night.pk}/troubles/abandon/", {}, content_type="application/json",
        headers={"Authorization": f"Bearer {token}", "If-Match": f'"{night.version}"'},
    )  # fmt: skip
    assert answer.status_code == 403
    assert version(night) == night.version
