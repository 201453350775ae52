"""Writes of the ground floor. `actor` is a name for the record; callers check authority and log.

Messages never hold cards or secrets.
"""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.deal import Deal
from deals.core.dealing import (
    SECRET_BYTES,
    BoardRange,
    DealDescription,
    canonical_text,
    commitment,
    deal_boards,
)
from deals.core.formats import READERS, read_deals
from deals.core.pbn import PbnBoard
from deals.models import Board, DealSet, Source


class BeforeAfter(NamedTuple):
    """What a write changed, in values that a log can store. Equal when it changed nothing."""

    before: dict[str, Any]
    after: dict[str, Any]


@transaction.atomic
def generate_deal_set(
    *,
    name: str,
    event: str,
    session: str,
    boards: int,
    first: int = 1,
    actor: str,
    secret: bytes | None = None,
    later_source: str = "",
) -> DealSet:
    """A sealed set from a fresh secret. With a later source, its boards have no cards yet.

    Raises ValueError for board numbers out of range and for texts that cannot be described.
    """
    secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
    description = DealDescription(
        event=event.strip(),
        session=session.strip(),
        boards=BoardRange(first, boards),
        later_source=_fitting("later_source", later_source),
    )
    deal_set = DealSet.objects.create(
        name=_fitting("name", name),
        source=Source.GENERATED,
        algorithm=description.algorithm,
        description=description.as_dict(),
        secret_hex=secret.hex(),
        commitment=commitment(description, secret),
        later_source=description.later_source,
        created_by=actor,
    )
    deals = {} if description.later_source else deal_boards(description, secret)
    _store_numbered_boards(deal_set, description.boards, deals)
    return deal_set


@transaction.atomic
def import_deal_set(*, name: str, data: bytes, filename: str, actor: str) -> DealSet:
    """A sealed set from a file, by the ending of its name (PBN where that is not known).

    Raises PbnError with all faults; nothing is stored then.
    """
    ending = Path(filename).suffix.lower()
    file = read_deals(data, ending if ending in READERS else ".pbn")
    deal_set = DealSet.objects.create(
        name=_fitting("name", name),
        source=Source.IMPORTED,
        description={"filename": filename},
        warnings=[{"line": note.line, "message": note.message} for note in file.warnings],
        created_by=actor,
    )
    _store_boards(deal_set, file.boards)
    return deal_set


@transaction.atomic
def type_later_value(deal_set: DealSet, value: str, actor: str) -> BeforeAfter:
    """Mix in the public information that the set was waiting for; its deals exist from now on.

    Raises ValueError when the set waits for nothing; a value is never replaced by another one.
    """
    later_value = canonical_text("later value", _fitting("later_value", value))
    if not later_value:
        raise ValueError("later value must not be empty")
    waiting = DealSet.objects.filter(pk=deal_set.pk, later_value="").exclude(later_source="")
    if not waiting.update(later_value=later_value):
        raise ValueError("this deal set does not wait for a later value")
    deal_set.refresh_from_db()
    description = DealDescription.from_dict(deal_set.description)
    deals = deal_boards(description, bytes.fromhex(deal_set.secret_hex), later_value)
    boards = list(deal_set.boards.all())
    for board in boards:
        board.deal_text = deals[board.number].to_pbn()
    Board.objects.bulk_update(boards, ["deal_text"], batch_size=200)
    return BeforeAfter({"later_value": ""}, {"later_value": later_value, "typed_by": actor})


@transaction.atomic
def open_deal_set(deal_set: DealSet, *, actor: str, reason: str) -> BeforeAfter:
    """Lift the seal, once: a set that is open stays as it was opened first."""
    before = _seal(DealSet.objects.get(pk=deal_set.pk))
    DealSet.objects.filter(pk=deal_set.pk, opened_at=None).update(
        opened_at=timezone.now(), opened_by=actor, open_reason=_fitting("open_reason", reason)
    )
    deal_set.refresh_from_db()
    return BeforeAfter(before, _seal(deal_set))


def _seal(deal_set: DealSet) -> dict[str, Any]:
    opened_at = deal_set.opened_at.isoformat() if deal_set.opened_at else None
    return {
        "opened_at": opened_at,
        "opened_by": deal_set.opened_by,
        "open_reason": deal_set.open_reason,
    }


def _store_numbered_boards(deal_set: DealSet, boards: BoardRange, deals: dict[int, Deal]) -> None:
    """Boards whose dealer and vulnerability follow from the number; no deals: without cards."""
    Board.objects.bulk_create(
        Board(
            deal_set=deal_set,
            number=number,
            dealer=dealer_of(number).value,
            vulnerable=vulnerability_of(number),
            deal_text=deals[number].to_pbn() if deals else "",
        )
        for number in boards.numbers
    )


def _store_boards(deal_set: DealSet, boards: Iterable[PbnBoard]) -> None:
    Board.objects.bulk_create(
        Board(
            deal_set=deal_set,
            number=board.number,
            dealer=board.dealer.value,
            vulnerable=board.vulnerable,
            deal_text=board.deal.to_pbn(),
        )
        for board in boards
    )


def _fitting(field: str, text: str) -> str:
    """The text without outer blanks. Raises ValueError when its column is too short for it."""
    text = text.strip()
    longest = DealSet._meta.get_field(field).max_length
    if len(text) > longest:
        words = field.replace("_", " ")
        raise ValueError(f"{words} must have at most {longest} characters, got {len(text)}")
    return text
