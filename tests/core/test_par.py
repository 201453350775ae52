"""Par of aBRIDGEd and of bridge, against hand calculation and the par that files tell."""

import re
from pathlib import Path

import pytest

from deals.core.cards import Seat, Side, Trump
from deals.core.deal import Deal
from deals.core.dealing import unrank
from deals.core.double_dummy import TrickTable
from deals.core.pbn import read_pbn
from scoring.core.bridge_par import bridge_par, makeable_level
from scoring.core.chart import RECONSTRUCTED, Declaration
from scoring.core.contract import Denomination
from scoring.core.par import par_of, signed_points

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
DEAL = Deal.from_pbn("N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96")


def table(ns, ew, **better):
    """Everybody of a side takes so many tricks in all denominations, but for those named."""

    def tricks(seat, trump):
        usual = ns if seat.side is Side.NS else ew
        return better.get(f"{seat.value}_{trump.value}", usual)

    return TrickTable.of(tricks)


@pytest.mark.parametrize(
    ("declaration", "tricks", "points"),
    [(Declaration.PLAY, 11, 100), (Declaration.PLAY, 9, -10), (Declaration.TEN, 8, -10),
     (Declaration.SEVEN, 9, 20)],
)  # fmt: skip
def test_points_in_the_declaring_side_s_view(declaration, tricks, points):
    assert signed_points(RECONSTRUCTED, declaration, tricks) == points


def test_the_side_with_ten_tricks_says_play_at_its_first_turn():
    par = par_of(DEAL, Seat.N, table(10, 3), RECONSTRUCTED)
    assert (par.ns_net, par.passes, par.result.declarer) == (80, 0, Seat.N)


def test_the_other_side_speaks_first_and_saves_what_it_can():
    # East deals with 9 tricks for her side: Play costs 10, but a Pass lets South score 80.
    par = par_of(DEAL, Seat.E, table(10, 9), RECONSTRUCTED)
    assert (par.ns_net, par.passes, par.result.declarer) == (10, 0, Seat.E)


def test_nobody_says_play_where_it_fails_on_both_sides():
    # Strengths 11, 7, 13, 9: NS declare Round Two, South is stronger; 8 tricks by Seven pay 15.
    assert [DEAL.hand(seat).strength for seat in Seat] == [11, 7, 13, 9]
    par = par_of(DEAL, Seat.N, table(8, 5), RECONSTRUCTED)
    assert (par.ns_net, par.passes) == (15, 4)
    assert (par.result.declarer, par.result.declaration) == (Seat.S, Declaration.SEVEN)
    assert not any(turn.play_is_right for turn in par.turns)


def test_the_partner_with_the_better_trump_is_waited_for():
    # North makes 10 in any colour, South 12 with green: North passes, East has nothing to gain.
    par = par_of(DEAL, Seat.N, table(10, 3, S_G=12), RECONSTRUCTED)
    assert (par.ns_net, par.passes, par.result.declarer) == (120, 2, Seat.S)
    assert par.result.trump is Trump.G


def test_only_the_declarer_of_round_two_may_choose_seven():
    par = par_of(DEAL, Seat.N, table(8, 5), RECONSTRUCTED)
    assert par.best_of(Seat.S).declaration is Declaration.SEVEN
    assert par.best_of(Seat.N).declaration is Declaration.PLAY
    assert par.best_of(Seat.N).points == -30  # two tricks short


def test_ten_is_chosen_where_it_pays_more_than_seven():
    par = par_of(DEAL, Seat.N, table(10, 3), RECONSTRUCTED)
    assert (par.round_two.declaration, par.round_two.points) == (Declaration.TEN, 40)


@pytest.mark.parametrize(
    ("ns", "ew", "vulnerable", "points", "contract"),
    [
        pytest.param(7, 6, "None", 90, "1NT", id="one notrump"),
        pytest.param(10, 3, "None", 430, "3NT", id="game with an overtrick"),
        pytest.param(13, 0, "All", 2220, "7NT", id="grand slam"),
        pytest.param(6, 6, "None", 0, None, id="nobody makes anything"),
        # EW take 10 tricks in spades: 5S doubled goes one down, -100 is better than 4H's 420.
        pytest.param(0, 0, "None", 100, "4SX", id="sacrifice"),
    ],
)
def test_par_of_bridge(ns, ew, vulnerable, points, contract):
    tricks = table(ns, ew)
    if contract == "4SX":
        tricks = table(3, 4, N_R=10, S_R=10, E_B=9, W_B=9)
    par = bridge_par(tricks, Seat.N, vulnerable)
    assert par.ns_points == points
    assert (par.contract.text if par.contract else None) == contract


def test_par_of_bridge_is_what_a_real_file_tells():
    path = SAMPLES / "bridgecomposer.pbn"
    if not path.exists():
        pytest.skip("the sample files are not on this machine")
    file = read_pbn(path.read_bytes())
    for board, game in zip(file.boards, file.games, strict=True):
        side, points = re.fullmatch(r"(NS|EW) (-?\d+)", game.values["OptimumScore"]).groups()
        ns_points = int(points) if side == "NS" else -int(points)
        assert bridge_par(game.tricks, board.dealer, board.vulnerable).ns_points == ns_points


def test_makeable_levels():
    tricks = table(9, 4)
    assert makeable_level(tricks, Seat.N, Denomination.SPADES) == 3
    assert makeable_level(tricks, Seat.E, Denomination.SPADES) == 0


def test_strengths_of_20_to_20_are_settled_for_par_too():
    deal = unrank(0)  # four strengths of 10: the dealer's team, and of it the dealer
    par = par_of(deal, Seat.W, table(6, 7), RECONSTRUCTED)
    assert par.round_two.declarer is Seat.W
