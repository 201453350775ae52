"""What the three bridge games share: a deal as it counts, its words, its result.

Source: Laws of Duplicate Bridge 2017, Laws 77 and 79; honours: Laws of Contract Bridge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from deals.core.cards import Seat, Side, Suit
from deals.core.deal import Deal
from scoring.core.bridge_facts import FACT_KEYS, BridgeFacts, Honours, dump_facts, parse_facts
from scoring.core.contract import Contract, Denomination
from scoring.core.duplicate import NUMBER_WORDS, contract_terms, points_of
from scoring.core.ruleset import (
    TRICKS,
    GameResult,
    HandOutcome,
    HandScore,
    RuleError,
    Term,
    require_tricks,
)

MOST_DEALS = 100  # of one game; a long evening of rubber has about 40
TermsFor = Callable[[Contract, int, bool], tuple[Term, ...]]
TEAM_WORDS = {Side.NS: "North and South", Side.EW: "East and West"}
VULNERABLE = {
    "None": frozenset[Side](),
    "NS": frozenset({Side.NS}),
    "EW": frozenset({Side.EW}),
    "All": frozenset(Side),
}


def vulnerable_text(sides: frozenset[Side]) -> str:
    """ "None", "NS", "EW" or "All"."""
    return next(text for text, named in VULNERABLE.items() if named == sides)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as it counts: `tricks` of the declarer's side as ruled, `played` as played."""

    contract: Contract | None
    tricks: int
    played: int
    honours: Honours | None
    reason: str = ""

    @property
    def honour_terms(self) -> tuple[Term, ...]:
        if self.honours is None:
            return ()
        return (Term(self.honours.seat.side, self.honours.points, "honours"),)


def played_deal(
    facts: BridgeFacts, tricks: int | None, dealer: Seat, deal: Deal | None = None
) -> PlayedDeal:
    """Check tricks, adjustment and honours of a deal. Raises RuleError.

    Honours that the stored deal excludes are refused without a word on who holds what.
    """
    contract = facts.contract_from(dealer)
    if contract is None:
        if tricks is not None:
            raise RuleError("tricks", tricks, "left out where the deal was passed out")
        return PlayedDeal(None, 0, 0, None)
    played = ruled = require_tricks(tricks)
    reason = ""
    if transfer := facts.transfer:
        gained = transfer.tricks if transfer.to is contract.declarer.side else -transfer.tricks
        ruled, reason = played + gained, transfer.reason
        if not 0 <= ruled <= TRICKS:
            raise RuleError(
                "adjustment tricks", transfer.tricks, "no more tricks than the other side won"
            )
    if deal and facts.honours and honours_in(deal, contract.denomination) != facts.honours:
        raise RuleError(
            "honours",
            facts.honours.points,
            "those of this board",
            f"honours {facts.honours.points} for {facts.honours.seat.value} do not fit this "
            "board: check them, or call the director",
        )
    return PlayedDeal(contract, ruled, played, facts.honours, reason)


def honours_in(deal: Deal, denomination: Denomination) -> Honours | None:
    """The honours of a deal: four or five of A K Q J 10 of trumps, or four aces at notrump."""
    trump = denomination.suit
    for seat in Seat:
        hand = deal.hand(seat)
        if trump is None:
            if all(14 in hand.ranks(suit) for suit in Suit):
                return Honours(seat, 150)
        elif (held := sum(rank >= 10 for rank in hand.ranks(trump))) >= 4:
            return Honours(seat, 150 if held == 5 else 100)
    return None


def score_of(
    deal: PlayedDeal,
    terms: tuple[Term, ...],
    vulnerable: frozenset[Side],
    dealer: Seat,
    terms_for: TermsFor = contract_terms,
) -> HandScore:
    """The score that these terms make, with what prints and programs show of it.

    `terms_for` says what the contract pays by itself, to show an adjusted deal also as played.
    """
    contract = deal.contract
    detail: dict[str, Any] = {"dealer": dealer.value, "vulnerable": vulnerable_text(vulnerable)}
    if contract is None:
        detail |= {"contract": "Pass", "explained": "passed out = 0"}
        return HandScore(None, None, 0, 0, terms=terms, detail=detail)
    declarer_vulnerable = contract.declarer.side in vulnerable
    detail |= {
        "contract": contract.text,
        "tricks": deal.tricks,
        "terms": [term_json(term) for term in terms],
        "explained": explain(contract, deal.tricks, declarer_vulnerable, terms),
    }
    if deal.reason:
        as_played = terms_for(contract, deal.played, declarer_vulnerable)
        detail["adjusted"] = {
            "reason": deal.reason,
            "tricks_as_played": deal.played,
            "tricks_as_ruled": deal.tricks,
            "explained_as_played": explain(contract, deal.played, declarer_vulnerable, as_played),
        }
    return HandScore(
        contract.declarer,
        deal.tricks >= contract.target,
        points_of(terms, Side.NS),
        points_of(terms, Side.EW),
        terms=terms,
        detail=detail,
    )


def term_json(term: Term) -> dict[str, Any]:
    """A term as prints and programs show it."""
    return {
        "side": term.side.value,
        "points": term.points,
        "for": term.reason,
        "line": term.line,
    }


def explain(contract: Contract, tricks: int, vulnerable: bool, terms: Sequence[Term]) -> str:
    """ "3NT doubled, vulnerable, 10 tricks: 200 trick points, 500 game, ... = 950"."""
    state = "vulnerable" if vulnerable else "not vulnerable"
    sums = [
        _sum_of([term for term in terms if term.side is side], side is contract.declarer.side)
        for side in (contract.declarer.side, contract.declarer.side.other)
    ]
    counted = "; ".join(text for text in sums if text) or "0"
    return f"{contract.words}, {state}, {tricks_text(tricks)}: {counted}"


def _sum_of(terms: Sequence[Term], declaring: bool) -> str:
    if not terms:
        return ""
    items = ", ".join(f"{term.points} {term.reason}" for term in terms)
    total = sum(term.points for term in terms)
    return f"{items} = {total}" + ("" if declaring else " to the defenders")


def tricks_text(tricks: int) -> str:
    """ "1 trick", "10 tricks"."""
    return "1 trick" if tricks == 1 else f"{tricks} tricks"


def result_words(contract: Contract, tricks: int) -> str:
    """ "made", "made with one overtrick", "two down"."""
    over = tricks - contract.target
    if over < 0:
        return f"{NUMBER_WORDS[-over]} down"
    if over == 0:
        return "made"
    return f"made with {NUMBER_WORDS[over]} overtrick{'' if over == 1 else 's'}"


class BridgeGame:
    """Facts, words and result that are the same in duplicate, rubber and Chicago."""

    hand_word = "deal"
    most_hands = MOST_DEALS
    fact_keys: tuple[str, ...] = FACT_KEYS

    def parse_facts(self, data: Mapping[str, Any]) -> BridgeFacts:
        """Return a deal's facts from JSON; RuleError names the field that is wrong."""
        return parse_facts(data)

    def dump_facts(self, facts: BridgeFacts) -> dict[str, Any]:
        """Return the JSON form of a deal's facts, without its tricks."""
        return dump_facts(facts)

    def describe(self, facts: BridgeFacts, tricks: int | None, score: HandScore) -> str:
        """Return a sentence: "North, 4S doubled, 9 tricks, one down: 100 points to ..."."""
        return f"{_happened(facts, tricks, score)}: {paid_words(score)}."


def paid_words(score: HandScore) -> str:
    """ "100 points to East and West"; "no points"."""
    paid = [
        f"{points} points to {TEAM_WORDS[side]}"
        for side, points in ((Side.NS, score.ns_points), (Side.EW, score.ew_points))
        if points
    ]
    return " and ".join(paid) or "no points"


def _happened(facts: BridgeFacts, tricks: int | None, score: HandScore) -> str:
    # Any dealer will do for the level; the declarer is that of the score.
    contract = facts.contract_from(Seat.N)
    if contract is None or tricks is None:
        return "Passed out"
    declarer = score.declarer or (None if facts.auction else contract.declarer)
    words = [declarer.word] if declarer else []
    words += [contract.words, tricks_text(tricks)]
    if (transfer := facts.transfer) and declarer:
        gained = transfer.tricks if transfer.to is declarer.side else -transfer.tricks
        words[-1] += " as played"
        words.append(f"{tricks_text(tricks + gained)} as ruled ({transfer.reason})")
        tricks += gained
    return ", ".join([*words, result_words(contract, tricks)])


def total_points(hands: Iterable[HandOutcome], side: Side) -> int:
    """What the scored hands pay to one side."""
    return sum(
        (hand.ns_points if side is Side.NS else hand.ew_points) or 0
        for hand in hands
        if hand.scored
    )


def leader(margin: int) -> Side | None:
    """The side ahead; None if level. `margin` is North-South's."""
    return None if margin == 0 else Side.NS if margin > 0 else Side.EW


def result_by_points(
    hands: Sequence[HandOutcome], finished: bool, extra: Sequence[Term] = (), **more: Any
) -> GameResult:
    """The result of a game that more points win; level points are a draw.

    `extra` are points that belong to no single hand.
    """
    winners = [hand.winner for hand in hands if hand.scored]
    ns_points = total_points(hands, Side.NS) + points_of(extra, Side.NS)
    ew_points = total_points(hands, Side.EW) + points_of(extra, Side.EW)
    ahead = leader(ns_points - ew_points)
    return GameResult(
        ns_points,
        ew_points,
        winners.count(Side.NS),
        winners.count(Side.EW),
        ahead if finished else None,
        ("points" if ahead else "draw") if finished else "",
        finished,
        **more,
    )


def rescored_outcomes(
    hands: Sequence[HandOutcome], rescored: Mapping[int, HandScore]
) -> list[HandOutcome]:
    """The hands with the points that the course of the game gave them."""
    return [
        replace(
            hand,
            ns_points=rescored[hand.number].ns_points,
            ew_points=rescored[hand.number].ew_points,
        )
        if hand.ruling == "none" and hand.number in rescored
        else hand
        for hand in hands
    ]


def ruled_terms(hand: HandOutcome) -> tuple[Term, ...]:
    """A director's points for a hand, above the line: they end no game."""
    points = ((Side.NS, hand.ns_points), (Side.EW, hand.ew_points))
    return tuple(Term(side, given, "adjusted") for side, given in points if given)
