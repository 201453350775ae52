"""Who may write on a hand: officers as their role says, players on their own table's hands.

Players correct their own entry until the other side has agreed; after that, after the round, and
where a director has been at the hand, what they send waits for her (night story 1).
"""

import re
import uuid
from dataclasses import dataclass
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from clubmanager.nights.models import ClubNight, HeldWhy, NightState, RoundState
from clubmanager.nights.queries.seen import correction_ends
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.models import Change, EntryState, HandResult, Ruling
from scoring.queries import is_written


class WaitsForDirector(PermissionDenied):
    """A player may not write this herself; a director may, on her request. `why` says why."""

    def __init__(self, why: HeldWhy):
        super().__init__(str(why.label))
        self.why = why


@dataclass(frozen=True, slots=True)
class Deed:
    """What is to be done on a hand: enter, clear, accept, dispute, question or rule."""

    kind: str
    client_id: uuid.UUID
    reason: str = ""

    @property
    def confirms(self) -> bool:
        return self.kind in ("accept", "dispute")

    @property
    def corrects(self) -> bool:
        return not self.confirms


class HandAtTable(NamedTuple):
    """Where a hand is played and what stands there; names as of the models."""

    number: int
    ruling: str
    entry_state: str
    facts: dict | None
    entered_by: str
    table_round_id: int
    table: int
    round: int
    round_state: str


def hand_at_table(hand_id: int) -> HandAtTable:
    """The hand of a club night as it stands, in one light read."""
    at = "game__table_round__"
    row = HandResult.objects.values_list(
        "number", "ruling", "entry_state", "facts", "entered_by", f"{at}id", f"{at}table",
        f"{at}round__number", f"{at}round__state",
    )  # fmt: skip
    return HandAtTable(*row.get(pk=hand_id))


def phone_label(table: int, number: int) -> str:
    """What the log calls a device: "table 5, phone 1"."""
    return f"table {table}, phone {number}"


def entered_at_table(entered_by: str, table: int) -> bool:
    """Whether a hand was entered by a device of this table."""
    return re.fullmatch(rf"table {table}, phone \d+", entered_by) is not None


def require_authority(night: ClubNight, hand_id: int, actor: Actor, deed: Deed) -> None:
    """Raise PermissionDenied, WaitsForDirector or RuleError unless the actor may do it now.

    Called while nobody locks the night (common.share_night).
    """
    hand = hand_at_table(hand_id)
    if hand.round_state == RoundState.PLANNED:
        raise RuleError("round", hand.round, "a round that has started")
    if not actor.is_officer:
        if actor.table_round_id != hand.table_round_id or deed.kind == "rule":
            raise PermissionDenied
        try:
            _require_players_right(night, hand, hand_id, deed)
        except (RuleError, WaitsForDirector):
            # A repeated request is only answered again, whatever has happened since.
            if not is_written(deed.client_id):
                raise
    elif night.state == NightState.CLOSED:
        if not actor.directs:
            raise PermissionDenied
        if not deed.reason.strip():
            raise RuleError("reason", "", "a sentence that says why, since the night is closed")


def require_correction_period(night: ClubNight) -> None:
    """Raise RuleError when players' requests are no longer taken (night story 23)."""
    ends = correction_ends(night)
    if ends is not None and timezone.now() >= ends:
        raise RuleError("night", night.state, "running, or within its correction period")


def _require_players_right(night: ClubNight, hand: HandAtTable, hand_id: int, deed: Deed) -> None:
    require_correction_period(night)
    if deed.confirms:
        _require_open_question(hand, hand_id, deed)
        return
    if night.state == NightState.CLOSED or hand.round_state == RoundState.CLOSED:
        raise WaitsForDirector(HeldWhy.ROUND_OVER)
    if hand.ruling != Ruling.NONE:
        raise WaitsForDirector(HeldWhy.RULED)
    if hand.entry_state == EntryState.CONFIRMED:
        raise WaitsForDirector(HeldWhy.CONFIRMED)
    if hand.facts is not None and not entered_at_table(hand.entered_by, hand.table):
        raise WaitsForDirector(HeldWhy.OFFICER)


def _require_open_question(hand: HandAtTable, hand_id: int, deed: Deed) -> None:
    if hand.entry_state == EntryState.CONFIRMED:
        raise RuleError("hand", hand.number, "one that is not confirmed yet")
    if hand.entry_state == EntryState.QUESTIONED and not (
        deed.kind == "accept" and is_disputed(hand_id)
    ):
        raise RuleError("hand", hand.number, "one about which the director has no question")


def is_disputed(hand_id: int) -> bool:
    """Whether a questioned hand is so because the other side disagreed, not for the deal."""
    last = Change.objects.filter(hand_id=hand_id, action__in=("entered", "disputed")).first()
    return last is not None and last.action == "disputed"
