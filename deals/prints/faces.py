"""The two faces of one pack: aBRIDGEd's four colours with numbers, and bridge's suits."""

from dataclasses import dataclass

from reportlab.lib.colors import Color

from deals.core.cards import RANK_LETTERS, Suit, Trump
from deals.core.deal import Hand
from deals.prints.paper import COLOUR_SIGNS

NONE_HELD = "\u2013"


@dataclass(frozen=True, slots=True)
class Face:
    """How suits and ranks are written. A colour always has its letter or its shape beside it."""

    name: str
    suits: tuple[Suit, ...]  # from top to bottom
    trumps: tuple[Trump, ...]  # from left to right
    letters: bool  # write the colour's letter before its shape
    ranks: tuple[str, ...]  # names of ranks 2 to 14

    def ranks_text(self, hand: Hand, suit: Suit) -> str:
        """Ranks held in a suit, highest first: "14 12 9" or "A Q 9"; a dash for none."""
        return " ".join(self.ranks[rank - 2] for rank in hand.ranks(suit)) or NONE_HELD

    def trump_text(self, trump: Trump) -> str:
        """The head of a column of tricks: a letter, or the suit's shape."""
        if trump is Trump.NT:
            return "NT"
        return trump.value if self.letters else COLOUR_SIGNS[trump.value].shape


ABRIDGED = Face(
    "abridged",
    (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES),  # R Y G B
    (Trump.R, Trump.Y, Trump.G, Trump.B, Trump.NT),
    True,
    tuple(str(rank) for rank in range(2, 15)),
)
BRIDGE = Face(
    "bridge",
    tuple(Suit),
    (Trump.G, Trump.Y, Trump.R, Trump.B, Trump.NT),  # clubs to notrump
    False,
    tuple("10" if letter == "T" else letter for letter in RANK_LETTERS),
)
FACES = {face.name: face for face in (ABRIDGED, BRIDGE)}


def shape_of(suit: Suit) -> str:
    return COLOUR_SIGNS[suit.colour_letter].shape


def colour_of(suit: Suit) -> Color:
    return COLOUR_SIGNS[suit.colour_letter].colour
