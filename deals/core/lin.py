"""Read and write LIN, the notation of online bridge tables: deals only.

Source: the format's usage (it has no published standard). A file is a row of `key|value|` pairs.
`md` holds the dealer (1 to 4 for S W N E) and the hands of S, W, N and, often left out, E; `sv` the
vulnerability (o, n, e, b); `ah` the title "Board 7", `qx` a name such as o7 or c7 (room, board).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from deals.core.boards import MAX_BOARD_NUMBER, Vulnerability, dealer_of, vulnerability_of
from deals.core.cards import Seat
from deals.core.deal import Deal, DealError
from deals.core.pbn import MAX_BYTES, PbnBoard, PbnFile
from deals.core.pbn_text import PbnError, PbnNote, decode

_SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
_VULNERABLE: dict[str, Vulnerability] = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_LETTER = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_HAND = re.compile(r"S([2-9TJQKA]*)H([2-9TJQKA]*)D([2-9TJQKA]*)C([2-9TJQKA]*)")
_NUMBER = re.compile(r"(?:board\s*|^[oc]?)(\d{1,5})\s*$", re.IGNORECASE)
_DESCENDING = "AKQJT98765432"


@dataclass(slots=True)
class _Game:
    """What belongs to one `md`: values by key, the first of each counts."""

    line: int
    values: dict[str, str] = field(default_factory=dict)


def read_lin(data: bytes) -> PbnFile:
    """All boards of a LIN file. Raises PbnError with the line of every fault.

    A deal without a number takes the one after its predecessor, with a warning; a deal that comes
    again under its number (two rooms) is one board. Auctions and play are counted and skipped.
    """
    if len(data) > MAX_BYTES:
        raise PbnError([PbnNote(1, f"the file has {len(data):,} bytes, {MAX_BYTES:,} are allowed")])
    text = decode(data)
    boards: dict[int, PbnBoard] = {}
    warnings: list[PbnNote] = []
    errors: list[PbnNote] = []
    skipped: dict[str, int] = {}
    for game in _games(text):
        for name, key in (("Auction", "mb"), ("Play", "pc")):
            skipped[name] = skipped.get(name, 0) + (key in game.values)
        try:
            board = _board(game, max(boards, default=0) + 1, warnings)
        except DealError as error:
            errors += [PbnNote(game.line, f"md: {fault}") for fault in error.faults]
            continue
        earlier = boards.setdefault(board.number, board)
        if earlier.deal != board.deal:
            there = f"board {board.number} has another one in line {earlier.line}"
            warnings.append(PbnNote(game.line, f"this deal is left, {there}"))
    if not boards and not errors:
        errors = [PbnNote(text.count("\n") + 1, "the file ends without any board that has a deal")]
    if errors:
        raise PbnError(sorted([*errors, *warnings], key=lambda note: note.line))
    return PbnFile(tuple(boards.values()), tuple(warnings), (), skipped)


def _games(text: str) -> Iterator[_Game]:
    """One for each `md` that holds hands; what stands before it (`qx`, `ah`) belongs to it."""
    game = _Game(0)
    line = 1
    parts = text.split("|")
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        line += key.count("\n")
        name = key.strip().lower()
        if game.line and name in ("md", "qx", "pn"):
            yield game
            game = _Game(0)
        if name == "md" and value.strip():
            game.line = line
        game.values.setdefault(name, value.strip())
        line += value.count("\n")
    if game.line:
        yield game


def _board(game: _Game, next_number: int, warnings: list[PbnNote]) -> PbnBoard:
    """The board of a game. Raises DealError."""
    dealer, deal = _deal(game.values["md"])
    number = _number(game)
    if number is None:
        number = next_number
        warnings.append(PbnNote(game.line, f"this deal has no number, it is taken as {number}"))
    if dealer is None:
        dealer = dealer_of(number)
    elif dealer is not dealer_of(number):
        usual = dealer_of(number).value
        message = f"Dealer {dealer.value} of board {number} is kept, {usual} would be usual"
        warnings.append(PbnNote(game.line, message))
    vulnerable = _VULNERABLE.get(game.values.get("sv", "").lower(), vulnerability_of(number))
    if vulnerable != vulnerability_of(number):
        usual_side = vulnerability_of(number)
        kept = f'Vulnerable "{vulnerable}" of board {number} is kept, {usual_side} would be usual'
        warnings.append(PbnNote(game.line, kept))
    return PbnBoard(number, dealer, vulnerable, deal, game.line)


def _number(game: _Game) -> int | None:
    for key in ("ah", "qx"):
        found = _NUMBER.search(game.values.get(key, ""))
        if found and 1 <= int(found[1]) <= MAX_BOARD_NUMBER:
            return int(found[1])
    return None


def _deal(text: str) -> tuple[Seat | None, Deal]:
    if not text or text[0] not in "01234":
        raise DealError(["the dealer must be 1, 2, 3 or 4 (S, W, N, E)"])
    hands = dict.fromkeys(Seat, "-")
    for seat, hand in zip(_SEATS, text[1:].upper().replace("10", "T").split(","), strict=False):
        if hand.strip():
            hands[seat] = _hand(seat, hand.strip())
    dealer = _SEATS[int(text[0]) - 1] if text[0] != "0" else None
    return dealer, Deal.from_pbn("N:" + " ".join(hands[seat] for seat in Seat))


def _hand(seat: Seat, text: str) -> str:
    found = _HAND.fullmatch(text)
    if not found:
        raise DealError([f"{seat.word} must have S, H, D, C in this order, each with its ranks"])
    return ".".join("".join(sorted(suit, key=_DESCENDING.index)) for suit in found.groups())


def write_lin(boards: Iterable[PbnBoard]) -> bytes:
    """One line a board, with all four hands; ASCII."""
    lines = [
        f"qx|o{board.number}|pn|South,West,North,East|st||"
        f"md|{_SEATS.index(board.dealer) + 1}{_hands(board.deal)}|rh||"
        f"ah|Board {board.number}|sv|{_LETTER[board.vulnerable]}|pg||\n"
        for board in boards
    ]
    return "".join(lines).encode("ascii")


def _hands(deal: Deal) -> str:
    hands = []
    for seat in _SEATS:
        suits = deal.hand(seat).to_pbn().split(".")
        hands.append("".join(name + ranks for name, ranks in zip("SHDC", suits, strict=True)))
    return ",".join(hands)
