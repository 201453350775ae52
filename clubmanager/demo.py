"""The demo club: 24 members, one finished night, one running, one planned.

Everything is made through the services, as the site itself makes it. The results are invented:
each hand is played by a simple rule of thumb over its deal, from a fixed seed.
"""

import datetime
import random
import secrets
import uuid
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Job
from clubmanager.nights.queries import HandRow, load_night
from clubmanager.nights.services.jobs import draw_pack, start_print_pack
from clubmanager.people.access import Actor
from clubmanager.people.models import Club, Player, User
from clubmanager.people.services import add_player, create_club
from clubmanager.seasons.services import create_event, set_sessions
from deals.core.cards import Seat, Suit
from deals.core.deal import Deal
from deals.core.dealing import DEALS, unrank
from deals.models import Board
from scoring.core.abridged import round_two_declarer

CLUB_NAME = "Riverside Card Club"
EMAIL = "director@example.org"
WEEK = datetime.timedelta(days=7)
MEMBERS = (
    "Ada Whitfield", "Benedikt Nagy", "Chloé Martin", "Dmitri Sokolov", "Eleni Papadopoulou",
    "Farid Haddad", "Grace O'Connor", "Henrik Lindqvist", "Ines Carvalho", "Jan Kowalski",
    "Keiko Tanaka", "Łukasz Wójcik", "Mei Ling Chen", "Noor van Dijk", "Oscar Delgado",
    "Priya Raman", "Quentin Ashworth", "Rosa Bianchi", "Samuel Okafor", "Tove Nilsen",
    "Ulrike Schneider", "Viktor Horák", "Winifred Barlow", "Yusuf Demir",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Demo:
    """What the command tells; the password only when the club was made just now."""

    club: Club
    email: str
    password: str | None
    nights: list[ClubNight]
    pdf_folder: Path


def prepare_demo(seed: int = 2026) -> Demo:
    """Make the demo club if there is none, and say what there is. Run again, nothing is changed."""
    user = User.objects.filter(email=EMAIL).first()
    club = Club.objects.filter(memberships__user=user).first() if user else None
    password = None
    if club is None:
        password = secrets.token_urlsafe(9)
        with transaction.atomic():
            club = _make_club(password)
            _make_nights(club, random.Random(seed))
    nights = list(club.nights.select_related("club", "chart").order_by("date", "pk"))
    folder = _print_finished(nights)
    return Demo(club, EMAIL, password, nights, folder)


def _make_club(password: str) -> Club:
    user = User.objects.filter(email=EMAIL).first() or User(email=EMAIL)
    user.first_name, user.last_name = "Dora", "Bell"
    user.set_password(password)
    user.save()
    club = create_club(name=CLUB_NAME, owner=user, time_zone="Europe/London", decks=40)
    for number, name in enumerate(MEMBERS, 1):
        first, last = name.rsplit(" ", 1)
        add_player(club=club, first_name=first, last_name=last, number=str(100 + number))
    shy, still = club.players.get(number="104"), club.players.get(number="123")
    shy.public_name_choice, still.sits_still = "initial", True
    shy.save()
    still.save()
    return club


def _make_nights(club: Club, chance: random.Random) -> None:
    actor = Actor("Dora Bell", "owner", "command")
    players = list(club.players.order_by("number"))
    today = timezone.localdate()
    finished = _finished_night(club, players, today - WEEK, actor, chance)
    event = create_event(club, name="Autumn championship", actor=actor)
    set_sessions(event, [(finished, 100)], actor=actor)
    _running_night(club, players, today, actor, chance)
    _planned_night(club, players, today + WEEK, actor)


def _night(club: Club, actor: Actor, players: list[Player], **fields) -> ClubNight:
    state = fields.pop("check_in", "here")
    night = services.create_night(club, actor=actor, **fields)
    for player in players:
        services.check_in(night.pk, player, actor=actor, state=state)
    return night


def _pair(night: ClubNight, players: list[Player], actor: Actor) -> None:
    for first, second in zip(players[::2], players[1::2], strict=True):
        services.pair_players(night.pk, first, second, actor=actor)


def _finished_night(club, players, date, actor, chance) -> ClubNight:
    night = _night(
        club, actor, players, title="Autumn pairs", date=date, format="round_robin",
        rounds_planned=5, method="games",
    )  # fmt: skip
    _pair(night, players, actor)
    services.seat_field(night.pk, actor=actor)
    services.generate_deals(night.pk, actor=actor, secret=chance.randbytes(32))
    for number in range(1, 6):
        services.start_round(night.pk, actor=actor)
        _play(night, number, actor, chance)
    services.close_night(night.pk, actor=actor)
    # A week ago, not now: its correction period is over.
    ClubNight.objects.filter(pk=night.pk).update(closed_at=timezone.now() - WEEK)
    return ClubNight.objects.get(pk=night.pk)


def _running_night(club, players, date, actor, chance) -> None:
    night = _night(
        club, actor, players[:21], title="Thursday social", date=date, format="social",
        rounds_planned=4, method="games",
    )  # fmt: skip
    services.seat_field(night.pk, actor=actor)
    services.start_round(night.pk, actor=actor)
    _play(night, 1, actor, chance, missing={(3, 4)})
    services.start_round(night.pk, actor=actor)
    _play(night, 2, actor, chance, missing={(t, h) for t in range(1, 9) for h in (3, 4)} | {(2, 2)})


def _planned_night(club, players, date, actor) -> None:
    night = _night(
        club, actor, players, title="Monthly Mitchell", date=date, format="mitchell",
        rounds_planned=5, method="matchpoints", check_in="booked",
    )  # fmt: skip
    _pair(night, players, actor)
    services.generate_deals(night.pk, actor=actor)


def _play(night: ClubNight, number: int, actor: Actor, chance: random.Random, missing=()) -> None:
    """Enter a round's hands but those (table, hand) that are missing."""
    data = load_night(ClubNight.objects.select_related("club").get(pk=night.pk))
    boards = dict(Board.objects.values_list("pk", "deal_text"))
    for table in data.rounds()[number]:
        for hand in table.hands:
            if (table.table, hand.number) in missing:
                continue
            text = boards.get(hand.board_id, "")
            deal = Deal.from_pbn(text) if text else unrank(chance.randrange(DEALS))
            facts, tricks = _outcome(deal, hand, chance, stored=bool(text))
            entered = services.enter_hand(
                hand.id, facts=facts, tricks=tricks, actor=actor, client_id=uuid.uuid4(),
                version=hand.version,
            )  # fmt: skip
            services.confirm_hand(
                hand.id, actor=actor, client_id=uuid.uuid4(), version=entered.after["version"]
            )


def _outcome(deal: Deal, hand: HandRow, chance: random.Random, *, stored: bool):
    """Who declared what and how many tricks that made: strength and length, with some luck."""
    dealer, strengths = Seat(hand.dealer), deal.strengths()
    for turn in range(4):
        seat = dealer.turn(turn)
        if strengths[seat] >= 15 + chance.randint(0, 1):
            trump, tricks = _tricks(deal, seat, chance)
            facts = {"round": 1, "declarer": seat.value, "declaration": "play", "trump": trump}
            return facts, tricks
    declarer = round_two_declarer(dealer, strengths)
    trump, tricks = _tricks(deal, declarer, chance)
    facts = {"round": 2, "declaration": "ten" if tricks >= 10 else "seven", "trump": trump}
    if not stored:
        facts["strengths"] = {seat.value: strength for seat, strength in strengths.items()}
    return facts, tricks


def _tricks(deal: Deal, declarer: Seat, chance: random.Random) -> tuple[str, int]:
    """The longest colour of declarer's team as trump, and a plausible number of tricks."""
    own, dummy = deal.hand(declarer), deal.hand(declarer.partner)
    suit = max(Suit, key=lambda s: len(own.ranks(s)) + len(dummy.ranks(s)))
    length = len(own.ranks(suit)) + len(dummy.ranks(suit))
    likely = (own.strength + dummy.strength) / 3 + (length - 7) * 0.7 + chance.uniform(-1.2, 1.2)
    return suit.colour_letter, max(0, min(13, round(likely)))


def _print_finished(nights: list[ClubNight]) -> Path:
    """The finished night's PDFs in the data folder, drawn once; and a pack for the site."""
    finished = next(night for night in nights if night.state == "closed")
    folder = Path(settings.DATA_DIR) / "demo-night"
    if not (folder / "standings.pdf").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in draw_pack(finished):
            (folder / name).write_bytes(data)
    if not Job.objects.filter(night=finished).exists():
        start_print_pack(finished, actor=Actor("Dora Bell", "owner", "command"))
    return folder
