"""What a format is: the door through which a form or a service asks for a movement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    require_between,
)

Options = Mapping[str, str]

ALL_AT_ONCE, ROUND_BY_ROUND = "all at once", "round by round"


@dataclass(frozen=True, slots=True)
class Request:
    """What a format builds from: the number of contestants and the director's choices."""

    count: int
    rounds: int | None
    options: Options
    seed: bytes
    stationary: frozenset[EntryKey]


@dataclass(frozen=True, slots=True)
class NextRound:
    """What the next round is drawn from: the rounds played, and where everybody stands.

    `order` are those who play on, best first; `winners`, for a knockout, who won in the last
    round.
    """

    played: Movement
    order: tuple[EntryKey, ...]
    winners: frozenset[EntryKey]
    stationary: frozenset[EntryKey]


def no_next_round(_: NextRound) -> Movement:
    """The drawer of a format whose rounds are all there from the start."""
    raise MovementError("format", ALL_AT_ONCE, ROUND_BY_ROUND)


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `options` maps an option's name to its values, the default first.

    `contestants` is "pairs", "players" or "teams"; `least` and `most` limit their number;
    `lines` are the lines of its entries; `seeded` says whether chance (a seed) is needed.
    `drawn` is "all at once", or "round by round": then `build` gives round 1 only, and each
    further round comes from `draw_next` when the last one's results are in.
    `needs_order` says that `draw_next` goes by the ranking, not by the winners.
    """

    key: str
    label: str
    contestants: str
    least: int
    most: int
    lines: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    seeded: bool
    maker: Callable[[Request], Movement]
    most_rounds: Callable[[int, Options], int]
    numbering: Callable[[int, frozenset[int], Options], tuple[EntryKey, ...]]
    drawn: str = ALL_AT_ONCE
    drawer: Callable[[NextRound], Movement] = no_next_round
    needs_order: bool = False

    def rounds_offered(self, count: int, options: Options | None = None) -> range:
        """The numbers of rounds that this many contestants can play, from 1."""
        checked = self._checked(count, options)
        return range(1, self.most_rounds(count, checked) + 1)

    def number_entries(
        self, count: int, sits_still: frozenset[int] = frozenset(), options: Options | None = None
    ) -> tuple[EntryKey, ...]:
        """The entry key of each contestant; `sits_still` are indices from 0."""
        checked = self._checked(count, options)
        for index in sits_still:
            require_between("sits_still", index, 0, count - 1)
        return self.numbering(count, sits_still, checked)

    def build(
        self,
        count: int,
        *,
        rounds: int | None = None,
        options: Options | None = None,
        seed: bytes = b"",
        stationary: frozenset[EntryKey] = frozenset(),
    ) -> Movement:
        """The movement for `count` contestants; all rounds of the format when None.

        A format that is drawn round by round gives its first round, whatever `rounds` says.
        `stationary` are the entries whose seat should stay; where it cannot, a note says so.
        """
        checked = self._checked(count, options)
        return self.maker(Request(count, rounds, checked, seed, stationary))

    def draw_next(
        self,
        played: Movement,
        *,
        order: Sequence[EntryKey] = (),
        winners: frozenset[EntryKey] = frozenset(),
        stationary: frozenset[EntryKey] = frozenset(),
    ) -> Movement:
        """The rounds `played` and one more, for a format that is drawn round by round.

        `order` is the ranking of those who play on, best first (Swiss); `winners` won in the
        last round (knockout). Raises MovementError when there is no such round.
        """
        return self.drawer(NextRound(played, tuple(order), winners, stationary))

    def _checked(self, count: int, options: Options | None) -> Options:
        require_between(self.contestants, count, self.least, self.most)
        for name, value in (options or {}).items():
            if name not in self.options:
                allowed = ", ".join(self.options) or "left out"
                raise MovementError("option", name, allowed)
            if value not in self.options[name]:
                raise MovementError(name, value, " or ".join(map(repr, self.options[name])))
        return options or {}


def in_order(count: int, _: frozenset[int], __: Options) -> tuple[EntryKey, ...]:
    """Entries numbered as they come."""
    return tuple(("", number) for number in range(1, count + 1))


def seats_first(count: int, sits_still: frozenset[int], seats: Sequence[int]) -> list[int]:
    """Numbers where those who sit still get `seats` and the others the rest, in order."""
    given = dict(zip(sorted(sits_still), seats, strict=False))
    taken = set(given.values())
    free = (number for number in range(1, count + 1) if number not in taken)
    return [given[index] if index in given else next(free) for index in range(count)]


def numbers(stationary: frozenset[EntryKey]) -> frozenset[int]:
    """The numbers of entries without lines."""
    return frozenset(number for _, number in stationary)
