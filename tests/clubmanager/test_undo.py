"""Actions when something went wrong: looked at before, logged, undone, done again."""

import pytest
from django.urls import reverse

from clubmanager.nights.models import (
    CheckIn,
    ClubNight,
    LogEntry,
    NightChange,
    NightState,
    Seat,
    SitOut,
)
from clubmanager.nights.services import trouble
from clubmanager.nights.services.trouble.rows import rows_of
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import Change, HandResult
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


def plain(night):
    """Every row of the night, but for versions: an undone hand has been written to."""
    rows = rows_of(night)
    for hand in rows["hand"].values():
        del hand["version"], hand["entered_at"]
    return rows


def last_action(night):
    return NightChange.objects.filter(log_entry__night=night).latest("pk").log_entry


ACTIONS = [
    pytest.param(
        lambda n, c: trouble.add_late_entry(
            n.pk, world.newcomers(c), actor=ACTOR, at_once=True, first_hand=2
        ),
        id="late pair",
    ),
    pytest.param(lambda n, c: trouble.let_go(n.pk, _first(n).pk, actor=ACTOR), id="went home"),
    pytest.param(
        lambda n, c: trouble.substitute(
            n.pk, Player.objects.get(first_name="Ann"), world.newcomers(c, 1)[0], actor=ACTOR
        ),
        id="substitute",
    ),
    pytest.param(lambda n, c: trouble.redraw_rest(n.pk, actor=ACTOR, rounds=2), id="redrawn"),
    pytest.param(
        lambda n, c: trouble.swap_sides(n.pk, world.table_of(n, 1, 1).pk, actor=ACTOR),
        id="swapped sides",
    ),
    pytest.param(
        lambda n, c: trouble.exchange_entries(
            n.pk, 1, _first(n).pk, SitOut.objects.get(round__number=1).entry_id, actor=ACTOR
        ),
        id="exchanged",
    ),
    pytest.param(lambda n, c: trouble.drop_last_round(n.pk, actor=ACTOR), id="dropped round"),
    pytest.param(
        lambda n, c: trouble.swap_trays(n.pk, 1, 2, from_round=1, actor=ACTOR), id="trays"
    ),
    pytest.param(
        lambda n, c: trouble.add_extra_hand(n.pk, world.table_of(n, 1, 1).pk, actor=ACTOR),
        id="extra hand",
    ),
    pytest.param(lambda n, c: trouble.abandon_night(n.pk, actor=ACTOR), id="abandoned"),
]


def _first(night):
    seat = Seat.objects.filter(round__night=night, round__number=1).order_by("entry__number")
    return seat.first().entry


def odd_night(club):
    night = world.running_night(
        club, people=10, format="round_robin", rounds_planned=5, stored=True
    )
    world.enter(world.table_of(night, 1, 2).game.hands.get(number=1))
    return night


@pytest.mark.parametrize("act", ACTIONS)
def test_every_action_is_undone_to_the_last_row_and_can_be_done_again(club, act):
    night = odd_night(club)
    before = plain(night)
    act(night, club)
    after = plain(night)
    assert after != before
    entry = last_action(night)
    trouble.undo(night.pk, entry.pk, actor=ACTOR, reason="a mistake")
    assert plain(night) == before
    trouble.undo(night.pk, last_action(night).pk, actor=ACTOR)
    assert plain(night) == after


@pytest.mark.parametrize("act", ACTIONS)
def test_a_preview_changes_nothing_and_says_what_it_would_change(club, act):
    night = odd_night(club)
    before, lines = rows_of(night), LogEntry.objects.count()
    changes = trouble.preview(night, lambda: act(night, club))
    assert changes
    assert rows_of(ClubNight.objects.get(pk=night.pk)) == before
    assert LogEntry.objects.count() == lines


def test_hands_that_an_undo_restores_are_logged_like_any_other_change(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=1)
    trouble.drop_last_round(night.pk, actor=ACTOR, reason="too late")
    trouble.undo(night.pk, last_action(night).pk, actor=ACTOR, reason="there is time after all")
    assert Change.objects.filter(action="ruled").count() == 8
    restored = Change.objects.filter(action="restored")
    assert restored.count() == 8
    assert {change.reason for change in restored} == {"there is time after all"}


def test_an_action_is_not_undone_when_something_newer_touched_what_it_changed(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=1)
    trouble.drop_last_round(night.pk, actor=ACTOR)
    entry = last_action(night)
    world.enter(world.table_of(night, 1, 1).game.hands.get(number=2))
    with pytest.raises(RuleError, match="changed since, got 'hand 2'"):
        trouble.undo(night.pk, entry.pk, actor=ACTOR)
    assert HandResult.objects.filter(ruling="not played").count() == 8


def test_newer_results_elsewhere_do_not_hinder_an_undo(club):
    night = world.running_night(club, people=8, format="round_robin", rounds_planned=3)
    trouble.swap_sides(night.pk, world.table_of(night, 1, 1).pk, actor=ACTOR)
    entry = last_action(night)
    world.play_round(night, 1)
    trouble.undo(night.pk, entry.pk, actor=ACTOR)
    assert HandResult.objects.filter(facts__isnull=False).count() == 8


def test_nothing_is_undone_twice(club):
    night = odd_night(club)
    trouble.redraw_rest(night.pk, actor=ACTOR)
    entry = last_action(night)
    trouble.undo(night.pk, entry.pk, actor=ACTOR)
    with pytest.raises(RuleError, match="one that was not undone yet"):
        trouble.undo(night.pk, entry.pk, actor=ACTOR)


# The pages


def test_the_director_chooses_looks_does_and_undoes(director, club):
    night = odd_night(club)
    page = director.get(url(night, "trouble")).content.decode()
    assert "Somebody falls ill or goes home" in page
    address = url(night, "trouble_action", "gone")
    entry = _first(night)
    look = director.get(address, {"look": "yes", "entry_id": entry.pk})
    assert "This will change" in look.content.decode()
    assert "Round 2, sit out" in look.content.decode()
    night.refresh_from_db()
    answer = director.post(
        address, {"entry_id": entry.pk, "seen": night.version, "reason": "fever"}, follow=True
    )
    assert "Done." in answer.content.decode()
    log = director.get(url(night, "log")).content.decode()
    undo = url(night, "undo", last_action(night).pk)
    assert undo in log
    assert "fever" in log
    night.refresh_from_db()
    assert "This will change" in director.get(undo).content.decode()
    director.post(undo, {"seen": night.version})
    entry.refresh_from_db()
    assert entry.gone_from_round is None
    assert undo not in director.get(url(night, "log")).content.decode()


@pytest.mark.parametrize(
    "key",
    ["late", "gone", "substitute", "redraw", "swap-sides", "exchange", "drop-round", "trays",
     "extra-hand", "abandon"],
)  # fmt: skip
def test_each_action_has_a_page_and_says_what_is_missing(director, club, key):
    night = odd_night(club)
    address = url(night, "trouble_action", key)
    assert director.get(address).status_code == 200
    assert director.get(address, {"look": "yes"}).status_code == 200


def test_a_night_that_changed_since_the_look_is_looked_at_again(director, club):
    night = odd_night(club)
    old = night.version
    world.enter(world.table_of(night, 1, 2).game.hands.get(number=2))
    answer = director.post(url(night, "trouble_action", "abandon"), {"seen": old})
    assert "Something has changed meanwhile" in answer.content.decode()
    assert ClubNight.objects.get().state == NightState.RUNNING


def test_a_night_that_has_not_begun_refuses_in_words(director, club):
    night = world.seated_night(club, people=8)
    page = director.get(url(night, "trouble_action", "abandon"), {"look": "yes"})
    assert "night must be running" in page.content.decode()


def test_a_scorer_does_none_of_this(client, club):
    night = odd_night(club)
    client.force_login(world.make_officer(club, "scorer"))
    assert client.get(url(night, "trouble")).status_code == 403
    assert CheckIn.objects.filter(night=night).count() == 10
