"""The check-in desk: who is here, and who plays with whom."""

import random

from clubmanager.nights.models import (
    CheckIn,
    CheckInState,
    ClubNight,
    Entry,
    EntryMember,
    Format,
    NightState,
)
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from clubmanager.people.services import add_player
from scoring.core.ruleset import RuleError

from .common import changing, require_state
from .seating import clear_seating


def check_in(night_id: int, player: Player, *, actor: Actor, state: str = CheckInState.HERE):
    """Note that a player is here, booked or not here. Doing it twice changes nothing.

    Before the first round, the pair of somebody who is not here is dissolved.
    """
    with changing(night_id, actor, f"check-in: {state}", directors_only=False) as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        _own_player(night, player)
        row, _ = CheckIn.objects.get_or_create(
            night=night, player=player, defaults={"state": state}
        )
        note.before = {"player": player.pk, "state": row.state}
        row.state = state
        row.save()
        if state == CheckInState.ABSENT and night.state == NightState.PLANNED:
            _dissolve(night, [player.pk])
        note.after = {"player": player.pk, "state": state}
    return row


def check_in_guest(night_id: int, *, first_name: str, last_name: str, actor: Actor) -> CheckIn:
    """Add a guest on the spot and check them in.

    Raises RuleError when somebody of that name is on the list already (a double tap, mostly).
    """
    with changing(night_id, actor, "check-in: guest", directors_only=False) as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        same = night.check_ins.filter(
            player__first_name__iexact=first_name, player__last_name__iexact=last_name
        )
        if same.exists():
            name = f"{first_name} {last_name}".strip()
            raise RuleError("name", name, "a name that is not on tonight's list yet")
        guest = add_player(
            club=night.club, first_name=first_name, last_name=last_name, is_guest=True
        )
        note.after = {"player": guest.pk}
        return CheckIn.objects.create(night=night, player=guest)


def remove_check_in(night_id: int, player: Player, *, actor: Actor) -> None:
    """Take somebody off the list of a night that has not begun; a pair of theirs is dissolved."""
    with changing(night_id, actor, "check-in: removed", directors_only=False) as (night, note):
        require_state(night, NightState.PLANNED)
        note.before = {"player": player.pk}
        _dissolve(night, [player.pk])
        night.check_ins.filter(player=player).delete()


def set_sits_still(night_id: int, player: Player, still: bool, *, actor: Actor) -> None:
    """Whether a player needs a seat that stays, tonight and on later nights."""
    with changing(night_id, actor, "seat that stays", directors_only=False) as (night, note):
        _own_player(night, player)
        note.before = {"player": player.pk, "sits_still": player.sits_still}
        player.sits_still = still
        player.save()
        note.after = {"player": player.pk, "sits_still": still}


def pair_players(night_id: int, first: Player, second: Player, *, actor: Actor) -> Entry:
    """Make two people who are here a pair."""
    with changing(night_id, actor, "paired") as (night, note):
        _require_pairs(night)
        for field, player in (("first player", first), ("second player", second)):
            if player.pk not in _unpaired(night, CheckInState.HERE, CheckInState.BOOKED):
                raise RuleError(field, player.full_name, "somebody here without a partner")
        if first.pk == second.pk:
            raise RuleError("second player", second.full_name, "another person than the first")
        entry = _add_pair(night, first.pk, second.pk)
        note.after = {"players": [first.pk, second.pk], "number": entry.number}
    return entry


def draw_pairs(night_id: int, *, actor: Actor) -> list[Entry]:
    """Pair everybody who is here without a partner, by lot; an odd one stays single."""
    with changing(night_id, actor, "drew pairs") as (night, note):
        _require_pairs(night)
        singles = _unpaired(night, CheckInState.HERE)
        # The seed is stored with the night and the number of pairs so far is known: repeatable.
        chance = random.Random(f"{night.draw_seed} {night.version}")
        chance.shuffle(singles)
        pairs = list(zip(singles[::2], singles[1::2], strict=False))
        entries = [_add_pair(night, *pair) for pair in pairs]
        note.after = {"pairs": [list(pair) for pair in pairs]}
    return entries


def split_pair(night_id: int, entry_id: int, *, actor: Actor) -> None:
    """Undo a pair of a night that has not begun."""
    with changing(night_id, actor, "split a pair") as (night, note):
        _require_pairs(night)
        entry = Entry.objects.filter(section__night=night, pk=entry_id).first()
        if entry is None:
            raise RuleError("pair", entry_id, "a pair of this night")
        note.before = {"players": list(entry.members.values_list("player_id", flat=True))}
        clear_seating(night)
        entry.delete()


def drop_absent(night: ClubNight) -> int:
    """Everybody booked and not here counts as absent; their pairs are dissolved. How many."""
    absent = list(
        night.check_ins.filter(state=CheckInState.BOOKED).values_list("player_id", flat=True)
    )
    night.check_ins.filter(player_id__in=absent).update(state=CheckInState.ABSENT)
    gone = night.check_ins.filter(state=CheckInState.ABSENT).values_list("player_id", flat=True)
    _dissolve(night, list(gone))
    return len(absent)


def _own_player(night: ClubNight, player: Player) -> None:
    if player.club_id != night.club_id:
        raise RuleError("player", player.pk, "a player of this club")


def _require_pairs(night: ClubNight) -> None:
    require_state(night, NightState.PLANNED)
    if night.format == Format.SOCIAL:
        raise RuleError("format", night.format, "one that is played in pairs")


def _unpaired(night: ClubNight, *states: str) -> list[int]:
    here = night.check_ins.filter(state__in=states)
    paired = EntryMember.objects.filter(night=night).values("player_id")
    return list(
        here.exclude(player_id__in=paired).order_by("player_id").values_list("player_id", flat=True)
    )


def _add_pair(night: ClubNight, first_id: int, second_id: int) -> Entry:
    clear_seating(night)
    section = night.sections.get()
    taken = set(section.entries.filter(line="").values_list("number", flat=True))
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    entry = Entry.objects.create(section=section, number=number)
    EntryMember.objects.bulk_create(
        [
            EntryMember(entry=entry, night=night, player_id=first_id, position=0),
            EntryMember(entry=entry, night=night, player_id=second_id, position=1),
        ]
    )
    return entry


def _dissolve(night: ClubNight, player_ids: list[int]) -> None:
    entries = Entry.objects.filter(section__night=night, members__player_id__in=player_ids)
    if entries.exists():
        clear_seating(night)
        entries.delete()
