"""Whatever was played and whatever went wrong: undoing restores the bytes of the night's export."""

import json

import hypothesis
import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from clubmanager.nights.models import ClubNight, Entry, NightChange, SitOut
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.export import night_as_csv, night_as_dict
from clubmanager.nights.services import trouble
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db
ACTOR = world.SYSTEM
ROUNDS = 5


def late_pair(night, draw):
    missed = draw(st.sampled_from(["not played", "artificial"]))
    trouble.add_late_entry(
        night.pk, world.newcomers(night.club), actor=ACTOR, at_once=draw(st.booleans()),
        first_hand=draw(st.integers(1, 4)), missed=missed,
    )  # fmt: skip


def went_home(night, draw):
    entry = draw(st.sampled_from(entries(night)))
    trouble.let_go(
        night.pk, entry, actor=ACTOR, redraw=draw(st.booleans()), finish_round=draw(st.booleans())
    )


def substitute(night, draw):
    first_names = sorted(Player.objects.filter(entry_members__night=night).values_list("pk"))
    player = Player.objects.get(pk=draw(st.sampled_from(first_names))[0])
    [new] = world.newcomers(night.club, 1)
    trouble.substitute(night.pk, player, new, actor=ACTOR, first_hand=draw(st.integers(1, 4)))


def redrawn(night, draw):
    trouble.redraw_rest(night.pk, actor=ACTOR, rounds=draw(st.integers(1, 3)))


def swapped_sides(night, draw):
    trouble.swap_sides(night.pk, draw(st.sampled_from(tables(night))), actor=ACTOR)


def exchanged(night, draw):
    resting = SitOut.objects.get(round__night=night, round__number=1).entry_id
    other = draw(st.sampled_from([pk for pk in entries(night) if pk != resting]))
    trouble.exchange_entries(night.pk, 1, other, resting, actor=ACTOR)


def dropped_round(night, draw):
    trouble.drop_last_round(night.pk, actor=ACTOR)


def swapped_trays(night, draw):
    first, second = draw(st.sampled_from([(1, 2), (2, 4), (1, 3)]))
    trouble.swap_trays(night.pk, first, second, from_round=1, actor=ACTOR)


def extra_hand(night, draw):
    trouble.add_extra_hand(night.pk, draw(st.sampled_from(tables(night))), actor=ACTOR)


def abandoned(night, draw):
    trouble.abandon_night(night.pk, actor=ACTOR)


TROUBLES = [
    late_pair, went_home, substitute, redrawn, swapped_sides, exchanged, dropped_round,
    swapped_trays, extra_hand, abandoned,
]  # fmt: skip


def entries(night):
    return list(
        Entry.objects.filter(section__night=night).order_by("pk").values_list("pk", flat=True)
    )


def tables(night):
    return [table.id for table in load_night(night).rounds()[1]]


def exported(night):
    data = load_night(ClubNight.objects.select_related("club", "chart").get(pk=night.pk))
    return (json.dumps(night_as_dict(data), sort_keys=True) + night_as_csv(data)).encode()


def play_something(night, draw):
    """Some hands of round 1, in Round One or Two, perhaps with a ruling."""
    hands = [hand for table in load_night(night).rounds()[1] for hand in table.hands]
    for hand in draw(st.lists(st.sampled_from(hands), unique_by=lambda one: one.id, max_size=5)):
        facts = draw(
            st.sampled_from(
                [world.PLAY_11_RED, {"round": 2, "declaration": "seven", "trump": "NT"}]
            )
        )
        world.enter(hand, facts, draw(st.integers(0, 13)))


@pytest.mark.parametrize("go_wrong", TROUBLES)
def test_undo_restores_the_bytes_of_the_export(go_wrong):
    night = world.running_night(
        world.make_club(), people=10, format="round_robin", rounds_planned=ROUNDS, stored=True,
        method="matchpoints",
    )  # fmt: skip

    @hypothesis.settings(max_examples=4, deadline=None)
    @given(st.data())
    def undone(data):
        with transaction.atomic():
            play_something(night, data.draw)
            before = exported(night)
            go_wrong(night, data.draw)
            action = NightChange.objects.latest("pk").log_entry
            trouble.undo(night.pk, action.pk, actor=ACTOR, reason="a mistake")
            assert exported(night) == before
            transaction.set_rollback(True)

    undone()


@hypothesis.settings(
    max_examples=6, deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(data=st.data())
def test_several_troubles_are_undone_one_after_the_other(db, data):
    """The last one first. What the night as it stands refuses does not happen."""
    with transaction.atomic():
        night = world.running_night(
            world.make_club(), people=10, format="round_robin", rounds_planned=ROUNDS,
            stored=True, method="matchpoints",
        )  # fmt: skip
        play_something(night, data.draw)
        stack = []
        for go_wrong in data.draw(st.lists(st.sampled_from(TROUBLES), min_size=2, max_size=3)):
            before = exported(night)
            try:
                go_wrong(night, data.draw)
            except (RuleError, SitOut.DoesNotExist):
                continue
            stack.append((NightChange.objects.latest("pk").log_entry_id, before))
        for action, before in reversed(stack):
            trouble.undo(night.pk, action, actor=ACTOR)
            assert exported(night) == before
        transaction.set_rollback(True)
