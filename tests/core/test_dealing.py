import hashlib
import json
import subprocess
import sys
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.dealing import (
    DEALS,
    BoardRange,
    DealDescription,
    commitment,
    deal_board,
    deal_boards,
    first_below_deals,
    rank,
    unrank,
)

VECTORS = Path(__file__).parent.parent / "vectors"
GOLDEN = json.loads((VECTORS / "dealing_golden.json").read_text(encoding="utf-8"))
SECRET = bytes(range(32))


def description(**changes):
    values = {"event": "Thursday", "session": "A", "boards": BoardRange(1, 4)} | changes
    return DealDescription(**values)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["description"]["event"] or "empty")
def test_golden_vectors_do_not_change(case):
    described = DealDescription.from_dict(case["description"])
    secret = bytes.fromhex(case["secret"])
    deals = deal_boards(described, secret, case["later_value"])
    assert commitment(described, secret) == case["commitment"]
    assert {str(number): deal.to_pbn() for number, deal in deals.items()} == case["deals"]


def test_an_independent_script_derives_the_golden_vectors(tmp_path):
    questions = [
        {key: case[key] for key in ("description", "secret", "later_value")} for case in GOLDEN
    ]
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(questions))
    script = [sys.executable, "-I", str(VECTORS / "derive_deals.py"), str(file)]
    answers = json.loads(subprocess.run(script, capture_output=True, check=True).stdout)
    assert answers == [{key: case[key] for key in ("commitment", "deals")} for case in GOLDEN]


def test_the_independent_script_imports_only_the_standard_library():
    lines = (VECTORS / "derive_deals.py").read_text().splitlines()
    imports = [line for line in lines if line.startswith(("import ", "from "))]
    assert imports == [
        "import hashlib",
        "import hmac",
        "import json",
        "import sys",
        "from math import comb",
    ]


def test_the_number_of_deals():
    assert factorial(52) // factorial(13) ** 4 == DEALS == 53644737765488792839237440000


def test_the_first_and_the_last_deal():
    spades_to_north = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    clubs_to_north = "N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."
    assert unrank(0).to_pbn() == spades_to_north
    assert unrank(DEALS - 1).to_pbn() == clubs_to_north


def test_the_second_deal_moves_souths_last_card_first():
    # South's places are 0 to 11 and 13: the ace of clubs instead of the two of diamonds.
    assert unrank(1).to_pbn().endswith("..AKQJT9876543.A ..2.KQJT98765432")


@pytest.mark.parametrize("index", [-1, DEALS])
def test_an_index_out_of_range_is_refused(index):
    with pytest.raises(ValueError, match="deal index must be 0 to"):
        unrank(index)


@given(st.integers(0, DEALS - 1))
def test_rank_is_the_inverse_of_unrank(index):
    assert rank(unrank(index)) == index


def test_draws_are_rejected_from_exactly_the_number_of_deals_on():
    assert first_below_deals([2**96 - 1, DEALS, DEALS - 1, 0]) == DEALS - 1


def test_the_canonical_json_is_sorted_tight_and_utf8():
    described = description(event='Soiree\u0301 "x"', later_source="Lotto")
    assert (
        described.canonical_json()
        == (
            '{"algorithm":"1","boards":{"count":4,"first":1},"event":"Soire\u00e9 \\"x\\"",'
            '"later_source":"Lotto","session":"A"}'
        ).encode()
    )


def test_a_description_survives_its_dictionary():
    described = description(later_source="Lotto")
    assert DealDescription.from_dict(described.as_dict()) == described


def test_the_commitment_is_the_documented_hash():
    text = b"sealed deal set, algorithm 1\n" + description().canonical_json() + SECRET
    assert commitment(description(), SECRET) == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"event": "Friday"}, id="event"),
        pytest.param({"session": "B"}, id="session"),
        pytest.param({"boards": BoardRange(1, 5)}, id="boards"),
        pytest.param({"later_source": "Lotto"}, id="later source"),
    ],
)
def test_every_part_of_the_description_changes_commitment_and_deals(changes):
    other = description(**changes)
    later_value = "7" if other.later_source else ""
    assert commitment(other, SECRET) != commitment(description(), SECRET)
    assert deal_board(other, SECRET, 1, later_value) != deal_board(description(), SECRET, 1)


def test_secret_number_and_later_value_change_the_deal():
    waiting = description(later_source="Lotto")
    deals = {
        deal_board(description(), SECRET, 1),
        deal_board(description(), SECRET, 2),
        deal_board(description(), SECRET[::-1], 1),
        deal_board(waiting, SECRET, 1, "7"),
        deal_board(waiting, SECRET, 1, "8"),
    }
    assert len(deals) == 5


def test_one_board_is_dealt_as_in_its_set():
    deals = deal_boards(description(), SECRET)
    assert list(deals) == [1, 2, 3, 4]
    assert deal_board(description(), SECRET, 3) == deals[3]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        pytest.param("Lotto", "", id="no value yet"),
        pytest.param("", "7", id="a value without source"),
    ],
)
def test_a_later_value_is_needed_exactly_when_its_source_is_named(source, value):
    with pytest.raises(ValueError, match="later value must be given exactly when"):
        deal_boards(description(later_source=source), SECRET, value)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length):
    with pytest.raises(ValueError, match=f"secret must be 32 bytes, got {length}"):
        commitment(description(), bytes(length))


@pytest.mark.parametrize("number", [0, 5])
def test_a_board_outside_the_description_is_refused(number):
    with pytest.raises(ValueError, match=f"board must be 1 to 4, got {number}"):
        deal_board(description(), SECRET, number)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"event": " x"}, "event must not begin or end with a blank", id="blank"),
        pytest.param({"session": "x\ny"}, "session must not hold control", id="line feed"),
        pytest.param({"session": "\ud800"}, "session must not hold control", id="surrogate"),
        pytest.param({"algorithm": "2"}, 'algorithm must be "1", got "2"', id="algorithm"),
    ],
)
def test_a_description_that_has_no_single_form_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        description(**changes)


@pytest.mark.parametrize(("first", "count"), [(0, 4), (1, 0), (1, 10_001), (9_998, 4)])
def test_board_ranges_stay_within_1_to_10000(first, count):
    with pytest.raises(ValueError, match=r"must be 1 to"):
        BoardRange(first, count)
