"""A small world for tests: a club, its officers and players, and nights in any state.

Everything goes through the services, as the site does it. Nothing here computes an expectation.
"""

import datetime
import uuid

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, TableRound
from clubmanager.nights.queries import load_night
from clubmanager.people.access import Actor
from clubmanager.people.models import Club, Membership, Player, Role, User
from clubmanager.people.services import add_player, create_club

DATE = datetime.date(2026, 11, 26)
FIRST_NAMES = [
    "Ann", "Bob", "Carol", "Dan", "Eve", "Fred", "Gwen", "Hugh", "Iris", "Jack", "Kate", "Leo",
    "Mary", "Ned", "Olga", "Paul", "Queenie", "Rob", "Sue", "Tom", "Una", "Vic", "Wendy", "Xavier",
]  # fmt: skip

PLAY_11_RED = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}
SYSTEM = Actor("test", "system", "command")


def make_club(name="Riverside Club", **fields) -> Club:
    owner = User.objects.create_user(
        f"owner{User.objects.count()}@example.org", "secret-of-the-owner", first_name="Olive"
    )
    return create_club(name=name, owner=owner, **fields)


def make_officer(club: Club, role: str = Role.DIRECTOR) -> User:
    user = User.objects.create_user(
        f"{role}{User.objects.count()}@example.org", "secret-of-the-officer", first_name="Dora"
    )
    Membership.objects.create(club=club, user=user, role=role)
    return user


def actor_of(user: User, club: Club) -> Actor:
    role = Membership.objects.get(user=user, club=club).role
    return Actor(str(user), role, "page", user.pk)


def make_players(club: Club, count: int) -> list[Player]:
    """Players called Ann Adams, Bob Adams ... then Ann Brown, Bob Brown and so on."""
    names = ("Adams", "Brown", "Clark", "Davies", "Evans", "Flood", "Green", "Hill")
    return [
        add_player(
            club=club,
            first_name=FIRST_NAMES[at % len(FIRST_NAMES)],
            last_name=names[at // len(FIRST_NAMES)],
        )
        for at in range(count)
    ]


def make_night(club: Club, *, actor: Actor = SYSTEM, **fields) -> ClubNight:
    plan = {
        "title": "Thursday night", "date": DATE, "format": "round_robin", "rounds_planned": 3,
        "hands_per_round": 4, "method": "games",
    } | fields  # fmt: skip
    return services.create_night(club, actor=actor, **plan)


def check_in_all(night: ClubNight, players: list[Player], *, actor: Actor = SYSTEM) -> None:
    for player in players:
        services.check_in(night.pk, player, actor=actor)


def pair_up(night: ClubNight, players: list[Player], *, actor: Actor = SYSTEM) -> None:
    """Neighbours become pairs, or four of them a team."""
    size = 4 if night.format.startswith("team") else 2
    for first in range(0, len(players), size):
        services.pair_players(night.pk, *players[first : first + size], actor=actor)


def seated_night(
    club: Club, *, people: int = 16, stored: bool = False, secret: bytes = b"s" * 32, **fields
) -> ClubNight:
    """A night with everybody checked in, paired where it is played in pairs, and seated."""
    night = make_night(club, **fields)
    players = make_players(club, people)
    check_in_all(night, players)
    if night.format not in ("social", "individual"):
        pair_up(night, players)
    services.seat_field(night.pk, actor=SYSTEM)
    if stored:
        services.generate_deals(night.pk, actor=SYSTEM, secret=secret)
    return ClubNight.objects.get(pk=night.pk)


def running_night(club: Club, **options) -> ClubNight:
    night = seated_night(club, **options)
    services.start_round(night.pk, actor=SYSTEM)
    return ClubNight.objects.get(pk=night.pk)


def table_of(night: ClubNight, round_number: int, table: int) -> TableRound:
    return TableRound.objects.get(round__night=night, round__number=round_number, table=table)


def enter(hand, facts=None, tricks=11, *, actor: Actor = SYSTEM, **options):
    """Enter a hand (a HandResult or a HandRow) as it stands now."""
    return services.enter_hand(
        hand.pk if hasattr(hand, "pk") else hand.id,
        facts=facts or PLAY_11_RED,
        tricks=tricks,
        actor=actor,
        client_id=options.pop("client_id", None) or uuid.uuid4(),
        version=options.pop("version", hand.version),
        **options,
    )


def play_round(night: ClubNight, number: int, *, tricks=(11, 9, 10, 12), actor: Actor = SYSTEM):
    """Enter every hand of a round: Play in red by the dealer's side, tricks in turn."""
    for table in load_night(night).rounds()[number]:
        for hand in table.hands:
            facts = {"round": 1, "declarer": hand.dealer, "declaration": "play", "trump": "R"}
            enter(hand, facts, tricks[(hand.number + table.table) % len(tricks)], actor=actor)


def newcomers(club: Club, count: int = 2) -> list[Player]:
    """People who are not on any night's list yet."""
    return [add_player(club=club, first_name=name, last_name="Late") for name in "XYZW"[:count]]
