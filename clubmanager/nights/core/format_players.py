"""The formats for single players: social night and individual."""

from __future__ import annotations

from clubmanager.nights.core import individual as individual_rules
from clubmanager.nights.core import social_draw as social_rules
from clubmanager.nights.core.format_kinds import (
    Format,
    Options,
    Request,
    in_order,
    numbers,
    seats_first,
)
from clubmanager.nights.core.movement import EntryKey, Movement
from clubmanager.nights.core.whist import whist_rounds

EVENING_ROUNDS = 12  # a social night offers at least so many, although partners may repeat


def _build_social(request: Request) -> Movement:
    rounds = (
        _social_rounds(request.count, request.options) if request.rounds is None else request.rounds
    )
    return social_rules.social_draw(
        request.count, rounds, request.seed, stationary=numbers(request.stationary)
    )


def _social_rounds(players: int, _: Options) -> int:
    return max(EVENING_ROUNDS, whist_rounds(players))


def _kind(players: int, options: Options) -> str:
    kind = options.get("kind", "auto")
    return individual_rules.checked_kind(players, None if kind == "auto" else kind)


def _build_individual(request: Request) -> Movement:
    return individual_rules.individual(
        request.count,
        request.rounds,
        kind=_kind(request.count, request.options),
        seed=request.seed,
        stationary=numbers(request.stationary),
    )


def _number_individual(
    players: int, sits_still: frozenset[int], options: Options
) -> tuple[EntryKey, ...]:
    """Those who sit still get a number whose seat stays; a draw keeps any number's seat."""
    seats = individual_rules.seats_that_stay(players, _kind(players, options))
    return tuple(("", number) for number in seats_first(players, sits_still, seats))


PLAYER_FORMATS = (
    Format(
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
        numbering=in_order,
    ),
    Format(
        key="individual",
        label="Individual tournament",
        contestants="players",
        least=individual_rules.FEWEST_PLAYERS,
        most=individual_rules.MOST_PLAYERS,
        lines=("",),
        options={"kind": ("auto", *individual_rules.KINDS)},
        seeded=True,
        maker=_build_individual,
        most_rounds=lambda players, options: individual_rules.full_rounds(
            players, _kind(players, options)
        ),
        numbering=_number_individual,
    ),
)
