"""What a game form must offer: facts in, points out, and when a game is won.

A ruleset knows one game: aBRIDGEd, duplicate, rubber, Chicago or MiniBridge. Everything it is
given and everything it returns is plain data, so that a page, the API, a command and a recompute
all call the same functions.
"""

from __future__ import annotations

import enum
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from deals.core.cards import Seat, Side

if TYPE_CHECKING:
    from deals.core.deal import Deal
    from scoring.core.chart import Chart

MAXIMUM_POINTS = 10_000
"""Sanity limit for the points of one hand, in a chart cell or an adjustment."""

TRICKS = 13
"""Tricks of one hand."""


def shown(value: object) -> str:
    """Return `value` as an error message quotes it: short, on one line, whatever it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**18:
        return "a number of more than 18 digits"
    if isinstance(value, enum.Enum):
        return str(value.value)
    if value is None:
        return "nothing"
    try:
        return reprlib.repr(value)
    except ValueError:  # Python refuses to write out numbers of thousands of digits
        return f"a {type(value).__name__} with a number too long to show"


class RuleError(ValueError):
    """A recorded fact that the rules do not allow.

    Attributes: `field` (what was entered), `value` (as given), `allowed` (in words).
    The text never contains anything of a stored deal that was not typed by the person herself.
    """

    def __init__(self, field: str, value: object, allowed: str, message: str = "") -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        self.message = message
        super().__init__(message or f"{field} must be {allowed}, got {shown(value)}")

    def within(self, place: str) -> RuleError:
        """Return the same error with its place in front, e.g. "hand 2: tricks must be ..."."""
        return RuleError(f"{place}: {self.field}", self.value, self.allowed, f"{place}: {self}")


def require_whole(field: str, value: object, lowest: int, highest: int) -> int:
    """Return `value` if it is a whole number in the range (a bool is not), else RuleError."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise RuleError(field, value, f"a whole number from {lowest} to {highest}")
    return value


def require_tricks(tricks: object) -> int:
    """Return `tricks` if they are 0 to 13, the tricks of one hand, else RuleError."""
    if isinstance(tricks, bool) or not isinstance(tricks, int) or not 0 <= tricks <= TRICKS:
        raise RuleError("tricks", tricks, f"0 to {TRICKS}")
    return tricks


def require_mapping(field: str, value: object, keys: Iterable[str]) -> Mapping[str, Any]:
    """Return `value` if it is a mapping that has no other keys than `keys`, else RuleError."""
    if not isinstance(value, Mapping):
        raise RuleError(field, value, "an object")
    allowed = list(keys)
    for key in value:
        if not isinstance(key, str) or key not in allowed:
            raise RuleError(f"{field} field", key, f"one of {', '.join(allowed)}")
    return value


def require_choice(field: str, value: object, choices: Iterable[str]) -> str:
    """Return `value` if it is one of these words, else RuleError."""
    allowed = list(choices)
    if not isinstance(value, str) or value not in allowed:
        raise RuleError(field, value, f"one of {', '.join(allowed)}")
    return value


def require_flag(field: str, value: object) -> bool:
    """Return `value` if it is true or false, else RuleError."""
    if not isinstance(value, bool):
        raise RuleError(field, value, "true or false")
    return value


def hands_in_order(outcomes: Sequence[HandOutcome], most: int) -> list[HandOutcome]:
    """Return the hands by number; RuleError for a number that is repeated or out of range."""
    numbers = [hand.number for hand in outcomes]
    for number in numbers:
        if not 1 <= number <= most or numbers.count(number) > 1:
            raise RuleError("hand number", number, f"1 to {most}, each once")
    return sorted(outcomes, key=lambda hand: hand.number)


@dataclass(frozen=True, slots=True)
class HandContext:
    """What surrounds a hand besides its own facts.

    `strengths` are those of the stored deal, None where cards were shuffled at the table or the
    stored deal does not apply. They are sealed: no message and no doubt may repeat them.
    `by_director` is true for directors and scorers, who may record what players may not.
    `deal` is the stored deal, as sealed as its strengths. `number` is the board's number, or the
    hand's in its game; `board` says which of the two. `vulnerable` are the sides that a stored
    board makes vulnerable, None where the number decides.
    """

    dealer: Seat
    strengths: Mapping[Seat, int] | None = None
    chart: Chart | None = None
    by_director: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    deal: Deal | None = None
    number: int = 1
    board: bool = False
    vulnerable: frozenset[Side] | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """One item of a score: points to a side, and what for.

    `below` the line are the trick points that count towards a game (rubber, Chicago).
    """

    side: Side
    points: int
    reason: str
    below: bool = False

    @property
    def line(self) -> str:
        """ "below" or "above" the line."""
        return "below" if self.below else "above"


@dataclass(frozen=True, slots=True)
class HandScore:
    """Points of one hand, each side's own; `doubts` are questions for a director's eyes.

    `terms` are what the points consist of, where the game has such; `detail` is what else a
    print or a program may want to show of the hand, as JSON.
    """

    declarer: Seat | None
    made: bool | None
    ns_points: int
    ew_points: int
    doubts: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


RULINGS = ("none", "adjusted", "cancelled", "not played")


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One hand as its game sees it; points are None while nothing was scored.

    `number` counts from 1 within the game. `ruling` is one of RULINGS. `facts` (parsed), `tricks`
    and `dealer` are for games whose hands depend on each other; None where nothing was entered.
    """

    number: int
    ns_points: int | None
    ew_points: int | None
    ruling: str = "none"
    facts: Any = None
    tricks: int | None = None
    dealer: Seat | None = None

    def __post_init__(self) -> None:
        if self.ruling not in RULINGS:
            raise RuleError("ruling", self.ruling, f"one of {', '.join(RULINGS)}")
        if (self.ns_points is None) != (self.ew_points is None):
            raise RuleError("points", (self.ns_points, self.ew_points), "given for both sides")

    @property
    def scored(self) -> bool:
        """Whether the hand's points count: entered or adjusted, neither cancelled nor missing."""
        return self.ns_points is not None and self.ruling in ("none", "adjusted")

    @property
    def settled(self) -> bool:
        """Whether nothing more is expected of this hand."""
        return self.scored or self.ruling in ("cancelled", "not played")

    @property
    def ns_net(self) -> int:
        """North-South's points less East-West's; 0 while nothing was scored."""
        return (self.ns_points or 0) - (self.ew_points or 0) if self.scored else 0

    @property
    def winner(self) -> Side | None:
        """The side that received more points on the hand, None if level or not scored."""
        if self.ns_net == 0:
            return None
        return Side.NS if self.ns_net > 0 else Side.EW


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game's result. While `finished` is false, `winner` is None and `decided_by` empty.

    `rescored` holds by number the hands whose score follows from the hands before them; it
    replaces what `score_hand` said of the hand alone. `dealers` holds by number who deals, where
    the hands before it moved the deal.
    """

    ns_points: int
    ew_points: int
    ns_hands_won: int
    ew_hands_won: int
    winner: Side | None
    decided_by: str
    finished: bool
    sheet: dict[str, Any] | None = None
    rescored: Mapping[int, HandScore] = field(default_factory=dict)
    dealers: Mapping[int, Seat] = field(default_factory=dict)


NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})


class Ruleset(Protocol):
    """One game form. Every method raises RuleError for what the rules do not allow.

    `hands_per_game` is how many hands a game is planned with, `most_hands` how many it can have.
    `hand_word` is what the game calls one ("hand" or "deal"). `fact_keys` are the keys
    of the JSON form of a hand's facts, `setting_names` those of a game's settings; "chart" among
    them says that it is scored by a chart.
    """

    name: str
    hands_per_game: int
    most_hands: int
    hand_word: str
    fact_keys: tuple[str, ...]
    setting_names: tuple[str, ...]

    def parse_settings(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of a game, complete and checked; a chart is not among them."""

    def parse_facts(self, data: Mapping[str, Any]) -> Any:
        """Return the frozen facts of a hand from their JSON form."""

    def dump_facts(self, facts: Any) -> dict[str, Any]:
        """Return the JSON form; parsing it again gives equal facts."""

    def score_hand(self, facts: Any, tricks: int | None, context: HandContext) -> HandScore:
        """Return points and derived declarer of a hand, as far as they follow from it alone."""

    def dealer_after(
        self,
        outcomes: Sequence[HandOutcome],
        first: Seat,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> Seat:
        """Return who deals after these hands; RuleError, with the rule, if the game is over."""

    def game_result(
        self,
        outcomes: Sequence[HandOutcome],
        expected: int,
        settings: Mapping[str, Any] = NO_SETTINGS,
    ) -> GameResult:
        """Return totals and, once `expected` hands are settled, the winner and the reason.

        Where the game itself says when it is over (rubber, Chicago), `expected` is not asked.
        """

    def describe(self, facts: Any, tricks: int | None, score: HandScore) -> str:
        """Return one plain English sentence that says what happened on the hand."""
