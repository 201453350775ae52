"""Seats, sides, colours and cards, with the faces of aBRIDGEd and of bridge.

Source: aBRIDGEd rule book, "Equipment" (four colours, ranks 2 to 14, pips under 11 to 14).
The bridge face is the project's decision: blue = spades, red = hearts, yellow = diamonds,
green = clubs; 14 13 12 11 = ace, king, queen, jack.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

RANKS = range(2, 15)
RANK_LETTERS = "23456789TJQKA"  # RANK_LETTERS[rank - 2]


class Side(enum.Enum):
    """Two partners, who sit opposite each other."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(enum.Enum):
    """A place at the table. Iteration order is N E S W, which is clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    def turn(self, places: int) -> Seat:
        """The seat so many places further clockwise (negative: anticlockwise)."""
        return _SEATS[(_SEATS.index(self) + places) % 4]

    @property
    def left(self) -> Seat:
        """The next seat clockwise."""
        return self.turn(1)

    @property
    def partner(self) -> Seat:
        return self.turn(2)

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def word(self) -> str:
        return _SEAT_WORDS[self]


_SEATS = tuple(Seat)
_SEAT_WORDS = dict(zip(Seat, ("North", "East", "South", "West"), strict=True))


class Suit(enum.Enum):
    """A suit of bridge, a colour of aBRIDGEd. Iteration order is S H D C."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def letter(self) -> str:
        return self.value

    @property
    def colour(self) -> str:
        return _COLOURS[self]

    @property
    def colour_letter(self) -> str:
        """B, R, Y or G: the letter that always stands beside the colour."""
        return self.colour[0].upper()


_COLOURS = dict(zip(Suit, ("blue", "red", "yellow", "green"), strict=True))


class Trump(enum.Enum):
    """What a declarer may name: one of the four colours, or no-trump."""

    R = "R"
    Y = "Y"
    G = "G"
    B = "B"
    NT = "NT"

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None for no-trump."""
        return _TRUMP_SUITS.get(self)

    @property
    def word(self) -> str:
        return "no-trump" if self.suit is None else self.suit.colour


_TRUMP_SUITS = {Trump(suit.colour_letter): suit for suit in Suit}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a suit and a rank from 2 to 14. Raises ValueError for any other rank."""

    suit: Suit
    rank: int

    def __post_init__(self) -> None:
        if self.rank not in RANKS:
            raise ValueError(f"rank must be 2 to 14, got {self.rank}")

    @property
    def pips(self) -> int:
        """Strength: 14 = 4, 13 = 3, 12 = 2, 11 = 1, all others 0."""
        return max(0, self.rank - 10)

    @property
    def text(self) -> str:
        """Bridge face, suit first: "SA"."""
        return self.suit.letter + RANK_LETTERS[self.rank - 2]

    @property
    def face(self) -> str:
        """aBRIDGEd face, colour first: "B14"."""
        return f"{self.suit.colour_letter}{self.rank}"


# The card order of algorithm "1": spade ace is 0, spade two 12, heart ace 13, ... club two 51.
PACK = tuple(Card(suit, rank) for suit in Suit for rank in reversed(RANKS))
