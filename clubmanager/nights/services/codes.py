"""Table cards: giving every table of a night its code, and withdrawing codes."""

from collections.abc import Iterable

from clubmanager.nights.core.codes import table_code
from clubmanager.nights.models import (
    Claim,
    ClaimState,
    ClubNight,
    EndReason,
    NightState,
    TableCard,
    TableRound,
)
from clubmanager.nights.queries.codes import PrintedCard, code_key, code_of, printed_cards
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .common import changing, require_state


def issue_cards(night_id: int, *, actor: Actor) -> list[PrintedCard]:
    """The cards of all tables of a night; a table that has none yet gets one.

    Printing again gives the same codes. Raises RuleError for a closed night that lacks some.
    """
    cards = printed_cards(night_id)
    seated = TableRound.objects.filter(round__night_id=night_id).values("table").distinct()
    if len(cards) >= seated.count():
        return cards
    with changing(night_id, actor, "issued table codes", directors_only=False) as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        note.after = {"tables": issue_missing(night)}
    return printed_cards(night_id)


def issue_missing(night: ClubNight) -> list[int]:
    """Give each table of a locked night that has no card one; which tables those are."""
    seated = TableRound.objects.filter(round__night=night).order_by("table")
    have = set(night.table_cards.values_list("table", flat=True))
    tables = [t for t in seated.values_list("table", flat=True).distinct() if t not in have]
    if tables:
        taken = _digits_in_use()
        TableCard.objects.bulk_create(
            TableCard(night=night, table=table, generation=_free(night.pk, table, 1, taken))
            for table in tables
        )
    return tables


def revoke_codes(
    night_id: int, *, actor: Actor, table: int | None = None, reason: str = ""
) -> list[PrintedCard]:
    """Make a table's code, or every code of the night, invalid; the new cards are returned.

    The devices that got in with the old ones are out, and nothing more is taken from them.
    """
    with changing(night_id, actor, "withdrew table codes", reason=reason) as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        cards = night.table_cards.all() if table is None else night.table_cards.filter(table=table)
        if not cards:
            raise RuleError("table", table, "a table of this night that has a code")
        taken = _digits_in_use()
        for card in cards:
            card.generation = _free(night.pk, card.table, card.generation + 1, taken)
        TableCard.objects.bulk_update(cards, ["generation"])
        tables = [card.table for card in cards]
        _end_claims(night, tables)
        note.after = {"tables": tables}
    return printed_cards(night_id)


def _end_claims(night: ClubNight, tables: Iterable[int]) -> None:
    # Ended ones too: a phone that had been replaced may not deliver either.
    claims = Claim.objects.filter(night=night, table_round__table__in=tables)
    claims.update(state=ClaimState.ENDED, end_reason=EndReason.REVOKED)


def _digits_in_use() -> set[str]:
    """The digits of every night that is not over; two tables never share them."""
    key = code_key()
    cards = TableCard.objects.exclude(night__state=NightState.CLOSED)
    return {code_of(card, key).digits for card in cards}


def _free(night_id: int, table: int, generation: int, taken: set[str]) -> int:
    """The next generation whose digits no other table has; they are taken then."""
    key = code_key()
    while True:
        code = table_code(key, night=night_id, table=table, generation=generation)
        if code.digits not in taken:
            taken.add(code.digits)
            return generation
        generation += 1
