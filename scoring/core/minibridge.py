"""MiniBridge: strengths are announced, the stronger side's stronger hand declares and chooses.

Source: the MiniBridge rules that schools play, scored as in duplicate (Laws of Duplicate Bridge
2017, Law 77) without doubles or slams: a part-score is a contract of seven tricks, a game 3NT, 4H,
4S, 5C or 5D. Level strengths: the rule books differ (some deal again); here the announcements go
clockwise from the dealer, and of equals the first to announce declares, which is aBRIDGEd's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deals.core.boards import MAX_BOARD_NUMBER
from deals.core.cards import Seat
from scoring.core.abridged import round_two_declarer
from scoring.core.bridge import (
    MOST_DEALS,
    PlayedDeal,
    paid_words,
    result_by_points,
    result_words,
    score_of,
    tricks_text,
)
from scoring.core.bridge_facts import parse_seat
from scoring.core.contract import Bid, Contract, Denomination, Doubling
from scoring.core.duplicate import duplicate_terms
from scoring.core.duplicate_game import board_conditions
from scoring.core.ruleset import (
    NO_SETTINGS,
    GameResult,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    hands_in_order,
    require_mapping,
    require_tricks,
    require_whole,
)

STRONGEST_HAND, ALL_STRENGTH = 37, 40
GAME_LEVEL = {
    Denomination.CLUBS: 5,
    Denomination.DIAMONDS: 5,
    Denomination.HEARTS: 4,
    Denomination.SPADES: 4,
    Denomination.NOTRUMP: 3,
}
FACT_KEYS = ("contract", "strengths", "declarer", "board")


@dataclass(frozen=True, slots=True)
class MiniFacts:
    """What happened on a deal, without its tricks.

    `bid` is of level 1 for a part-score, else the game in its denomination. `strengths` are those
    announced, in the order N E S W; `declarer` follows from them.
    """

    bid: Bid
    strengths: tuple[int, int, int, int] | None = None
    declarer: Seat | None = None
    board: int | None = None

    def __post_init__(self) -> None:
        if self.bid.level not in (1, GAME_LEVEL[self.bid.denomination]):
            raise RuleError(
                "contract", self.bid.text, "a part-score (level 1) or a game: 3NT, 4H, 4S, 5C or 5D"
            )
        if self.board is not None:
            require_whole("board", self.board, 1, MAX_BOARD_NUMBER)
        if self.strengths is not None:
            for seat, strength in zip(Seat, self.strengths, strict=True):
                require_whole(f"strength {seat.value}", strength, 0, STRONGEST_HAND)
            if sum(self.strengths) != ALL_STRENGTH:
                raise RuleError("strengths", sum(self.strengths), f"{ALL_STRENGTH} in all")


class MiniBridge:
    """The ruleset of MiniBridge; see `scoring.core.ruleset.Ruleset`."""

    name = "minibridge"
    hands_per_game = 4
    most_hands = MOST_DEALS
    hand_word = "deal"
    fact_keys: tuple[str, ...] = FACT_KEYS
    setting_names: tuple[str, ...] = ()

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return no settings: MiniBridge has none."""
        return dict(require_mapping("settings", data, self.setting_names))

    def parse_facts(self, data: Mapping[str, Any]) -> MiniFacts:
        """Return a deal's facts from JSON; RuleError names the field that is wrong."""
        given = require_mapping("deal", data, FACT_KEYS)
        declarer, strengths = given.get("declarer"), given.get("strengths")
        return MiniFacts(
            Bid.parse(given.get("contract"), "contract"),
            None if strengths is None else _parse_strengths(strengths),
            None if declarer is None else parse_seat("declarer", declarer),
            given.get("board"),
        )

    def dump_facts(self, facts: MiniFacts) -> dict[str, Any]:
        """Return the JSON form of a deal's facts, without its tricks."""
        data: dict[str, Any] = {"contract": facts.bid.text}
        if facts.strengths is not None:
            data["strengths"] = {
                seat.value: strength for seat, strength in zip(Seat, facts.strengths, strict=True)
            }
        if facts.declarer:
            data["declarer"] = facts.declarer.value
        if facts.board is not None:
            data["board"] = facts.board
        return data

    def score_hand(self, facts: MiniFacts, tricks: int | None, context: HandContext) -> HandScore:
        """Return the points of one deal.

        Raises RuleError for tricks outside 0 to 13 and for a declarer that strengths or the
        stored deal exclude, without naming the right one.
        """
        dealer, vulnerable = board_conditions(facts.board, context)
        declarer = _declarer(facts, dealer, context.strengths)
        contract = Contract(facts.bid, Doubling.UNDOUBLED, declarer)
        won = require_tricks(tricks)
        terms = duplicate_terms(contract, won, declarer.side in vulnerable)
        return score_of(PlayedDeal(contract, won, won, None), terms, vulnerable, dealer)

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
        """Return totals and, once all deals are settled, the winner by points."""
        hands = hands_in_order(outcomes, expected)
        return result_by_points(hands, sum(hand.settled for hand in hands) == expected)

    def describe(self, facts: MiniFacts, tricks: int | None, score: HandScore) -> str:
        """Return a sentence: "North, game in S (10 tricks), 9 tricks, one down: 50 points to ...".

        The level is spelt out as the tricks that were needed.
        """
        goal = "part-score" if facts.bid.level == 1 else "game"
        declarer = score.declarer or facts.declarer
        words = [declarer.word] if declarer else []
        words.append(f"{goal} in {facts.bid.denomination.value} ({facts.bid.target} tricks)")
        if tricks is not None:
            contract = Contract(facts.bid, Doubling.UNDOUBLED, Seat.N)
            words += [tricks_text(tricks), result_words(contract, tricks)]
        return f"{', '.join(words)}: {paid_words(score)}."


def _declarer(facts: MiniFacts, dealer: Seat, stored: Mapping[Seat, int] | None) -> Seat:
    announced = dict(zip(Seat, facts.strengths, strict=True)) if facts.strengths else None
    if announced and stored and any(announced[seat] != stored[seat] for seat in Seat):
        raise RuleError(
            "strengths", facts.strengths, "those of this board", "strengths do not fit this board"
        )
    strengths = stored or announced
    if strengths is None:
        if facts.declarer is None:
            raise RuleError("declarer", None, "N, E, S or W, or the four strengths given")
        return facts.declarer
    declarer = round_two_declarer(dealer, strengths)
    if facts.declarer not in (None, declarer):
        raise RuleError(
            "declarer", facts.declarer, "the stronger hand of the stronger side",
            f"declarer {facts.declarer.value if facts.declarer else ''} does not fit the strengths",
        )  # fmt: skip
    return declarer


def _parse_strengths(data: object) -> tuple[int, int, int, int]:
    strengths = require_mapping("strengths", data, [seat.value for seat in Seat])
    for seat in Seat:
        if seat.value not in strengths:
            raise RuleError(f"strength {seat.value}", None, "given, as for all four seats")
    return strengths["N"], strengths["E"], strengths["S"], strengths["W"]
