"""Score one game from plain data, without a site or a database.

One calculation for the command, the page "score one game" and anyone who wants to check a pad.
Source: aBRIDGEd rule book, the worked example and "Winning the game"; the bridge games' laws are
cited in their own modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.chart import RECONSTRUCTED, Chart
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import (
    MAXIMUM_POINTS,
    HandContext,
    HandOutcome,
    HandScore,
    RuleError,
    Ruleset,
    require_mapping,
    require_whole,
)

RULING_KEYS = ("ns_points", "ew_points", "cancelled", "not_played")


def score_game(payload: object) -> dict[str, Any]:
    """Return points, totals and winner of one game.

    `payload` is `{"game": "abridged", "dealer": "N", "chart": "reconstructed", "hands": [...]}`,
    or for "duplicate", "rubber", "chicago" and "minibridge" `"deals": [...]` and the settings of
    that game beside them. The dealer (of the first hand) and everything else but the hands may be
    left out. The chart may also be `{"play": [14 numbers], "ten": [...], "seven": [...]}`.

    The hands are taken as all that the game had: fewer than four of aBRIDGEd are decided by
    points, hands won, the last hand that somebody won, or end in a draw. A rubber or a Chicago
    that is not over has no winner. Points of a cancelled or unplayed hand are None. Everything
    that a director may record is accepted. Raises RuleError naming hand number, field, value and
    what is allowed; nothing else escapes, whatever the payload.
    """
    data = _mapping(payload)
    ruleset = get_ruleset(data.get("game"))
    word = ruleset.hand_word
    require_mapping("game", data, ("game", "dealer", f"{word}s", *ruleset.setting_names))
    first = _dealer(data.get("dealer", "N"))
    chart = _chart(data.get("chart", "reconstructed"))
    settings = ruleset.parse_settings(
        {key: data[key] for key in ruleset.setting_names if key in data and key != "chart"}
    )
    scores: list[HandScore | None] = []
    outcomes: list[HandOutcome] = []
    for number, hand in enumerate(_hands(data.get(f"{word}s"), ruleset), start=1):
        try:
            dealer = ruleset.dealer_after(outcomes, first, settings)
            context = HandContext(dealer, None, chart, True, settings, number=number)
            score, outcome = _score_hand(ruleset, hand, number, context)
        except RuleError as error:
            raise error.within(f"{word} {number}") from error
        scores.append(score)
        outcomes.append(outcome)
    return _game_json(ruleset, scores, outcomes, settings)


def _mapping(payload: object) -> Mapping[str, Any]:
    if not isinstance(payload, Mapping):
        raise RuleError("game", payload, "an object")
    return payload


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


def _hands(value: object, ruleset: Ruleset) -> list[Any]:
    words, most = f"{ruleset.hand_word}s", ruleset.most_hands
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        got = f"{len(value)} {words}" if isinstance(value, list) else value
        raise RuleError(words, got, f"a list of 1 to {most} {words}")
    return value


def _score_hand(
    ruleset: Ruleset, data: object, number: int, context: HandContext
) -> tuple[HandScore | None, HandOutcome]:
    """Return the score as played, if anything was played, and what counts for the game."""
    hand = _hand(ruleset, data)
    ruling, points = _ruling(hand)
    given = {key: hand[key] for key in hand if key not in (*RULING_KEYS, "tricks")}
    score = facts = None
    if given or ruling == "none":
        facts = ruleset.parse_facts(given)
        score = ruleset.score_hand(facts, hand.get("tricks"), context)
        if ruling == "none":
            points = score.ns_points, score.ew_points
    elif hand.get("tricks") is not None:
        raise RuleError("tricks", hand["tricks"], "left out where nothing else was played")
    ns_points, ew_points = points or (None, None)
    tricks = hand.get("tricks")
    return score, HandOutcome(
        number, ns_points, ew_points, ruling, facts=facts, tricks=tricks, dealer=context.dealer
    )


def _hand(ruleset: Ruleset, data: object) -> Mapping[str, Any]:
    return require_mapping(ruleset.hand_word, data, (*ruleset.fact_keys, "tricks", *RULING_KEYS))


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


def _hand_json(
    score: HandScore | None, outcome: HandOutcome, rescored: HandScore | None
) -> dict[str, Any]:
    score = rescored or score
    points = outcome.ns_points, outcome.ew_points
    if rescored and outcome.ruling == "none":
        points = rescored.ns_points, rescored.ew_points
    declarer = score.declarer if score else None
    return {
        "dealer": outcome.dealer.value if outcome.dealer else None,
        "declarer": declarer.value if declarer else None,
        "made": score.made if score else None,
        "ns_points": points[0],
        "ew_points": points[1],
        **(score.detail if score else {}),
    }


def _game_json(
    ruleset: Ruleset,
    scores: list[HandScore | None],
    outcomes: list[HandOutcome],
    settings: Mapping[str, Any],
) -> dict[str, Any]:
    game = ruleset.game_result(outcomes, len(outcomes), settings)
    data: dict[str, Any] = {
        f"{ruleset.hand_word}s": [
            _hand_json(score, outcome, game.rescored.get(outcome.number))
            for score, outcome in zip(scores, outcomes, strict=True)
        ],
        "totals": {Side.NS.value: game.ns_points, Side.EW.value: game.ew_points},
        "hands_won": {Side.NS.value: game.ns_hands_won, Side.EW.value: game.ew_hands_won},
        "winner": game.winner.value if game.winner else None,
        "decided_by": game.decided_by or None,
    }
    if game.sheet is not None:
        data |= {"finished": game.finished, "sheet": game.sheet}
    return data
