"""The formats a night can have, behind one door.

    chosen = get_format("mitchell")
    keys = chosen.number_entries(13, sits_still=frozenset({4}))
    movement = chosen.build(13, rounds=6, options={"kind": "plain"})

`keys[i]` is the entry key of the i-th contestant; those who sit still get a number whose
seat stays where the format has one. `stationary_keys(keys, sits_still)` turns the same
people into what `build` wants. Every refusal is a MovementError (a ValueError) with `field`,
`value` and `allowed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubmanager.nights.core import mitchell as mitchell_rules
from clubmanager.nights.core import round_robin as round_robin_rules
from clubmanager.nights.core import social_draw as social_rules
from clubmanager.nights.core.movement import (
    EntryKey,
    Movement,
    MovementError,
    require_between,
)
from clubmanager.nights.core.whist import whist_rounds

Options = Mapping[str, str]

EVENING_ROUNDS = 12  # a social night offers at least so many, although partners may repeat


@dataclass(frozen=True, slots=True)
class Request:
    """What a format builds from: the number of contestants and the director's choices."""

    count: int
    rounds: int | None
    options: Options
    seed: bytes
    stationary: frozenset[EntryKey]


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `options` maps an option's name to its values, the default first.

    `contestants` is "pairs" or "players"; `least` and `most` limit their number; `lines` are
    the lines of its entries; `seeded` says whether chance (a seed) is needed.
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

        `stationary` are the entries whose seat should stay; where it cannot, a note says so.
        """
        checked = self._checked(count, options)
        return self.maker(Request(count, rounds, checked, seed, stationary))

    def _checked(self, count: int, options: Options | None) -> Options:
        require_between(self.contestants, count, self.least, self.most)
        for name, value in (options or {}).items():
            if name not in self.options:
                allowed = ", ".join(self.options) or "left out"
                raise MovementError("option", name, allowed)
            if value not in self.options[name]:
                raise MovementError(name, value, " or ".join(map(repr, self.options[name])))
        return options or {}


def stationary_keys(keys: Sequence[EntryKey], sits_still: frozenset[int]) -> frozenset[EntryKey]:
    """The entry keys of the contestants with these indices."""
    return frozenset(keys[index] for index in sits_still)


def get_format(key: str) -> Format:
    """The format of this key; raises MovementError for an unknown one."""
    if key not in FORMATS:
        raise MovementError("format", key, " or ".join(map(repr, FORMATS)))
    return FORMATS[key]


def _in_order(count: int, _: frozenset[int], __: Options) -> tuple[EntryKey, ...]:
    return tuple(("", number) for number in range(1, count + 1))


def _numbers(stationary: frozenset[EntryKey]) -> frozenset[int]:
    return frozenset(number for _, number in stationary)


def _build_round_robin(request: Request) -> Movement:
    return round_robin_rules.round_robin(
        request.count, request.rounds, stationary=_numbers(request.stationary)
    )


def _build_social(request: Request) -> Movement:
    rounds = (
        _social_rounds(request.count, request.options) if request.rounds is None else request.rounds
    )
    return social_rules.social_draw(
        request.count, rounds, request.seed, stationary=_numbers(request.stationary)
    )


def _social_rounds(players: int, _: Options) -> int:
    return max(EVENING_ROUNDS, whist_rounds(players))


def _tables(pairs: int) -> int:
    return (pairs + 1) // 2


def _kind(pairs: int, options: Options) -> str:
    """The kind asked for; "auto" is the first that works at this number of tables."""
    kind = options.get("kind", "auto")
    return mitchell_rules.kinds_for(_tables(pairs))[0] if kind == "auto" else kind


def _short_line(pairs: int, options: Options) -> str:
    return options.get("short_line", "EW") if pairs % 2 else ""


def _mitchell_rounds(pairs: int, options: Options) -> int:
    return mitchell_rules.full_rounds(_tables(pairs), _kind(pairs, options))


def _build_mitchell(request: Request) -> Movement:
    return mitchell_rules.mitchell(
        _tables(request.count),
        kind=_kind(request.count, request.options),
        rounds=request.rounds,
        half_table=_short_line(request.count, request.options),
        stationary=request.stationary,
    )


def _number_lines(pairs: int, sits_still: frozenset[int], options: Options) -> tuple[EntryKey, ...]:
    """Those who sit still go North-South; the others alternate between the lines."""
    room = {"NS": _tables(pairs), "EW": _tables(pairs)}
    if short := _short_line(pairs, options):
        room[short] -= 1
    lines = ["" for _ in range(pairs)]
    for index in sorted(sits_still)[: room["NS"]]:
        lines[index] = "NS"
    for index in range(pairs):
        if not lines[index]:
            open_lines = [line for line in room if lines.count(line) < room[line]]
            lines[index] = min(open_lines, key=lines.count)
    return tuple((line, lines[: index + 1].count(line)) for index, line in enumerate(lines))


FORMATS: Mapping[str, Format] = {
    "round_robin": Format(
        key="round_robin",
        label="Round robin of pairs",
        contestants="pairs",
        least=4,
        most=round_robin_rules.MOST_PAIRS,
        lines=("",),
        options={},
        seeded=False,
        maker=_build_round_robin,
        most_rounds=lambda pairs, _: round_robin_rules.full_rounds(pairs),
        numbering=_in_order,
    ),
    "social": Format(
        key="social",
        label="Social night, partners drawn",
        contestants="players",
        least=social_rules.FEWEST_PLAYERS,
        most=social_rules.MOST_PLAYERS,
        lines=("",),
        options={},
        seeded=True,
        maker=_build_social,
        most_rounds=_social_rounds,
        numbering=_in_order,
    ),
    "mitchell": Format(
        key="mitchell",
        label="Mitchell, two winners",
        contestants="pairs",
        least=2 * mitchell_rules.FEWEST_TABLES - 1,
        most=2 * mitchell_rules.MOST_TABLES,
        lines=mitchell_rules.LINES,
        options={"kind": ("auto", *mitchell_rules.KINDS), "short_line": ("EW", "NS")},
        seeded=False,
        maker=_build_mitchell,
        most_rounds=_mitchell_rounds,
        numbering=_number_lines,
    ),
}
