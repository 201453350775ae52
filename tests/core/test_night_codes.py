"""Table codes: one HMAC, two forms, nothing stored."""

import base64
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubmanager.nights.core.codes import TableCode, read_digits, table_code

KEY = b"a key of sixteen or more bytes"


def test_both_forms_follow_from_the_hmac_of_night_table_and_generation():
    digest = hmac.new(KEY, b"table code 1: 7 5 2", hashlib.sha256).digest()
    code = table_code(KEY, night=7, table=5, generation=2)
    assert base64.urlsafe_b64decode(code.text + "==") == digest[:16]
    assert int(code.digits) == int.from_bytes(digest[16:], "big") % 100_000_000


def test_the_same_card_is_printed_again():
    first = table_code(KEY, night=7, table=5, generation=1)
    assert table_code(KEY, night=7, table=5, generation=1) == first


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"night": 8}, id="another night"),
        pytest.param({"table": 6}, id="another table"),
        pytest.param({"generation": 2}, id="another generation"),
        pytest.param({"key": b"another key of sixteen bytes"}, id="another site"),
    ],
)
def test_what_differs_gives_another_code(change):
    numbers = {"night": 7, "table": 5, "generation": 1}
    key = change.pop("key", KEY)
    first, other = table_code(KEY, **numbers), table_code(key, **numbers | change)
    assert first.text != other.text
    assert first.digits != other.digits


@given(st.integers(1, 10**9), st.integers(1, 200), st.integers(1, 50))
def test_a_code_has_22_letters_and_eight_digits(night, table, generation):
    code = table_code(KEY, night=night, table=table, generation=generation)
    assert len(code.text) == 22
    assert len(code.digits) == 8
    assert read_digits(code.spoken) == code.digits


def test_the_digits_are_shown_in_two_groups():
    assert TableCode("x" * 22, "00345678").spoken == "0034 5678"


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        pytest.param({"night": 0}, "night must be 1 or more, got 0", id="night"),
        pytest.param({"table": -1}, "table must be 1 or more, got -1", id="table"),
        pytest.param({"generation": 0}, "generation must be 1 or more, got 0", id="generation"),
    ],
)
def test_numbers_below_one_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        table_code(KEY, **{"night": 1, "table": 1, "generation": 1} | numbers)


def test_a_short_key_is_refused():
    with pytest.raises(ValueError, match="key must have 16 bytes or more, got 5"):
        table_code(b"short", night=1, table=1, generation=1)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("12345678", id="plain"),
        pytest.param(" 1234 5678 ", id="spaces"),
        pytest.param("1234-5678", id="hyphen"),
        pytest.param("12.34.56.78", id="dots"),
        pytest.param("١٢٣٤٥٦٧٨", id="Arabic digits"),
        pytest.param("１２３４５６７８", id="wide digits"),
    ],
)
def test_digits_are_read_as_people_type_them(typed):
    assert read_digits(typed) == "12345678"


@pytest.mark.parametrize("typed", ["", "1234567", "123456789", "1234567a", "x" * 8, "1234 567"])
def test_anything_but_eight_digits_is_refused(typed):
    with pytest.raises(ValueError, match="8 digits"):
        read_digits(typed)
