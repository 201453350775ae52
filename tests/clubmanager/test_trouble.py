"""What goes wrong: each one action with a preview, logged, and undone (stories 13, 16 to 30)."""

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import (
    Entry,
    HandLineup,
    NightChange,
    NightState,
    Seat,
    SitOut,
)
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.nights.services import trouble
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import HandResult
from tests import world

pytestmark = pytest.mark.django_db
ACTOR = world.SYSTEM


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(client, club):
    client.force_login(world.make_officer(club))
    return client


def url(night, name, *args):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *args])


def people_at(night, number, table):
    seats = Seat.objects.filter(round__night=night, round__number=number, table_round__table=table)
    return {seat.compass: seat.player.first_name for seat in seats.select_related("player")}


def met(night, entry):
    """Whom an entry meets, by round."""
    found = {}
    for table in load_night(night).tables:
        entries = {one for _, one in table.seats.values()}
        if entry.pk in entries:
            found[table.round] = entries - {entry.pk}
    return found


# Late arrivals (story 16)


def test_a_late_pair_takes_the_place_of_the_bye_in_every_round_to_come(club):
    night = world.running_night(club, people=10, format="round_robin", rounds_planned=5)
    byes = dict(SitOut.objects.filter(round__night=night).values_list("round__number", "entry"))
    entry = trouble.add_late_entry(night.pk, world.newcomers(club), actor=ACTOR)
    assert met(night, entry) == {number: {byes[number]} for number in (2, 3, 4, 5)}
    assert list(SitOut.objects.values_list("round__number", flat=True)) == [1]


def test_a_late_pair_sits_down_at_once_and_what_they_missed_is_not_played(club):
    night = world.running_night(club, people=10, format="round_robin", rounds_planned=5)
    entry = trouble.add_late_entry(
        night.pk, world.newcomers(club), actor=ACTOR, at_once=True, first_hand=3
    )
    assert set(met(night, entry)) == {1, 2, 3, 4, 5}
    (table,) = [t for t in load_night(night).tables_of(entry.pk) if t.round == 1]
    assert [hand.ruling for hand in table.hands] == ["not played", "not played", "none", "none"]


def test_a_late_pair_in_an_even_field_has_the_rest_drawn_anew_without_a_second_meeting(club):
    night = world.running_night(club, people=12, format="round_robin", rounds_planned=4)
    before = met(night, Entry.objects.get(section__night=night, number=1))[1]
    entry = trouble.add_late_entry(night.pk, world.newcomers(club), actor=ACTOR)
    for one in Entry.objects.filter(section__night=night):
        opponents = [other for others in met(night, one).values() for other in others]
        assert len(opponents) == len(set(opponents))
    assert met(night, Entry.objects.get(section__night=night, number=1))[1] == before
    assert len(met(night, entry)) >= 2


def test_a_late_player_of_a_social_night_plays_from_the_next_round(club):
    night = world.running_night(club, people=8, format="social", rounds_planned=4)
    (player,) = world.newcomers(club, 1)
    trouble.add_late_entry(night.pk, [player], actor=ACTOR)
    played = Seat.objects.filter(player=player).values_list("round__number", flat=True)
    assert 1 not in played
    assert len(played) + SitOut.objects.filter(entry__members__player=player).count() == 3


def test_somebody_who_plays_already_does_not_arrive(club):
    night = world.running_night(club, people=10, format="round_robin")
    with pytest.raises(RuleError, match="somebody who does not play yet"):
        trouble.add_late_entry(night.pk, list(Player.objects.all()[:2]), actor=ACTOR)


# Illness (story 18) and substitutes (story 13)


def test_the_rest_of_the_night_of_somebody_who_falls_ill_is_settled_in_one_action(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    entry = Entry.objects.get(section__night=night, number=1)
    (table,) = [t for t in load_night(night).tables_of(entry.pk) if t.round == 1]
    world.enter(table.hands[0])
    later = {number: others for number, others in met(night, entry).items() if number > 1}
    trouble.let_go(night.pk, entry.pk, actor=ACTOR, reason="fell ill")
    (table,) = load_night(night).tables_of(entry.pk)
    assert [hand.ruling for hand in table.hands] == ["none"] + ["not played"] * 3
    resting = SitOut.objects.filter(round__night=night).values_list("round__number", "entry")
    assert {number: {other} for number, other in resting} == later


def test_the_rounds_to_come_can_be_drawn_anew_without_who_went_home(club):
    night = world.running_night(club, people=9, format="social", rounds_planned=3)
    entry = Entry.objects.filter(section__night=night, seats__round__number=1).first()
    trouble.let_go(night.pk, entry.pk, actor=ACTOR, redraw=True, finish_round=True)
    assert Seat.objects.filter(round__night=night, round__number=2).count() == 8
    assert not Seat.objects.filter(entry=entry, round__number__gt=1).exists()
    assert not HandResult.objects.filter(ruling="not played").exists()


def test_a_substitute_sits_in_from_a_hand_to_the_end_and_is_named(director, club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    ann = Player.objects.get(first_name="Ann")
    (zoe,) = world.newcomers(club, 1)
    trouble.substitute(night.pk, ann, zoe, actor=ACTOR, first_hand=3)
    rows = HandLineup.objects.filter(player=zoe)
    numbers = rows.values_list("hand__game__table_round__round__number", "hand__number")
    assert sorted(numbers) == [
        (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4),
    ]  # fmt: skip
    table = next(t for t in load_night(night).tables if any(p == ann.pk for p in _ids(t)))
    compass = next(c for c in "NESW" if table.seats[c][0].id == ann.pk)
    assert table.sitter(compass, 2).full == "Ann Adams"
    assert table.sitter(compass, 3).full == "X Late"
    page = director.get(url(night, "table", table.id)).content.decode()
    assert "X Late for Ann Adams from hand 3" in page


def _ids(table):
    return [person.id for person, _entry in table.seats.values()]


def test_a_player_who_comes_back_ends_the_substitution(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    ann = Player.objects.get(first_name="Ann")
    (zoe,) = world.newcomers(club, 1)
    trouble.substitute(night.pk, ann, zoe, actor=ACTOR)
    services.start_round(night.pk, actor=ACTOR)
    trouble.substitute(night.pk, ann, ann, actor=ACTOR, first_hand=2)
    assert HandLineup.objects.filter(player=zoe).count() == 4 + 1


def test_nobody_sits_in_who_plays_at_another_table(club):
    night = world.running_night(club, people=8, format="round_robin")
    ann, bob = Player.objects.get(first_name="Ann"), Player.objects.get(first_name="Carol")
    with pytest.raises(RuleError, match="somebody who sits nowhere else then"):
        trouble.substitute(night.pk, ann, bob, actor=ACTOR)


def test_a_substitute_stays_in_rounds_that_are_drawn_later(club):
    from clubmanager.nights.services.drawing import draw_round

    night = world.running_night(club, people=12, format="swiss", rounds_planned=3)
    ann = Player.objects.get(first_name="Ann")
    (zoe,) = world.newcomers(club, 1)
    trouble.substitute(night.pk, ann, zoe, actor=ACTOR)
    draw_round(night.pk, number=2, actor=ACTOR, override=True)
    second = HandLineup.objects.filter(hand__game__table_round__round__number=2)
    assert second.filter(player=zoe).count() == 4


# The movement (stories 19 to 21)


def test_the_movement_changes_after_round_1_and_what_was_played_stays(club):
    night = world.running_night(club, people=12, format="mitchell", rounds_planned=3)
    world.play_round(night, 1)
    first = people_at(night, 1, 1)
    trouble.redraw_rest(night.pk, actor=ACTOR, rounds=2)
    assert people_at(night, 1, 1) == first
    assert night.rounds.count() == 3
    for entry in Entry.objects.filter(section__night=night):
        opponents = [other for others in met(night, entry).values() for other in others]
        assert len(opponents) == len(set(opponents)) == 3
    assert HandResult.objects.filter(facts__isnull=False).count() == 12


def test_swapped_sides_are_recorded_as_played_and_the_points_change_hands(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    world.play_round(night, 1)
    table = world.table_of(night, 1, 1)
    before, winner = people_at(night, 1, 1), table.game.totals["winner"]
    trouble.swap_sides(night.pk, table.pk, actor=ACTOR)
    after = people_at(night, 1, 1)
    assert after == {
        "N": before["E"], "E": before["N"], "S": before["W"], "W": before["S"],
    }  # fmt: skip
    table.game.refresh_from_db()
    assert table.game.totals["winner"] == winner
    assert people_at(night, 2, 1) != after


def test_two_pairs_who_sat_in_each_others_places_change_for_that_round_only(club):
    night = world.running_night(club, people=10, format="round_robin", rounds_planned=3)
    resting = SitOut.objects.get(round__night=night, round__number=1).entry
    playing = Seat.objects.filter(round__night=night, round__number=1).first().entry
    opponents, later = met(night, playing)[1], met(night, playing)[2]
    trouble.exchange_entries(night.pk, 1, playing.pk, resting.pk, actor=ACTOR)
    assert met(night, resting)[1] == opponents
    assert SitOut.objects.get(round__night=night, round__number=1).entry == playing
    assert met(night, playing)[2] == later


def test_the_last_round_goes_when_it_has_not_begun(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    assert trouble.drop_last_round(night.pk, actor=ACTOR) == 3
    assert list(night.rounds.values_list("number", flat=True)) == [1, 2]


def test_the_missing_hands_of_a_last_round_that_has_begun_are_not_played(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=1)
    world.enter(world.table_of(night, 1, 1).game.hands.get(number=1))
    trouble.drop_last_round(night.pk, actor=ACTOR, reason="too late")
    rulings = HandResult.objects.filter(ruling="not played")
    assert rulings.count() == 7
    assert {hand.ruling_reason for hand in rulings} == {"too late"}


# Trays (story 29) and a night that is abandoned (story 30)


def test_swapped_trays_split_the_results_into_groups(club):
    night = world.running_night(
        club, people=12, format="mitchell", rounds_planned=3, stored=True, method="matchpoints"
    )
    world.play_round(night, 1)
    trouble.swap_trays(night.pk, 1, 2, from_round=2, actor=ACTOR)
    groups = HandResult.objects.filter(board__number__in=[1, 2]).values_list(
        "game__table_round__round__number", "board_group", "deal_applies"
    )
    assert set(groups) == {(1, 0, True), (2, 1, False), (3, 1, False)}


def test_hands_whose_declarer_came_from_the_wrong_cards_are_questioned(director, club):
    """Round Two goes by the stored deal; Round One names its declarer itself."""
    night = world.running_night(
        club, people=12, format="mitchell", rounds_planned=3, stored=True, method="matchpoints"
    )
    table = load_night(night).rounds()[1][0]
    world.enter(table.hands[0], {"round": 2, "declaration": "ten", "trump": "R"}, 10)
    world.enter(table.hands[1])
    sent = {"look": "yes", "first_board": 1, "second_board": 2, "from_round": 1}
    look = director.get(url(night, "trouble_action", "trays"), sent).content.decode()
    assert "questioned: hands 1;" in look
    trouble.swap_trays(night.pk, 1, 2, from_round=1, actor=ACTOR)
    first, second = load_night(night).table(table.id).hands[:2]
    assert (first.entry_state, second.entry_state) == ("questioned", "entered")
    assert "ask the table" in first.doubt
    assert first.declarer
    action = NightChange.objects.latest("pk").log_entry
    trouble.undo(night.pk, action.pk, actor=ACTOR)
    assert load_night(night).table(table.id).hands[0].entry_state == "entered"


def test_an_abandoned_half_played_round_puts_nobody_below_the_line(club):
    """Table 1 has played two hands of its only game, table 2 four: nothing else was scheduled."""
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands[: 2 * table.table]:
            world.enter(hand)
    trouble.abandon_night(night.pk, actor=ACTOR, reason="power cut")
    rows = [row.standing for row in standings_for(load_night(night), public=True)]
    assert sorted(row.hands_played for row in rows) == [2, 2, 4, 4]
    assert not any(row.below_line for row in rows)


def test_an_abandoned_night_is_closed_with_what_there_is(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    world.play_round(night, 1)
    services.start_round(night.pk, actor=ACTOR)
    trouble.abandon_night(night.pk, actor=ACTOR, reason="power cut")
    night.refresh_from_db()
    assert night.state == NightState.CLOSED
    assert night.rounds.count() == 2
    assert {row.standing.hands_played for row in standings_for(load_night(night), public=True)} == {
        4
    }
