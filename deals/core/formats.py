"""One door to all file formats: by the ending of a file's name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from deals.core.boards import Vulnerability, dealer_of, vulnerability_of
from deals.core.cards import Seat
from deals.core.deal import Deal, DealError
from deals.core.dup import read_ber, read_dlm, read_dup, write_ber, write_dlm, write_dup
from deals.core.lin import read_lin, write_lin
from deals.core.pbn import PbnBoard, PbnFile, read_pbn, write_pbn
from deals.core.pbn_text import PbnError, PbnNote

T = TypeVar("T")

VULNERABILITIES: tuple[Vulnerability, ...] = ("None", "NS", "EW", "All")


def read_json(data: bytes) -> PbnFile:
    """Boards as `write_json` writes them; dealer and vulnerable may be left out.

    Raises PbnError: the line is the place of the board in the list, 1 for the first.
    """
    try:
        rows = json.loads(data.decode("utf-8-sig"))["boards"]
        entries = list(enumerate(rows, start=1))
    except (ValueError, KeyError, TypeError, RecursionError):
        message = 'the file must be JSON such as {"boards": [{"number": 1, "deal": "N:..."}]}'
        raise PbnError([PbnNote(1, message)]) from None
    boards: dict[int, PbnBoard] = {}
    faults: list[PbnNote] = []
    for place, row in entries:
        try:
            board = _json_board(row, place)
        except (ValueError, TypeError, KeyError) as error:
            faults.append(PbnNote(place, _json_fault(error)))
            continue
        if board.number in boards:
            faults.append(PbnNote(place, f"board {board.number} is there already"))
        boards[board.number] = board
    if faults or not boards:
        raise PbnError(faults or [PbnNote(1, "there is no board")])
    return PbnFile(tuple(boards.values()), ())


def _json_board(row: Any, place: int) -> PbnBoard:
    number = row["number"]
    if type(number) is not int:
        raise ValueError("number must be a whole number")
    dealer = Seat(row.get("dealer", dealer_of(number).value))
    vulnerable = row.get("vulnerable", vulnerability_of(number))
    if vulnerable not in VULNERABILITIES:
        raise ValueError("vulnerable must be None, NS, EW or All")
    return PbnBoard(number, dealer, vulnerable, Deal.from_pbn(row["deal"]), place)


def _json_fault(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, DealError):
        return f"deal: {error}"
    if isinstance(error, ValueError):
        return str(error).replace("a valid Seat", "N, E, S or W")
    return 'a board must look like {"number": 1, "deal": "N:..."}'


def write_json(boards: Iterable[PbnBoard]) -> bytes:
    """{"boards": [{"number", "dealer", "vulnerable", "deal"}]}, deals as in PBN."""
    rows = [
        {
            "number": board.number,
            "dealer": board.dealer.value,
            "vulnerable": board.vulnerable,
            "deal": board.deal.to_pbn(),
        }
        for board in boards
    ]
    return (json.dumps({"boards": rows}, indent=1) + "\n").encode()


READERS: dict[str, Callable[[bytes], PbnFile]] = {
    ".pbn": read_pbn,
    ".lin": read_lin,
    ".dup": read_dup,
    ".bri": read_dup,
    ".ber": read_ber,
    ".dlm": read_dlm,
    ".json": read_json,
}
WRITERS: dict[str, Callable[[Iterable[PbnBoard]], bytes]] = {
    ".pbn": write_pbn,
    ".lin": write_lin,
    ".dup": write_dup,
    ".ber": write_ber,
    ".dlm": write_dlm,
    ".json": write_json,
}


def read_deals(data: bytes, ending: str) -> PbnFile:
    """The boards of a file. Raises PbnError, and ValueError for an ending that is not known."""
    return _known(READERS, ending)(data)


def write_deals(boards: Iterable[PbnBoard], ending: str) -> bytes:
    """The boards as a file. Raises ValueError for what the format cannot hold."""
    return _known(WRITERS, ending)(boards)


def _known(doors: dict[str, T], ending: str) -> T:
    try:
        return doors[ending.lower()]
    except KeyError:
        allowed = " ".join(doors)
        raise ValueError(f'the file must end in one of {allowed}, got "{ending}"') from None
