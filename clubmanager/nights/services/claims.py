"""Devices at tables: claiming one, asking to take over, going on to the next round.

Every change of claims happens under the lock of the night, so that of two devices that claim a
table at once one holds it and the other waits. Tokens are made here, returned once, and stored
only as a hash.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from clubmanager.nights.models import (
    Claim,
    ClaimState,
    ClubNight,
    EndReason,
    NightState,
    RoundState,
    TableRound,
)
from clubmanager.nights.queries.claims import next_tables
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .authority import phone_label
from .common import changing, lock_night, require_state

# A device that has not asked for anything this long is replaced without being asked (story 7).
SILENT_AFTER = timedelta(minutes=5)
SEEN_EVERY = timedelta(seconds=20)  # no more than one write in this time says that it is there


@dataclass(frozen=True, slots=True)
class Claimed:
    """A new claim and its token, which exists nowhere else."""

    claim: Claim
    token: str


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def claim_table(night_id: int, table: int, *, device: str) -> Claimed:
    """Claim a table in the round that is being played; `device` is the device's own secret id.

    The claim waits (state "waits") where another device that was heard of lately holds the table.
    Raises RuleError when no round is being played, or the table is not used in it.
    """
    night = lock_night(night_id)
    require_state(night, NightState.RUNNING)
    return _claim(night, _sitting_now(night, table), device)


@transaction.atomic
def continue_claim(claim: Claim, table: int, *, device: str) -> Claimed:
    """Claim a table in the next round by an earlier claim instead of the card.

    Allowed are the same table, and those where the four people of the earlier round sit now.
    Raises PermissionDenied for other tables and for a device that does not hold its table.
    """
    night = lock_night(claim.night_id)
    require_state(night, NightState.RUNNING)
    claim.refresh_from_db()
    if claim.state not in (ClaimState.HOLDS, ClaimState.BESIDE):
        raise PermissionDenied
    if table not in {place.table for place in next_tables(claim)}:
        raise PermissionDenied
    return _claim(night, _sitting_now(night, table), device)


def find_claim(token: str) -> Claim | None:
    """The claim that a token belongs to, whatever its state."""
    claims = Claim.objects.select_related("night__club", "night__chart", "table_round__round")
    return claims.filter(token_hash=hash_of(token)).first() if token else None


def heard_from(claim: Claim) -> Claim:
    """Note that a device is there. One that waits gets the table once nobody else has it."""
    now = timezone.now()
    if claim.state == ClaimState.WAITS:
        _take_if_free(claim)
    if claim.state != ClaimState.ENDED and claim.seen_at < now - SEEN_EVERY:
        Claim.objects.filter(pk=claim.pk).update(seen_at=now)
        claim.seen_at = now
    return claim


@transaction.atomic
def answer_device(holder: Claim, other_id: int, answer: str) -> None:
    """The device that holds a table answers one that waits: "take over", "beside" or "refuse".

    "beside" lets it confirm, while the first goes on entering. An answer to a device that does
    not wait any more changes nothing. Raises PermissionDenied unless `holder` holds the table.
    """
    if answer not in ("take over", "beside", "refuse"):
        raise RuleError("answer", answer, "take over, beside or refuse")
    lock_night(holder.night_id)
    holder.refresh_from_db()
    if holder.state != ClaimState.HOLDS:
        raise PermissionDenied
    other = Claim.objects.filter(
        pk=other_id, table_round=holder.table_round_id, state=ClaimState.WAITS
    ).first()
    if other is None:
        return
    if answer == "refuse":
        _end(other, EndReason.REFUSED)
    elif answer == "beside":
        _set_state(other, ClaimState.BESIDE)
    else:
        _hand_over(holder, other, EndReason.TAKEN_OVER)


def let_in(night_id: int, claim_id: int, *, actor: Actor) -> Claim:
    """The director gives a table to a device that waits there."""
    with changing(night_id, actor, "let a phone in") as (night, note):
        claim = _claim_of(night, claim_id)
        if claim.state not in (ClaimState.WAITS, ClaimState.BESIDE):
            raise RuleError("phone", claim.get_state_display(), "one that waits or confirms")
        holder = _holder(claim.table_round)
        if holder:
            _hand_over(holder, claim, EndReason.REPLACED)
        else:
            _set_state(claim, ClaimState.HOLDS)
        note.after = _named(claim)
    return claim


def replace_device(night_id: int, claim_id: int, *, actor: Actor) -> Claim:
    """The director ends a device's claim, or refuses one that waits.

    Where the device held the table, one that waits there gets it at once.
    """
    with changing(night_id, actor, "replaced a phone") as (night, note):
        claim = _claim_of(night, claim_id)
        if claim.state == ClaimState.ENDED:
            raise RuleError("phone", claim.get_state_display(), "one that is at the table")
        held = claim.state == ClaimState.HOLDS
        waits = claim.state == ClaimState.WAITS
        _end(claim, EndReason.REFUSED if waits else EndReason.REPLACED)
        note.before = _named(claim)
        waiting = claim.table_round.claims.filter(state=ClaimState.WAITS).first()
        if held and waiting:
            _set_state(waiting, ClaimState.HOLDS)
            note.after = _named(waiting)
    return claim


def label_of(claim: Claim) -> str:
    return phone_label(claim.table_round.table, claim.number)


def _sitting_now(night: ClubNight, table: int) -> TableRound:
    playing = night.rounds.filter(state=RoundState.OPEN).order_by("-number").first()
    if playing is None:
        raise RuleError("round", None, "one that is being played")
    found = TableRound.objects.select_related("round").filter(round=playing, table=table).first()
    if found is None:
        raise RuleError("table", table, f"a table that is used in round {playing.number}")
    return found


def _claim(night: ClubNight, table_round: TableRound, device: str) -> Claimed:
    now, mine = timezone.now(), hash_of(device)
    holder = _holder(table_round)
    returns = holder is not None and holder.device_hash == mine
    if holder and (returns or holder.seen_at <= now - SILENT_AFTER):
        _end(holder, EndReason.RETURNED if returns else EndReason.SILENT)
        holder = None
    own = table_round.claims.filter(device_hash=mine).exclude(state=ClaimState.ENDED)
    was_beside = own.filter(state=ClaimState.BESIDE).exists()
    own.update(state=ClaimState.ENDED, end_reason=EndReason.RETURNED)
    state = ClaimState.HOLDS
    if holder:
        state = ClaimState.BESIDE if was_beside else ClaimState.WAITS
    token = secrets.token_urlsafe(32)
    last = table_round.claims.aggregate(last=Max("number"))["last"] or 0
    claim = Claim.objects.create(
        night=night, table_round=table_round, number=last + 1, state=state, seen_at=now,
        token_hash=hash_of(token), device_hash=mine,
    )  # fmt: skip
    if state == ClaimState.WAITS:  # the director's page shows who waits
        ClubNight.objects.filter(pk=night.pk).update(version=F("version") + 1)
    return Claimed(claim, token)


@transaction.atomic
def _take_if_free(claim: Claim) -> None:
    holder = _holder(claim.table_round)
    if holder and holder.seen_at > timezone.now() - SILENT_AFTER:
        return
    lock_night(claim.night_id)
    claim.refresh_from_db(fields=["state", "end_reason"])
    holder = _holder(claim.table_round)
    if claim.state != ClaimState.WAITS:
        return
    if holder is None:
        _set_state(claim, ClaimState.HOLDS)
    elif holder.seen_at <= timezone.now() - SILENT_AFTER:
        _hand_over(holder, claim, EndReason.SILENT)


def _holder(table_round: TableRound) -> Claim | None:
    return Claim.objects.filter(table_round=table_round, state=ClaimState.HOLDS).first()


def _claim_of(night: ClubNight, claim_id: int) -> Claim:
    claim = night.claims.select_related("table_round").filter(pk=claim_id).first()
    if claim is None:
        raise RuleError("phone", claim_id, "one of this night")
    return claim


def _hand_over(holder: Claim, other: Claim, reason: EndReason) -> None:
    _end(holder, reason)
    _set_state(other, ClaimState.HOLDS)


def _end(claim: Claim, reason: EndReason) -> None:
    claim.end_reason = reason
    _set_state(claim, ClaimState.ENDED)


def _set_state(claim: Claim, state: ClaimState) -> None:
    claim.state = state
    claim.save(update_fields=["state", "end_reason"])


def _named(claim: Claim) -> dict:
    return {"phone": label_of(claim)}
