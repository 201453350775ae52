"""A night of four pairs whose boards are compared, for tests of the ranking."""

import uuid

from clubmanager.nights import services
from clubmanager.nights.core.ranking import RankingSettings
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night, standings_for
from tests import world


def points(ns: int) -> dict:
    """Facts of a hand of which only the points are known."""
    return {"points_only": {"NS": ns}}


def board_night(club, scores, **fields):
    """A round robin of 4 pairs on stored deals, ranked by matchpoints; round 1 is over.

    `scores`: points of North-South on boards 1 to 4 at table 1, then at table 2.
    """
    night = world.running_night(club, people=8, stored=True, method="matchpoints", **fields)
    for table, given in zip(load_night(night).rounds()[1], scores, strict=True):
        for hand, ns in zip(table.hands, given, strict=True):
            world.enter(hand, points(ns), None)
    services.start_round(night.pk, actor=world.SYSTEM)
    return ClubNight.objects.get(pk=night.pk)


FIRST_WINS = ([100, 100, 100, 100], [50, 50, 50, 50])


def first_hand(night, table=0):
    return load_night(night).rounds()[1][table].hands[0]


def rule(night, detail=None, ruling="none", table=0):
    hand = first_hand(night, table)
    return services.rule_hand(
        hand.id, ruling=ruling, detail=detail, actor=world.SYSTEM, client_id=uuid.uuid4(),
        version=hand.version, reason="ruled by the director",
    )  # fmt: skip


def percentages(night):
    """By the names at table 1 N-S, E-W, table 2 N-S, E-W."""
    rows = {row.entry.id: row for row in standings_for(load_night(night), public=False)}
    tables = load_night(night).rounds()[1]
    return [rows[table.seats[seat][1]].percentage_text for table in tables for seat in "NE"]


def set_ranking(night, method="matchpoints", **settings):
    services.set_ranking(
        night.pk, actor=world.SYSTEM, method=method, settings=RankingSettings(**settings),
        reason="agreed with the players",
    )  # fmt: skip
    return ClubNight.objects.get(pk=night.pk)
