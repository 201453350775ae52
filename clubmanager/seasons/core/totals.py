"""An event of several sessions: what each contestant has in total, and the places.

A session is carried over at a share (ACBL and EBU practice: a qualifying session counts in part in
the final). Scores that are a mean over boards or games (percentages, IMPs or points a board, games
won) become the mean over the sessions, each weighted by what was played in it and its share;
points that are a sum (victory points, back scores) become the sum of the shares.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

FULL = 100


@dataclass(frozen=True, slots=True)
class SessionScore:
    """What a contestant has of one session; `weight` is the boards or games that it is of."""

    contestant: Hashable
    value: Fraction
    weight: int = 1

    def __post_init__(self) -> None:
        if self.weight < 1:
            raise ValueError(f"weight must be at least 1, got {self.weight}")


@dataclass(frozen=True, slots=True)
class Session:
    """One session: `share` percent of it are carried over."""

    share: int
    scores: tuple[SessionScore, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.share <= FULL:
            raise ValueError(f"share must be 0 to {FULL}, got {self.share}")
        if len({one.contestant for one in self.scores}) < len(self.scores):
            raise ValueError("scores must name each contestant once")


@dataclass(frozen=True, slots=True)
class Rule:
    """How sessions become a total.

    `best`: only so many of a contestant's sessions count, the best ones; 0 for all. `must_play`:
    who has played fewer is not ranked; 0 for as many as count.
    """

    is_mean: bool
    same_weight: bool = False
    best: int = 0
    must_play: int = 0

    def __post_init__(self) -> None:
        for name in ("best", "must_play"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, got {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class Part:
    """One session within a total, by its index; `counted` is whether it is one of the best."""

    session: int
    value: Fraction
    weight: int
    share: int
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A contestant's place: rank 0 below the line; ties share a rank, the next is skipped."""

    contestant: Hashable
    rank: int
    shared: bool
    total: Fraction | None  # None where nothing of it counts
    parts: tuple[Part, ...]
    reason: str = ""

    @property
    def below_line(self) -> bool:
        return self.rank == 0


def rank_event(sessions: Sequence[Session], rule: Rule) -> list[Place]:
    """Everybody who played in a session, best first, those below the line last.

    Equal totals are parted by the last session (higher is better; who missed it comes after),
    then shared.
    """
    played: dict[Hashable, list[Part]] = defaultdict(list)
    for at, session in enumerate(sessions):
        for one in session.scores:
            weight = 1 if rule.same_weight else one.weight
            played[one.contestant].append(Part(at, one.value, weight, session.share))
    needed = rule.must_play or rule.best or len(sessions)
    needed = min(needed, len(sessions))
    places = [_place(who, _with_best(parts, rule), rule) for who, parts in played.items()]
    ranked = [one for one in places if len(one.parts) >= needed and one.total is not None]
    inside = {one.contestant for one in ranked}
    below = [
        replace(one, reason=f"below the line: {len(one.parts)} of {needed} sessions played")
        for one in places
        if one.contestant not in inside
    ]
    return _numbered(ranked, len(sessions) - 1) + sorted(below, key=_total, reverse=True)


def _with_best(parts: list[Part], rule: Rule) -> tuple[Part, ...]:
    """The parts with the best ones marked; of equal ones the later counts."""
    if not rule.best or len(parts) <= rule.best:
        return tuple(parts)
    order = sorted(parts, key=lambda part: (_worth(part, rule), part.session), reverse=True)
    best = {part.session for part in order[: rule.best]}
    return tuple(replace(part, counted=part.session in best) for part in parts)


def _worth(part: Part, rule: Rule) -> Fraction:
    return part.value if rule.is_mean else part.share * part.value


def _place(contestant: Hashable, parts: tuple[Part, ...], rule: Rule) -> Place:
    counted = [part for part in parts if part.counted]
    total: Fraction | None = sum(
        (part.value * part.weight * part.share for part in counted), Fraction()
    )
    if rule.is_mean:
        weight = sum(part.weight * part.share for part in counted)
        total = total / weight if weight and total is not None else None
    else:
        total = sum((part.value * part.share / FULL for part in counted), Fraction())
    return Place(contestant, 0, False, total, parts)


def _total(place: Place) -> tuple[bool, Fraction]:
    return place.total is not None, place.total or Fraction()


def _last(place: Place, last: int) -> tuple[bool, Fraction]:
    values = [part.value for part in place.parts if part.session == last]
    return bool(values), values[0] if values else Fraction()


def _numbered(places: Iterable[Place], last: int) -> list[Place]:
    ordered = sorted(places, key=lambda one: (_total(one), _last(one, last)), reverse=True)
    keys = [(_total(one), _last(one, last)) for one in ordered]
    same, level = Counter(keys), Counter(total for total, _ in keys)
    ranks = {key: at for at, key in reversed(list(enumerate(keys, 1)))}
    return [
        replace(
            one,
            rank=ranks[key],
            shared=same[key] > 1,
            reason=f"level totals: by session {last + 1}" if level[key[0]] > same[key] else "",
        )
        for one, key in zip(ordered, keys, strict=True)
    ]
