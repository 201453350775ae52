"""Boards as they were played, in PBN: one game for each table of each board.

Source: PBN 2.1, export format; the 15 mandatory tags in order, then Score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deals.core.cards import Seat
from deals.core.pbn import PbnBoard, tag_line

SEATS = (Seat.W, Seat.N, Seat.E, Seat.S)  # as PBN lists them


@dataclass(frozen=True, slots=True)
class PbnPlay:
    """A board at one table: who sat there, and the tags Declarer, Contract, Result and Score."""

    board: PbnBoard
    names: Mapping[Seat, str]
    scoring: str
    result: Mapping[str, str]


def write_plays(
    plays: Iterable[PbnPlay], *, event: str = "", site: str = "", date: str = ""
) -> bytes:
    """A PBN file of these plays, in UTF-8. ValueError for a text that is no line of PBN."""
    lines = ["% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=UTF-8"]
    for play in plays:
        tags = {"Event": event, "Site": site, "Date": date} | _tags(play)
        lines += [tag_line(name, value) for name, value in tags.items()] + [""]
    return "".join(line + "\r\n" for line in lines).encode("utf-8")


def _tags(play: PbnPlay) -> dict[str, str]:
    board = play.board
    return {
        "Board": str(board.number),
        **{seat.word: play.names.get(seat, "") for seat in SEATS},
        "Dealer": board.dealer.value,
        "Vulnerable": board.vulnerable,
        "Deal": board.deal.to_pbn(),
        "Scoring": play.scoring,
        **play.result,
    }
