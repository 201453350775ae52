"""Files for dealing machines: DUP (156 or 78 bytes a board), BER (52 digits) and DLM (a text file).

Source: the makers' published descriptions. DUP: 78 digits (the cards of N, E and S, 01 the spade
ace to 52 the club two), 68 bytes of all four hands with suit signs, 10 bytes of orders for the
machine; the first 78 bytes alone are known as BRI. BER: one digit a card, 1 to 4 for N E S W, from
the spade ace to the club two. DLM: one letter a to p for two cards (4 x seat + seat), a checksum.
Boards have no number of their own in DUP and BER: they count up from the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.cards import PACK, RANK_LETTERS, Seat, Suit
from deals.core.deal import HAND_SIZE, Deal, Hand
from deals.core.dealing import unrank
from deals.core.pbn import PbnBoard, PbnFile
from deals.core.pbn_text import PbnError, PbnNote

MOST_BOARDS = 99  # that a machine takes in one file
BRI_BYTES, DUP_BYTES, BER_BYTES = 78, 156, 52
SUIT_SIGNS = dict(zip(Suit, (b"\x06", b"\x03", b"\x04", b"\x05"), strict=True))
_PAIRS = 26  # letters of a board in a DLM file


def _refuse(line: int, message: str) -> PbnError:
    return PbnError([PbnNote(line, message)])


def _numbered(deals: Sequence[tuple[int, Deal]], warnings: Sequence[PbnNote] = ()) -> PbnFile:
    """Boards whose dealer and vulnerability follow from the number; a line is a record here."""
    boards = tuple(
        PbnBoard(number, dealer_of(number), vulnerability_of(number), deal, line)
        for line, (number, deal) in enumerate(deals, start=1)
    )
    return PbnFile(boards, tuple(warnings))


def _deal_of_places(places: Sequence[int], line: int) -> Deal:
    """The deal from the seat (0 to 3) of each card of the pack. Raises PbnError."""
    counts = [places.count(seat) for seat in range(4)]
    if counts != [HAND_SIZE] * 4:
        wrong = ", ".join(f"{seat.word} {n}" for seat, n in zip(Seat, counts, strict=True))
        raise _refuse(line, f"each hand must have 13 cards, got {wrong}")
    north, east, south, west = (
        Hand(sum(1 << card for card, place in enumerate(places) if place == seat))
        for seat in range(4)
    )
    return Deal((north, east, south, west))


def _places_of(deal: Deal) -> list[int]:
    """The seat (0 to 3) of each card of the pack."""
    masks = [hand.mask for hand in deal.hands]
    return [next(s for s in range(4) if masks[s] >> card & 1) for card in range(len(PACK))]


def _in_a_row(boards: Iterable[PbnBoard]) -> list[PbnBoard]:
    """The boards by number. Raises ValueError where a machine could not number them itself."""
    ordered = sorted(boards, key=lambda board: board.number)
    if not 1 <= len(ordered) <= MOST_BOARDS:
        raise ValueError(f"boards must be 1 to {MOST_BOARDS} for this format, got {len(ordered)}")
    first = ordered[0].number
    for number, board in enumerate(ordered, start=first):
        if board.number != number:
            raise ValueError(f"boards must have numbers in a row, {number} is missing")
        if (board.dealer, board.vulnerable) != (dealer_of(number), vulnerability_of(number)):
            raise ValueError(f"board {number} has another dealer or vulnerability than usual")
    return ordered


# DUP and BRI -------------------------------------------------------------------------------------


def read_dup(data: bytes) -> PbnFile:
    """Boards of a DUP or BRI file; numbers from the machine's orders, else from 1.

    Raises PbnError; its line is the number of the record in the file.
    """
    size = DUP_BYTES if len(data) % DUP_BYTES == 0 and not data[:DUP_BYTES].isdigit() else BRI_BYTES
    if not data or len(data) % size or len(data) // size > MOST_BOARDS:
        raise _refuse(1, f"the file must hold 1 to {MOST_BOARDS} boards of 156 or 78 bytes each")
    records = [data[start : start + size] for start in range(0, len(data), size)]
    first = _first_number(records[0][149 - 1 : 149 + 2]) if size == DUP_BYTES else 1
    return _numbered(
        [
            (number, _read_record(record, line))
            for line, (number, record) in enumerate(enumerate(records, start=first), start=1)
        ]
    )


def _first_number(field: bytes) -> int:
    text = field.strip()
    return int(text) if text.isdigit() and int(text) else 1


def _read_record(record: bytes, line: int) -> Deal:
    digits = record[:BRI_BYTES]
    if not digits.isdigit():
        raise _refuse(line, "the cards must be 78 digits")
    cards = [int(digits[place : place + 2]) - 1 for place in range(0, BRI_BYTES, 2)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(range(len(PACK))):
        raise _refuse(line, "the cards must be 39 different numbers, 01 to 52")
    places = [3] * len(PACK)
    for index, card in enumerate(cards):
        places[card] = index // HAND_SIZE
    deal = _deal_of_places(places, line)
    signs = record[BRI_BYTES : BRI_BYTES + 68]
    if signs and signs != _signs(deal):
        raise _refuse(line, "the hands in suit signs contradict the cards in digits")
    return deal


def write_dup(boards: Iterable[PbnBoard]) -> bytes:
    """156 bytes a board, in the order of numbers. ValueError for gaps or more than 99 boards."""
    ordered = _in_a_row(boards)
    first, last = ordered[0].number, ordered[-1].number
    if last > 999:
        raise ValueError(f"board numbers must have at most 3 digits for this format, got {last}")
    orders = f"NN{first:<3}1 {last:<3}".encode("ascii")
    return b"".join(_digits(board.deal) + _signs(board.deal) + orders for board in ordered)


def _digits(deal: Deal) -> bytes:
    cards = [card for hand in deal.hands[:3] for card in range(len(PACK)) if hand.mask >> card & 1]
    return "".join(f"{card + 1:02}" for card in cards).encode("ascii")


def _signs(deal: Deal) -> bytes:
    """68 bytes: each hand as four suit signs, each followed by its ranks."""
    return b"".join(
        SUIT_SIGNS[suit] + "".join(RANK_LETTERS[rank - 2] for rank in hand.ranks(suit)).encode()
        for hand in deal.hands
        for suit in Suit
    )


# BER ---------------------------------------------------------------------------------------------


def read_ber(data: bytes) -> PbnFile:
    """Boards of a BER file, from 1; line ends between boards are understood."""
    digits = re.sub(rb"\s", b"", data)
    if not digits or len(digits) % BER_BYTES or set(digits) - set(b"1234"):
        raise _refuse(1, "the file must hold 52 digits 1 to 4 for each board")
    deals = [
        [digit - ord("1") for digit in digits[start : start + BER_BYTES]]
        for start in range(0, len(digits), BER_BYTES)
    ]
    return _numbered([(n, _deal_of_places(places, n)) for n, places in enumerate(deals, start=1)])


def write_ber(boards: Iterable[PbnBoard]) -> bytes:
    """52 digits a board, without line ends. ValueError unless the boards count from 1."""
    ordered = _in_a_row(boards)
    if ordered[0].number != 1:
        raise ValueError(f"boards must start at 1 for this format, got {ordered[0].number}")
    text = "".join(str(place + 1) for board in ordered for place in _places_of(board.deal))
    return text.encode("ascii")


# DLM ---------------------------------------------------------------------------------------------


def read_dlm(data: bytes) -> PbnFile:
    """The boards from "From board" to "To board"; other slots of the file are not deals."""
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        raise _refuse(1, "the file must be plain ASCII text") from None
    first = _order(lines, "From board", 1)
    last = _order(lines, "To board", MOST_BOARDS)
    deals: list[tuple[int, Deal]] = []
    faults: list[PbnNote] = []
    for number, line in enumerate(lines, start=1):
        found = re.fullmatch(r"board (\d+)\s*=\s*(\S*)\s*", line, re.IGNORECASE)
        if not found or not first <= int(found[1]) <= last:
            continue
        try:
            deals.append((int(found[1]), _dlm_deal(int(found[1]), found[2], number)))
        except PbnError as error:
            faults += error.notes
    if faults or not deals:
        raise PbnError(faults or [PbnNote(len(lines), f"there is no board {first} to {last}")])
    if len({number for number, _deal in deals}) != len(deals):
        raise _refuse(len(lines), "a board is there twice")
    return _numbered(sorted(deals, key=lambda numbered: numbered[0]))


def _order(lines: Sequence[str], name: str, otherwise: int) -> int:
    found = (re.fullmatch(rf"{name}\s*=\s*(\d+)\s*", line, re.IGNORECASE) for line in lines)
    return next((int(order[1]) for order in found if order), otherwise)


def _dlm_deal(number: int, text: str, line: int) -> Deal:
    found = re.fullmatch(r"([a-p]{26})(\d{3})", text)
    if not found:
        raise _refuse(line, f"board {number} must be 26 letters a to p and 3 digits")
    letters = found[1]
    if int(found[2]) != _checksum(number, letters):
        raise _refuse(line, f"board {number} has a wrong checksum")
    pairs = [divmod(ord(letter) - ord("a"), 4) for letter in letters]
    return _deal_of_places([place for pair in pairs for place in pair], line)


def _checksum(number: int, letters: str) -> int:
    return reduce(xor, letters.encode("ascii"), number)


def write_dlm(boards: Iterable[PbnBoard]) -> bytes:
    """All 99 slots, as machines want; those outside From and To repeat deal number 0."""
    ordered = _in_a_row(boards)
    first, last = ordered[0].number, ordered[-1].number
    if last > MOST_BOARDS:
        raise ValueError(f"board numbers must be 1 to {MOST_BOARDS} for this format, got {last}")
    slots = {board.number: board.deal for board in ordered}
    head = [
        *("[Document]", "Headline=Boards", "Status=Show", "Duplicates=1"),
        *(f"From board={first}", f"To board={last}", f"Next board to duplicate={first}"),
        *("PIN code=00000", "Layout=0", "", "[Duplimate]"),
    ]
    rows = [_dlm_row(number, slots.get(number, unrank(0))) for number in range(1, MOST_BOARDS + 1)]
    return "".join(line + "\r\n" for line in [*head, *rows]).encode("ascii")


def _dlm_row(number: int, deal: Deal) -> str:
    places = _places_of(deal)
    letters = "".join(
        chr(ord("a") + 4 * places[2 * pair] + places[2 * pair + 1]) for pair in range(_PAIRS)
    )
    return f"Board {number:02}={letters}{_checksum(number, letters):03}"
