"""aBRIDGEd: who declares, what a hand pays, who wins a game of four hands.

Source: aBRIDGEd rule book, "Round One", "Round Two", "Scoring" and "Winning the game". Where it
is silent (adjusted or cancelled hands, hands recorded as played) the project's decisions apply;
they are written down in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.abridged_facts import (
    ALL_STRENGTH,
    FACT_KEYS,
    AbridgedFacts,
    dump_facts,
    parse_facts,
)
from scoring.core.chart import Chart, Declaration
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
)

TEAM_WORDS = {Side.NS: "North and South", Side.EW: "East and West"}
ADVICE = "check who declared, or call the director"


def round_two_declarer(dealer: Seat, strengths: Mapping[Seat, int]) -> Seat:
    """Return the seat that declares in Round Two.

    The stronger team declares, at 20-20 the dealer's; in it the stronger partner, of equal
    partners the one who dealt or sits on the dealer's left. Source: rule book, Round Two.
    """

    def key(seat: Seat) -> tuple[int, bool, int, bool]:
        team = strengths[seat] + strengths[seat.partner]
        return team, seat.side is dealer.side, strengths[seat], seat in (dealer, dealer.left)

    return max(Seat, key=key)


class Abridged:
    """The ruleset of aBRIDGEd; see `scoring.core.ruleset.Ruleset`."""

    name = "abridged"
    hands_per_game = 4
    most_hands = 4
    hand_word = "hand"
    fact_keys: tuple[str, ...] = FACT_KEYS
    setting_names: tuple[str, ...] = ("chart",)

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return no settings: only the chart may differ, and it is given with each hand."""
        return dict(require_mapping("settings", data, ()))

    def parse_facts(self, data: Mapping[str, Any]) -> AbridgedFacts:
        """Return a hand's facts from JSON; RuleError names the field that is wrong."""
        return parse_facts(data)

    def dump_facts(self, facts: AbridgedFacts) -> dict[str, Any]:
        """Return the JSON form of a hand's facts, without its tricks."""
        return dump_facts(facts)

    def score_hand(
        self, facts: AbridgedFacts, tricks: int | None, context: HandContext
    ) -> HandScore:
        """Return the points of one hand, by the chart of the context.

        Raises RuleError for tricks outside 0 to 13, for a declarer or strengths that the stored
        deal excludes (naming neither) unless a director records the hand as played, and for what
        only a director may enter.
        """
        if facts.as_played and not context.by_director:
            raise RuleError("as_played", facts.as_played, "left to directors and scorers")
        if facts.points_only is not None:
            return _score_points_only(facts.points_only, tricks, context)
        won = require_tricks(tricks)
        declarer, doubts = _declarer(facts, context)
        if declarer is None or facts.declaration is None:
            raise RuleError("declarer", None, "N, E, S or W")
        return _score_by_chart(declarer, facts.declaration, won, _chart(context), doubts)

    def dealer_after(
        self,
        outcomes: Sequence[HandOutcome],
        first: Seat,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> Seat:
        """Return the next dealer: the deal moves clockwise. RuleError after four hands."""
        if len(outcomes) >= self.most_hands:
            raise RuleError("hand", len(outcomes) + 1, "one of the four hands of a game")
        return first.turn(len(outcomes))

    def game_result(
        self,
        outcomes: Sequence[HandOutcome],
        expected: int,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> GameResult:
        """Return totals and hands won; with `expected` hands settled, winner and reason too.

        Points, then hands won, then the fourth hand; where a hand was cancelled, adjusted or not
        played, the last hand that somebody won; then a draw. Source: rule book, "Winning the
        game", and docs/rules.md. RuleError for a hand number that is repeated or out of range.
        """
        hands = hands_in_order(outcomes, expected)
        scored = [hand for hand in hands if hand.scored]
        ns_points = sum(hand.ns_points or 0 for hand in scored)
        ew_points = sum(hand.ew_points or 0 for hand in scored)
        winners = [hand.winner for hand in scored]
        ns_won, ew_won = winners.count(Side.NS), winners.count(Side.EW)
        finished = sum(hand.settled for hand in hands) == expected
        winner, decided_by = None, ""
        if finished:
            margins = (("points", ns_points - ew_points), ("hands won", ns_won - ew_won))
            winner, decided_by = _decide(margins, hands)
        return GameResult(ns_points, ew_points, ns_won, ew_won, winner, decided_by, finished)

    def describe(self, facts: AbridgedFacts, tricks: int | None, score: HandScore) -> str:
        """Return a sentence, e.g. "South, Play, red, 11 tricks: 100 points to North and South."."""
        paid = " and ".join(
            f"{points} {'point' if points == 1 else 'points'} to {TEAM_WORDS[side]}"
            for side, points in ((Side.NS, score.ns_points), (Side.EW, score.ew_points))
            if points
        )
        return f"{_happened(facts, tricks, score)}: {paid or 'no points'}."


def _chart(context: HandContext) -> Chart:
    if context.chart is None:
        raise RuleError("chart", None, "given to score a hand")
    return context.chart


def _score_points_only(
    given: tuple[Side, int], tricks: int | None, context: HandContext
) -> HandScore:
    side, points = given
    if not context.by_director:
        raise RuleError("points_only", points, "left to directors and scorers")
    if tricks is not None:
        raise RuleError("tricks", tricks, "left out where only points are given")
    doubts: tuple[str, ...] = ()
    if context.chart is not None and not context.chart.contains(points):
        doubts = (f"{points} points are in no cell of the chart {context.chart.name}",)
    return _paid(side, points, declarer=None, made=None, doubts=doubts)


def _score_by_chart(
    declarer: Seat, declaration: Declaration, tricks: int, chart: Chart, doubts: tuple[str, ...]
) -> HandScore:
    made = declaration.made(tricks)
    side = declarer.side if made else declarer.side.other
    return _paid(side, chart.points(declaration, tricks), declarer, made, doubts)


def _paid(
    side: Side, points: int, declarer: Seat | None, made: bool | None, doubts: tuple[str, ...]
) -> HandScore:
    ns_points, ew_points = (points, 0) if side is Side.NS else (0, points)
    return HandScore(declarer, made, ns_points, ew_points, doubts)


def _declarer(facts: AbridgedFacts, context: HandContext) -> tuple[Seat | None, tuple[str, ...]]:
    """Return the declarer and the doubts of a hand; in Round Two the declarer is derived.

    What the table stated wins over the stored deal only where a director says "as played".
    """
    if facts.round == 1:
        return facts.declarer, ()
    basis = facts.strengths_by_seat or context.strengths
    if basis is None and not (context.by_director and facts.declarer):
        instead = ", or the declarer" if context.by_director else ""
        raise RuleError("strengths", None, f"given for N, E, S and W{instead}")
    derived = round_two_declarer(context.dealer, basis) if basis else None
    problems = _contradictions(facts, derived, context)
    if problems and not facts.as_played:
        field, value, problem = problems[0]
        raise RuleError(field, value, "what the board gives", f"{problem}; {ADVICE}")
    doubts = tuple(f"{problem}, as played: {facts.as_played}" for _, _, problem in problems)
    return facts.declarer or derived, doubts


def _contradictions(
    facts: AbridgedFacts, derived: Seat | None, context: HandContext
) -> list[tuple[str, object, str]]:
    """Return (field, value, problem) of what does not fit; nothing of a stored deal is named."""
    found: list[tuple[str, object, str]] = []
    stated, stored = facts.strengths_by_seat, context.strengths
    if stated and sum(stated.values()) != ALL_STRENGTH:
        total = sum(stated.values())
        found.append(("strengths", total, f"strengths add to {total}, not {ALL_STRENGTH}"))
    if stated and stored and any(stated[seat] != stored[seat] for seat in Seat):
        found.append(("strengths", facts.strengths, "strengths do not fit this board"))
    if facts.declarer and derived and facts.declarer is not derived:
        source = "this board" if stored else "the strengths and the dealer"
        typed = facts.declarer.value
        found.append(("declarer", typed, f"declarer {typed} does not fit {source}"))
    return found


def _decide(
    margins: Sequence[tuple[str, int]], hands: Sequence[HandOutcome]
) -> tuple[Side | None, str]:
    """Return winner and reason of a finished game; margins are North-South's, in rule order."""
    for reason, margin in margins:
        if margin:
            return (Side.NS if margin > 0 else Side.EW), reason
    last = next((hand for hand in reversed(hands) if hand.winner), None)
    if last is None:
        return None, "draw"
    as_printed = len(hands) == Abridged.hands_per_game and all(
        hand.scored and hand.ruling == "none" for hand in hands
    )
    return last.winner, "fourth hand" if as_printed else "last scored hand"


def _happened(facts: AbridgedFacts, tricks: int | None, score: HandScore) -> str:
    if facts.points_only is not None:
        return "Points only"
    words = ["Round Two"] if facts.round == 2 else []
    declarer = score.declarer or facts.declarer
    words += [declarer.word] if declarer else []
    words += [facts.declaration.label] if facts.declaration else []
    words += [facts.trump.word] if facts.trump else []
    return ", ".join([*words, "1 trick" if tricks == 1 else f"{tricks} tricks"])
