"""Reads of the ground floor. Whoever asks for cards is responsible for authority."""

from typing import Any

from deals.core.boards import Vulnerability
from deals.core.cards import Seat
from deals.core.deal import Deal
from deals.core.double_dummy import TrickTable
from deals.core.pbn import PbnBoard, write_pbn
from deals.models import Board, DealSet, DoubleDummy


def board_numbers(deal_set: DealSet) -> list[int]:
    """Ascending; shows no card."""
    return list(deal_set.boards.order_by("number").values_list("number", flat=True))


def deals_of(deal_set: DealSet) -> dict[int, Deal]:
    """Deals by board number, ascending; empty while the set awaits its later value."""
    stored = deal_set.boards.exclude(deal_text="").order_by("number")
    return {
        number: Deal.from_pbn(text) for number, text in stored.values_list("number", "deal_text")
    }


def pbn_boards_of(deal_set: DealSet) -> list[PbnBoard]:
    """The boards that have cards, as PBN knows them, ascending."""
    stored = deal_set.boards.exclude(deal_text="").order_by("number")
    boards = []
    for number, dealer, vulnerable, text in stored.values_list(
        "number", "dealer", "vulnerable", "deal_text"
    ):
        side: Vulnerability = vulnerable
        boards.append(PbnBoard(number, Seat(dealer), side, Deal.from_pbn(text)))
    return boards


def trick_tables_of(deal_set: DealSet) -> dict[int, TrickTable]:
    """Double dummy by board number, ascending, as far as it has been solved."""
    stored = DoubleDummy.objects.filter(board__deal_set=deal_set).order_by("board__number")
    return {
        number: TrickTable(text) for number, text in stored.values_list("board__number", "tricks")
    }


def unsolved_boards(deal_set: DealSet) -> list[Board]:
    """The boards that have cards but no double dummy yet, ascending."""
    unsolved = deal_set.boards.filter(double_dummy=None).exclude(deal_text="")
    return list(unsolved.order_by("number"))


def export_pbn(deal_set: DealSet, *, event: str = "", site: str = "", date: str = "") -> bytes:
    return write_pbn(pbn_boards_of(deal_set), event=event, site=site, date=date)


def public_proof(deal_set: DealSet) -> dict[str, Any] | None:
    """What the public may check: the commitment at once, the secret when the set is open.

    None for a set that was not generated, since it claims no fairness.
    """
    if not deal_set.claims_fairness:
        return None
    return {
        "algorithm": deal_set.algorithm,
        "description": deal_set.description,
        "commitment": deal_set.commitment,
        "later_value": deal_set.later_value,
        "secret": deal_set.secret_hex if deal_set.is_open else None,
    }


def proof_document(deal_set: DealSet) -> dict[str, Any] | None:
    """The whole proof that anybody can check, with the deals; None until the set is open."""
    proof = public_proof(deal_set)
    if proof is None or not deal_set.is_open:
        return None
    stored = deal_set.boards.exclude(deal_text="").order_by("number")
    boards = [{"number": n, "deal": text} for n, text in stored.values_list("number", "deal_text")]
    return {**proof, "boards": boards}
