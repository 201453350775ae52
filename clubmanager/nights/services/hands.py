"""The one door for results. Everything that records a hand goes through here.

Authority, round and night are checked here; rules, points, idempotency and the log of the hand
are the scoring floor's.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubmanager.nights.models import ClubNight, NightState, TableRound
from clubmanager.people.access import Actor
from scoring import services as scoring
from scoring.core.ruleset import RuleError
from scoring.core.rulings import Detail, detail_from_json
from scoring.models import Chart, Game, HandResult
from scoring.writes import Recorded, Write

from .authority import Deed, require_authority
from .common import Note, changing, share_night, write_log
from .laying import keep_substitutes


def write_by(actor: Actor, *, client_id, version: int, reason: str = "") -> Write:
    """The envelope of a write by this actor."""
    return Write(actor.label, actor.origin, client_id, version, reason.strip())


def enter_hand(
    hand_id: int,
    *,
    facts: Mapping,
    tricks: int | None,
    actor: Actor,
    client_id,
    version: int,
    reason: str = "",
    deal_applies: bool | None = None,
    shared: ClubNight | None = None,
) -> Recorded:
    """Record or correct what happened on a hand.

    `shared` is its night as of common.share_night, where the caller has it already. Raises
    RuleError (rules, closed night, round not begun), scoring.writes.Conflict and IdReused,
    PermissionDenied, and WaitsForDirector for a player (services.authority).
    Correcting a closed night is a director's, with a reason.
    """
    if deal_applies is not None and not actor.directs:
        raise PermissionDenied

    def write(night: ClubNight) -> Recorded:
        return scoring.record_hand(
            hand_id,
            facts=facts,
            tricks=tricks,
            chart=night.chart,
            write=write_by(actor, client_id=client_id, version=version, reason=reason),
            by_director=actor.is_officer,
            deal_applies=deal_applies,
        )

    return _through_the_door(hand_id, actor, Deed("enter", client_id, reason), write, shared)


def confirm_hand(
    hand_id: int,
    *,
    actor: Actor,
    client_id,
    version: int,
    accept: bool = True,
    shared: ClubNight | None = None,
) -> Recorded:
    """Agree with an entered hand, or send it back as questioned."""
    envelope = write_by(actor, client_id=client_id, version=version)
    return _through_the_door(
        hand_id, actor, Deed("accept" if accept else "dispute", client_id),
        lambda night: scoring.confirm_hand(hand_id, write=envelope, accept=accept), shared,
    )  # fmt: skip


def question_hand(
    hand_id: int, *, doubt: str, actor: Actor, client_id, version: int, reason: str = ""
) -> Recorded:
    """A director asks the table again; what it entered stays until somebody answers."""
    if not actor.directs:
        raise PermissionDenied
    envelope = write_by(actor, client_id=client_id, version=version, reason=reason)
    return _through_the_door(
        hand_id, actor, Deed("question", client_id, reason),
        lambda night: scoring.question_hand(hand_id, doubt=doubt, write=envelope),
    )  # fmt: skip


def clear_hand(
    hand_id: int,
    *,
    actor: Actor,
    client_id,
    version: int,
    reason: str = "",
    shared: ClubNight | None = None,
) -> Recorded:
    """Take a wrong entry away; the hand is expected again."""
    envelope = write_by(actor, client_id=client_id, version=version, reason=reason)
    return _through_the_door(
        hand_id, actor, Deed("clear", client_id, reason),
        lambda night: scoring.clear_hand(hand_id, write=envelope), shared,
    )  # fmt: skip


def rule_hand(
    hand_id: int,
    *,
    ruling: str,
    actor: Actor,
    client_id,
    version: int,
    reason: str,
    ns_points: int | None = None,
    ew_points: int | None = None,
    detail: Detail | Mapping | None = None,
) -> Recorded:
    """A director's ruling on a hand; "none" takes it back. `detail` may be as in JSON."""
    if not actor.directs:
        raise PermissionDenied
    if isinstance(detail, Mapping):
        detail = detail_from_json(detail)
    envelope = write_by(actor, client_id=client_id, version=version, reason=reason)
    return _through_the_door(
        hand_id, actor, Deed("rule", client_id, reason),
        lambda night: scoring.rule_hand(hand_id, ruling=ruling, write=envelope,
                                        ns_points=ns_points, ew_points=ew_points, detail=detail),
    )  # fmt: skip


def undo_hand(hand_id: int, *, actor: Actor, client_id, version: int, reason: str = "") -> Recorded:
    """Take the last change of a hand back. The log keeps both; undoing again brings it back."""
    if not actor.is_officer:
        raise PermissionDenied
    envelope = write_by(actor, client_id=client_id, version=version, reason=reason)
    return _through_the_door(
        hand_id, actor, Deed("undo", client_id, reason),
        lambda night: scoring.restore_hand(hand_id, write=envelope),
    )  # fmt: skip


@transaction.atomic
def _through_the_door(
    hand_id: int,
    actor: Actor,
    deed: Deed,
    write: Callable[[ClubNight], Recorded],
    shared: ClubNight | None = None,
) -> Recorded:
    night = shared or share_night(_night_of(hand_id))
    require_authority(night, hand_id, actor, deed)
    recorded = write(night)
    if recorded.replayed:
        return recorded
    if recorded.more:
        keep_substitutes(recorded.more)
    now = timezone.now()
    news: dict[str, Any] = {"version": F("version") + 1, "last_result_at": now}
    if deed.corrects and night.state == NightState.CLOSED:
        news |= {"corrected_at": now, "correction_note": deed.reason.strip()[:300]}
    ClubNight.objects.filter(pk=night.pk).update(**news)
    return recorded


def _night_of(hand_id: int) -> int:
    nights = TableRound.objects.filter(game__hands__pk=hand_id)
    night_id = nights.values_list("round__night_id", flat=True).first()
    if night_id is None:
        raise RuleError("hand", hand_id, "a hand of a club night")
    return night_id


def set_first_dealer(table_round_id: int, dealer: str, *, actor: Actor) -> None:
    """The table chose who deals first. Only for shuffled cards, before the first hand is in."""
    table_round = TableRound.objects.select_related("round").get(pk=table_round_id)
    if dealer not in "NESW" or len(dealer) != 1:
        raise RuleError("dealer", dealer, "N, E, S or W")
    with changing(
        table_round.round.night_id, actor, "set the first dealer", directors_only=False,
        at_table=table_round_id,
    ) as (_, note):  # fmt: skip
        hands = list(HandResult.objects.filter(game=table_round.game_id).order_by("number"))
        if any(hand.board_id for hand in hands):
            raise RuleError("dealer", dealer, "the board's own dealer")
        if any(hand.facts is not None for hand in hands):
            raise RuleError("dealer", dealer, "chosen before the first hand is entered")
        note.before, note.after = {"dealer": hands[0].dealer}, {"dealer": dealer}
        for hand in hands:
            hand.dealer = dealers_from(dealer)[(hand.number - 1) % 4]
        HandResult.objects.bulk_update(hands, ["dealer"])


def dealers_from(first: str) -> str:
    """The four dealers in turn, clockwise from the first."""
    at = "NESW".index(first)
    return "NESW"[at:] + "NESW"[:at]


@transaction.atomic
def rescore_night(night_id: int, chart: Chart, *, actor: Actor, reason: str) -> int:
    """Score every game of the night under another chart. Returns how many games changed chart."""
    if not reason.strip():
        raise RuleError("reason", reason, "a sentence that says why")
    with changing(night_id, actor, "re-scored the night", reason=reason) as (night, note):
        note.before, note.after = {"chart": str(night.chart)}, {"chart": str(chart)}
        games = Game.objects.filter(table_round__round__night=night, chart__isnull=False)
        games = list(games.exclude(chart=chart))
        for game in games:
            scoring.rescore_game(
                game, chart=chart, actor=actor.label, origin=actor.origin, reason=reason
            )
        night.chart, night.last_result_at = chart, timezone.now()
        if night.state == NightState.CLOSED:
            night.corrected_at, night.correction_note = timezone.now(), reason.strip()[:300]
    return len(games)


def note_override(night_id: int, *, actor: Actor, what: str) -> None:
    """Log that an officer who plays looked at what was hidden from her."""
    with transaction.atomic():
        night = ClubNight.objects.get(pk=night_id)
        write_log(night, actor, "looked at hidden results", Note(reason=what))
