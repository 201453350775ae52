"""Hands of 13 and deals of 52 distinct cards, in the notation of PBN.

Source: aBRIDGEd rule book, "Equipment" (hand strength, colour count); PBN 2.1, section 3.4.11
(Deal tag). No message of this module names a card: the same code reads sealed deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from deals.core.cards import PACK, RANK_LETTERS, Card, Seat, Suit

FULL_PACK = (1 << 52) - 1
HAND_SIZE = 13
_SEATS = tuple(Seat)
_SUITS = tuple(Suit)
_BIT = {card.text: 1 << index for index, card in enumerate(PACK)}
_SUIT_MASKS = tuple(((1 << 13) - 1) << (13 * index) for index in range(4))
# _PIP_MASKS[k] holds the four cards worth k + 1 pips.
_PIP_MASKS = tuple(
    sum(1 << index for index, card in enumerate(PACK) if card.pips == pips) for pips in range(1, 5)
)


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """Thirteen cards. `mask` has bit i set when the hand holds card i of `cards.PACK`.

    Raises ValueError unless exactly 13 of the 52 bits are set.
    """

    mask: int

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= FULL_PACK:
            raise ValueError("a hand may hold only the 52 cards of the pack")
        if self.mask.bit_count() != HAND_SIZE:
            raise ValueError(f"a hand has 13 cards, got {self.mask.bit_count()}")

    def __repr__(self) -> str:  # logs and tracebacks must not show cards
        return "<Hand of 13 cards>"

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards. Raises ValueError unless they are 13 distinct ones."""
        return cls(sum({_BIT[card.text] for card in cards}))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The 13 cards by suit (S H D C), each suit from the highest down."""
        return tuple(card for index, card in enumerate(PACK) if self.mask >> index & 1)

    def ranks(self, suit: Suit) -> tuple[int, ...]:
        """Ranks (2 to 14) held in one suit, highest first."""
        held = self.mask >> 13 * _SUITS.index(suit)
        return tuple(14 - index for index in range(13) if held >> index & 1)

    @property
    def strength(self) -> int:
        """Sum of the pips, 0 to 37."""
        return sum(
            pips * (self.mask & held).bit_count() for pips, held in enumerate(_PIP_MASKS, start=1)
        )

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """Number of cards in S, H, D, C."""
        spades, hearts, diamonds, clubs = ((self.mask & held).bit_count() for held in _SUIT_MASKS)
        return spades, hearts, diamonds, clubs

    @property
    def pattern(self) -> tuple[int, ...]:
        """The four suit lengths, longest first: (5, 4, 3, 1)."""
        return tuple(sorted(self.lengths, reverse=True))

    @property
    def colour_count(self) -> int:
        """Length of the longest colour, 4 to 13."""
        return max(self.lengths)

    def to_pbn(self) -> str:
        """Spades.hearts.diamonds.clubs, each from the highest down: "AKQ.J32.T98.7654"."""
        return ".".join(
            "".join(RANK_LETTERS[rank - 2] for rank in self.ranks(suit)) for suit in Suit
        )


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """All 52 cards, 13 to each seat; `hands` in the order N E S W.

    Raises ValueError when a card is missing or held twice.
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        held = 0
        for hand in self.hands:
            held |= hand.mask
        if len(self.hands) != 4 or held != FULL_PACK:
            raise ValueError("a deal has four hands that hold each of the 52 cards once")

    def __repr__(self) -> str:  # logs and tracebacks must not show cards
        return "<Deal of 52 cards>"

    def hand(self, seat: Seat) -> Hand:
        return self.hands[_SEATS.index(seat)]

    def strengths(self) -> dict[Seat, int]:
        """Strength of each hand; the four always add up to 40."""
        return {seat: self.hand(seat).strength for seat in Seat}

    def to_pbn(self) -> str:
        """The deal in 69 characters, always from North: "N:... ... ... ..."."""
        return "N:" + " ".join(hand.to_pbn() for hand in self.hands)

    @classmethod
    def from_pbn(cls, text: str) -> Deal:
        """Read a PBN deal that starts at any seat. Lower case and `10` for T are understood.

        One hand may be left out (-): it holds the rest. Raises DealError with all faults, without
        naming a card.
        """
        whole = _plain_deal(text)
        if whole is not None:
            return whole
        masks, faults = _parse(text)
        faults = faults or _shared_cards(masks)
        _refuse_ending(masks, faults)
        unknown = [seat for seat, mask in masks.items() if not mask]
        if len(unknown) > 1:
            names = ", ".join(seat.word for seat in unknown)
            left_out = f"the hands of {names} are left out (-), at most one may be"
            raise DealError([*faults, left_out], incomplete=not faults)
        if faults:
            raise DealError(faults)
        for seat in unknown:
            masks[seat] = FULL_PACK ^ sum(masks.values())
        north, east, south, west = (Hand(masks[seat]) for seat in Seat)
        return cls((north, east, south, west))


class DealError(ValueError):
    """Text that is no deal; `faults` lists everything that is wrong with it.

    `incomplete`: what is given is right, but too much is left out.
    """

    def __init__(self, faults: list[str], *, incomplete: bool = False) -> None:
        self.faults = tuple(faults)
        self.incomplete = incomplete
        super().__init__("; ".join(faults))


def _plain_deal(text: str) -> Deal | None:
    """The deal of a text without faults, in upper case; None for anything else. Only for speed."""
    first = "NESW".find(text[:1])
    if first < 0 or text[1:2] != ":":
        return None
    try:
        hands = [_plain_hand(hand) for hand in text[2:].split(" ")]
        north, east, south, west = hands[4 - first :] + hands[: 4 - first]
        return Deal((north, east, south, west))
    except ValueError:
        return None


def _plain_hand(text: str) -> Hand:
    spades, hearts, diamonds, clubs = text.split(".")
    return Hand(
        _suit_mask(spades)
        | _suit_mask(hearts) << 13
        | _suit_mask(diamonds) << 26
        | _suit_mask(clubs) << 39
    )


@lru_cache(maxsize=8192)
def _suit_mask(ranks: str) -> int:
    """Bit i for the i-th card from the ace down; 0 where a letter is no rank or comes twice."""
    places = {"AKQJT98765432".find(rank) for rank in ranks}
    if len(places) != len(ranks) or -1 in places:
        return 0
    return sum(1 << place for place in places)


def _refuse_ending(masks: dict[Seat, int], faults: list[str]) -> None:
    """Hands of equally many cards, fewer than 13, are an ending: right, but no whole deal."""
    sizes = {mask.bit_count() for mask in masks.values() if mask}
    if len(sizes) == 1 and max(sizes) < HAND_SIZE and len(faults) == sum(map(bool, masks.values())):
        raise DealError([f"each hand has {max(sizes)} cards, 13 are needed"], incomplete=True)


def _parse(text: str) -> tuple[dict[Seat, int], list[str]]:
    """Masks by seat, and the faults found on the way."""
    first, colon, rest = text.strip().upper().partition(":")
    if not colon or first not in {seat.value for seat in Seat}:
        return {}, ["a deal starts with its first seat: N:, E:, S: or W:"]
    hands = rest.split()
    if len(hands) != 4:
        return {}, [f"a deal has 4 hands, got {len(hands)}"]
    masks: dict[Seat, int] = {}
    faults: list[str] = []
    for places, hand in enumerate(hands):
        seat = Seat(first).turn(places)
        masks[seat], found = _parse_hand(hand.replace("10", "T"), seat)
        faults += found
    return masks, faults


def _parse_hand(text: str, seat: Seat) -> tuple[int, list[str]]:
    if text == "-":
        return 0, []
    suits = text.split(".")
    if len(suits) != 4:
        return 0, [f"{seat.word} has {len(suits)} suits between dots, 4 are needed"]
    if any(rank not in RANK_LETTERS for ranks in suits for rank in ranks):
        return 0, [f"{seat.word} has a letter that is no rank, allowed are 2 to 9 T J Q K A"]
    bits = [
        _BIT[suit.letter + rank] for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks
    ]
    faults = []
    if len(bits) != HAND_SIZE:
        faults.append(f"{seat.word} has {len(bits)} cards, 13 are needed")
    if len(set(bits)) != len(bits):
        faults.append(f"{seat.word} holds a card twice")
    return sum(set(bits)), faults


def _shared_cards(masks: dict[Seat, int]) -> list[str]:
    return [
        f"{one.word} and {other.word} hold the same card"
        for index, one in enumerate(_SEATS)
        for other in _SEATS[index + 1 :]
        if masks[one] & masks[other]
    ]
