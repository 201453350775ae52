"""Score one game from plain data, without a site or a database.

One calculation for the command, the page "score one game" and anyone who wants to check a pad.
Source: aBRIDGEd rule book, the worked example and "Winning the game".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.chart import RECONSTRUCTED, Chart
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import (
    MAXIMUM_POINTS,
    GameResult,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    Ruleset,
    require_mapping,
    require_whole,
)

RULING_KEYS = ("ns_points", "ew_points", "cancelled", "not_played")
HAND_KEYS = (
    "round",
    "strengths",
    "declarer",
    "declaration",
    "trump",
    "tricks",
    "points_only",
    "as_played",
    *RULING_KEYS,
)


def score_game(payload: object) -> dict[str, Any]:
    """Return points, totals and winner of one game.

    `payload` is `{"game": "abridged", "dealer": "N", "chart": "reconstructed", "hands": [...]}`;
    dealer (of the first hand) and chart may be left out and are then North and Reconstructed.
    The chart may also be `{"play": [14 numbers], "ten": [...], "seven": [...]}`. One to four
    hands, which are taken as all that the game had: fewer than four are decided by points, hands
    won, the last hand that somebody won, or end in a draw. Points of a cancelled or unplayed hand
    are None. Everything that a director may record is accepted. Raises RuleError naming hand number, field, value and what is allowed; nothing
    else escapes, whatever the payload.
    """
    data = require_mapping("game", payload, ("game", "dealer", "chart", "hands"))
    ruleset = get_ruleset(data.get("game"))
    first_dealer = _dealer(data.get("dealer", "N"))
    chart = _chart(data.get("chart", "reconstructed"))
    hands, outcomes = [], []
    for place, hand in enumerate(_hands(data.get("hands"), ruleset.hands_per_game)):
        context = HandContext(dealer=first_dealer.turn(place), chart=chart, by_director=True)
        try:
            score, outcome = _score_hand(ruleset, hand, place + 1, context)
        except RuleError as error:
            raise error.within(f"hand {place + 1}") from error
        hands.append(_hand_json(context.dealer, score, outcome))
        outcomes.append(outcome)
    return _game_json(hands, ruleset.game_result(outcomes, len(outcomes)))


def _dealer(value: object) -> Seat:
    if not isinstance(value, str) or value not in {seat.value for seat in Seat}:
        raise RuleError("dealer", value, "N, E, S or W")
    return Seat(value)


def _chart(value: object) -> Chart:
    if value == "reconstructed":
        return RECONSTRUCTED
    if isinstance(value, Mapping):
        return Chart.from_json(value, name="Given")
    raise RuleError("chart", value, '"reconstructed" or an object with rows play, ten and seven')


def _hands(value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        got = f"{len(value)} hands" if isinstance(value, list) else value
        raise RuleError("hands", got, f"a list of 1 to {most} hands")
    return value


def _score_hand(
    ruleset: Ruleset, data: object, number: int, context: HandContext
) -> tuple[HandScore | None, HandOutcome]:
    """Return the score as played, if anything was played, and what counts for the game."""
    hand = require_mapping("hand", data, HAND_KEYS)
    ruling, points = _ruling(hand)
    facts = {key: hand[key] for key in hand if key not in (*RULING_KEYS, "tricks")}
    score = None
    if facts or ruling == "none":
        score = ruleset.score_hand(ruleset.parse_facts(facts), hand.get("tricks"), context)
        if ruling == "none":
            points = score.ns_points, score.ew_points
    elif hand.get("tricks") is not None:
        raise RuleError("tricks", hand["tricks"], "left out where nothing else was played")
    ns_points, ew_points = points or (None, None)
    return score, HandOutcome(number, ns_points, ew_points, ruling)


def _ruling(hand: Mapping[str, Any]) -> tuple[str, tuple[int, int] | None]:
    """Return the director's ruling on a hand and, for an adjustment, both sides' points."""
    rulings = [key.replace("_", " ") for key in ("cancelled", "not_played") if _flag(hand, key)]
    points = None
    if "ns_points" in hand or "ew_points" in hand:
        rulings.append("adjusted")
        points = (
            require_whole("ns_points", hand.get("ns_points"), 0, MAXIMUM_POINTS),
            require_whole("ew_points", hand.get("ew_points"), 0, MAXIMUM_POINTS),
        )
    if len(rulings) > 1:
        raise RuleError("ruling", " and ".join(rulings), "one of them")
    return (rulings[0] if rulings else "none"), points


def _flag(hand: Mapping[str, Any], key: str) -> bool:
    value = hand.get(key, False)
    if not isinstance(value, bool):
        raise RuleError(key, value, "true or false")
    return value


def _hand_json(dealer: Seat, score: HandScore | None, outcome: HandOutcome) -> dict[str, Any]:
    declarer = score.declarer if score else None
    return {
        "dealer": dealer.value,
        "declarer": declarer.value if declarer else None,
        "made": score.made if score else None,
        "ns_points": outcome.ns_points,
        "ew_points": outcome.ew_points,
    }


def _game_json(hands: list[dict[str, Any]], game: GameResult) -> dict[str, Any]:
    return {
        "hands": hands,
        "totals": {Side.NS.value: game.ns_points, Side.EW.value: game.ew_points},
        "hands_won": {Side.NS.value: game.ns_hands_won, Side.EW.value: game.ew_hands_won},
        "winner": game.winner.value if game.winner else None,
        "decided_by": game.decided_by or None,
    }
