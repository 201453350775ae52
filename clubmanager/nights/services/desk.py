"""The check-in desk: who is here, and who plays with whom."""

import random

from clubmanager.nights.models import (
    CheckIn,
    CheckInState,
    ClubNight,
    Entry,
    EntryMember,
    NightState,
)
from clubmanager.nights.queries.formats import entry_size
from clubmanager.people.access import Actor
from clubmanager.people.models import Player
from clubmanager.people.services import add_player
from scoring.core.ruleset import RuleError

from .common import changing, require_state
from .seating import clear_seating, home_section

ORDINALS = ("first", "second", "third", "fourth")


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


def check_in_booked(night_id: int, *, actor: Actor) -> int:
    """Everybody who is booked has come. How many that were."""
    with changing(night_id, actor, "check-in: all booked", directors_only=False) as (night, note):
        require_state(night, NightState.PLANNED, NightState.RUNNING)
        booked = night.check_ins.filter(state=CheckInState.BOOKED)
        note.before = {"players": sorted(booked.values_list("player_id", flat=True))}
        return booked.update(state=CheckInState.HERE)


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


def pair_players(night_id: int, *players: Player, actor: Actor) -> Entry:
    """Make two people who are here a pair, or four a team (the first two sit North-South).

    In teams of four two people may be paired first; they find another pair later.
    """
    with changing(night_id, actor, "paired") as (night, note):
        size = _require_pairs(night)
        free = _unpaired(night, CheckInState.HERE, CheckInState.BOOKED)
        for word, player in zip(ORDINALS, players, strict=False):
            if player.pk not in free:
                raise RuleError(
                    f"{word} player", player.full_name, "somebody here without a partner"
                )
        ids = [player.pk for player in players]
        if len(ids) not in {2, size}:
            raise RuleError("players", len(ids), " or ".join(map(str, sorted({2, size}))))
        if len(set(ids)) != len(ids):
            twice = next(p for p in players if ids.count(p.pk) > 1)
            raise RuleError("second player", twice.full_name, "another person than the first")
        entry = _add_entry(night, ids)
        note.after = {"players": ids, "number": entry.number}
    return entry


def draw_pairs(night_id: int, *, actor: Actor) -> list[Entry]:
    """Pair everybody who is here without a partner, by lot; an odd one stays single.

    In teams of four the pairs that have no other pair are drawn together as well.
    """
    with changing(night_id, actor, "drew pairs") as (night, note):
        size = _require_pairs(night)
        singles = _unpaired(night, CheckInState.HERE)
        # The seed is stored with the night and the number of pairs so far is known: repeatable.
        chance = random.Random(f"{night.draw_seed} {night.version}")
        chance.shuffle(singles)
        pairs = [list(pair) for pair in zip(singles[::2], singles[1::2], strict=False)]
        if size == 4:
            pairs = _into_teams(night, pairs, chance)
        entries = [_add_entry(night, pair) for pair in pairs]
        note.after = {"pairs": pairs}
    return entries


def _into_teams(night: ClubNight, pairs: list[list[int]], chance: random.Random) -> list[list[int]]:
    """Teams drawn from these new pairs and the old ones, which are dissolved; an odd one stays."""
    halves = [e for e in _entries(night) if len(e.members.all()) == 2]
    pairs = [[m.player_id for m in entry.members.all()] for entry in halves] + pairs
    Entry.objects.filter(pk__in=[entry.pk for entry in halves]).delete()
    chance.shuffle(pairs)
    teams = [first + second for first, second in zip(pairs[::2], pairs[1::2], strict=False)]
    return teams + (pairs[-1:] if len(pairs) % 2 else [])


def resize_entries(night: ClubNight) -> None:
    """Fit the entries to the night's format: a team of four becomes two pairs in a night of pairs.

    Pairs stay pairs in a night of teams, where they find another pair.
    """
    if entry_size(night) != 2:
        return
    teams = [[m.player_id for m in e.members.all()] for e in _entries(night)]
    teams = [ids for ids in teams if len(ids) == 4]
    _dissolve(night, [player for ids in teams for player in ids])
    for ids in teams:
        _add_entry(night, ids[:2])
        _add_entry(night, ids[2:])


def _entries(night: ClubNight) -> list[Entry]:
    found = Entry.objects.filter(section__night=night).order_by("number")
    return list(found.prefetch_related("members"))


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


def _require_pairs(night: ClubNight) -> int:
    """How many people an entry has, 2 or 4."""
    require_state(night, NightState.PLANNED)
    size = entry_size(night)
    if size == 1:
        raise RuleError("format", night.format, "one that is played in pairs")
    return size


def _unpaired(night: ClubNight, *states: str) -> list[int]:
    here = night.check_ins.filter(state__in=states)
    paired = EntryMember.objects.filter(night=night).values("player_id")
    return list(
        here.exclude(player_id__in=paired).order_by("player_id").values_list("player_id", flat=True)
    )


def _add_entry(night: ClubNight, player_ids: list[int]) -> Entry:
    clear_seating(night)
    section = home_section(night)
    taken = set(section.entries.filter(line="").values_list("number", flat=True))
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    entry = Entry.objects.create(section=section, number=number)
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, night=night, player_id=player_id, position=position)
        for position, player_id in enumerate(player_ids)
    )
    return entry


def _dissolve(night: ClubNight, player_ids: list[int]) -> None:
    entries = Entry.objects.filter(section__night=night, members__player_id__in=player_ids)
    if entries.exists():
        clear_seating(night)
        entries.delete()
