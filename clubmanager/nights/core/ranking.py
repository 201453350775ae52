"""How a night is ranked beyond its method. Source: docs/ranking.md.

Everything has a usual value, so that a night that nobody changed stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.neuberg import Factoring
from scoring.core.ruleset import RuleError
from scoring.core.standings import GAME_CHAIN
from scoring.core.teams import TEAMS_CHAIN
from scoring.core.tie_breaks import TieBreak

GAMES, POINTS, VICTORY, BACK_SCORE = "games", "points", "victory", "back-score"
METHODS = (GAMES, POINTS, VICTORY, BACK_SCORE, *Comparison)
IMP_METHODS = (VICTORY, Comparison.BUTLER, Comparison.CROSS_IMPS)
FIELD_BREAKS = (
    TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.NET_POINTS, TieBreak.HANDS_WON,
    TieBreak.GAMES_WON, TieBreak.BALLOT,
)  # fmt: skip
BOARD_BREAKS = (
    TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.COUNT_BACK, TieBreak.BALLOT,
)  # fmt: skip
TEAM_BREAKS = (*TEAMS_CHAIN, TieBreak.BALLOT)
SHARE_LINE = "lines"
LIMITS = {
    "minimum_percent": (0, 100),
    "multiplier": (1, 100),
    "datum_dropped_percent": (0, 40),
    "bye_hundredths": (0, 2_000),
}
MOST_HANDICAP = 10_000  # hundredths
MOST_LETTERS = 20  # of a stratum's name


def known_breaks(method: str) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that a ranking by this method knows."""
    if method in (GAMES, POINTS):
        return FIELD_BREAKS
    if method == BACK_SCORE:
        return ()
    return TEAM_BREAKS if method == VICTORY else BOARD_BREAKS


def usual_chain(method: str) -> tuple[TieBreak, ...]:
    """Return how ties are broken where nobody chose: games and teams by play, boards not."""
    return {GAMES: GAME_CHAIN, VICTORY: TEAMS_CHAIN}.get(method, ())


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """A night's choices. RuleError for nonsense.

    `chain` None is the usual one of the method. `minimum_percent` of the scheduled hands must be
    played to be ranked. `multiplier`: of points before IMPs (house practice). `winners` "one"
    ranks two lines as one field. `bye_hundredths`: victory points of a team that sits out.
    `handicaps`: hundredths of a percent (of a board's points or IMPs), and `stratum_of`: the name
    of a stratum, by the id of an entry. `strata`: names from the highest down.
    """

    chain: tuple[TieBreak, ...] | None = None
    factoring: Factoring = Factoring.OFF
    small_subfields: bool = True
    session_rule: bool = True
    minimum_percent: int = 50
    multiplier: int = 1
    datum_dropped_percent: int = 0
    winners: str = SHARE_LINE
    bye_hundredths: int = 1_200
    strata: tuple[str, ...] = ()
    handicaps: Mapping[int, int] = field(default_factory=dict)
    stratum_of: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, (lowest, highest) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not lowest <= value <= highest:
                raise RuleError(name, value, f"{lowest} to {highest}")
        for name in ("small_subfields", "session_rule"):
            if type(getattr(self, name)) is not bool:
                raise RuleError(name, getattr(self, name), "true or false")
        if not all(isinstance(name, str) and len(name) <= MOST_LETTERS for name in self.strata):
            raise RuleError("strata", str(self.strata)[:40], f"names of {MOST_LETTERS} letters")
        if self.winners not in (SHARE_LINE, "one"):
            raise RuleError("winners", self.winners, f"{SHARE_LINE} or one")
        if self.chain and len(set(self.chain)) < len(self.chain):
            raise RuleError("tie-breaks", ", ".join(self.chain), "each at most once")
        if len(set(self.strata)) < len(self.strata) or len(self.strata) == 1:
            raise RuleError("strata", ", ".join(self.strata), "none, or two names and more")
        for amount in self.handicaps.values():
            if type(amount) is not int or abs(amount) > MOST_HANDICAP:
                raise RuleError("handicap", amount, "-100 to 100")
        for name in self.stratum_of.values():
            if name not in self.strata:
                raise RuleError("stratum", name, " or ".join(self.strata) or "none")

    def require_method(self, method: str) -> None:
        """Raise RuleError where the chain has a criterion that this method does not know."""
        known = known_breaks(method)
        for criterion in self.chain or ():
            if criterion not in known:
                raise RuleError("tie-break", criterion, ", ".join(known))

    def chain_for(self, method: str, *, individuals: bool) -> tuple[TieBreak, ...]:
        """Return the criteria in force; individuals have no head-to-head."""
        chain = usual_chain(method) if self.chain is None else self.chain
        known = known_breaks(method)
        return tuple(
            one
            for one in chain
            if one in known and not (individuals and one is TieBreak.HEAD_TO_HEAD)
        )

    def scoring(self, method: str) -> Scoring:
        """Return how boards are compared. Matches of teams: IMPs between their two tables."""
        if method == VICTORY:
            return Scoring(
                Comparison.CROSS_IMPS, factoring=Factoring.OFF, multiplier=self.multiplier
            )
        chosen = Comparison(method) if method in list(Comparison) else Comparison.MATCHPOINTS
        return Scoring(
            chosen,
            factoring=self.factoring,
            small_subfields=self.small_subfields,
            datum_dropped=Fraction(self.datum_dropped_percent, 100),
            multiplier=self.multiplier,
            session_rule=self.session_rule,
        )

    def to_json(self) -> dict[str, Any]:
        """Return only what is not the usual; keys of objects become text."""
        usual = RankingSettings()
        changed = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) != getattr(usual, one.name)
        }
        return {name: _plain(value) for name, value in changed.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): one for key, one in sorted(value.items())}
    return str(value) if isinstance(value, Factoring) else value


def settings_from_json(data: Mapping[str, Any]) -> RankingSettings:
    """Read what `to_json` gave. RuleError for anything else."""
    values = dict(data)
    try:
        if values.get("chain") is not None:
            values["chain"] = tuple(TieBreak(one) for one in values["chain"])
        if "factoring" in values:
            values["factoring"] = Factoring(values["factoring"])
        if "strata" in values:
            values["strata"] = tuple(values["strata"])
        for name in ("handicaps", "stratum_of"):
            if name in values:
                values[name] = {int(key): one for key, one in values[name].items()}
        return RankingSettings(**values)
    except RuleError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise RuleError("ranking", str(error)[:100], "settings of a ranking") from error


def without_entries(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored settings for another night: without what belongs to this night's entries."""
    return {name: value for name, value in data.items() if name not in ("handicaps", "stratum_of")}
