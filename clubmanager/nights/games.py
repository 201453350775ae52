"""What a night of each game needs besides its ruleset: how many hands, ranked by what, in words.

A game's rules are scoring.core's. Its forms are in nights.forms.games, its paper in
nights.queries.pads, both by the same keys.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubmanager.nights.core.ranking import BACK_SCORE, GAMES, METHODS, POINTS
from deals.core.cards import Seat
from scoring.core import line_abridged, line_bridge
from scoring.core.bridge import played_deal
from scoring.core.bridge_facts import BridgeFacts
from scoring.core.contract import Contract, Doubling
from scoring.core.minibridge import MiniFacts
from scoring.core.registry import RULESETS, get_ruleset
from scoring.core.ruleset import RuleError, Ruleset

BOARD_METHODS = tuple(one for one in METHODS if one not in (GAMES, POINTS, BACK_SCORE))
LONGEST_ROUND = 16  # boards, of a match of teams


Played = tuple[Contract | None, int | None]


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game as club nights play it.

    `hands` are how many hands a round may be planned with; a single number leaves no choice.
    `whole` are those of them that make a game which somebody wins. `methods` are the rankings it
    can have, the usual one first. `stored_refused` says why stored deals do not suit a game with
    these settings; empty where they do. `played` tells a hand's contract and tricks as ruled from
    its parsed facts and its row, for a game that has contracts.
    """

    key: str
    label: Any
    hands: range
    whole: tuple[int, ...]
    methods: tuple[str, ...]
    setting_labels: Mapping[str, Any]
    read_line: Callable[[str], Any]
    line_examples: tuple[tuple[str, Any], ...]
    stored_refused: Callable[[Mapping[str, Any]], Any] = lambda settings: ""
    played: Callable[[Any, Any], Played] | None = None

    @property
    def ruleset(self) -> Ruleset:
        return get_ruleset(self.key)

    @property
    def has_chart(self) -> bool:
        return "chart" in self.ruleset.setting_names

    def own_settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of a night's games, complete and checked. Raises RuleError."""
        known = {name: value for name, value in given.items() if name in self.setting_labels}
        if extra := sorted(given.keys() - known.keys()):
            raise RuleError("game setting", extra[0], ", ".join(self.setting_labels) or "none")
        found = self.ruleset.parse_settings(known)
        return {name: found[name] for name in self.setting_labels}


ABRIDGED_LINES = (
    ("n r 11", _("North said Play, red, 11 tricks. Without spaces too: nr11")),
    ("p2 b 9", _("two passed before somebody said Play, blue, 9 tricks")),
    ("x t g 10", _("all passed; Ten (s: Seven), green, 10 tricks")),
    ("x s n 8 9 11 12 8", _("the same with the strengths of North, East, South, West")),
    ("= ns 100", _("only the points are known")),
)
BRIDGE_LINES = (
    ("4sx n -1", _("four spades doubled by North, one down")),
    ("3nt w +1", _("three notrump by West with an overtrick")),
    ("1s p 4s p p p =", _("the whole auction from the dealer on, just made")),
    ("pass", _("passed out")),
)


def _not_in_rubber(settings: Mapping[str, Any]) -> Any:
    return _("A rubber takes as many deals as it needs: its cards are shuffled at the table.")


def _dealt_again(settings: Mapping[str, Any]) -> Any:
    if settings.get("passed_out") == "redeal":
        return _("A stored board is not dealt again: let a passed-out deal count.")
    return ""


def _contract_played(facts: BridgeFacts, hand: Any) -> Played:
    deal = played_deal(facts, hand.tricks, Seat(hand.dealer))
    return deal.contract, deal.tricks


def _choice_played(facts: MiniFacts, hand: Any) -> Played:
    return Contract(facts.bid, Doubling.UNDOUBLED, Seat(hand.declarer)), hand.tricks


GAMES_BY_KEY = {
    game.key: game
    for game in (
        NightGame(
            "abridged", _("aBRIDGEd"), range(1, 5), (4,), (GAMES, POINTS, *BOARD_METHODS), {},
            line_abridged.read_line, ABRIDGED_LINES,
        ),
        NightGame(
            "duplicate", _("Duplicate bridge"), range(1, LONGEST_ROUND + 1), (),
            ("matchpoints", POINTS, *(m for m in BOARD_METHODS if m != "matchpoints")), {},
            line_bridge.read_line, BRIDGE_LINES, played=_contract_played,
        ),
        NightGame(
            "chicago", _("Chicago: four deals a round"), range(4, 5), (4,),
            (POINTS, BACK_SCORE, GAMES),
            {
                "part_scores": _("Part-scores"),
                "vulnerable": _("Vulnerable on deals 2 and 3"),
                "passed_out": _("A passed-out deal"),
                "honours": _("Honours count (house rule)"),
            },
            line_bridge.read_line, BRIDGE_LINES, _dealt_again, _contract_played,
        ),
        NightGame(
            "rubber", _("Rubber bridge: a rubber a round"), range(1, 2), (1,),
            (BACK_SCORE, POINTS, GAMES),
            {"part_score_bonus": _("The only part-score of an unfinished game")},
            line_bridge.read_line, BRIDGE_LINES, _not_in_rubber, _contract_played,
        ),
        NightGame(
            "minibridge", _("MiniBridge"), range(1, LONGEST_ROUND + 1), (4,),
            (POINTS, GAMES, *BOARD_METHODS), {},
            line_bridge.read_line, BRIDGE_LINES[:2], played=_choice_played,
        ),
    )
}  # fmt: skip
assert GAMES_BY_KEY.keys() == RULESETS.keys()


def game_of(night) -> NightGame:
    """The game of a night."""
    return GAMES_BY_KEY[night.game]


def plays_whole_games(night) -> bool:
    """Whether a table's sitting is a whole game, which somebody wins."""
    return night.hands_per_round in game_of(night).whole


def require_plan(night) -> None:
    """Raise RuleError, with the name of the night's field, for what its game does not allow.

    A game that leaves no choice of hands takes its own number. Settings are completed.
    """
    game = GAMES_BY_KEY.get(night.game)
    if game is None:
        raise RuleError("game", night.game, ", ".join(GAMES_BY_KEY))
    night.game_settings = game.own_settings(night.game_settings)
    if len(game.hands) == 1:
        night.hands_per_round = game.hands[0]
    if night.hands_per_round not in game.hands:
        allowed = f"{game.hands[0]} to {game.hands[-1]}"
        raise RuleError("hands_per_round", night.hands_per_round, allowed)
    if night.method == GAMES and game.whole and not plays_whole_games(night):
        text = f"A game has {game.whole[0]} hands. For fewer, rank by total points."
        raise RuleError("hands_per_round", night.hands_per_round, str(game.whole[0]), text)
    require_method(night, night.method)
    if night.dealing == "stored" and (why := game.stored_refused(night.game_settings)):
        raise RuleError("dealing", night.dealing, "shuffled", str(why))


def require_method(night, method: str) -> None:
    """Raise RuleError for a ranking that the night's game, or its number of hands, cannot have."""
    game = game_of(night)
    if method not in game.methods:
        raise RuleError("method", method, ", ".join(game.methods))
    if method == GAMES and not plays_whole_games(night):
        hands = " or ".join(map(str, game.whole))
        raise RuleError("method", method, f"another one, since a game has {hands} hands")
