"""A simultaneous event as arrays, and its boards with rulings and groups, to the exact number.

Three tables play the same four boards; North-South score 100, 50 and 10 on each. A full board has
a top of 4: North-South get 4, 2 and 0 of it.
"""

import pytest

from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.simultaneous import event_rows, load_event
from scoring.core.rulings import ArtificialRuling, SplitRuling, WeightedRuling
from scoring.models import HandResult
from tests import world
from tests.ranking_world import first_hand, points, rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    night = world.running_night(
        world.make_club(), people=12, stored=True, method="matchpoints", format="round_robin"
    )
    for table, ns in zip(load_night(night).rounds()[1], (100, 50, 10), strict=True):
        for hand in table.hands:
            world.enter(hand, points(ns), None)
    return ClubNight.objects.get(pk=night.pk)


def found(night):
    """(matchpoints, available, hundredths) at tables 1, 2, 3: North-South, then East-West."""
    rows = {row[1]: row[2:] for row in event_rows(load_event(night.night_deal_set.deal_set_id))}
    tables = load_night(night).rounds()[1]
    return [[rows[table.seats[seat][1]] for table in tables] for seat in "NE"]


def test_plain_boards_are_arrays_alone(night, django_assert_num_queries):
    deal_set = night.night_deal_set.deal_set_id
    with django_assert_num_queries(2):
        load_event(deal_set)
    assert found(night) == [
        [(16, 16, 10000), (8, 16, 5000), (0, 16, 0)],
        [(0, 16, 0), (8, 16, 5000), (16, 16, 10000)],
    ]


def test_an_artificial_score_follows_all_other_boards(night, django_assert_num_queries):
    rule(night, ArtificialRuling("A+", "A-"))
    deal_set = night.night_deal_set.deal_set_id
    with django_assert_num_queries(3):
        load_event(deal_set)
    # Two results are left on board 1: a top of 2. Table 1 has 100 % and 0 % on its other boards.
    assert found(night) == [
        [(14, 14, 10000), (8, 14, 5714), (0, 14, 0)],
        [(0, 14, 0), (6, 14, 4286), (14, 14, 10000)],
    ]


def test_an_average_plus_that_nothing_raises_is_sixty_percent_of_the_top(night):
    rule(night, ArtificialRuling("A+", "A"), table=1)
    # A top of 2: 60 % is 1.2, 50 % is 1; table 2 has 50 % elsewhere. 7.2 of 14 and 7 of 14.
    ns, ew = found(night)
    assert (ns[1], ew[1]) == ((7.2, 14, 5143), (7, 14, 5000))
    assert (ns[0], ew[2]) == ((14, 14, 10000), (14, 14, 10000))


def test_a_weighted_score_is_compared_part_by_part(night):
    rule(night, WeightedRuling(((30, (10, 0)), (70, (100, 0)))))
    # 10 ties table 3 and loses to table 2: 1 of 4; 100 gets 4. 0.3 x 1 + 0.7 x 4 = 3.1.
    # Table 2 loses in 70 %: 2 + 2 x 0.3 = 2.6. Table 3 ties in 30 %: 0.3.
    ns, ew = found(night)
    assert [row[0] for row in ns] == [15.1, 8.6, 0.3]
    assert [row[0] for row in ew] == [0.9, 7.4, 15.7]
    assert ns[0] == (15.1, 16, 9438)  # 94.375 %


def test_a_split_score_gives_each_side_its_own(night):
    rule(night, SplitRuling((10, 0), (100, 0)))
    # North-South of table 1 have 10: a tie with table 3, 1 of 4. East-West are left at -100: 0.
    # The other tables' North-South compare with 10, their East-West with -100.
    ns, ew = found(night)
    assert [row[0] for row in ns] == [13, 10, 1]
    assert [row[0] for row in ew] == [0, 8, 16]


def test_a_fouled_board_is_compared_within_its_groups(night):
    HandResult.objects.filter(pk=first_hand(night).id).update(board_group=1)
    # Alone in its group table 1 has three boards; the other two have a top of 2 on board 1.
    assert found(night)[0] == [(12, 12, 10000), (8, 14, 5714), (0, 14, 0)]


def test_what_was_cancelled_or_adjusted_without_more_stays_with_the_arrays(night):
    rule(night, ruling="cancelled", table=2)
    # Board 1 has 100 and 50: a top of 2.
    assert found(night)[0] == [(14, 14, 10000), (6, 14, 4286), (0, 12, 0)]
