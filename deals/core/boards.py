"""What a board's number fixes: its dealer and its vulnerability.

Source: Laws of Duplicate Bridge 2017, Law 2 (a cycle of 16 boards). The dealers' cycle of four
is also aBRIDGEd's: boards 4k + 1 to 4k + 4 are one game, dealt by N E S W in turn.
"""

from __future__ import annotations

from typing import Literal

from deals.core.cards import Seat

Vulnerability = Literal["None", "NS", "EW", "All"]

MAX_BOARD_NUMBER = 10_000

_DEALERS = tuple(Seat)
_CYCLE: tuple[Vulnerability, ...] = ("None", "NS", "EW", "All")


def dealer_of(number: int) -> Seat:
    """The seat that deals this board: N for 1, 5, 9, ..."""
    return _DEALERS[(check_number(number) - 1) % 4]


def vulnerability_of(number: int) -> Vulnerability:
    """The sides that are vulnerable; each row of four starts one step further."""
    index = (check_number(number) - 1) % 16
    return _CYCLE[(index + index // 4) % 4]


def check_number(number: int) -> int:
    """The number itself. Raises ValueError outside 1 to MAX_BOARD_NUMBER."""
    if not 1 <= number <= MAX_BOARD_NUMBER:
        raise ValueError(f"board number must be 1 to {MAX_BOARD_NUMBER}, got {number}")
    return number
