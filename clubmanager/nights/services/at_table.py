"""What a device at a table writes. It goes through the one door, or waits for the director.

Each write is made with the claim read again while nobody may change it, so that a device that was
replaced a moment ago does not write as if it still held the table.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from clubmanager.nights.models import (
    Claim,
    ClaimState,
    ClubNight,
    DirectorCall,
    EndReason,
    HeldEntry,
    HeldState,
    HeldWhy,
    SentCall,
)
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.models import Change, EntryState, HandResult
from scoring.queries import is_written
from scoring.writes import Conflict, Recorded

from .authority import WaitsForDirector, require_correction_period
from .claims import label_of
from .common import changing, lock_night, share_night
from .evening import call_director
from .hands import clear_hand, confirm_hand, enter_hand, set_first_dealer
from .held import find_held, hold, is_stored

# A claim that ended so was at the table once: what its device still sends waits for the director.
WAS_AT_TABLE = (EndReason.TAKEN_OVER, EndReason.SILENT, EndReason.RETURNED, EndReason.REPLACED)


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of a hand that a device sent: stored, the same as stored, or held."""

    recorded: Recorded | None = None
    held: HeldEntry | None = None


def actor_of(claim: Claim) -> Actor:
    """Who writes through this claim: a player of its table and round, and of no other."""
    return Actor(label_of(claim), "player", "phone", table_round_id=claim.table_round_id)


def deliver_hand(
    claim: Claim, hand_id: int, *, facts: Mapping, tricks: int | None, client_id, version: int
) -> Delivered:
    """Take a hand from a device, once for each client id, however often it is sent.

    It is stored, or held for the director where it contradicts what is stored or comes after the
    round. Delivered with neither: the same stands there already. Raises RuleError (rules, or
    the correction period is over), IdReused, and PermissionDenied for a device that may not.
    """
    hand = {"facts": facts, "tricks": tricks, "client_id": client_id, "version": version}
    with _current(claim, ClaimState.HOLDS, ClaimState.ENDED) as night:
        if held := find_held(hand_id, **hand):
            return Delivered(held=held)
        try:
            _require_at_table(claim, client_id)
            return Delivered(enter_hand(hand_id, actor=actor_of(claim), shared=night, **hand))
        except WaitsForDirector as waits:
            why = waits.why
        except Conflict:
            why = HeldWhy.DIFFERS
        if is_stored(hand_id, facts, tricks):
            return Delivered()
        return Delivered(held=hold(claim, hand_id, why=why, **hand))


def accept_hand(
    claim: Claim, hand_id: int, *, client_id, version: int, accept: bool = True
) -> Recorded:
    """The other side agrees, or says that it is not right. Its device is recorded as such."""
    with _current(claim, ClaimState.HOLDS, ClaimState.BESIDE) as night:
        actor = actor_of(claim)
        entered_by = HandResult.objects.values_list("entered_by", flat=True).get(pk=hand_id)
        if entered_by == actor.label:
            label = f"{actor.label} (which entered it)"
            actor = Actor(label, "player", "phone", table_round_id=claim.table_round_id)
        return confirm_hand(
            hand_id, actor=actor, client_id=client_id, version=version, accept=accept,
            shared=night,
        )  # fmt: skip


def agree_to(
    claim: Claim, hand_id: int, *, facts: Mapping, tricks: int | None, client_id
) -> Delivered:
    """The other side agreed to just this while the device had no network to send it.

    Where the hand itself waits for the director, so does the agreement. Delivered with nothing:
    both sides have agreed already. Raises RuleError where something else is stored by now, and
    PermissionDenied for a device that is not at the table any more.
    """
    with _current(claim, ClaimState.HOLDS, ClaimState.BESIDE, ClaimState.ENDED):
        hand = HandResult.objects.get(pk=hand_id)
        version = hand.version
        if not is_written(client_id):
            waiting = HeldEntry.objects.filter(
                claim=claim, hand=hand, state=HeldState.WAITING, facts=dict(facts), tricks=tricks
            ).first()
            if waiting:
                return Delivered(held=waiting)
            if hand.facts is None or not is_stored(hand_id, facts, tricks):
                raise RuleError("hand", hand.number, "the one that you agreed to")
            if hand.entry_state == EntryState.CONFIRMED:
                return Delivered()
        return Delivered(accept_hand(claim, hand_id, client_id=client_id, version=version))


def version_after(client_id, version: int) -> int:
    """The version that a write of this device left behind; `version` if it was not stored.

    A device without network cannot know it when it writes on the same hand again.
    """
    left = Change.objects.filter(client_id=client_id).values_list("after", flat=True).first()
    return left["version"] if left else version


def tell_director(claim: Claim, reason: str, *, client_id: UUID | None = None) -> DirectorCall:
    """Call the director to this table. What a second call says is added to the open one.

    Sent again with the same `client_id`, it is the same call, even if she has come meanwhile.
    """
    reason = reason.strip()
    with transaction.atomic():
        lock_night(claim.night_id)
        if client_id:
            sent = SentCall.objects.select_related("call").filter(client_id=client_id).first()
            if sent:
                return sent.call
        call = call_director(claim.table_round_id, reason, actor=actor_of(claim))
        if reason not in call.reason:
            call.reason = f"{call.reason}; {reason}".strip("; ")[:200]
            call.save(update_fields=["reason"])
        if client_id:
            SentCall.objects.create(client_id=client_id, call=call)
    return call


def set_table_rules(
    night_id: int, *, confirm_hands: bool, show_field: bool, actor: Actor
) -> ClubNight:
    """Whether the other side accepts each hand, and whether a table sees the field after that."""
    with changing(night_id, actor, "set what phones do") as (night, note):
        note.before = {"confirm": night.confirm_hands, "field": night.show_field}
        night.confirm_hands, night.show_field = confirm_hands, show_field
        note.after = {"confirm": confirm_hands, "field": show_field}
    return night


def take_hand_away(claim: Claim, hand_id: int, *, client_id, version: int) -> Recorded:
    """The wrong hand was keyed: take it away (night story 4)."""
    with _current(claim, ClaimState.HOLDS) as night:
        return clear_hand(
            hand_id, actor=actor_of(claim), client_id=client_id, version=version, shared=night
        )


def choose_first_dealer(claim: Claim, dealer: str) -> None:
    """Who deals first at a table that shuffles; errors as of services.set_first_dealer."""
    with _current(claim, ClaimState.HOLDS, take=lock_night):
        set_first_dealer(claim.table_round_id, dealer, actor=actor_of(claim))


@contextmanager
def _current(
    claim: Claim, *allowed: str, take: Callable[[int], ClubNight] = share_night
) -> Iterator[ClubNight]:
    """The claim as it is now, which does one thing at a time, and its night, where the claims of
    other tables write beside it. PermissionDenied in other states.

    What changes the night itself must `take` it by lock_night: two that share it would wait for
    each other.
    """
    with transaction.atomic():
        night = take(claim.night_id)
        now = Claim.objects.select_for_update().values_list("state", "end_reason")
        claim.state, claim.end_reason = now.get(pk=claim.pk)
        was_here = claim.state != ClaimState.ENDED or claim.end_reason in WAS_AT_TABLE
        if claim.state not in allowed or not was_here:
            raise PermissionDenied
        require_correction_period(night)
        yield night


def _require_at_table(claim: Claim, client_id) -> None:
    """Hold what a replaced device sends, unless it was stored before and is only sent again."""
    if claim.state == ClaimState.ENDED and not is_written(client_id):
        raise WaitsForDirector(HeldWhy.REPLACED)
