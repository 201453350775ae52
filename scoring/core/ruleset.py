"""What a game form must offer: facts in, points out, and when a game is won.

A ruleset knows one game (aBRIDGEd; others follow behind the same protocol). Everything it is
given and everything it returns is plain data, so that a page, the API, a command and a recompute
all call the same functions.
"""

from __future__ import annotations

import enum
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from deals.core.cards import Seat, Side

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class HandContext:
    """What surrounds a hand besides its own facts.

    `strengths` are those of the stored deal, None where cards were shuffled at the table or the
    stored deal does not apply. They are sealed: no message and no doubt may repeat them.
    `by_director` is true for directors and scorers, who may record what players may not.
    """

    dealer: Seat
    strengths: Mapping[Seat, int] | None = None
    chart: Chart | None = None
    by_director: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandScore:
    """Points of one hand, each side's own; `doubts` are questions for a director's eyes."""

    declarer: Seat | None
    made: bool | None
    ns_points: int
    ew_points: int
    doubts: tuple[str, ...] = ()


RULINGS = ("none", "adjusted", "cancelled", "not played")


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One hand as its game sees it; points are None while nothing was scored.

    `number` counts from 1 within the game. `ruling` is one of RULINGS.
    """

    number: int
    ns_points: int | None
    ew_points: int | None
    ruling: str = "none"

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
    """One game's result. While `finished` is false, `winner` is None and `decided_by` empty."""

    ns_points: int
    ew_points: int
    ns_hands_won: int
    ew_hands_won: int
    winner: Side | None
    decided_by: str
    finished: bool
    sheet: dict[str, Any] | None = None


class Ruleset(Protocol):
    """One game form. Every method raises RuleError for what the rules do not allow."""

    name: str
    hands_per_game: int

    def parse_facts(self, data: Mapping[str, Any]) -> Any:
        """Return the frozen facts of a hand from their JSON form."""

    def dump_facts(self, facts: Any) -> dict[str, Any]:
        """Return the JSON form; parsing it again gives equal facts."""

    def score_hand(self, facts: Any, tricks: int | None, context: HandContext) -> HandScore:
        """Return points and derived declarer of a hand."""

    def game_result(self, outcomes: Sequence[HandOutcome], expected: int) -> GameResult:
        """Return totals and, once `expected` hands are settled, the winner and the reason."""

    def describe(self, facts: Any, tricks: int | None, score: HandScore) -> str:
        """Return one plain English sentence that says what happened on the hand."""
