"""A night that ends before its plan: what was played counts, what was not hurts nobody."""

import uuid

import pytest

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night, standings_for
from tests import world

pytestmark = pytest.mark.django_db


def test_a_round_cut_off_before_its_first_hand_puts_nobody_below_the_line():
    """Night story 30, with a cancelled hand: three hands of seven would be less than half.

    Five players: in round 1 two win, two lose and one sits out; round 2 is never played.
    """
    night = world.running_night(world.make_club(), people=5, format="social", rounds_planned=2)
    [table] = load_night(night).rounds()[1]
    for hand in table.hands[:3]:
        world.enter(hand)
    services.rule_hand(
        table.hands[3].id, ruling="cancelled", reason="a card was missing", actor=world.SYSTEM,
        client_id=uuid.uuid4(), version=0,
    )  # fmt: skip
    services.start_round(night.pk, actor=world.SYSTEM)
    services.close_night(night.pk, actor=world.SYSTEM)
    data = load_night(ClubNight.objects.get(pk=night.pk))
    standings = [row.standing for row in standings_for(data, public=True)]
    places = [(one.rank, one.hands_played, int(one.wins)) for one in standings]
    assert places == [(1, 3, 1), (1, 3, 1), (3, 3, 0), (3, 3, 0), (0, 0, 0)]
