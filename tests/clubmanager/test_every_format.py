"""Every format from the form to the seats, and the formats that are drawn round by round."""

import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Entry, Seat, SitOut, TableRound
from clubmanager.nights.queries import load_night
from clubmanager.nights.services.drawing import draw_round
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def url(night, name, *args):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *args])


def plan(club, **changes):
    return {
        "title": "Club night", "date": "2026-12-03", "format": "mitchell", "rounds_planned": "3",
        "hands_per_round": "4", "dealing": "shuffled", "method": "games",
        "chart": str(club.club_charts.get().chart_id), "correction_minutes": "30",
        "sections_planned": "1", "ranked_together": "on",
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("format_", "people", "tables", "rounds"),
    [
        pytest.param("social", 8, 2, 3, id="social"),
        pytest.param("individual", 8, 2, 3, id="individual"),
        pytest.param("round_robin", 8, 2, 3, id="round robin"),
        pytest.param("mitchell", 12, 3, 3, id="Mitchell"),
        pytest.param("howell", 8, 2, 3, id="Howell"),
        pytest.param("swiss", 12, 3, 1, id="Swiss"),
        pytest.param("knockout", 8, 2, 1, id="knockout"),
        pytest.param("team_round_robin", 16, 4, 3, id="teams"),
        pytest.param("team_swiss", 16, 4, 1, id="Swiss of teams"),
        pytest.param("team_knockout", 8, 2, 1, id="knockout of teams"),
    ],
)
def test_every_format_is_offered_seated_and_shown_as_a_grid(
    director, club, format_, people, tables, rounds
):
    night = world.seated_night(club, people=people, format=format_)
    assert TableRound.objects.filter(round__night=night, round__number=1).count() == tables
    assert night.rounds.count() == rounds
    assert Seat.objects.filter(round__night=night, round__number=1).count() == 4 * tables
    page = director.get(url(night, "seating")).content.decode()
    assert "Ann Adams" in page
    assert "Hugh Adams" in page


def test_the_options_of_the_chosen_format_are_stored_and_those_of_others_are_not(director, club):
    director.post(
        reverse("nights:new", args=[club.slug]),
        plan(club, mitchell_odd="rover", mitchell_winners="one", howell_three_tables="spread"),
    )
    assert ClubNight.objects.get().options == {"odd": "rover", "winners": "one"}


def test_the_stored_options_stand_in_the_form_again(director, club):
    night = world.make_night(club, format="mitchell", options={"winners": "one"})
    form = director.get(url(night, "edit")).context["form"]
    assert form["mitchell_winners"].value() == "one"


def test_an_arrow_switch_turns_the_lines_in_the_last_round(club):
    night = world.seated_night(
        club, people=12, format="mitchell", options={"winners": "one"}, rounds_planned=3
    )
    lines = Seat.objects.filter(round__night=night, compass="N").values_list(
        "round__number", "entry__line"
    )
    assert {line for number, line in lines if number < 3} == {"NS"}
    assert {line for number, line in lines if number == 3} == {"EW"}


def test_four_people_are_chosen_as_a_team_and_the_first_two_sit_north_south(director, club):
    night = world.make_night(club, format="team_round_robin")
    players = world.make_players(club, 4)
    world.check_in_all(night, players)
    director.post(url(night, "pairs"), {"players": [player.pk for player in players]})
    entry = Entry.objects.get(section__night=night)
    assert [member.player for member in entry.members.all()] == players


def test_pairs_are_drawn_into_teams(director, club):
    night = world.make_night(club, format="team_round_robin")
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    director.post(url(night, "pairs"), {"players": [players[0].pk, players[1].pk]})
    assert "1 pair without another pair" in director.get(url(night, "pairs")).content.decode()
    director.post(url(night, "draw_pairs"))
    teams = [
        [member.player for member in entry.members.all()]
        for entry in Entry.objects.filter(section__night=night)
    ]
    assert [len(team) for team in teams] == [4, 4]
    (mixed,) = [team for team in teams if players[0] in team]
    assert players[1] in mixed
    assert abs(mixed.index(players[0]) - mixed.index(players[1])) == 1


def test_a_team_becomes_two_pairs_when_the_night_turns_to_pairs(club):
    night = world.make_night(club, format="team_round_robin")
    players = world.make_players(club, 4)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    services.update_night(night.pk, actor=world.SYSTEM, format="round_robin")
    pairs = Entry.objects.filter(section__night=night)
    assert sorted(
        sorted(member.player.first_name for member in pair.members.all()) for pair in pairs
    ) == [["Ann", "Bob"], ["Carol", "Dan"]]


def test_a_field_in_two_sections_has_its_tables_numbered_through_the_room(director, club):
    night = world.seated_night(club, people=20, format="howell", sections_planned=2)
    tables = TableRound.objects.filter(round__night=night, round__number=1)
    assert list(tables.order_by("table").values_list("section__name", "table")) == [
        ("A", 1), ("A", 2), ("A", 3), ("B", 11), ("B", 12),
    ]  # fmt: skip
    page = director.get(url(night, "seating")).content.decode()
    assert "Section A" in page
    assert "Section B" in page
    services.update_night(night.pk, actor=world.SYSTEM, sections_planned=1)
    assert list(night.sections.values_list("name", flat=True)) == ["A"]
    assert Entry.objects.filter(section__night=night).count() == 10


TYPED = "round 1\ntable 1: 1 v 2, set 1\ntable 2: 3 v 4, set 1\n"


def test_a_typed_movement_is_looked_at_as_a_grid_and_then_played(director, club):
    night = world.make_night(club)
    seen = director.post(url(night, "movement"), {"text": TYPED, "look": "yes"})
    assert "3 – 4 · 1" in seen.content.decode()
    assert ClubNight.objects.get().format == "round_robin"
    director.post(url(night, "movement"), {"text": TYPED, "use": "yes"})
    night.refresh_from_db()
    assert (night.format, night.rounds_planned) == ("typed", 1)
    players = world.make_players(club, 8)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    services.seat_field(night.pk, actor=world.SYSTEM)
    north = Seat.objects.get(round__night=night, table_round__table=2, compass="N")
    assert north.entry.number == 3


def test_a_typed_movement_with_somebody_in_two_places_is_refused_with_its_line(director, club):
    night = world.make_night(club)
    text = TYPED + "table 3: 1 v 5, set 1\n"
    page = director.post(url(night, "movement"), {"text": text, "look": "yes"}).content.decode()
    assert "line 4" in page


def test_advice_offers_three_movements_and_one_tap_plans_the_best(director, club):
    asked = {"contestants": "pairs", "count": "8", "minutes": "240", "boards": "28",
             "minutes_per_board": "8"}  # fmt: skip
    page = director.get(reverse("nights:club_advice", args=[club.slug]), asked)
    offers = page.context["offers"]
    assert len(offers) == 3
    best, options = offers[0]
    director.post(
        reverse("nights:club_advice", args=[club.slug]),
        {"format": best.format, "options": options, "rounds_planned": best.rounds,
         "hands_per_round": best.boards_per_set},
    )  # fmt: skip
    night = ClubNight.objects.get()
    assert (night.format, night.rounds_planned) == (best.format, best.rounds)


def test_a_swiss_draws_neighbours_in_the_ranking_who_have_not_met(director, club):
    night = world.running_night(club, people=12, format="swiss", rounds_planned=3)
    world.play_round(night, 1)
    page = director.get(url(night, "director")).content.decode()
    assert "Draw round 2" in page
    look = director.get(url(night, "draw_round")).content.decode()
    assert "The pairings as they stand" in look
    night.refresh_from_db()
    director.post(url(night, "draw_round"), {"round": "2", "seen": night.version})
    met = [
        {
            frozenset(table.seats.values_list("entry", flat=True))
            for table in TableRound.objects.filter(round__night=night, round__number=number)
        }
        for number in (1, 2)
    ]
    assert len(met[1]) == 3
    assert not met[0] & met[1]
    services.start_round(night.pk, actor=world.SYSTEM, number=2)


def test_missing_hands_hold_up_the_draw_until_the_director_overrides(director, club):
    night = world.running_night(club, people=12, format="swiss", rounds_planned=3)
    answer = director.post(
        url(night, "draw_round"), {"round": "2", "seen": night.version}, follow=True
    )
    assert "missing hands must be none, or overridden" in answer.content.decode()
    assert night.rounds.count() == 1
    director.post(
        url(night, "draw_round"), {"round": "2", "seen": night.version, "override": "yes"}
    )
    assert night.rounds.count() == 2


def test_a_knockout_goes_on_with_the_winners(club):
    night = world.running_night(club, people=16, format="knockout", rounds_planned=3)
    world.play_round(night, 1)
    data = load_night(night)
    winners = {
        table.seats["N" if table.totals["winner"] == "NS" else "E"][1] for table in data.tables
    }
    assert len(winners) == 4
    draw_round(night.pk, number=2, actor=world.SYSTEM)
    seated = Seat.objects.filter(round__night=night, round__number=2)
    assert set(seated.values_list("entry", flat=True)) == winners


def test_a_drawn_match_plays_an_extra_hand_before_the_next_round(director, club):
    night = world.running_night(club, people=8, format="knockout", rounds_planned=2)
    for table in load_night(night).tables:
        for hand in table.hands:
            services.rule_hand(
                hand.id, ruling="adjusted", ns_points=10, ew_points=10, actor=world.SYSTEM,
                client_id=uuid.uuid4(), version=hand.version, reason="as agreed",
            )  # fmt: skip
    with pytest.raises(RuleError, match="decided: let it play an extra hand"):
        draw_round(night.pk, number=2, actor=world.SYSTEM)
    table = world.table_of(night, 1, 1)
    page = director.get(url(night, "draw_round")).content.decode()
    assert "The match at table 1 is drawn" in page
    night.refresh_from_db()
    director.post(url(night, "trouble_action", "extra-hand"),
                  {"table": table.pk, "seen": night.version})  # fmt: skip
    assert table.game.hands.count() == 5


@pytest.mark.parametrize("format_", ["swiss", "team_round_robin"])
def test_a_night_of_forty_tables_is_shown_in_few_queries(
    director, club, django_assert_max_num_queries, format_
):
    people = 160 if format_ == "swiss" else 64
    night = world.running_night(club, people=people, format=format_, rounds_planned=3)
    for name in ("director", "seating", "draw_round", "trouble"):
        director.get(url(night, name))
        with django_assert_max_num_queries(12):
            assert director.get(url(night, name)).status_code == 200
    assert SitOut.objects.filter(round__night=night).count() == 0
    assert Player.objects.filter(club=club).count() == people
