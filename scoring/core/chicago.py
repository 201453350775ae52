"""Chicago: four deals, each player deals once, vulnerability by the wheel.

Source: Laws of Contract Bridge, "Four-deal bridge (Chicago)". Settings name the variants:
`part_scores` carry towards a game, and one made on the fourth deal without completing a game
earns 100, or are scored at once as in duplicate; `vulnerable` on deals 2 and 3 is the dealer's
side or the opponents; a deal that is `passed_out` is dealt again by the same dealer or counts;
`honours` are a house rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.bridge import (
    VULNERABLE,
    BridgeGame,
    PlayedDeal,
    played_deal,
    rescored_outcomes,
    result_by_points,
    ruled_terms,
    score_of,
)
from scoring.core.bridge_facts import BridgeFacts
from scoring.core.duplicate import GAME_BONUS, bonus_term, contract_terms, points_of
from scoring.core.rubber import SheetDeal, Standing, by_side, score_below, sheet_deal_json
from scoring.core.ruleset import (
    NO_SETTINGS,
    GameResult,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    Term,
    hands_in_order,
    require_choice,
    require_flag,
    require_mapping,
)

DEALS = 4
LAST_PART_SCORE = 100
# Each setting's choices, the usual one first.
CHOICES = {
    "part_scores": ("carry", "duplicate"),
    "vulnerable": ("dealer", "opponents"),
    "passed_out": ("redeal", "counts"),
}


def vulnerable_on(deal: int, dealer: Seat, variant: str = "dealer") -> frozenset[Side]:
    """The sides vulnerable on deal 1 to 4 of the wheel."""
    if deal == 1:
        return VULNERABLE["None"]
    if deal == DEALS:
        return VULNERABLE["All"]
    return frozenset({dealer.side if variant == "dealer" else dealer.side.other})


@dataclass(slots=True)
class _Course:
    """A Chicago while its deals are folded."""

    first: Seat
    settings: Mapping[str, Any]
    wheel: int = 0  # deals that count, so far
    settled: int = 0
    standing: Standing = field(default_factory=Standing)
    deals: list[tuple[int, int, SheetDeal]] = field(default_factory=list)
    rescored: dict[int, HandScore] = field(default_factory=dict)
    dealers: dict[int, Seat] = field(default_factory=dict)

    def take(self, hand: HandOutcome) -> None:
        played = hand.ruling == "none" and hand.facts is not None
        dealer = self.dealers[hand.number] = self.first.turn(self.wheel)
        deal = played_deal(hand.facts, hand.tricks, dealer) if played else None
        again = deal and deal.contract is None and self.settings["passed_out"] == "redeal"
        if self.wheel == DEALS and (again or hand.settled):
            raise fifth_deal(self.wheel)
        vulnerable = vulnerable_on(min(self.wheel + 1, DEALS), dealer, self.settings["vulnerable"])
        terms = ruled_terms(hand) if hand.ruling == "adjusted" else ()
        if deal:
            terms = self.play(deal, vulnerable)
            self.rescored[hand.number] = score_of(deal, terms, vulnerable, dealer)
        self.wheel += not again
        self.settled += hand.settled and not again
        if hand.scored:
            place = 0 if again else self.wheel
            self.deals.append((hand.number, place, SheetDeal(vulnerable, terms)))

    def play(self, deal: PlayedDeal, vulnerable: frozenset[Side]) -> tuple[Term, ...]:
        if deal.contract is None:
            return ()
        side = deal.contract.declarer.side
        terms = contract_terms(deal.contract, deal.tricks, side in vulnerable)
        if deal.tricks >= deal.contract.target:
            terms = (terms[0], *self.bonus(deal, terms, side in vulnerable), *terms[1:])
        return terms + deal.honour_terms

    def bonus(
        self, deal: PlayedDeal, terms: tuple[Term, ...], vulnerable: bool
    ) -> tuple[Term, ...]:
        """The bonus of a contract made, by the style of part-scores."""
        assert deal.contract is not None  # the caller has seen it made
        if self.settings["part_scores"] == "duplicate":
            return (bonus_term(deal.contract, vulnerable),)
        self.standing, won = score_below(self.standing, terms)
        if won:
            return (Term(won, GAME_BONUS[vulnerable], "game"),)
        if self.wheel + 1 == DEALS:
            side = deal.contract.declarer.side
            return (Term(side, LAST_PART_SCORE, "part-score on the fourth deal"),)
        return ()


def score_on_wheel(
    deal: PlayedDeal,
    number: int,
    vulnerable: frozenset[Side],
    settings: Mapping[str, Any],
    part_score: int,
) -> tuple[Term, ...]:
    """Return the terms of one deal of the wheel, without the deals before it.

    `number` is 1 to 4; `part_score` are the points that North-South have carried this far.
    """
    standing = Standing(part_scores={Side.NS: part_score, Side.EW: 0})
    return _Course(Seat.N, settings, wheel=number - 1, standing=standing).play(deal, vulnerable)


def fifth_deal(played: int) -> RuleError:
    return RuleError("deal", played + 1, "one of the four deals of a Chicago")


class Chicago(BridgeGame):
    """The ruleset of Chicago; see `scoring.core.ruleset.Ruleset`."""

    name = "chicago"
    hands_per_game = DEALS
    setting_names: tuple[str, ...] = (*CHOICES, "honours")

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return all four settings, each the usual one where it is not given."""
        given = require_mapping("settings", data, self.setting_names)
        chosen: dict[str, Any] = {
            name: require_choice(name, given.get(name, choices[0]), choices)
            for name, choices in CHOICES.items()
        }
        return chosen | {"honours": require_flag("honours", given.get("honours", False))}

    def score_hand(self, facts: BridgeFacts, tricks: int | None, context: HandContext) -> HandScore:
        """Return what a deal pays as the first of four; the wheel scores it in its place.

        RuleError for honours where they are not the house's rule.
        """
        chosen = self.parse_settings(context.settings)
        if facts.honours and not chosen["honours"]:
            raise RuleError(
                "honours", facts.honours.points, "left out, unless they are a house rule"
            )
        deal = played_deal(facts, tricks, context.dealer, context.deal)
        terms = _Course(context.dealer, chosen).play(deal, frozenset())
        return score_of(deal, terms, frozenset(), context.dealer)

    def dealer_after(
        self,
        outcomes: Sequence[HandOutcome],
        first: Seat,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> Seat:
        """Return the next dealer: the same again after a passed-out deal that does not count."""
        course = _fold(outcomes, self.parse_settings(settings), first)
        if course.wheel >= DEALS:
            raise fifth_deal(course.wheel)
        return first.turn(course.wheel)

    def game_result(
        self,
        outcomes: Sequence[HandOutcome],
        expected: int,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> GameResult:
        """Return totals and sheet, and after four deals that count the winner by points.

        RuleError for a deal that was entered after the fourth.
        """
        hands = hands_in_order(outcomes, self.most_hands)
        first = next((hand.dealer for hand in hands if hand.dealer), Seat.N)
        course = _fold(hands, self.parse_settings(settings), first)
        result = result_by_points(
            rescored_outcomes(hands, course.rescored), course.settled == DEALS
        )
        return replace(
            result, sheet=_sheet(course), rescored=course.rescored, dealers=course.dealers
        )


def _fold(hands: Sequence[HandOutcome], settings: Mapping[str, Any], first: Seat) -> _Course:
    course = _Course(first, settings)
    for hand in hands:
        course.take(hand)
    return course


def _sheet(course: _Course) -> dict[str, Any]:
    """The pad as it is stored and printed; `wheel` is 1 to 4, 0 for a deal dealt again."""
    terms = [term for _, _, deal in course.deals for term in deal.terms]
    return {
        "deals": [
            {**sheet_deal_json(number, deal), "wheel": place}
            for number, place, deal in course.deals
        ],
        "part_scores": by_side(course.standing.part_scores.__getitem__),
        "totals": by_side(lambda side: points_of(terms, side)),
    }
