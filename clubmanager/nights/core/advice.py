"""Advice: which three movements suit so many people, so much time and so many boards.

Every format that takes the field is built at the number of rounds that fits, and judged by
what it costs: boards more or fewer than wanted, sit-outs, repeats, meetings that do not
happen, sharing, decks that the club does not own, and sets too small for a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from clubmanager.nights.core.formats import FORMATS, Format
from clubmanager.nights.core.movement import (
    Movement,
    MovementError,
    decks_needed,
    meetings,
    partner_counts,
    require_between,
)

GAME = 4  # boards in a set that makes a whole game
SET_SIZES = (4, 3, 2)
OFFERS = 3
MOST_OF_ONE_FORMAT = 2
# Options that change who wins or which line is short, not what the movement costs.
NOT_VARIED = ("winners", "short_line")

# What one of each costs. `half_boards` are the boards sat out by a contestant on average, in
# halves, so that all prices stay whole numbers.
PRICES = {
    "boards_off": 4,
    "half_boards": 6,
    "repeats": 6,
    "unmet": 8,
    "sharing": 2,
    "small_sets": 20,
    "decks_short": 1000,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the director has and wants.

    `count` contestants ("pairs", "players" or "teams"), `minutes` for playing, `boards` wanted
    for each; `minutes_per_board` and `minutes_per_move` are how fast the club plays. `decks`
    is how many decks it owns when deals are stored, None when tables shuffle for themselves.
    """

    contestants: str
    count: int
    minutes: int
    boards: int
    minutes_per_board: int = 8
    minutes_per_move: int = 2
    decks: int | None = None

    def __post_init__(self) -> None:
        if self.contestants not in ("pairs", "players", "teams"):
            raise MovementError("contestants", self.contestants, "'pairs', 'players' or 'teams'")
        require_between("count", self.count, 1, 1000)
        require_between("minutes", self.minutes, 1, 1440)
        require_between("boards", self.boards, 1, 100)
        require_between("minutes_per_board", self.minutes_per_board, 1, 60)
        require_between("minutes_per_move", self.minutes_per_move, 0, 60)
        if self.decks is not None:
            require_between("decks", self.decks, 0, 10_000)


@dataclass(frozen=True, slots=True)
class Advice:
    """One movement offered: what to ask the format for, and what it costs.

    `minutes` is when it ends, from the start; `boards` how many each entry has on its
    schedule, sit-outs included; `sit_outs` the most rounds that one entry sits out;
    `repeats` meetings (or partnerships) beyond the first; `sharing` rounds in which tables
    share boards; `decks` how many are needed. `costs` says the same in sentences.
    """

    format: str
    options: Mapping[str, str]
    rounds: int
    boards_per_set: int
    tables: int
    minutes: int
    boards: int
    sit_outs: int
    repeats: int
    sharing: int
    decks: int
    price: int
    costs: tuple[str, ...] = field(default=())


def advise(wish: Wish) -> tuple[Advice, ...]:
    """The best three, the best first; fewer when fewer exist, none when no format fits.

    Of each format (with its options) the best set size is kept, and at most two variants of
    one format are offered.
    """
    offers = []
    for chosen in FORMATS.values():
        if chosen.contestants == wish.contestants and chosen.key not in _knockouts():
            offers += list(_offers_of(chosen, wish))
    offers.sort(key=lambda offer: (offer.price, offer.format, sorted(offer.options.items())))
    times: Counter[str] = Counter()
    best = []
    for offer in offers:
        times[offer.format] += 1
        if times[offer.format] <= MOST_OF_ONE_FORMAT:
            best.append(offer)
    return tuple(best[:OFFERS])


def _knockouts() -> tuple[str, ...]:
    """Formats that send people home early are not for an evening of so many boards."""
    return ("knockout", "team_knockout")


def _offers_of(chosen: Format, wish: Wish) -> Iterator[Advice]:
    """The best offer of each variant; variants that give the same movement count once."""
    seen: set[Movement] = set()
    for options in _variants(chosen):
        offers = []
        for boards_per_set in SET_SIZES:
            try:
                movement = _movement(chosen, wish, options, boards_per_set)
            except MovementError:
                continue
            if movement and movement not in seen:
                offers.append(_judged(chosen, wish, options, movement, boards_per_set))
                seen.add(movement)
        if offers:
            yield min(offers, key=lambda offer: offer.price)


def _variants(chosen: Format) -> Iterator[dict[str, str]]:
    """The default first (no options), then every other choice of options."""
    names = [name for name in chosen.options if name not in NOT_VARIED]
    for values in product(*(chosen.options[name] for name in names)):
        yield {
            name: value
            for name, value in zip(names, values, strict=True)
            if value != chosen.options[name][0]
        }


def _movement(
    chosen: Format, wish: Wish, options: Mapping[str, str], boards_per_set: int
) -> Movement | None:
    """As many rounds as the time and the boards wanted allow; None when not even one does."""
    most = chosen.rounds_offered(wish.count, options)[-1]
    round_minutes = boards_per_set * wish.minutes_per_board + wish.minutes_per_move
    in_time = (wish.minutes + wish.minutes_per_move) // round_minutes
    rounds = min(most, in_time, -(-wish.boards // boards_per_set))
    if rounds < 1:
        return None
    movement = chosen.build(wish.count, rounds=rounds, options=options, seed=b"advice")
    while len(movement.rounds) < rounds:
        movement = chosen.draw_next(movement, order=movement.entries)
    return movement


def _judged(
    chosen: Format,
    wish: Wish,
    options: Mapping[str, str],
    movement: Movement,
    boards_per_set: int,
) -> Advice:
    rounds = len(movement.rounds)
    rested = Counter(entry for resting in movement.sit_outs for entry in resting)
    repeats = _repeats(movement)
    sharing = sum(len({s.board_set for s in r}) < len(r) for r in movement.rounds)
    decks = decks_needed(movement, boards_per_set=boards_per_set, stored=wish.decks is not None)
    boards = rounds * boards_per_set
    minutes = boards * wish.minutes_per_board + (rounds - 1) * wish.minutes_per_move
    full = rounds == chosen.rounds_offered(wish.count, options)[-1]
    amounts = {
        "boards_off": abs(boards - wish.boards),
        "half_boards": boards_per_set * sum(rested.values()) * 2 // wish.count,
        "repeats": repeats,
        "unmet": int(chosen.key == "howell" and not full),
        "sharing": sharing if wish.decks is not None and movement.copies == 1 else 0,
        "small_sets": int(boards_per_set < GAME),
        "decks_short": max(0, decks - wish.decks) if wish.decks is not None else 0,
    }
    return Advice(
        format=chosen.key,
        options=options,
        rounds=rounds,
        boards_per_set=boards_per_set,
        tables=movement.table_count,
        minutes=minutes,
        boards=boards,
        sit_outs=max(rested.values(), default=0),
        repeats=repeats,
        sharing=sharing,
        decks=decks,
        price=sum(PRICES[name] * amount for name, amount in amounts.items()),
        costs=tuple(_sentences(wish, movement, boards_per_set, minutes, decks)),
    )


def _repeats(movement: Movement) -> int:
    """Meetings of pairs or teams, or partnerships of players, beyond the first."""
    times: Counter[frozenset[tuple[str, int]]] = Counter(meetings(movement))
    times.update(partner_counts(movement))
    return sum(count - 1 for count in times.values())


def _sentences(
    wish: Wish, movement: Movement, boards_per_set: int, minutes: int, decks: int
) -> Iterator[str]:
    rounds = len(movement.rounds)
    boards = rounds * boards_per_set
    yield (
        f"{rounds} rounds of {boards_per_set} boards, {boards} in all: "
        f"{minutes // 60} h {minutes % 60:02d} min."
    )
    if boards < wish.boards:
        yield f"{wish.boards - boards} boards fewer than you want."
    if boards > wish.boards:
        yield f"{boards - wish.boards} boards more than you want."
    resting = max(len(entries) for entries in movement.sit_outs)
    if resting:
        yield f"{resting} of {wish.count} {wish.contestants} without a table in each round."
    if boards_per_set < GAME:
        yield "No whole games: matchpoints only."
    if repeats := _repeats(movement):
        yield f"{repeats} meetings or partnerships are repeated."
    yield from movement.notes
    owned = "" if wish.decks is None else f" (you have {wish.decks})"
    yield f"{decks} decks{owned}."
