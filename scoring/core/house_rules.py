"""House rules for what goes wrong at a table, each of which a club may switch off.

Source: docs/rules.md, "Irregularities". The aBRIDGEd rule book has none, so these are the
project's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.core.ruleset import RuleError


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule: a key that is stored, a title and the sentence on the card."""

    key: str
    title: str
    text: str


HOUSE_RULES = (
    HouseRule(
        "wrong-deal",
        "Wrong number of cards, or a card shown in dealing",
        "Shuffled cards: deal again. A stored deal: call the director, who restores it. "
        "Count your 13 cards before you look at them.",
    ),
    HouseRule(
        "strengths-not-40",
        "The four strengths do not add up to 40",
        "Everybody counts the pips again before the hand goes on.",
    ),
    HouseRule(
        "misstated",
        "A strength or a colour count was stated wrongly",
        "Correct it before the first lead. Noticed later: play the hand to its end, then call "
        "the director, who may adjust the points.",
    ),
    HouseRule(
        "revoke",
        "A player did not follow the colour, but could have",
        "Put it right before the next card of your side is played to the next trick. "
        "Afterwards: play on and call the director, who moves tricks as in bridge.",
    ),
    HouseRule(
        "lead-out-of-turn",
        "The wrong player led",
        "The declarer accepts the lead, or the card goes back and the right player leads.",
    ),
    HouseRule(
        "conceded",
        "Somebody gives up the rest of the tricks",
        "If both sides agree, the tricks given up are counted as won by the other side.",
    ),
)
KEYS = tuple(rule.key for rule in HOUSE_RULES)


def house_rules_without(switched_off: Iterable[str]) -> tuple[HouseRule, ...]:
    """The rules of a club that plays without those keys. Raises RuleError for an unknown key."""
    missing = frozenset(switched_off)
    for key in sorted(missing - set(KEYS)):
        raise RuleError("house rule", key, ", ".join(KEYS))
    return tuple(rule for rule in HOUSE_RULES if rule.key not in missing)
