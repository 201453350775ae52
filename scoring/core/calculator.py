"""The pocket calculator: one declaration or contract in, points out, every term explained.

Each game calculates with the functions that score its hands. Sources are those of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deals.core.cards import Seat, Side
from scoring.core.bridge import PlayedDeal, explain, term_json, tricks_text
from scoring.core.bridge_facts import BridgeFacts, Honours
from scoring.core.chart import RECONSTRUCTED, Chart, Declaration
from scoring.core.chicago import DEALS, Chicago, score_on_wheel, vulnerable_on
from scoring.core.contract import Bid, Contract
from scoring.core.duplicate import GAME, contract_terms, duplicate_terms, net_points
from scoring.core.minibridge import MiniFacts
from scoring.core.ruleset import (
    Term,
    require_choice,
    require_flag,
    require_mapping,
    require_tricks,
    require_whole,
)

DECLARER = Seat.N  # whoever declares: the calculator knows only "declarer" and "defenders"


@dataclass(frozen=True, slots=True)
class Calculation:
    """`points` to the declarer's side, negative if the defenders get more; terms; a sentence."""

    points: int
    terms: tuple[Term, ...]
    sentence: str

    @property
    def lost(self) -> int:
        """Points to the defenders, where they get more."""
        return max(0, -self.points)

    def to_json(self) -> dict[str, Any]:
        """The form in which programs get it; the declarer's side is called "declarer"."""
        names = {"NS": "declarer", "EW": "defenders"}
        terms = [term_json(term) for term in self.terms]
        return {
            "points": self.points,
            "terms": [{**term, "side": names[term["side"]]} for term in terms],
            "explained": self.sentence,
        }


def calculate(payload: object) -> Calculation:
    """Return what one hand pays in the game named by `payload["game"]`.

    aBRIDGEd: "declaration", "tricks" and perhaps "chart". The bridge games: "contract", "tricks",
    "vulnerable" (true or false); rubber and Chicago also "honours" (100 or 150) and "part_score"
    (points that the declarer's side has below the line); Chicago instead of "vulnerable" the
    "deal" (1 to 4), whether the declarer's side "dealt", and its settings. RuleError for the rest.
    """
    data = payload if isinstance(payload, Mapping) else {}
    name = require_choice("game", data.get("game"), CALCULATORS)
    return CALCULATORS[name]({key: data[key] for key in data if key != "game"})


def _abridged(data: Mapping[str, Any]) -> Calculation:
    given = require_mapping("calculation", data, ("declaration", "tricks", "chart"))
    words = [declaration.value for declaration in Declaration]
    declaration = Declaration(require_choice("declaration", given.get("declaration"), words))
    tricks = require_tricks(given.get("tricks"))
    chart = given.get("chart", RECONSTRUCTED)
    if not isinstance(chart, Chart):
        chart = Chart.from_json(chart, name="Given")
    made = declaration.made(tricks)
    points = chart.points(declaration, tricks)
    side = Side.NS if made else Side.EW
    outcome = "made" if made else f"failed, for it needs {declaration.target}"
    team = "the declarer's team" if made else "the opponents"
    return Calculation(
        points if made else -points,
        (Term(side, points, "chart"),),
        f"{declaration.label}, {tricks_text(tricks)}, {outcome}: {points} to {team}",
    )


def _duplicate(data: Mapping[str, Any]) -> Calculation:
    given = require_mapping("calculation", data, ("contract", "tricks", "vulnerable"))
    contract = Contract.parse(given.get("contract"), DECLARER)
    tricks, vulnerable = require_tricks(given.get("tricks")), _vulnerable(given)
    return _explained(contract, tricks, vulnerable, duplicate_terms(contract, tricks, vulnerable))


def _rubber(data: Mapping[str, Any]) -> Calculation:
    keys = ("contract", "tricks", "vulnerable", "honours", "part_score")
    given = require_mapping("calculation", data, keys)
    contract = Contract.parse(given.get("contract"), DECLARER)
    tricks, vulnerable = require_tricks(given.get("tricks")), _vulnerable(given)
    terms = contract_terms(contract, tricks, vulnerable)
    below = sum(term.points for term in terms if term.below)
    played = PlayedDeal(contract, tricks, tricks, _honours(contract, given))
    found = _explained(contract, tricks, vulnerable, terms + played.honour_terms)
    if not below:
        return found
    game = ", which completes a game" if _part_score(given) + below >= GAME else ""
    sentence = f"{found.sentence}; {below} of it below the line{game}"
    return Calculation(found.points, found.terms, sentence)


def _chicago(data: Mapping[str, Any]) -> Calculation:
    rules = Chicago()
    keys = ("contract", "tricks", "deal", "dealt", "honours", "part_score", *rules.setting_names)
    given = require_mapping("calculation", data, keys)
    contract = Contract.parse(given.get("contract"), DECLARER)
    tricks = require_tricks(given.get("tricks"))
    settings = rules.parse_settings(
        {key: given[key] for key in ("part_scores", "vulnerable") if key in given}
    )
    deal = require_whole("deal", given.get("deal"), 1, DEALS)
    dealt = require_flag("dealt", given.get("dealt", True))
    dealer = DECLARER if dealt else DECLARER.left
    vulnerable = vulnerable_on(deal, dealer, settings["vulnerable"])
    played = PlayedDeal(contract, tricks, tricks, _honours(contract, given))
    terms = score_on_wheel(played, deal, vulnerable, settings, _part_score(given))
    return _explained(contract, tricks, DECLARER.side in vulnerable, terms)


def _minibridge(data: Mapping[str, Any]) -> Calculation:
    MiniFacts(Bid.parse(data.get("contract"), "contract"))
    return _duplicate(data)


def _vulnerable(given: Mapping[str, Any]) -> bool:
    return require_flag("vulnerable", given.get("vulnerable", False))


def _part_score(given: Mapping[str, Any]) -> int:
    return require_whole("part_score", given.get("part_score", 0), 0, GAME - 10)


def _honours(contract: Contract, given: Mapping[str, Any]) -> Honours | None:
    """The honours of the declarer's side, checked against the contract."""
    points = given.get("honours")
    if points is None:
        return None
    honours = Honours(contract.declarer, points)
    BridgeFacts(contract, honours=honours)
    return honours


def _explained(
    contract: Contract, tricks: int, vulnerable: bool, terms: tuple[Term, ...]
) -> Calculation:
    points = net_points(terms, contract.declarer.side)
    return Calculation(points, terms, explain(contract, tricks, vulnerable, terms))


CALCULATORS: dict[str, Callable[[Mapping[str, Any]], Calculation]] = {
    "abridged": _abridged,
    "duplicate": _duplicate,
    "rubber": _rubber,
    "chicago": _chicago,
    "minibridge": _minibridge,
}
