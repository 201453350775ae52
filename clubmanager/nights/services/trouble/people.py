"""Somebody goes home, or sits in for somebody else."""

import uuid
from collections.abc import Iterable

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.models import (
    ClubNight,
    Entry,
    HandLineup,
    NightState,
    RoundState,
    Seat,
    SitOut,
    TableRound,
)
from clubmanager.nights.queries.formats import format_of
from clubmanager.nights.services.common import require_state
from clubmanager.nights.services.hands import rule_hand
from clubmanager.nights.services.laying import add_lineups, remove_tables
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from scoring.core.ruleset import RuleError
from scoring.models import EntryState, HandResult, Ruling

from .redrawing import redraw_section
from .undoing import SUBSTITUTE, recorded


def started_rounds(night: ClubNight) -> int:
    """The number of the last round that has started, 0 before the first."""
    begun = night.rounds.exclude(state=RoundState.PLANNED).order_by("-number")
    return begun.values_list("number", flat=True).first() or 0


def settle_not_played(
    hands: Iterable[HandResult], *, actor: Actor, reason: str, default: str
) -> None:
    """Rule hands without a result "not played"."""
    for hand in hands:
        rule_hand(
            hand.pk, ruling=Ruling.NOT_PLAYED, actor=actor, client_id=uuid.uuid4(),
            version=hand.version, reason=reason or default,
        )  # fmt: skip


def unsettled(**lookup) -> list[HandResult]:
    """Hands that are expected and not ruled on, in order."""
    found = HandResult.objects.filter(entry_state=EntryState.EXPECTED, ruling=Ruling.NONE, **lookup)
    return list(found.order_by("pk"))


def let_go(
    night_id: int, entry_id: int, *, actor: Actor, reason: str = "", finish_round: bool = False,
    redraw: bool = False,
) -> None:  # fmt: skip
    """An entry plays no more: the rest of its night is settled in one action (night story 18).

    Its open hands are not played, unless it finishes the round. In the rounds to come whoever
    would meet it rests; with `redraw` they are drawn anew without it.
    """
    with recorded(night_id, actor, "went home", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        entry = Entry.objects.filter(section__night=night, pk=entry_id).first()
        if entry is None or entry.gone_from_round:
            raise RuleError("entry", entry_id, "one that still plays")
        played = started_rounds(night)
        entry.gone_from_round = played + 1
        entry.save(update_fields=["gone_from_round"])
        if not finish_round:
            games = Seat.objects.filter(entry=entry, round__number__lte=played)
            hands = unsettled(game__table_round__in=games.values("table_round"))
            settle_not_played(hands, actor=actor, reason=reason, default="went home")
        if redraw and format_of(night).drawn != ROUND_BY_ROUND:
            redraw_section(night, entry.section, played=played)
        else:
            _rest_opponents(entry, played)
        note.after = {"players": list(entry.members.values_list("player_id", flat=True))}


def _rest_opponents(entry: Entry, played: int) -> None:
    """In the rounds to come the tables of this entry are empty, and its opponents rest."""
    own = Seat.objects.filter(entry=entry, round__number__gt=played).values("table_round")
    tables = TableRound.objects.filter(pk__in=list(own.values_list("table_round", flat=True)))
    others = Seat.objects.filter(table_round__in=tables).exclude(entry=entry)
    places = sorted(set(others.values_list("round_id", "entry_id")))
    remove_tables(tables)
    SitOut.objects.filter(entry=entry, round__number__gt=played).delete()
    SitOut.objects.bulk_create(
        SitOut(round_id=round_id, entry_id=other) for round_id, other in places
    )


def substitute(
    night_id: int, player: Player, sits_in: Player, *, actor: Actor, reason: str = "",
    first_hand: int = 1,
) -> None:  # fmt: skip
    """Somebody sits in for a player from a hand of this round to the end (night story 13).

    The same player as `sits_in` comes back. Raises RuleError for somebody who plays elsewhere.
    """
    with recorded(night_id, actor, SUBSTITUTE, reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        now = started_rounds(night)
        seats = Seat.objects.filter(round__night=night, player=player, round__number__gte=now)
        seats = list(seats.select_related("table_round", "round"))
        if not seats:
            raise RuleError("player", player.full_name, "somebody who still plays tonight")
        for seat in seats:
            _sit_in(night, seat, sits_in, first_hand if seat.round.number == now else 1)
        note.after = {"players": [sits_in.pk, player.pk], "from_hand": first_hand}


def _sit_in(night: ClubNight, seat: Seat, sits_in: Player, first_hand: int) -> None:
    if sits_in.club_id != night.club_id:
        raise RuleError("substitute", sits_in.pk, "a player of this club")
    if sits_in.pk == seat.player_id:
        HandLineup.objects.filter(
            hand__game=seat.table_round.game_id, compass=seat.compass,
            hand__number__gte=first_hand,
        ).delete()  # fmt: skip
        return
    if Seat.objects.filter(round=seat.round, player=sits_in).exists():
        raise RuleError("substitute", sits_in.full_name, "somebody who sits nowhere else then")
    add_lineups([seat], sits_in.pk, from_hand=first_hand)
