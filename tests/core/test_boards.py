import pytest

from deals.core.boards import MAX_BOARD_NUMBER, dealer_of, vulnerability_of

# Laws of Duplicate Bridge 2017, Law 2, as printed on sixteen boards.
VULNERABLE = [
    *("None", "NS", "EW", "All"),
    *("NS", "EW", "All", "None"),
    *("EW", "All", "None", "NS"),
    *("All", "None", "NS", "EW"),
]


def test_dealers_go_round_clockwise():
    assert "".join(dealer_of(number).value for number in range(1, 10)) == "NESWNESWN"


def test_vulnerability_of_the_sixteen_boards():
    assert [vulnerability_of(number) for number in range(1, 17)] == VULNERABLE
    assert [vulnerability_of(number) for number in range(17, 33)] == VULNERABLE


@pytest.mark.parametrize("number", [0, -1, MAX_BOARD_NUMBER + 1])
@pytest.mark.parametrize("question", [dealer_of, vulnerability_of])
def test_numbers_out_of_range_are_refused(question, number):
    with pytest.raises(ValueError, match=f"board number must be 1 to 10000, got {number}"):
        question(number)
