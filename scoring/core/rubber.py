"""The rubber as a fold over its deals: below and above the line, games, bonuses.

Source: Laws of Contract Bridge (rubber), scoring table, and the chapters on the rubber and on back
score. A fold, so that correcting an early deal derives everything after it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deals.core.cards import Side
from scoring.core.bridge import PlayedDeal, vulnerable_text
from scoring.core.duplicate import GAME, contract_terms
from scoring.core.ruleset import Term

RUBBER_BONUS = {0: 700, 1: 500}  # by the games of the side that lost it
UNFINISHED_GAME = 300
UNFINISHED_PART_SCORES = (100, 50)  # the usual one first


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a rubber stands before a deal: games and part-scores by side, and who won it."""

    games: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    part_scores: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    @property
    def vulnerable(self) -> frozenset[Side]:
        """The sides that have won a game."""
        return frozenset(side for side in Side if self.games[side])

    @property
    def over(self) -> bool:
        return max(self.games.values()) == 2


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal on the sheet: who was vulnerable, what was written, whose game it ended.

    `bonus` is the rubber's, written with the deal that ended it.
    """

    vulnerable: frozenset[Side]
    terms: tuple[Term, ...]
    game_won: Side | None = None
    bonus: tuple[Term, ...] = ()


def next_deal(standing: Standing, deal: PlayedDeal) -> tuple[Standing, SheetDeal]:
    """Return where the rubber stands after a deal, and what the deal wrote on the sheet."""
    vulnerable = standing.vulnerable
    if deal.contract is None:
        return standing, SheetDeal(vulnerable, ())
    declaring = deal.contract.declarer.side
    terms = contract_terms(deal.contract, deal.tricks, declaring in vulnerable)
    after, won = score_below(standing, terms)
    bonus: tuple[Term, ...] = ()
    if after.over and won:
        bonus = (Term(won, RUBBER_BONUS[after.games[won.other]], "rubber"),)
    return after, SheetDeal(vulnerable, terms + deal.honour_terms, won, bonus)


def score_below(standing: Standing, terms: Sequence[Term]) -> tuple[Standing, Side | None]:
    """Add trick points below the line; 100 win a game and end both sides' part-scores."""
    for term in terms:
        if term.below:
            below = standing.part_scores[term.side] + term.points
            if below >= GAME:
                games = {**standing.games, term.side: standing.games[term.side] + 1}
                return Standing(games), term.side
            return replace(standing, part_scores={**standing.part_scores, term.side: below}), None
    return standing, None


def unfinished_terms(standing: Standing, part_score: int) -> tuple[Term, ...]:
    """What a rubber that stops here pays: two conditions that do not depend on each other.

    300 to the only side with a game, `part_score` to the only side with a part-score in the game
    that was not finished. Nothing once the rubber is over.
    """
    if standing.over:
        return ()
    terms = []
    if side := _only(standing.games):
        terms.append(Term(side, UNFINISHED_GAME, "only game"))
    if side := _only(standing.part_scores):
        terms.append(Term(side, part_score, "only part-score"))
    return tuple(terms)


def _only(counts: Mapping[Side, int]) -> Side | None:
    having = [side for side in Side if counts[side]]
    return having[0] if len(having) == 1 else None


def back_score(net_points: int) -> int:
    """A margin in hundreds, signed; an odd 50 or more is a hundred: 950 is 10, 940 is 9."""
    hundreds = (abs(net_points) + 50) // 100
    return hundreds if net_points >= 0 else -hundreds


def sheet_deal_json(number: int, deal: SheetDeal) -> dict[str, Any]:
    """One deal as sheets are stored and printed; the rubber's bonus is not among its points."""
    return {
        "number": number,
        "vulnerable": vulnerable_text(deal.vulnerable),
        "below": by_side(lambda side: written(deal.terms, side, below=True)),
        "above": by_side(lambda side: written(deal.terms, side, below=False)),
        "game_won": deal.game_won.value if deal.game_won else None,
    }


def by_side(value: Callable[[Side], Any]) -> dict[str, Any]:
    """{"NS": ..., "EW": ...}, as sheets are stored and printed."""
    return {side.value: value(side) for side in Side}


def written(terms: Sequence[Term], side: Side, *, below: bool) -> int:
    """What the terms write for a side on that part of the sheet."""
    return sum(term.points for term in terms if term.side is side and term.below is below)
