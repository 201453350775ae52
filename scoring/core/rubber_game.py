"""Rubber bridge as a ruleset: deals until one side has won two games.

Source: Laws of Contract Bridge (rubber). A rubber that stops before its end is marked by the
setting "ended", or by a deal that was not played. A director's points for a deal stand above the
line and end no game; a cancelled deal writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.bridge import (
    BridgeGame,
    played_deal,
    rescored_outcomes,
    result_by_points,
    ruled_terms,
    score_of,
    term_json,
)
from scoring.core.bridge_facts import BridgeFacts
from scoring.core.duplicate import points_of
from scoring.core.rubber import (
    UNFINISHED_PART_SCORES,
    SheetDeal,
    Standing,
    back_score,
    by_side,
    next_deal,
    sheet_deal_json,
    unfinished_terms,
    written,
)
from scoring.core.ruleset import (
    NO_SETTINGS,
    GameResult,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    Term,
    hands_in_order,
    require_flag,
    require_mapping,
)


@dataclass(slots=True)
class _Course:
    """A rubber while its deals are folded."""

    standing: Standing = field(default_factory=Standing)
    deals: list[tuple[int, SheetDeal]] = field(default_factory=list)
    rescored: dict[int, HandScore] = field(default_factory=dict)
    stopped: bool = False

    def take(self, hand: HandOutcome) -> None:
        if hand.ruling == "not played":
            self.stopped = True
        elif hand.ruling == "adjusted":
            terms = ruled_terms(hand)
            self.deals.append((hand.number, SheetDeal(self.standing.vulnerable, terms)))
        elif hand.ruling == "none" and hand.facts is not None:
            self.play(hand)

    def play(self, hand: HandOutcome) -> None:
        if self.standing.over or self.stopped:
            raise RuleError(
                "deal", hand.number, "left out, for two games ended the rubber before it"
            )
        dealer = hand.dealer or Seat.N.turn(hand.number - 1)
        deal = played_deal(hand.facts, hand.tricks, dealer)
        self.standing, written_down = next_deal(self.standing, deal)
        self.deals.append((hand.number, written_down))
        self.rescored[hand.number] = score_of(
            deal, written_down.terms + written_down.bonus, written_down.vulnerable, dealer
        )


class Rubber(BridgeGame):
    """The ruleset of rubber bridge; see `scoring.core.ruleset.Ruleset`."""

    name = "rubber"
    hands_per_game = 1  # the first deal; how many follow is the rubber's own affair
    setting_names: tuple[str, ...] = ("ended", "part_score_bonus")

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return both settings: "ended" (false) and "part_score_bonus" (100, or 50)."""
        given = require_mapping("settings", data, self.setting_names)
        bonus = given.get("part_score_bonus", UNFINISHED_PART_SCORES[0])
        if isinstance(bonus, bool) or bonus not in UNFINISHED_PART_SCORES:
            raise RuleError("part_score_bonus", bonus, "100 or 50")
        ended = require_flag("ended", given.get("ended", False))
        return {"ended": ended, "part_score_bonus": bonus}

    def score_hand(self, facts: BridgeFacts, tricks: int | None, context: HandContext) -> HandScore:
        """Return what a deal pays as the first of a rubber; the rubber scores it in its place."""
        deal = played_deal(facts, tricks, context.dealer, context.deal)
        written_down = next_deal(Standing(), deal)[1]
        return score_of(deal, written_down.terms, frozenset(), context.dealer)

    def dealer_after(
        self,
        outcomes: Sequence[HandOutcome],
        first: Seat,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> Seat:
        """Return the next dealer, clockwise, also after a passed-out deal."""
        if _fold(outcomes).standing.over:
            raise RuleError(
                "deal", len(outcomes) + 1, "left out, for two games ended the rubber before it"
            )
        return first.turn(len(outcomes))

    def game_result(
        self,
        outcomes: Sequence[HandOutcome],
        expected: int,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> GameResult:
        """Return totals and sheet; the winner has more points, not always more games.

        The rubber is finished by two games of one side or when it stopped; RuleError for a deal
        that was entered after that.
        """
        chosen = self.parse_settings(settings)
        course = _fold(outcomes)
        stopped = course.stopped or chosen["ended"]
        settled = unfinished_terms(course.standing, chosen["part_score_bonus"])
        extra = settled if stopped else ()
        hands = rescored_outcomes(outcomes, course.rescored)
        result = result_by_points(hands, course.standing.over or stopped, extra)
        sheet = _sheet(course, extra, () if stopped else settled)
        return replace(result, sheet=sheet, rescored=course.rescored)


def _fold(outcomes: Sequence[HandOutcome]) -> _Course:
    course = _Course()
    for hand in hands_in_order(outcomes, Rubber.most_hands):
        course.take(hand)
    return course


def _sheet(
    course: _Course, extra: tuple[Term, ...], would_fall: tuple[Term, ...]
) -> dict[str, Any]:
    """The sheet as it is stored and printed: `above` and `below` include every bonus."""
    bonus = (*(term for _, deal in course.deals for term in deal.bonus), *extra)
    terms = (*(term for _, deal in course.deals for term in deal.terms), *bonus)
    net = points_of(terms, Side.NS) - points_of(terms, Side.EW)
    return {
        "deals": [sheet_deal_json(number, deal) for number, deal in course.deals],
        "below": by_side(lambda side: written(terms, side, below=True)),
        "above": by_side(lambda side: written(terms, side, below=False)),
        "games": by_side(course.standing.games.__getitem__),
        "part_scores": by_side(course.standing.part_scores.__getitem__),
        "bonus": [term_json(term) for term in bonus],
        "bonus_if_ended_now": [term_json(term) for term in would_fall],
        "totals": by_side(lambda side: points_of(terms, side)),
        "back_score": {"NS": back_score(net), "EW": back_score(-net)},
        "over": course.standing.over,
    }
