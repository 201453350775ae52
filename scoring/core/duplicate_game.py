"""Duplicate bridge: each board stands alone, its number fixes dealer and vulnerability.

Source: Laws of Duplicate Bridge 2017, Laws 2, 22 and 77. A passed-out board scores 0 and counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.cards import Seat, Side
from scoring.core.bridge import (
    VULNERABLE,
    BridgeGame,
    played_deal,
    result_by_points,
    score_of,
)
from scoring.core.bridge_facts import BridgeFacts
from scoring.core.duplicate import duplicate_terms
from scoring.core.ruleset import (
    NO_SETTINGS,
    GameResult,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    Term,
    hands_in_order,
    require_mapping,
)


class Duplicate(BridgeGame):
    """The ruleset of duplicate bridge; see `scoring.core.ruleset.Ruleset`."""

    name = "duplicate"
    hands_per_game = 2
    setting_names: tuple[str, ...] = ()

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return no settings: duplicate has none."""
        return dict(require_mapping("settings", data, self.setting_names))

    def score_hand(self, facts: BridgeFacts, tricks: int | None, context: HandContext) -> HandScore:
        """Return the points of one board.

        Raises RuleError for tricks outside 0 to 13, for honours (Law 77 knows none) and for a
        board that is not the one of this hand.
        """
        if facts.honours:
            raise RuleError(
                "honours", facts.honours.points, "left out: duplicate pays none (Law 77)"
            )
        dealer, vulnerable = board_conditions(facts.board, context)
        deal = played_deal(facts, tricks, dealer)
        terms: tuple[Term, ...] = ()
        if deal.contract:
            declaring = deal.contract.declarer.side
            terms = duplicate_terms(deal.contract, deal.tricks, declaring in vulnerable)
        return score_of(deal, terms, vulnerable, dealer, duplicate_terms)

    def dealer_after(
        self,
        outcomes: Sequence[HandOutcome],
        first: Seat,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> Seat:
        """Return the next dealer, clockwise."""
        return first.turn(len(outcomes))

    def game_result(
        self,
        outcomes: Sequence[HandOutcome],
        expected: int,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> GameResult:
        """Return what a table's boards pay in all; comparing tables is a ranking's affair."""
        hands = hands_in_order(outcomes, expected)
        return result_by_points(hands, sum(hand.settled for hand in hands) == expected)


def board_conditions(board: int | None, context: HandContext) -> tuple[Seat, frozenset[Side]]:
    """Return dealer and vulnerable sides of a hand. RuleError for another board's number.

    A stored board says both; else the number that was typed does, else the hand's own number
    makes the vulnerability.
    """
    if context.board and board not in (None, context.number):
        raise RuleError("board", board, "the board of this hand")
    if context.vulnerable is not None:
        return context.dealer, context.vulnerable
    if board is not None:
        return dealer_of(board), VULNERABLE[vulnerability_of(board)]
    return context.dealer, VULNERABLE[vulnerability_of(context.number)]
