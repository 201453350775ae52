"""Totals of an event over its sessions, by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubmanager.seasons.core.totals import Rule, Session, SessionScore, rank_event

MEAN, SUM = Rule(is_mean=True), Rule(is_mean=False)


def session(share=100, weight=24, **values):
    """A session in which contestants a, b, ... have these values."""
    scores = (SessionScore(who, Fraction(value), weight) for who, value in values.items())
    return Session(share, tuple(scores))


def told(places):
    return [(one.contestant, one.rank, one.shared, one.total) for one in places]


def test_percentages_are_weighted_by_boards_and_by_what_is_carried_over():
    # a: (28 x 100 x 60 + 24 x 50 x 40) / (28 x 100 + 24 x 50) = 216,000 / 4,000 = 54
    # b: (28 x 100 x 50 + 24 x 50 x 70) / 4,000 = 224,000 / 4,000 = 56
    places = rank_event([session(50, 24, a=40, b=70), session(100, 28, a=60, b=50)], MEAN)
    assert told(places) == [("b", 1, False, 56), ("a", 2, False, 54)]


def test_sessions_may_count_the_same():
    rule = Rule(is_mean=True, same_weight=True)
    # a: (100 x 60 + 50 x 45) / 150 = 55
    places = rank_event([session(50, 10, a=45), session(100, 40, a=60)], rule)
    assert told(places) == [("a", 1, False, 55)]


def test_points_are_added_in_their_shares():
    # a: 40 % of 50 + 30 = 50; b: 40 % of 25 + 45 = 55
    places = rank_event([session(40, a=50, b=25), session(100, a=30, b=45)], SUM)
    assert told(places) == [("b", 1, False, 55), ("a", 2, False, 50)]


def test_level_totals_are_parted_by_the_last_session_and_say_so():
    places = rank_event([session(a=60, b=40, c=50), session(a=40, b=60, c=50)], MEAN)
    assert [(one.contestant, one.rank) for one in places] == [("b", 1), ("c", 2), ("a", 3)]
    assert {one.reason for one in places} == {"level totals: by session 2"}


def test_who_is_level_in_the_last_session_too_shares_the_rank_and_the_next_is_skipped():
    places = rank_event([session(a=50, b=50, c=40), session(a=60, b=60, c=40)], MEAN)
    assert told(places) == [("a", 1, True, 55), ("b", 1, True, 55), ("c", 3, False, 40)]
    assert [one.reason for one in places] == ["", "", ""]


def test_who_missed_a_session_stands_below_the_line():
    places = rank_event([session(a=50, b=70), session(a=50)], MEAN)
    assert told(places) == [("a", 1, False, 50), ("b", 0, False, 70)]
    assert places[1].reason == "below the line: 1 of 2 sessions played"


def test_one_of_two_sessions_may_be_enough():
    places = rank_event([session(a=50, b=70), session(a=50)], Rule(is_mean=True, must_play=1))
    assert told(places) == [("b", 1, False, 70), ("a", 2, False, 50)]


def test_only_the_best_sessions_count():
    rule = Rule(is_mean=False, best=2)
    sessions = [session(a=10, b=20), session(a=30), session(a=25, b=25)]
    places = rank_event(sessions, rule)
    assert told(places) == [("a", 1, False, 55), ("b", 2, False, 45)]
    assert [part.counted for part in places[0].parts] == [False, True, True]


def test_a_session_that_is_carried_over_at_nothing_ranks_nobody_alone():
    places = rank_event([session(0, a=60, b=40)], MEAN)
    assert [(one.rank, one.total) for one in places] == [(0, None), (0, None)]


@pytest.mark.parametrize("share", [-1, 101])
def test_a_share_is_a_percentage(share):
    with pytest.raises(ValueError, match="share must be 0 to 100"):
        Session(share, ())


def test_nobody_is_twice_in_a_session():
    one = SessionScore("a", Fraction(1))
    with pytest.raises(ValueError, match="each contestant once"):
        Session(100, (one, one))


values = st.integers(0, 100)
fields = st.lists(st.tuples(values, values), min_size=1, max_size=6)


@given(field=fields, better=st.integers(0, 30), is_mean=st.booleans())
def test_a_better_score_never_lowers_a_rank(field, better, is_mean):
    def rank_of_first(more):
        sessions = [
            Session(
                share,
                tuple(
                    SessionScore(who, Fraction(scores[at] + (more if who == at == 0 else 0)), 20)
                    for who, scores in enumerate(field)
                ),
            )
            for at, share in enumerate((60, 100))
        ]
        places = rank_event(sessions, Rule(is_mean=is_mean))
        return next(one.rank for one in places if one.contestant == 0)

    assert rank_of_first(better) <= rank_of_first(0)


@given(field=st.permutations([("a", 50), ("b", 70), ("c", 50), ("d", 20)]))
def test_the_order_of_entry_changes_nothing(field):
    scores = tuple(SessionScore(who, Fraction(value)) for who, value in field)
    places = {one.contestant: one.rank for one in rank_event([Session(100, scores)], SUM)}
    assert places == {"b": 1, "a": 2, "c": 2, "d": 4}
