"""One board after the night: its cards, every table's result, perfect play, and the field."""

from dataclasses import dataclass
from statistics import mean
from typing import Any

import numpy as np
from django.http import Http404
from django.utils.translation import gettext as _

from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.deal_papers import ns_net
from clubmanager.nights.queries.par import board_par, points_words, trick_table_of
from deals.core.cards import Seat, Trump
from deals.core.deal import Deal
from deals.core.double_dummy import TrickTable
from deals.models import Board
from deals.prints.faces import ABRIDGED
from scoring.core.chart import Declaration
from scoring.core.matchpoints import field_matchpoints
from scoring.core.par import BestDeclaration, Par

from . import cards
from .queries import PublicNight

Played = tuple[TableRow, HandRow]


def board_page(public: PublicNight, number: int) -> dict[str, Any]:
    """What the page of a board shows. Raises Http404 while its cards are not public."""
    if number not in public.public_boards:
        raise Http404
    deal_set = public.night.night_deal_set.deal_set
    stored = Board.objects.filter(deal_set=deal_set, number=number)
    board = stored.exclude(deal_text="").select_related("double_dummy").first()
    if board is None:
        raise Http404
    played = [(t, h) for t in public.tables() for h in t.hands if h.board_id == board.pk]
    tricks = trick_table_of(board)
    par = board_par(public.night, board, tricks) if tricks else None
    abridged = par.abridged if par else None
    at = public.public_boards.index(number)
    results = _results(public, played, abridged)
    return {
        "board": board,
        "dealer": Seat(board.dealer).word,
        "hands": [_hand(board.deal, seat) for seat in Seat],
        "results": results,
        "asks_play": any(row["play"] for row in results),
        "tricks": _trick_rows(tricks),
        "trumps": [trump.value for trump in ABRIDGED.trumps],
        "par": _par(abridged) if abridged else None,
        "par_words": par.words if par else "",
        "field": par and field_against_par([ns_net(h) for _t, h in played if h.scored], par.ns_net),
        "previous": public.public_boards[at - 1] if at else None,
        "next": public.public_boards[at + 1] if at + 1 < len(public.public_boards) else None,
    }  # fmt: skip


def _hand(deal: Deal, seat: Seat) -> dict[str, Any]:
    """A hand with the faces of aBRIDGEd: red, yellow, green, blue; ranks as numbers."""
    hand = deal.hand(seat)
    return {
        "seat": seat.value,
        "word": seat.word,
        "rows": [(suit.colour_letter, ABRIDGED.ranks_text(hand, suit)) for suit in ABRIDGED.suits],
        "strength": hand.strength,
        "colour_count": hand.colour_count,
    }


def _results(public: PublicNight, played: list[Played], par: Par | None) -> list[dict[str, Any]]:
    """Every table's result, the best for North-South first; what has no points at the end."""
    compared = _percentages([hand for _table, hand in played if hand.scored])
    rows = [
        {
            "table": table,
            "ns": public.side_name(table, "NS", hand.number),
            "ew": public.side_name(table, "EW", hand.number),
            "hand": cards.hand_words(public, table, hand),
            "points": points_words(ns_net(hand)) if hand.scored else "",
            "net": ns_net(hand) if hand.scored else None,
            "percentage": compared.get(hand.id),
            "play": _was_play_right(hand, par) if par else "",
        }
        for table, hand in played
    ]
    return sorted(rows, key=lambda row: (row["net"] is None, -(row["net"] or 0)))


def _percentages(hands: list[HandRow]) -> dict[int, int]:
    """North-South's matchpoints in percent by hand, where a group has two results or more."""
    groups = np.array([hand.board_group for hand in hands], dtype=np.int64)
    nets = np.array([ns_net(hand) for hand in hands], dtype=np.int64)
    points, tops = field_matchpoints(groups, nets)
    return {
        hand.id: round(100 * int(own) / int(top))
        for hand, own, top in zip(hands, points, tops, strict=True)
        if top
    }


def _was_play_right(hand: HandRow, par: Par) -> str:
    """Of a Play in Round One: whether perfect players would have said it at that turn."""
    facts = hand.facts or {}
    if facts.get("declaration") != Declaration.PLAY or not hand.declarer:
        return ""
    turn = next(turn for turn in par.turns if turn.seat.value == hand.declarer)
    return _("right") if turn.play_is_right else _("a Pass was better")


def _trick_rows(tricks: TrickTable | None) -> list[tuple[str, list[int]]]:
    if tricks is None:
        return []
    return [(s.word, [tricks.tricks(s, trump) for trump in ABRIDGED.trumps]) for s in Seat]


def _par(par: Par) -> dict[str, Any]:
    """Par in words, and for each seat in turn its best declaration and whether Play is right."""
    return {
        "result": _best(par.result),
        "passes": par.passes,
        "seats": [
            {"turn": number, "best": _best(par.best_of(turn.seat)), "right": turn.play_is_right}
            for number, turn in enumerate(par.turns, start=1)
        ],
    }


def _best(best: BestDeclaration) -> dict[str, Any]:
    return {
        "seat": best.declarer.word,
        "declaration": Declaration(best.declaration).label,
        "trump": Trump(best.trump).value,
        "tricks": best.tricks,
        "points": points_words(best.ns_net),
    }


@dataclass(frozen=True, slots=True)
class FieldAgainstPar:
    """How many results were better for North-South than par, level, better for East-West.

    `mean_words` is how far the field was from par on average, in points.
    """

    ns_better: int
    level: int
    ew_better: int
    mean_words: str


def field_against_par(nets: list[int], par: int) -> FieldAgainstPar | None:
    """What the field did against par, all in North-South's view; None without a result."""
    if not nets:
        return None
    return FieldAgainstPar(
        ns_better=sum(net > par for net in nets),
        level=sum(net == par for net in nets),
        ew_better=sum(net < par for net in nets),
        mean_words=points_words(round(mean(net - par for net in nets))),
    )
