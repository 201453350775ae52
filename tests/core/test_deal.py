import pytest

from deals.core.cards import Card, Seat, Suit
from deals.core.deal import Deal, DealError, Hand

BOARD_1 = "N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96"
SPADE_VOID = "N:.KQ97.AQ974.8753 T9742.4.T63.Q964 KJ63.AJ62.82.AJ2 AQ85.T853.KJ5.KT"


def test_strengths_of_a_deal_counted_by_hand():
    strengths = {Seat.N: 11, Seat.E: 7, Seat.S: 13, Seat.W: 9}
    assert Deal.from_pbn(BOARD_1).strengths() == strengths


@pytest.mark.parametrize(
    ("seat", "pattern", "colour_count"),
    [
        pytest.param(Seat.N, (5, 4, 4, 0), 5, id="spade void"),
        pytest.param(Seat.E, (5, 4, 3, 1), 5, id="singleton"),
        pytest.param(Seat.S, (4, 4, 3, 2), 4, id="flat"),
    ],
)
def test_pattern_and_colour_count(seat, pattern, colour_count):
    hand = Deal.from_pbn(SPADE_VOID).hand(seat)
    assert (hand.pattern, hand.colour_count) == (pattern, colour_count)


def test_cards_of_a_hand_come_by_suit_from_the_highest_down():
    hand = Deal.from_pbn(BOARD_1).hand(Seat.E)
    assert [card.text for card in hand.cards][:5] == ["S9", "S5", "H7", "H4", "DA"]
    assert hand.ranks(Suit.DIAMONDS) == (14, 12, 11, 8, 4)
    assert Hand.of(hand.cards) == hand


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "E:95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96 A873.AJ83.52.Q32", id="east first"
        ),
        pytest.param(
            "W:KJ4.T95.T76.AJ96 A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8", id="west first"
        ),
        pytest.param(BOARD_1.lower(), id="lower case"),
        pytest.param(BOARD_1.replace("T", "10"), id="10 for T"),
        pytest.param(
            "N:387A.38AJ.25.32Q  95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96", id="any order"
        ),
    ],
)
def test_the_same_deal_in_other_words(text):
    assert Deal.from_pbn(text).to_pbn() == BOARD_1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("N:A873", "N:A8732", "North has 14 cards, 13 are needed", id="14 cards"),
        pytest.param("K8 KJ4", "K KJ4", "South has 12 cards, 13 are needed", id="12 cards"),
        pytest.param("KJ4.", "KA4.", "North and West hold the same card", id="doubled"),
        pytest.param("N:A873", "N:A877", "North holds a card twice", id="twice in one hand"),
        pytest.param("N:A873", "N:A87X", "North has a letter that is no rank", id="no rank"),
        pytest.param("AJ96", "AJ9.6", "West has 5 suits between dots", id="five suits"),
        pytest.param(
            *("95.74.AQJ84.T754 QT62.KQ62.K93.K8", "- -", "hands of East, South are"), id="left out"
        ),
        pytest.param(" KJ4.T95.T76.AJ96", "", "a deal has 4 hands, got 3", id="three hands"),
        pytest.param("N:", "X:", "a deal starts with its first seat", id="no seat"),
        pytest.param("N:", "", "a deal starts with its first seat", id="no colon"),
    ],
)
def test_text_that_is_no_deal_is_refused(old, new, message):
    with pytest.raises(DealError, match=message):
        Deal.from_pbn(BOARD_1.replace(old, new))


def test_53_cards_name_every_hand_that_is_wrong():
    text = BOARD_1.replace("N:A873", "N:A8732").replace("AJ96", "AJ962")
    with pytest.raises(DealError) as caught:
        Deal.from_pbn(text)
    assert caught.value.faults == (
        "North has 14 cards, 13 are needed",
        "West has 14 cards, 13 are needed",
    )


def test_a_hand_refuses_12_cards_and_a_repeated_card():
    cards = Deal.from_pbn(BOARD_1).hand(Seat.N).cards
    with pytest.raises(ValueError, match="a hand has 13 cards, got 12"):
        Hand.of(cards[:12])
    with pytest.raises(ValueError, match="a hand has 13 cards, got 12"):
        Hand.of((*cards[:12], cards[0]))
    with pytest.raises(ValueError, match="only the 52 cards"):
        Hand(1 << 52)


def test_a_deal_refuses_two_equal_hands():
    north, east, south, _west = Deal.from_pbn(BOARD_1).hands
    with pytest.raises(ValueError, match="each of the 52 cards once"):
        Deal((north, east, south, south))


def test_neither_hand_nor_deal_shows_cards_in_a_log():
    deal = Deal.from_pbn(BOARD_1)
    assert repr(deal) == "<Deal of 52 cards>"
    assert repr(deal.hand(Seat.N)) == "<Hand of 13 cards>"
    assert "A8" not in f"{deal} {deal.hands!r}"


def test_the_strongest_hand_has_37():
    cards = [Card(suit, rank) for suit in Suit for rank in (14, 13, 12)]
    assert Hand.of([*cards, Card(Suit.SPADES, 11)]).strength == 37
