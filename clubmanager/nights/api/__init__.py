"""The API's doors to nights: thin, over nights.services and nights.queries."""

from .dealing import DealDoor
from .dealsets import DealSetDoor
from .field import CheckInDoor, EntryDoor, GameDoor, RoundDoor
from .hands import HandDoor, NightHandDoor
from .jobs import JobDoor
from .nights import NightDoor
from .penalties import PenaltyDoor
from .trouble import TroubleDoor

NIGHT = r"nights/(?P<night_id>\d{1,18})"
ROUTES = [
    ("nights", NightDoor, "night"),
    (f"{NIGHT}/check-ins", CheckInDoor, "check-in"),
    (f"{NIGHT}/entries", EntryDoor, "entry"),
    (f"{NIGHT}/rounds", RoundDoor, "round"),
    (f"{NIGHT}/games", GameDoor, "game"),
    (f"{NIGHT}/hands", NightHandDoor, "night-hand"),
    (f"{NIGHT}/deals", DealDoor, "deal"),
    (f"{NIGHT}/penalties", PenaltyDoor, "penalty"),
    (f"{NIGHT}/troubles", TroubleDoor, "trouble"),
    ("hands", HandDoor, "hand"),
    ("deal-sets", DealSetDoor, "deal-set"),
    ("jobs", JobDoor, "job"),
]
