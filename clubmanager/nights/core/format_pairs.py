"""The formats for pairs: round robin, Mitchell, Howell, Swiss, knockout."""

from __future__ import annotations

from clubmanager.nights.core import howell as howell_rules
from clubmanager.nights.core import knockout as knockout_rules
from clubmanager.nights.core import mitchell as mitchell_rules
from clubmanager.nights.core import round_robin as round_robin_rules
from clubmanager.nights.core import rover as rover_rules
from clubmanager.nights.core import swiss as swiss_rules
from clubmanager.nights.core.format_kinds import (
    ROUND_BY_ROUND,
    Format,
    NextRound,
    Options,
    Request,
    in_order,
    numbers,
    seats_first,
)
from clubmanager.nights.core.movement import EntryKey, Movement, MovementError, require_between
from clubmanager.nights.core.pairings import shuffled

HALF_TABLE, ROVER = "half table", "rover"


def _build_round_robin(request: Request) -> Movement:
    return round_robin_rules.round_robin(
        request.count, request.rounds, stationary=numbers(request.stationary)
    )


def _tables(pairs: int) -> int:
    return (pairs + 1) // 2


def _has_rover(pairs: int, options: Options) -> bool:
    return bool(pairs % 2) and options.get("odd") == ROVER


def _kind(pairs: int, options: Options) -> str:
    """The kind asked for; "auto" is the first that works at this number of tables."""
    kind = options.get("kind", "auto")
    if _has_rover(pairs, options):
        require_between(
            "tables under a rover", pairs // 2, rover_rules.FEWEST_TABLES, rover_rules.MOST_TABLES
        )
        only = rover_rules.rover_kind(pairs // 2)
        if kind not in ("auto", only):
            raise MovementError("kind", kind, f"{only} under a rover at {pairs // 2} tables")
        return only
    return mitchell_rules.kinds_for(_tables(pairs))[0] if kind == "auto" else kind


def _short_line(pairs: int, options: Options) -> str:
    return options.get("short_line", "EW") if pairs % 2 else ""


def _mitchell_rounds(pairs: int, options: Options) -> int:
    tables = pairs // 2 if _has_rover(pairs, options) else _tables(pairs)
    return mitchell_rules.full_rounds(tables, _kind(pairs, options))


def _build_mitchell(request: Request) -> Movement:
    pairs, options = request.count, request.options
    kind = _kind(pairs, options)
    if _has_rover(pairs, options):
        movement = rover_rules.rover_mitchell(
            pairs // 2, request.rounds, stationary=request.stationary
        )
    else:
        movement = mitchell_rules.mitchell(
            _tables(pairs),
            kind=kind,
            rounds=request.rounds,
            half_table=_short_line(pairs, options),
            stationary=request.stationary,
        )
    one_winner = options.get("winners") == "one"
    return rover_rules.arrow_switched(movement) if one_winner else movement


def _number_lines(pairs: int, sits_still: frozenset[int], options: Options) -> tuple[EntryKey, ...]:
    """Those who sit still go North-South; the others alternate between the lines."""
    tables = _tables(pairs)
    room = {"NS": tables, "EW": tables}
    if short := _short_line(pairs, options):
        room["EW" if _has_rover(pairs, options) else short] -= 1
    lines = ["" for _ in range(pairs)]
    for index in sorted(sits_still)[: room["NS"]]:
        lines[index] = "NS"
    for index in range(pairs):
        if not lines[index]:
            open_lines = [line for line in room if lines.count(line) < room[line]]
            lines[index] = min(open_lines, key=lines.count)
    keys = [(line, lines[: index + 1].count(line)) for index, line in enumerate(lines)]
    return _spare_from_roving(keys, sits_still) if _has_rover(pairs, options) else tuple(keys)


def _spare_from_roving(keys: list[EntryKey], sits_still: frozenset[int]) -> tuple[EntryKey, ...]:
    """Somebody who may move becomes the rover, which has the highest North-South number."""
    rover = max(range(len(keys)), key=lambda index: (keys[index][0] == "NS", keys[index]))
    movers = [i for i, (line, _) in enumerate(keys) if line == "NS" and i not in sits_still]
    if rover in sits_still and movers:
        keys[rover], keys[movers[0]] = keys[movers[0]], keys[rover]
    return tuple(keys)


def _build_howell(request: Request) -> Movement:
    return howell_rules.howell(
        request.count,
        request.rounds,
        three_tables=request.options.get("three_tables", howell_rules.SAME_BOARDS),
        stationary=numbers(request.stationary),
    )


def _number_howell(
    pairs: int, sits_still: frozenset[int], options: Options
) -> tuple[EntryKey, ...]:
    """The first who sits still becomes the pair that stays."""
    stays = () if pairs % 2 else (pairs,)
    return tuple(("", number) for number in seats_first(pairs, sits_still, stays))


def first_swiss_round(request: Request, *, teams: bool) -> Movement:
    """Round 1 of a Swiss, in an order drawn by chance."""
    most = swiss_rules.most_rounds(request.count)
    require_between("rounds", most if request.rounds is None else request.rounds, 1, most)
    empty = swiss_rules.empty_swiss(request.count, teams=teams)
    drawn = shuffled(range(1, request.count + 1), request.seed, "swiss")
    order = [("", number) for number in drawn]
    return swiss_rules.draw_swiss(empty, order, teams=teams, stationary=request.stationary)


def _next_swiss_round(request: NextRound) -> Movement:
    return swiss_rules.draw_swiss(request.played, request.order, stationary=request.stationary)


def _build_knockout(request: Request) -> Movement:
    return knockout_rules.first_knockout_round(request.count)


def _next_knockout_round(request: NextRound) -> Movement:
    return knockout_rules.next_knockout_round(request.played, request.winners)


PAIR_FORMATS = (
    Format(
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
        numbering=in_order,
    ),
    Format(
        key="mitchell",
        label="Mitchell",
        contestants="pairs",
        least=2 * mitchell_rules.FEWEST_TABLES - 1,
        most=2 * mitchell_rules.MOST_TABLES,
        lines=mitchell_rules.LINES,
        options={
            "kind": ("auto", *mitchell_rules.KINDS),
            "short_line": ("EW", "NS"),
            "odd": (HALF_TABLE, ROVER),
            "winners": ("two", "one"),
        },
        seeded=False,
        maker=_build_mitchell,
        most_rounds=_mitchell_rounds,
        numbering=_number_lines,
    ),
    Format(
        key="howell",
        label="Howell, one winner",
        contestants="pairs",
        least=howell_rules.FEWEST_PAIRS,
        most=2 * howell_rules.MOST_TABLES,
        lines=("",),
        options={"three_tables": (howell_rules.SAME_BOARDS, howell_rules.SPREAD)},
        seeded=False,
        maker=_build_howell,
        most_rounds=lambda pairs, _: howell_rules.full_rounds(pairs),
        numbering=_number_howell,
    ),
    Format(
        key="swiss",
        label="Swiss",
        contestants="pairs",
        least=swiss_rules.FEWEST,
        most=swiss_rules.MOST,
        lines=("",),
        options={},
        seeded=True,
        maker=lambda request: first_swiss_round(request, teams=False),
        most_rounds=lambda pairs, _: swiss_rules.most_rounds(pairs),
        numbering=in_order,
        drawn=ROUND_BY_ROUND,
        drawer=_next_swiss_round,
        needs_order=True,
    ),
    Format(
        key="knockout",
        label="Knockout",
        contestants="pairs",
        least=knockout_rules.FEWEST,
        most=knockout_rules.MOST,
        lines=("",),
        options={},
        seeded=False,
        maker=_build_knockout,
        most_rounds=lambda pairs, _: knockout_rules.knockout_rounds(pairs),
        numbering=in_order,
        drawn=ROUND_BY_ROUND,
        drawer=_next_knockout_round,
    ),
)
