"""Rankings of a night: game scoring, total points, matchpoints. All tables counted by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.order import exact_order
from scoring.core.standings import (
    FieldResults,
    rank_games,
    rank_matchpoints,
    rank_points,
)

NS, EW, DRAW, UNFINISHED = 1, -1, 0, -128


def field(games, contestants, *, line=None, scheduled=None, individuals=False):
    """Build a field from (north-south, east-west, winner, hands); a hand is net or (board, net)."""
    seats, hand_game, board, net = [], [], [], []
    for place, (ns, ew, _winner, hands) in enumerate(games):
        seats.append([ns[0], ew[0], ns[1], ew[1]] if individuals else [ns, ew, ns, ew])
        for hand in hands:
            number, points = hand if isinstance(hand, tuple) else (-1, hand)
            hand_game.append(place)
            board.append(number)
            net.append(points)
    net = np.array(net, dtype=np.int64)
    won = [[sum(sign * _net(h) > 0 for h in game[3]) for game in games] for sign in (1, -1)]
    return FieldResults(
        contestants=contestants,
        games=seats,
        hand_game=hand_game,
        hand_board=board,
        ns_points=np.maximum(net, 0),
        ew_points=np.maximum(-net, 0),
        counted=[True] * len(net),
        game_winner=[game[2] for game in games],
        ns_hands_won=won[0],
        ew_hands_won=won[1],
        scheduled_hands=scheduled or [0] * contestants,
        individuals=individuals,
        line=line or [0] * contestants,
    )


def _net(hand):
    return hand[1] if isinstance(hand, tuple) else hand


def table(standings):
    return [(s.contestant, s.rank, s.shared, s.tie_reason) for s in standings]


def test_wins_per_game_played_rank_first_and_a_bye_counts_nothing():
    # 0 wins 2 of 3, 1 wins 1 of 2 (a bye), 2 wins 1 of 3, 3 draws once in two.
    night = field(
        [
            (0, 1, NS, [10]),
            (0, 2, NS, [10]),
            (0, 3, EW, [-10]),
            (1, 2, NS, [10]),
            (2, 3, NS, [10]),
        ],
        4,
    )
    standings = rank_games(night)
    assert [s.contestant for s in standings] == [0, 1, 3, 2]
    assert [s.wins for s in standings] == [2, 1, 1, 1]
    assert [s.games_played for s in standings] == [3, 2, 2, 3]


def test_a_draw_is_half_a_win():
    standings = rank_games(field([(0, 1, DRAW, [10, -10]), (0, 2, NS, [10])], 3))
    assert [(s.contestant, s.wins) for s in standings] == [
        (0, Fraction(3, 2)),
        (1, Fraction(1, 2)),
        (2, 0),
    ]


def test_head_to_head_separates_pairs_that_have_all_met():
    # 0 and 1 won two of three each; 1 beat 0, although 0 has the better net.
    night = field(
        [
            (0, 1, EW, [-5]),
            (0, 2, NS, [200]),
            (0, 3, NS, [200]),
            (1, 2, NS, [5]),
            (1, 3, EW, [-5]),
            (2, 3, NS, [5]),
        ],
        4,
    )
    assert table(rank_games(night)) == [
        (1, 1, False, "1st by head-to-head"),
        (0, 2, False, "2nd by head-to-head"),
        (2, 3, False, "3rd by head-to-head"),
        (3, 4, False, "4th by head-to-head"),
    ]


def test_without_a_meeting_of_all_the_tied_net_points_decide_and_then_hands_won():
    # 0, 1, 2, 3 each beat an outsider; no two of them met.
    night = field(
        [
            (0, 4, NS, [30]),
            (1, 5, NS, [50]),
            (2, 6, NS, [20, 10]),
            (3, 7, NS, [30]),
        ],
        8,
    )
    assert table(rank_games(night))[:4] == [
        (1, 1, False, "1st by net points"),
        (2, 2, False, "2nd by hands won"),
        (0, 3, True, "tied: shares rank 3"),
        (3, 3, True, "tied: shares rank 3"),
    ]


def test_a_shared_rank_skips_the_next():
    night = field([(0, 3, NS, [90]), (1, 4, NS, [30]), (2, 5, NS, [30])], 6)
    ranks = [(s.rank, s.shared) for s in rank_games(night)]
    assert ranks == [(1, False), (2, True), (2, True), (4, True), (4, True), (6, False)]


def test_three_pairs_that_beat_each_other_in_a_ring_go_on_to_net_points():
    night = field([(0, 1, NS, [10]), (1, 2, NS, [50]), (2, 0, NS, [20])], 3)
    assert table(rank_games(night)) == [
        (1, 1, False, "1st by net points"),
        (0, 2, False, "2nd by net points"),
        (2, 3, False, "3rd by net points"),
    ]


def test_head_to_head_is_never_used_for_individuals():
    # 0 and 2 beat 1 and 3, and again; partners are level in everything.
    night = field([((0, 2), (1, 3), NS, [10]), ((0, 2), (1, 3), EW, [-10])], 4, individuals=True)
    assert {s.rank for s in rank_games(night)} == {1}
    assert {s.tie_reason for s in rank_games(night)} == {"tied: shares rank 1"}


def test_players_are_credited_with_their_partners_games():
    night = field([((0, 1), (2, 3), NS, [30]), ((0, 2), (1, 3), NS, [20])], 4, individuals=True)
    assert [(s.contestant, s.wins, s.net_points) for s in rank_games(night)] == [
        (0, 2, 50),
        (1, 1, 10),
        (2, 1, -10),
        (3, 0, -50),
    ]


def test_less_than_half_of_the_scheduled_hands_stands_below_the_line():
    night = field([(0, 1, NS, [10, 10, 10, 10]), (2, 1, NS, [90, 90, 90])], 3, scheduled=[8, 7, 8])
    standings = rank_games(night)
    assert [(s.contestant, s.rank, s.below_line) for s in standings] == [
        (0, 1, False),
        (1, 2, False),
        (2, 0, True),
    ]
    assert standings[2].tie_reason == "below the line: played 3 of 8 scheduled hands"
    assert not any(s.below_line for s in rank_games(night, minimum_share=Fraction(3, 8)))


def test_an_unfinished_game_is_no_game_played_but_its_hands_count():
    night = field([(0, 1, NS, [10, 10, 10, -10]), (0, 1, UNFINISHED, [40, -10])], 2)
    first = rank_games(night)[0]
    assert (first.games_played, first.wins, first.hands_played) == (1, 1, 6)
    assert (first.net_points, first.hands_won) == (50, 4)


def test_somebody_without_a_finished_game_stands_below_the_line():
    night = field([(0, 1, NS, [10]), (2, 3, UNFINISHED, [10])], 5)
    below = [(s.contestant, s.tie_reason) for s in rank_games(night) if s.below_line]
    assert below == [
        (2, "below the line: no game finished"),
        (3, "below the line: no game finished"),
        (4, "below the line: no hand counts yet"),
    ]


def test_total_points_go_by_net_points_per_hand_so_that_a_sit_out_costs_nothing():
    # 0: 60 in 4 hands = 15; 2: 40 in 2 hands = 20; 1: -100 in 6.
    night = field([(0, 1, NS, [20, 20, 20, 0]), (2, 1, NS, [20, 20])], 3)
    assert [(s.contestant, s.rank, s.net_points) for s in rank_points(night)] == [
        (2, 1, 40),
        (0, 2, 60),
        (1, 3, -100),
    ]


def test_equal_fractions_tie_however_they_are_written():
    # 1/3 and 2/6 are the same; 1/3 and 33/100 are not.
    thirds = field([(0, 1, NS, [1, 0, 0]), (2, 3, NS, [1, 1, 0, 0, 0, 0])], 4)
    assert [s.rank for s in rank_points(thirds)] == [1, 1, 3, 3]
    close = field([(0, 1, NS, [1, 0, 0]), (2, 3, NS, [1] * 33 + [0] * 67)], 4)
    assert [(s.contestant, s.rank) for s in rank_points(close)] == [(0, 1), (2, 2), (3, 3), (1, 4)]


def test_matchpoints_compare_boards_and_the_two_lines_are_ranked_apart():
    # Pairs 0 1 2 sit North-South, 3 4 5 East-West; two boards at three tables.
    night = field(
        [
            (0, 3, NS, [(1, 100), (2, -20)]),
            (1, 4, NS, [(1, 20), (2, -20)]),
            (2, 5, EW, [(1, -10), (2, 30)]),
        ],
        6,
        line=[1, 1, 1, -1, -1, -1],
    )
    # Board 1: 4 2 0; board 2: 1 1 4. Available 8 each.
    assert [
        (s.contestant, s.line, s.rank, s.matchpoints, s.available, s.percentage_hundredths)
        for s in rank_matchpoints(night)
    ] == [
        (0, 1, 1, 5, 8, 6250),
        (2, 1, 2, 4, 8, 5000),
        (1, 1, 3, 3, 8, 3750),
        (4, -1, 1, 5, 8, 6250),
        (5, -1, 2, 4, 8, 5000),
        (3, -1, 3, 3, 8, 3750),
    ]


def test_a_board_that_was_not_played_has_no_score_and_no_available_top():
    night = field([(0, 3, NS, [(1, 100), (2, 10)]), (1, 4, NS, [(1, 20), (2, 0)])], 5)
    counted = FieldResults(
        **{name: getattr(night, name) for name in FieldResults.__slots__}
        | {"counted": [True, True, True, False]}
    )
    first = rank_matchpoints(counted)[0]
    assert (first.contestant, first.matchpoints, first.available) == (0, 2, 2)
    assert first.hands_played == 2


def test_percentages_are_shown_half_up_and_missing_where_nothing_was_compared():
    night = field([(0, 1, NS, [(1, 10)]), (2, 3, NS, [5])], 4)
    last = rank_matchpoints(night)[-1]
    assert (last.percentage_hundredths, last.available) == (None, None)
    assert last.tie_reason == "below the line: no board compared"


def test_an_empty_night_ranks_nobody():
    standings = rank_games(field([], 2))
    assert [(s.rank, s.below_line) for s in standings] == [(0, True), (0, True)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"games": [[0, 1, 0, 9]]}, "games must be -1 to 1", id="contestant 9"),
        pytest.param({"games": [[0, 1, 1, 0]]}, "the same pair at N and S", id="mixed pairs"),
        pytest.param({"hand_game": [3]}, "hand_game must be 0 to 0", id="game 3"),
        pytest.param({"game_winner": [5]}, "game_winner must be 1, 0, -1 or -128", id="winner 5"),
        pytest.param({"line": [0]}, "line must be whole numbers of shape", id="one line"),
        pytest.param({"ns_points": [0.5]}, "ns_points must be whole numbers", id="half a point"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change, message):
    night = field([(0, 1, NS, [10])], 2)
    with pytest.raises(ValueError, match=message):
        FieldResults(**{name: getattr(night, name) for name in FieldResults.__slots__} | change)


GAMES = st.lists(
    st.tuples(
        st.permutations(range(6)),
        st.sampled_from([NS, EW, DRAW, UNFINISHED]),
        st.lists(st.tuples(st.integers(0, 3), st.integers(-30, 30)), min_size=1, max_size=4),
    ).map(lambda drawn: (drawn[0][0], drawn[0][1], drawn[1], drawn[2])),
    min_size=1,
    max_size=12,
)
METHODS = pytest.mark.parametrize("rank", [rank_games, rank_points, rank_matchpoints])


@METHODS
@settings(max_examples=60, deadline=None)
@given(games=GAMES, random=st.randoms())
def test_the_order_of_entry_never_changes_a_ranking(rank, games, random):
    shuffled = list(games)
    random.shuffle(shuffled)
    assert rank(field(shuffled, 6)) == rank(field(games, 6))


@METHODS
@settings(max_examples=60, deadline=None)
@given(games=GAMES)
def test_ranks_count_those_who_are_ahead(rank, games):
    ranked = [s for s in rank(field(games, 6)) if not s.below_line]
    for standing in ranked:
        assert standing.rank == 1 + sum(other.rank < standing.rank for other in ranked)
        assert standing.shared == (sum(o.rank == standing.rank for o in ranked) > 1)


def everybody_plays_every_board(nets):
    """Each row is one table: pair t against pair T + t, in two lines, the same boards each."""
    tables = len(nets)
    games = [
        (t, tables + t, int(np.sign(sum(row))), list(enumerate(row))) for t, row in enumerate(nets)
    ]
    return field(games, 2 * tables, line=[1] * tables + [-1] * tables)


@METHODS
@settings(max_examples=60, deadline=None)
@given(
    nets=st.lists(st.lists(st.integers(-30, 30), min_size=3, max_size=3), min_size=1, max_size=6),
    gain=st.integers(1, 60),
    data=st.data(),
)
def test_a_better_score_never_lowers_a_rank_where_all_play_the_same_boards(rank, nets, gain, data):
    place = data.draw(st.integers(0, len(nets) - 1))
    better = [list(row) for row in nets]
    better[place][0] += gain
    before, after = (
        {s.contestant: s.rank for s in rank(everybody_plays_every_board(night))}
        for night in (nets, better)
    )
    assert after[place] <= before[place]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 10**6)), min_size=2, max_size=20
    )
)
def test_the_order_key_orders_and_ties_exactly_like_the_fractions(fractions):
    amount, per = np.array(fractions, dtype=np.int64).T
    key = exact_order(amount, per).tolist()
    exact = [Fraction(one, of) for one, of in fractions]
    for k1, f1 in zip(key, exact, strict=True):
        for k2, f2 in zip(key, exact, strict=True):
            assert (k1 < k2, k1 == k2) == (f1 < f2, f1 == f2)
