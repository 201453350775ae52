"""Money and partners at the desk: who has paid the table fee, and singles who want a partner."""

import random

from clubmanager.nights.models import CheckIn, CheckInState, ClubNight, EntryMember, Payment
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError

from .common import changing

MOST_CENTS = 1_000_000


def fee_of(night: ClubNight, player: Player) -> int:
    """What the player pays tonight, in cents: a visitor has a price of her own."""
    return night.club.visitor_fee_cents if player.is_guest else night.club.fee_cents


def take_payment(night_id: int, player: Player, cents: int, *, actor: Actor) -> Payment:
    """Note money taken, or given back where `cents` is negative (never more than was taken).

    The sum of all payments is what must lie in the box (night story 38). Works after closing too.
    """
    if cents == 0 or abs(cents) > MOST_CENTS:
        raise RuleError("amount", cents, "more than nothing, and not more than 10000.00")
    action = "took the table fee" if cents > 0 else "gave the table fee back"
    with changing(night_id, actor, action, directors_only=False) as (night, note):
        if not night.check_ins.filter(player=player).exists():
            raise RuleError("player", player.full_name, "somebody on tonight's list")
        paid = sum(night.payments.filter(player=player).values_list("cents", flat=True))
        if paid + cents < 0:
            raise RuleError("amount", cents, f"at most the {paid} cents that were paid")
        note.after = {"player": player.pk, "cents": cents}
        return Payment.objects.create(night=night, player=player, cents=cents, taken_by=actor.label)


def wait_for_partner(night_id: int, player: Player, waits: bool, *, actor: Actor) -> CheckIn:
    """Put a single on the list of those who want a partner, or take her off it (night story 35)."""
    with changing(night_id, actor, "waits for a partner", directors_only=False) as (night, note):
        row = night.check_ins.filter(player=player).first()
        if row is None:
            raise RuleError("player", player.full_name, "somebody on tonight's list")
        if waits and EntryMember.objects.filter(night=night, player=player).exists():
            raise RuleError("player", player.full_name, "somebody without a partner")
        row.wants_partner = waits
        row.save()
        note.after = {"player": player.pk, "waits": waits}
    return row


def pair_waiting(night_id: int, *, actor: Actor) -> list[tuple[Player, Player]]:
    """Close the desk: the singles who wait become pairs by lot; an odd one goes on waiting.

    Raises RuleError where the night is not played in pairs, or nobody could be paired.
    """
    from .desk import pair_players

    night = ClubNight.objects.get(pk=night_id)
    paired = EntryMember.objects.filter(night=night).values("player_id")
    waiting = list(
        Player.objects.filter(
            check_ins__night=night, check_ins__wants_partner=True,
            check_ins__state=CheckInState.HERE,
        ).exclude(pk__in=paired).order_by("pk")
    )  # fmt: skip
    if len(waiting) < 2:
        raise RuleError("waiting list", len(waiting), "two people or more who are here")
    random.Random(f"{night.draw_seed} {night.version}").shuffle(waiting)
    pairs = list(zip(waiting[::2], waiting[1::2], strict=False))
    for first, second in pairs:
        pair_players(night_id, first, second, actor=actor)
    done = [player.pk for pair in pairs for player in pair]
    CheckIn.objects.filter(night=night, player__in=done).update(wants_partner=False)
    return pairs
