"""Reads for a table's own phone beyond its hands: the field on a board, the director's call."""

from datetime import timedelta

from django.db.models import Sum
from django.utils import timezone

from clubmanager.nights.models import Claim, ClubNight, DirectorCall
from scoring.core.registry import get_ruleset
from scoring.models import HandResult

from .data import HandRow, TableRow, hand_rows
from .seen import embargo_holds, local_time

ANSWER_SHOWN = timedelta(minutes=5)


def others_on_board(night: ClubNight, hand: HandRow) -> list[HandRow]:
    """What the other tables did on the board of a hand, the best for North and South first.

    Nothing before both sides of this table have agreed, unless the director allows it, while an
    embargo holds, or where the cards at this table were not the stored deal.
    """
    if not (night.show_field and hand.board_id and hand.deal_applies):
        return []
    if hand.entry_state != "confirmed" or embargo_holds(night):
        return []
    same = HandResult.objects.filter(
        board_id=hand.board_id, board_group=hand.board_group, deal_applies=True,
        game__table_round__round__night=night,
    )  # fmt: skip
    rows = [row for row in hand_rows(same.exclude(pk=hand.id)) if row.scored]
    return sorted(rows, key=lambda row: row.ew_points - row.ns_points)


def latest_call(claim: Claim) -> DirectorCall | None:
    """The table's call for the director: the open one, or one that was answered just now."""
    call = DirectorCall.objects.filter(table_round=claim.table_round_id).order_by("-pk").first()
    if call and call.answered_at and call.answered_at < timezone.now() - ANSWER_SHOWN:
        return None
    return call


def call_times(night: ClubNight, call: DirectorCall) -> dict[str, str]:
    """When the director was called and when she answered, by the club's clock."""
    answered = local_time(night, call.answered_at) if call.answered_at else ""
    return {"at": local_time(night, call.at), "answered": answered, "reason": call.reason}


def stamp_of(claim: Claim, table: TableRow | None = None) -> str:
    """Changes whenever something happened at this table that its phones should show."""
    if table:
        total = sum(row.version for row in table.hands)
    else:
        versions = HandResult.objects.filter(game=claim.table_round.game_id)
        total = versions.aggregate(total=Sum("version"))["total"] or 0
    return f"{claim.state} {total} {claim.table_round.round.state} {claim.night.state}"


def state_for_device(claim: Claim, table: TableRow) -> dict:
    """What a device may keep to go on without network: who sits where and which hands there are.

    Nothing that follows from a stored deal: no points, no declarer of Round Two, no question.
    """
    words = {"expected": "open", "confirmed": "agreed"}
    return {
        "at": table.id,
        "game": table.ruleset,
        # A game that is planned with one hand says itself, hand by hand, whether it goes on.
        "grows": get_ruleset(table.ruleset).hands_per_game == 1,
        "table": table.table,
        "round": table.round,
        "enters": claim.state == "holds",
        "confirms": claim.night.confirm_hands,
        "names": {seat: table.now(seat).full for seat in table.seats},
        "hands": [
            {
                "number": row.number,
                "board": row.board,
                "dealer": row.dealer,
                "version": row.version,
                "state": "in" if row.ruling != "none" else words.get(row.entry_state, "in"),
                "asks_strengths": not (row.board_id and row.deal_applies),
            }
            for row in table.hands
        ],
    }
