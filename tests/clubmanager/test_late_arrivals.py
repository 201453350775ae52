"""Late arrivals (story 16): what they missed is not played or artificial; and in a knockout."""

import pytest
from django.urls import reverse

from clubmanager.nights.models import Entry, SitOut
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.nights.services import trouble
from scoring.core.ruleset import RuleError
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


def met(night, entry):
    """Whom an entry meets, by round."""
    found = {}
    for table in load_night(night).tables:
        entries = {one for _, one in table.seats.values()}
        if entry.pk in entries:
            found[table.round] = entries - {entry.pk}
    return found


def matchpointed(club, **fields):
    return world.running_night(
        club, people=10, format="round_robin", rounds_planned=5, stored=True,
        method="matchpoints", **fields,
    )  # fmt: skip


def awards(table):
    return [
        (hand.ruling_detail["ns"], hand.ruling_detail["ew"]) if hand.ruling_detail else None
        for hand in table.hands
    ]


def test_what_a_late_pair_missed_may_be_average_plus_and_average_minus(club):
    """Law 12C2: average plus for the side not at fault, average minus for the side that is."""
    night = matchpointed(club)
    entry = trouble.add_late_entry(
        night.pk, world.newcomers(club), actor=ACTOR, at_once=True, first_hand=3,
        missed="artificial",
    )  # fmt: skip
    data = load_night(night)
    (table,) = [t for t in data.tables_of(entry.pk) if t.round == 1]
    late_is_north = table.seats["N"][1] == entry.pk
    assert awards(table) == [("A-", "A+") if late_is_north else ("A+", "A-")] * 2 + [None] * 2
    for other in data.rounds()[2]:
        assert awards(other) == [None] * 4
    standing = {row.entry.id: row.percentage_text for row in standings_for(data, public=False)}
    assert standing[entry.pk] == "40.00 %"
    waited = next(e for _, e in table.seats.values() if e != entry.pk)
    assert standing[waited] == "60.00 %"


def test_the_preview_shows_the_artificial_scores(director, club):
    night = matchpointed(club)
    people = world.newcomers(club)
    world.check_in_all(night, people)
    sent = {"look": "yes", "players": [p.pk for p in people], "at_once": "on", "first_hand": 2,
            "missed": "artificial"}  # fmt: skip
    page = director.get(url(night, "trouble_action", "late"), sent).content.decode()
    assert "hands 1: Artificial score" in page
    assert "average minus" in page


@pytest.mark.parametrize(
    ("fields", "people"),
    [
        pytest.param({"format": "round_robin", "rounds_planned": 5}, 10, id="ranked by games"),
        pytest.param(
            {"format": "social", "method": "matchpoints", "stored": True}, 11, id="single players"
        ),
    ],
)
def test_where_no_side_can_be_blamed_missed_hands_are_not_played(director, club, fields, people):
    night = world.running_night(club, people=people, **fields)
    assert (
        "average minus" not in director.get(url(night, "trouble_action", "late")).content.decode()
    )
    size = 1 if fields["format"] == "social" else 2
    with pytest.raises(RuleError, match="missed hands must be not played"):
        trouble.add_late_entry(
            night.pk, world.newcomers(club, size), actor=ACTOR, missed="artificial"
        )


def test_in_a_knockout_a_late_pair_takes_the_place_of_the_bye_that_its_seed_has(club):
    """Six pairs: seeds 1 and 2 have byes. The seventh meets seed 2: 1 8, 4 5, 2 7, 3 6."""
    night = world.running_night(club, people=12, format="knockout")
    entry = trouble.add_late_entry(night.pk, world.newcomers(club), actor=ACTOR, first_hand=2)
    two = Entry.objects.get(section__night=night, number=2)
    assert entry.number == 7
    assert met(night, entry) == {1: {two.pk}}
    resting = SitOut.objects.filter(round__night=night).values_list("entry__number", flat=True)
    assert list(resting) == [1]
    assert "In round 1 seed 1 has a bye." in night.sections.get().notes


def test_a_late_winner_plays_on_in_her_place_of_the_bracket(club):
    """The seventh seed beats the second and then meets whoever won 3 against 6."""
    from clubmanager.nights.services.drawing import draw_round

    night = world.running_night(club, people=12, format="knockout")
    entry = trouble.add_late_entry(night.pk, world.newcomers(club), actor=ACTOR)
    for table in load_night(night).rounds()[1]:
        late = table.seats["N"][1] == entry.pk or table.seats["E"][1] == entry.pk
        declarer = "E" if late and table.seats["E"][1] == entry.pk else "N"
        for hand in table.hands:
            facts = {"round": 1, "declarer": declarer, "declaration": "play", "trump": "R"}
            world.enter(hand, facts, 11)
    draw_round(night.pk, number=2, actor=ACTOR)
    three = Entry.objects.get(section__night=night, number=3)
    assert met(night, entry)[2] == {three.pk}


def test_a_late_team_meets_the_bye_at_two_tables(club):
    night = world.running_night(club, people=12, format="team_knockout")
    people = world.newcomers(club, 4)
    entry = trouble.add_late_entry(night.pk, people, actor=ACTOR)
    tables = [t for t in load_night(night).tables_of(entry.pk) if t.round == 1]
    assert len({table.table for table in tables}) == 2
    assert not SitOut.objects.filter(round__night=night).exists()


@pytest.mark.parametrize("people", [pytest.param(8, id="no bye"), pytest.param(12, id="drawn")])
def test_a_knockout_without_a_bye_to_take_refuses_in_words(director, club, people):
    from clubmanager.nights.services.drawing import draw_round

    night = world.running_night(club, people=people, format="knockout")
    if people == 12:
        world.play_round(night, 1)
        draw_round(night.pk, number=2, actor=ACTOR)
    late = world.newcomers(club)
    world.check_in_all(night, late)
    sent = {"look": "yes", "players": [p.pk for p in late], "first_hand": 1}
    page = director.get(url(night, "trouble_action", "late"), sent).content.decode()
    assert "takes the place of a bye: there is none in round 1, or round 2 is drawn already" in page
    assert Entry.objects.filter(section__night=night).count() == people // 2
