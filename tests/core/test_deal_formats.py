"""Every format reads back what it wrote, and refuses what is no deal."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.boards import MAX_BOARD_NUMBER, dealer_of, vulnerability_of
from deals.core.cards import Seat
from deals.core.deal import Deal
from deals.core.dealing import DEALS, unrank
from deals.core.formats import read_deals, write_deals
from deals.core.pbn import PbnBoard, PbnError

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
DEAL = Deal.from_pbn("N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96")
deals = st.integers(0, DEALS - 1).map(unrank)
NUMBERED = (".pbn", ".lin", ".json")  # formats that hold number, dealer and vulnerability


def usual(number, deal):
    return PbnBoard(number, dealer_of(number), vulnerability_of(number), deal)


def free_boards():
    numbers = st.lists(st.integers(1, MAX_BOARD_NUMBER), min_size=1, max_size=4, unique=True)
    rest = st.tuples(st.sampled_from(Seat), st.sampled_from(["None", "NS", "EW", "All"]), deals)
    return numbers.flatmap(
        lambda chosen: st.tuples(*(rest.map(lambda r, n=n: PbnBoard(n, *r)) for n in chosen))
    )


@pytest.mark.parametrize("ending", NUMBERED)
@given(boards=free_boards())
def test_formats_with_numbers_keep_everything(ending, boards):
    assert read_deals(write_deals(boards, ending), ending).boards == boards


@pytest.mark.parametrize(
    ("ending", "first"),
    [
        pytest.param(".dup", st.integers(1, 60), id="dup"),
        pytest.param(".dlm", st.integers(1, 60), id="dlm"),
        pytest.param(".ber", st.just(1), id="ber"),
    ],
)
@given(data=st.data())
def test_machine_formats_keep_boards_in_a_row(ending, first, data):
    start = data.draw(first)
    drawn = data.draw(st.lists(deals, min_size=1, max_size=5))
    boards = tuple(usual(number, deal) for number, deal in enumerate(drawn, start=start))
    assert read_deals(write_deals(boards, ending), ending).boards == boards


def test_a_dup_record_by_hand():
    spades_hearts_diamonds = "".join(f"{card:02}" for card in range(1, 40))
    signs = "\x06AKQJT98765432\x03\x04\x05" + "\x06\x03AKQJT98765432\x04\x05"
    signs += "\x06\x03\x04AKQJT98765432\x05" + "\x06\x03\x04\x05AKQJT98765432"
    record = (spades_hearts_diamonds + signs + "NN7  1 7  ").encode()
    assert len(record) == 156
    assert write_deals([usual(7, unrank(0))], ".dup") == record
    assert read_deals(record, ".dup").boards == (usual(7, unrank(0)),)
    assert read_deals(record[:78], ".bri").boards == (usual(1, unrank(0)),)


def test_a_ber_record_by_hand():
    digits = b"1" * 13 + b"2" * 13 + b"3" * 13 + b"4" * 13
    assert write_deals([usual(1, unrank(0))], ".ber") == digits
    assert read_deals(digits + b"\r\n", ".ber").boards == (usual(1, unrank(0)),)


def test_a_dlm_file_has_99_slots_and_only_its_own_boards_count():
    data = write_deals([usual(3, DEAL), usual(4, DEAL)], ".dlm")
    assert data.count(b"\r\nBoard ") == 99
    # Deal 0: six pairs of North, North with East (b), six of East (f), South (k), and so on.
    assert b"\r\nBoard 01=aaaaaabffffffkkkkkklpppppp" in data
    assert [board.number for board in read_deals(data, ".dlm").boards] == [3, 4]


@pytest.mark.parametrize("name", ["sample.lin", "example1.lin"])
def test_real_lin_files_are_read_and_written_back(name):
    path = SAMPLES / name
    if not path.exists():
        pytest.skip("the sample files are not on this machine")
    file = read_deals(path.read_bytes(), ".lin")
    assert len(file.boards) == {"sample.lin": 1, "example1.lin": 8}[name]
    assert file.skipped["Play"] == len(file.boards)
    assert read_deals(write_deals(file.boards, ".pbn"), ".pbn").boards == file.boards


def test_lin_without_east_and_in_any_order():
    data = b"md|3SQT62HQK62DK93CK8,SKJ4HT95DT76CAJ96,S378AHAJ83D52CQ32|sv|o|ah|Board 1|"
    assert read_deals(data, ".lin").boards == (PbnBoard(1, Seat.N, "None", DEAL),)


@pytest.mark.parametrize(
    ("ending", "data", "message"),
    [
        pytest.param(
            ".lin", b"md|3SAKHAKDAKCAK,SQHQDQCQ,|", "South has 8 cards", id="lin, few cards"
        ),
        pytest.param(".lin", b"md|9|", "the dealer must be", id="lin, dealer"),
        pytest.param(".lin", b"hello", "without any board", id="lin, nothing"),
        pytest.param(".dup", b"", "1 to 99 boards", id="dup, nothing"),
        pytest.param(".dup", b"01" * 39, "39 different numbers", id="dup, one card"),
        pytest.param(".dup", b"x" * 156, "must be 78 digits", id="dup, letters"),
        pytest.param(".ber", b"1" * 52, "each hand must have 13", id="ber, one hand"),
        pytest.param(".ber", b"5" * 52, "52 digits 1 to 4", id="ber, digit"),
        pytest.param(".dlm", b"Board 01=abc", "26 letters a to p", id="dlm, short"),
        pytest.param(".dlm", b"From board=2\nTo board=3", "no board 2 to 3", id="dlm, nothing"),
        pytest.param(".json", b"[", "must be JSON", id="json, broken"),
        pytest.param(".json", b'{"boards": [{"number": 1}]}', "deal is missing", id="json, deal"),
        pytest.param(".json", b'{"boards": [7]}', "a board must look like", id="json, number"),
    ],
)
def test_what_is_no_deal_is_refused_with_a_line(ending, data, message):
    with pytest.raises(PbnError, match=message) as caught:
        read_deals(data, ending)
    assert caught.value.notes[0].line >= 1


@pytest.mark.parametrize("place", [0, 77, 80])
def test_a_changed_byte_of_a_dup_record_is_refused(place):
    record = bytearray(write_deals([usual(1, DEAL)], ".dup"))
    record[place] ^= 1
    with pytest.raises(PbnError):
        read_deals(bytes(record), ".dup")


def test_a_changed_letter_of_a_dlm_board_is_refused():
    data = write_deals([usual(1, DEAL)], ".dlm")
    place = data.index(b"Board 01=") + 9
    changed = bytes([data[place] ^ 1])
    with pytest.raises(PbnError, match="board 1 has a wrong checksum"):
        read_deals(data[:place] + changed + data[place + 1 :], ".dlm")


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        pytest.param([], "boards must be 1 to 99", id="none"),
        pytest.param([usual(1, DEAL), usual(3, DEAL)], "2 is missing", id="gap"),
        pytest.param([PbnBoard(1, Seat.S, "None", DEAL)], "another dealer", id="dealer"),
    ],
)
def test_what_a_machine_cannot_hold_is_refused(boards, message):
    with pytest.raises(ValueError, match=message):
        write_deals(boards, ".dup")


def test_an_unknown_ending_is_refused():
    with pytest.raises(ValueError, match=r'must end in one of .pbn .lin .* got ".doc"'):
        read_deals(b"", ".doc")


def test_json_leaves_dealer_and_vulnerability_to_the_number():
    data = json.dumps({"boards": [{"number": 6, "deal": DEAL.to_pbn()}]}).encode()
    assert read_deals(data, ".json").boards == (PbnBoard(6, Seat.E, "EW", DEAL),)
