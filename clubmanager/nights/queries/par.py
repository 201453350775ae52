"""Par of a board under the game that the night plays, in words and in points."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubmanager.nights.models import ClubNight, PlayedGame
from deals.core.boards import Vulnerability
from deals.core.cards import Seat
from deals.core.double_dummy import TrickTable
from deals.models import Board
from scoring.core.bridge_par import BridgePar, bridge_par
from scoring.core.chart import Declaration
from scoring.core.par import BestDeclaration, Par, par_of


@dataclass(frozen=True, slots=True)
class BoardPar:
    """`ns_net` is what North-South score less what East-West do; `abridged` only for that game."""

    ns_net: int
    words: str
    abridged: Par | None = None


def trick_table_of(board: Board) -> TrickTable | None:
    """The stored table of a board that was loaded with `double_dummy`."""
    solved = getattr(board, "double_dummy", None)
    return solved.table if solved else None


def board_par(night: ClubNight, board: Board, tricks: TrickTable) -> BoardPar:
    """The par of a board, by the night's chart or by the scores of bridge."""
    dealer = Seat(board.dealer)
    if night.game == PlayedGame.ABRIDGED:
        par = par_of(board.deal, dealer, tricks, night.chart.value)
        return BoardPar(par.ns_net, _abridged_words(par.result), par)
    vulnerable: Vulnerability = board.vulnerable
    bridge = bridge_par(tricks, dealer, vulnerable)
    return BoardPar(bridge.ns_points, _bridge_words(bridge))


def _abridged_words(par: BestDeclaration) -> str:
    """Par in one line: "N Ten NT, 11 tricks, N-S 80"."""
    return _("%(seat)s %(declaration)s %(trump)s, %(tricks)s tricks, %(points)s") % {
        "seat": par.declarer.value,
        "declaration": Declaration(par.declaration).label,
        "trump": par.trump.value,
        "tricks": par.tricks,
        "points": points_words(par.ns_net),
    }


def _bridge_words(par: BridgePar) -> str:
    """Par in one line: "4S doubled by E, 8 tricks, N-S 300"."""
    if par.contract is None:
        return _("everybody passes")
    return _("%(contract)s by %(seat)s, %(tricks)s tricks, %(points)s") % {
        "contract": par.contract.words,
        "seat": par.contract.declarer.value,
        "tricks": par.tricks,
        "points": points_words(par.ns_points),
    }


def points_words(ns_net: int) -> str:
    """Who scores, and how much: "N-S 80"."""
    if not ns_net:
        return _("nothing")
    return _("N-S %(n)s") % {"n": ns_net} if ns_net > 0 else _("E-W %(n)s") % {"n": -ns_net}
