"""The game forms that the site knows, by name."""

from __future__ import annotations

from scoring.core.abridged import Abridged
from scoring.core.chicago import Chicago
from scoring.core.duplicate_game import Duplicate
from scoring.core.minibridge import MiniBridge
from scoring.core.rubber_game import Rubber
from scoring.core.ruleset import RuleError, Ruleset

RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (Abridged(), Duplicate(), Chicago(), Rubber(), MiniBridge())
}


def get_ruleset(name: object) -> Ruleset:
    """Return the ruleset called `name`; RuleError names those there are."""
    ruleset = RULESETS.get(name) if isinstance(name, str) else None
    if ruleset is None:
        raise RuleError("game", name, f"one of {', '.join(RULESETS)}")
    return ruleset
