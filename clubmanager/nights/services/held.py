"""Entries that wait for the director, who sees what is stored and what was sent."""

import uuid
from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from clubmanager.nights.models import Claim, ClubNight, HeldEntry, HeldState, HeldWhy
from clubmanager.people.access import Actor
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import RuleError
from scoring.models import HandResult
from scoring.services import context_for, snapshot
from scoring.writes import IdReused, Recorded

from .claims import label_of
from .common import Note, changing, lock_night, write_log
from .hands import enter_hand


def find_held(
    hand_id: int, *, facts: Mapping, tricks: int | None, client_id, version: int
) -> HeldEntry | None:
    """The entry that was held for this client id; IdReused if that was another one."""
    held = HeldEntry.objects.filter(client_id=client_id).first()
    if held and (held.hand_id, held.facts, held.tricks) != (hand_id, dict(facts), tricks):
        raise IdReused(client_id)
    return held


def is_stored(hand_id: int, facts: Mapping, tricks: int | None) -> bool:
    """Whether the hand stands there already just as it was sent."""
    hand = HandResult.objects.select_related("game").get(pk=hand_id)
    ruleset = get_ruleset(hand.game.ruleset)
    return (hand.facts, hand.tricks) == (ruleset.dump_facts(ruleset.parse_facts(facts)), tricks)


def hold(
    claim: Claim,
    hand_id: int,
    *,
    why: HeldWhy,
    facts: Mapping,
    tricks: int | None,
    client_id,
    version: int,
) -> HeldEntry:
    """Keep what a device sent for the director. Raises RuleError for what the rules exclude, and
    PermissionDenied for a hand of another table."""
    hand = HandResult.objects.select_related("game__chart", "game__table_round", "board").get(
        pk=hand_id
    )
    if hand.game.table_round.pk != claim.table_round_id:
        raise PermissionDenied
    _require_possible(hand, claim.night, facts, tricks)
    try:
        with transaction.atomic():
            held = HeldEntry.objects.create(
                claim=claim, hand=hand, why=why, facts=dict(facts), tricks=tricks,
                client_id=client_id, version=version, stored=snapshot(hand),
            )  # fmt: skip
    except IntegrityError as error:  # another device sent that id at the same moment
        raise IdReused(client_id) from error
    # The director's page shows what waits for her.
    ClubNight.objects.filter(pk=claim.night_id).update(version=F("version") + 1)
    return held


def _require_possible(
    hand: HandResult, night: ClubNight, facts: Mapping, tricks: int | None
) -> None:
    ruleset = get_ruleset(hand.game.ruleset)
    chart = (hand.game.chart or night.chart).value
    context = context_for(hand, chart=chart, by_director=False)
    ruleset.score_hand(ruleset.parse_facts(facts), tricks, context)


@transaction.atomic
def accept_held(
    night_id: int, held_id: int, *, actor: Actor, version: int, reason: str = ""
) -> Recorded:
    """The director stores what was sent; `version` is that of the hand as she saw it.

    Raises RuleError for an entry that does not wait any more, scoring.writes.Conflict when the
    hand was changed since she looked.
    """
    night, held = _waiting(night_id, held_id, actor)
    sender = label_of(held.claim)
    reason = reason.strip() or f"sent by {sender}: {HeldWhy(held.why).label}"
    recorded = enter_hand(
        held.hand_id, facts=held.facts, tricks=held.tricks, actor=actor, client_id=uuid.uuid4(),
        version=version, reason=reason,
    )  # fmt: skip
    _decide(held, HeldState.ACCEPTED, actor)
    note = Note(after={"from": sender, "hand": held.hand.number}, reason=reason)
    write_log(night, actor, "accepted an entry that waited", note)
    return recorded


def discard_held(night_id: int, held_id: int, *, actor: Actor, reason: str = "") -> HeldEntry:
    """The director keeps what is stored; what was sent stays in the log."""
    with changing(night_id, actor, "discarded an entry that waited", reason=reason) as (_, note):
        _night, held = _waiting(night_id, held_id, actor)
        note.before = {"from": label_of(held.claim), "hand": held.hand.number}
        _decide(held, HeldState.DISCARDED, actor)
    return held


def _waiting(night_id: int, held_id: int, actor: Actor) -> tuple[ClubNight, HeldEntry]:
    if not actor.directs:
        raise PermissionDenied
    night = lock_night(night_id)
    entries = HeldEntry.objects.select_related("claim__table_round", "hand")
    held = entries.filter(pk=held_id, claim__night=night).first()
    if held is None or held.state != HeldState.WAITING:
        raise RuleError("entry", held_id, "one that still waits")
    return night, held


def _decide(held: HeldEntry, state: HeldState, actor: Actor) -> None:
    held.state, held.decided_by, held.decided_at = state, actor.label, timezone.now()
    held.save(update_fields=["state", "decided_by", "decided_at"])
