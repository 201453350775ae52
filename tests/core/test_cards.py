import pytest

from deals.core.cards import PACK, Card, Seat, Side, Suit, Trump


def test_seats_run_clockwise():
    assert [seat.left for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert Seat.W.turn(2) is Seat.E
    assert Seat.N.turn(-1) is Seat.W


def test_partners_are_on_one_side():
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert Side.NS.seats == (Seat.N, Seat.S)
    assert Side.EW.seats == (Seat.E, Seat.W)
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS


@pytest.mark.parametrize(
    ("suit", "colour", "letter"),
    [
        pytest.param(Suit.SPADES, "blue", "B", id="spades"),
        pytest.param(Suit.HEARTS, "red", "R", id="hearts"),
        pytest.param(Suit.DIAMONDS, "yellow", "Y", id="diamonds"),
        pytest.param(Suit.CLUBS, "green", "G", id="clubs"),
    ],
)
def test_each_suit_has_a_colour_and_its_letter(suit, colour, letter):
    assert (suit.colour, suit.colour_letter) == (colour, letter)
    assert Trump(letter).suit is suit
    assert Trump(letter).word == colour


def test_no_trump_is_no_suit():
    assert Trump.NT.suit is None
    assert Trump.NT.word == "no-trump"


@pytest.mark.parametrize(
    ("card", "text", "face", "pips"),
    [
        pytest.param(Card(Suit.SPADES, 14), "SA", "B14", 4, id="ace"),
        pytest.param(Card(Suit.HEARTS, 13), "HK", "R13", 3, id="king"),
        pytest.param(Card(Suit.DIAMONDS, 12), "DQ", "Y12", 2, id="queen"),
        pytest.param(Card(Suit.CLUBS, 11), "CJ", "G11", 1, id="jack"),
        pytest.param(Card(Suit.CLUBS, 10), "CT", "G10", 0, id="ten"),
        pytest.param(Card(Suit.HEARTS, 2), "H2", "R2", 0, id="two"),
    ],
)
def test_a_card_has_two_faces_and_pips(card, text, face, pips):
    assert (card.text, card.face, card.pips) == (text, face, pips)


@pytest.mark.parametrize("rank", [1, 15, -2])
def test_a_rank_outside_2_to_14_is_refused(rank):
    with pytest.raises(ValueError, match=f"rank must be 2 to 14, got {rank}"):
        Card(Suit.SPADES, rank)


def test_the_pack_has_52_cards_and_40_pips():
    assert len(set(PACK)) == 52
    assert sum(card.pips for card in PACK) == 40
    assert [PACK[index].text for index in (0, 12, 13, 26, 51)] == ["SA", "S2", "HA", "DA", "C2"]
