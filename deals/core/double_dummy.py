"""Double dummy: the tricks that perfect play wins when all cards are seen.

The solver is Bo Haglund's and Soren Hein's DDS 2.9, whose shared library comes in the wheel of
`endplay` (the extra "solver"). Only that library is loaded, through ctypes: the package around it
brings a plotting library along. What the library needs and does not check is kept here: one caller
at a time in a process, never across a fork, at most 40 deals a call, whole deals only.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from deals.core.cards import Seat, Suit, Trump
from deals.core.deal import Deal

MAX_DEALS = 40  # of one call of the library
TRICKS = 13
# PBN's order, in which a table is written: N S E W, each NT S H D C.
TABLE_SEATS = (Seat.N, Seat.S, Seat.E, Seat.W)
TABLE_TRUMPS = (Trump.NT, Trump.B, Trump.R, Trump.Y, Trump.G)
MISSING = 'double dummy needs the solver: install the extra "solver" (pip install ".[solver]")'

_LIBRARY_NAMES = ("libdds.so", "libdds.dylib", "dds.dll", "libdds.dll")
_LIBRARY_TRUMPS = (Trump.B, Trump.R, Trump.Y, Trump.G, Trump.NT)  # S H D C NT
_TABLES = MAX_DEALS * 5  # room that the library's structures have
_DONE = 1
_LOCK = threading.Lock()


class SolverMissing(RuntimeError):
    """The extra "solver" is not installed, or not for this machine."""

    def __init__(self) -> None:
        super().__init__(MISSING)


class SolverError(RuntimeError):
    """The library refused to solve. The message holds no cards."""


@dataclass(frozen=True, slots=True)
class TrickTable:
    """Tricks of each declarer in each denomination, 0 to 13.

    `text` has 20 digits (0 to 9, a to d) in PBN's order: N S E W, each NT S H D C. Raises
    ValueError for anything else.
    """

    text: str

    def __post_init__(self) -> None:
        if len(self.text) != 20 or not set(self.text) <= set("0123456789abcd"):
            raise ValueError(f"tricks must be 20 digits 0 to 9 and a to d, got {self.text!r}")

    @classmethod
    def of(cls, tricks: Callable[[Seat, Trump], int]) -> TrickTable:
        """The table of a function that tells the tricks of a declarer in a denomination."""
        return cls(
            "".join(f"{tricks(seat, trump):x}" for seat in TABLE_SEATS for trump in TABLE_TRUMPS)
        )

    def tricks(self, declarer: Seat, trump: Trump) -> int:
        """Tricks that declarer's side wins, 0 to 13."""
        row, column = TABLE_SEATS.index(declarer), TABLE_TRUMPS.index(trump)
        return int(self.text[5 * row + column], 16)


class _Deals(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("cards", ctypes.c_uint * 4 * 4 * _TABLES)]


class _Results(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("tricks", ctypes.c_int * 4 * 5 * _TABLES)]


class _Pars(ctypes.Structure):  # filled only where par is asked for; the library wants the room
    _fields_ = [("unused", ctypes.c_char * (2 * 16 + 2 * 128) * MAX_DEALS)]


def solver_path() -> Path | None:
    """Where the shared library lies; None where the extra is not installed."""
    try:
        listed = files("endplay") or []
    except PackageNotFoundError:
        return None
    found = (Path(str(file.locate())) for file in listed if file.name in _LIBRARY_NAMES)
    return next((path for path in found if path.exists()), None)


def solver_is_installed() -> bool:
    return solver_path() is not None


@cache
def _library(threads: int) -> tuple[int, ctypes.CDLL]:
    """The process that loaded the library, and the library."""
    path = solver_path()
    if path is None:
        raise SolverMissing
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise SolverMissing from error
    library.SetMaxThreads(threads)
    return os.getpid(), library


def solve(deals: Sequence[Deal], *, threads: int = 1) -> list[TrickTable]:
    """The tables of these deals, in their order. About 2.6 boards a second on one thread.

    Callers wait for each other: the library takes one at a time. Use one thread in a worker that
    is a child of another process. Raises SolverMissing, and SolverError after a fork.
    """
    return [table for chunk in _chunks(deals) for table in _solve_chunk(chunk, threads)]


def _chunks(deals: Sequence[Deal]) -> Iterator[Sequence[Deal]]:
    for first in range(0, len(deals), MAX_DEALS):
        yield deals[first : first + MAX_DEALS]


def _solve_chunk(deals: Sequence[Deal], threads: int) -> list[TrickTable]:
    request, results, pars = _Deals(count=len(deals)), _Results(), _Pars()
    for index, deal in enumerate(deals):
        for row, seat in enumerate(Seat):
            for column, suit in enumerate(Suit):
                ranks = deal.hand(seat).ranks(suit)
                request.cards[index][row][column] = sum(1 << rank for rank in ranks)
    with _LOCK:
        process, library = _library(threads)
        if process != os.getpid():
            raise SolverError("the solver was loaded before this process was forked")
        no_par, all_trumps = -1, (ctypes.c_int * 5)()
        code = library.CalcAllTables(
            *(ctypes.byref(request), no_par, all_trumps),
            *(ctypes.byref(results), ctypes.byref(pars)),
        )
    if code != _DONE:
        raise SolverError(f"the solver answered with error {code}")
    return [_table(results.tricks[index]) for index in range(len(deals))]


def _table(tricks: ctypes.Array[ctypes.Array[ctypes.c_int]]) -> TrickTable:
    def of(seat: Seat, trump: Trump) -> int:
        return int(tricks[_LIBRARY_TRUMPS.index(trump)][tuple(Seat).index(seat)])

    return TrickTable.of(of)
