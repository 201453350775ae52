"""Bids, contracts and auctions. Source: Laws of Duplicate Bridge 2017, Laws 18, 19 and 22."""

import pytest

from deals.core.cards import Seat
from scoring.core.auction import Auction, parse_auction
from scoring.core.contract import Bid, Contract, Denomination, Doubling
from scoring.core.ruleset import RuleError


@pytest.mark.parametrize(
    ("text", "level", "denomination", "doubling"),
    [
        pytest.param("1C", 1, Denomination.CLUBS, Doubling.UNDOUBLED, id="one club"),
        pytest.param("4sx", 4, Denomination.SPADES, Doubling.DOUBLED, id="doubled, lower case"),
        pytest.param("3NTXX", 3, Denomination.NOTRUMP, Doubling.REDOUBLED, id="redoubled"),
        pytest.param("7N", 7, Denomination.NOTRUMP, Doubling.UNDOUBLED, id="N for notrump"),
    ],
)
def test_a_contract_is_read_from_its_face(text, level, denomination, doubling):
    contract = Contract.parse(text, Seat.N)
    assert (contract.level, contract.denomination) == (level, denomination)
    assert contract.doubling is doubling
    assert contract.target == level + 6


@pytest.mark.parametrize("text", ["4SX", "3NT", "7CXX"])
def test_a_contract_is_written_as_it_is_read(text):
    assert Contract.parse(text, Seat.W).text == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("8S", "level must be 1 to 7, since no side can win more", id="eight"),
        pytest.param("0NT", "level must be 1 to 7", id="zero"),
        pytest.param("4SXXX", "contract must be a level from 1 to 7, then", id="three times"),
        pytest.param("4", "contract must be", id="no denomination"),
        pytest.param("", "contract must be", id="nothing"),
        pytest.param(None, "contract must be", id="null"),
        pytest.param("9" * 5000 + "S", "contract must be", id="five thousand digits"),
        pytest.param("４S", "contract must be", id="a digit of another script"),
    ],
)
def test_an_impossible_contract_is_refused_with_the_reason(text, message):
    with pytest.raises(RuleError) as refused:
        Contract.parse(text, Seat.N)
    assert str(refused.value).startswith(message)


def test_there_are_35_bids_each_higher_than_the_one_before():
    bids = [Bid(level, denomination) for level in range(1, 8) for denomination in Denomination]
    assert [bid.height for bid in bids] == list(range(35))
    assert bids[0].text == "1C"
    assert bids[-1].text == "7NT"


@pytest.mark.parametrize(
    ("calls", "dealer", "contract", "declarer"),
    [
        pytest.param("1S P 2S P 4S P P P", "N", "4S", "N", id="opener declares"),
        pytest.param("1H P 1S P 3S P 4S P P P", "N", "4S", "S", id="first to name spades"),
        pytest.param("P 1NT X XX P P P", "W", "1NTXX", "N", id="redoubled"),
        pytest.param("P P 1D X P 1H P P P", "S", "1H", "W", id="a bid cancels the double"),
        pytest.param("1S 2S P P P", "N", "2S", "E", id="the other side names it too"),
        pytest.param("P P P 1C P P P", "E", "1C", "N", id="fourth hand opens"),
        pytest.param("1nt pass 3n dbl p p rdbl p p p", "S", "3NTXX", "S", id="long words"),
    ],
)
def test_an_auction_ends_in_its_contract_and_declarer(calls, dealer, contract, declarer):
    found = parse_auction(calls).contract(Seat(dealer))
    assert (found.text, found.declarer.value) == (contract, declarer)


def test_four_passes_are_no_contract():
    assert parse_auction(["P"] * 4).contract(Seat.N) is None


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        pytest.param("1S 1H", "call 2 must be a bid higher than 1S (Law 18B), got '1H'", id="low"),
        pytest.param("1S 1S", "call 2 must be a bid higher than 1S", id="equal"),
        pytest.param("X P P P", "call 1 must be no double", id="nothing to double"),
        pytest.param("1S P X", "call 3 must be no double: only the opponents'", id="own side's"),
        pytest.param("1S X P X", "call 4 must be no double", id="doubled already"),
        pytest.param("1S XX", "call 2 must be no redouble", id="redouble without a double"),
        pytest.param("1S X XX P P XX", "call 6 must be no redouble", id="redoubled already"),
        pytest.param("1S X P XX", "call 4 must be no redouble", id="their own double"),
        pytest.param("1S X 2S XX", "call 4 must be no redouble", id="the bid cancelled it"),
        pytest.param("8S", "level must be 1 to 7", id="eight-level bid"),
        pytest.param("1S P P P P", "call 5 must be left out, for the auction was", id="too long"),
        pytest.param("P P P P 1S", "call 5 must be left out", id="after four passes"),
        pytest.param("1S P P", "auction must be ended by three passes", id="not ended"),
        pytest.param("P P P", "auction must be ended", id="three passes at the start"),
        pytest.param("", "auction must be ended", id="empty"),
        pytest.param("1S hello", "call must be a level from 1 to 7", id="no call"),
        pytest.param(5, "auction must be a list of calls", id="a number"),
        pytest.param(["P"] * 400, "auction must be at most 319 calls long", id="endless"),
    ],
)
def test_an_illegal_call_is_refused_with_its_place_and_law(calls, message):
    with pytest.raises(RuleError) as refused:
        parse_auction(calls)
    assert str(refused.value).startswith(message)


def test_the_longest_auction_has_319_calls():
    every_bid = [Bid(level, denomination) for level in range(1, 8) for denomination in Denomination]
    calls = ["P", "P", "P"]
    for bid in every_bid:
        calls += [bid.text, "P", "P", "X", "P", "P", "XX", "P", "P"]
    calls.append("P")
    assert len(calls) == 319
    assert len(parse_auction(calls).calls) == 319


def test_equal_auctions_are_equal():
    assert parse_auction("1S P P P") == parse_auction(["1s", "pass", "PASS", "p"])
    assert isinstance(parse_auction("P P P P"), Auction)
