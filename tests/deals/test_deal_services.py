import pytest
from django.db import IntegrityError, transaction

from deals import queries, services
from deals.core.boards import dealer_of
from deals.core.dealing import BoardRange, DealDescription, commitment, deal_boards
from deals.core.pbn import PbnError, read_pbn
from deals.models import Board, DealSet

pytestmark = pytest.mark.django_db

SECRET = bytes(range(32))
DEAL = "N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96"
GAME = f'[Board "7"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n\n[Board "8"]\n[Deal "{DEAL}"]\n'.encode()


def generated(**changes):
    values = {"name": "Thursday", "event": "Club night", "session": "1", "boards": 4}
    return services.generate_deal_set(**(values | {"actor": "Ann", "secret": SECRET} | changes))


def imported(data=GAME):
    return services.import_deal_set(name="File", data=data, filename="x.pbn", actor="Ann")


def test_a_generated_set_holds_the_deals_of_its_seed():
    deal_set = generated()
    described = DealDescription("Club night", "1", BoardRange(1, 4))
    assert queries.deals_of(deal_set) == deal_boards(described, SECRET)
    assert deal_set.commitment == commitment(described, SECRET)
    assert deal_set.description == described.as_dict()
    assert (deal_set.algorithm, deal_set.created_by) == ("1", "Ann")
    assert deal_set.claims_fairness
    assert not deal_set.is_open


def test_boards_take_dealer_and_vulnerability_from_their_numbers():
    deal_set = generated(first=15, boards=3)
    rows = deal_set.boards.values_list("number", "dealer", "vulnerable")
    assert list(rows) == [(15, "S", "NS"), (16, "W", "EW"), (17, "N", "None")]
    assert queries.board_numbers(deal_set) == [15, 16, 17]


def test_two_sets_have_different_secrets():
    one, other = generated(secret=None), generated(secret=None)
    assert len(bytes.fromhex(one.secret_hex)) == 32
    assert one.secret_hex != other.secret_hex
    assert not set(queries.deals_of(one).values()) & set(queries.deals_of(other).values())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"boards": 0}, "boards must be 1 to 10000", id="no boards"),
        pytest.param({"first": 0}, "board number must be 1 to 10000", id="board 0"),
        pytest.param({"event": "a\nb"}, "event must not hold control", id="control character"),
        pytest.param({"secret": b"short"}, "secret must be 32 bytes, got 5", id="secret"),
        pytest.param({"name": "x" * 151}, "name must have at most 150 characters", id="name"),
    ],
)
def test_what_cannot_be_dealt_stores_nothing(changes, message):
    with pytest.raises(ValueError, match=message):
        generated(**changes)
    assert not DealSet.objects.exists()


def test_a_set_that_awaits_later_information_has_boards_without_cards():
    deal_set = generated(later_source="Lotto")
    assert deal_set.awaits_later_value
    assert queries.board_numbers(deal_set) == [1, 2, 3, 4]
    assert queries.deals_of(deal_set) == {}
    assert queries.pbn_boards_of(deal_set) == []
    assert [board.deal for board in deal_set.boards.all()] == [None] * 4


def test_the_later_value_makes_the_deals():
    deal_set = generated(later_source="Lotto")
    before, after = services.type_later_value(deal_set, " 3 17 22 ", "Bob")
    described = DealDescription("Club night", "1", BoardRange(1, 4), later_source="Lotto")
    assert queries.deals_of(deal_set) == deal_boards(described, SECRET, "3 17 22")
    assert (before, after) == (
        {"later_value": ""},
        {"later_value": "3 17 22", "typed_by": "Bob"},
    )
    assert not deal_set.awaits_later_value


def test_a_later_value_is_never_replaced():
    deal_set = generated(later_source="Lotto")
    services.type_later_value(deal_set, "1", "Bob")
    deals = queries.deals_of(deal_set)
    with pytest.raises(ValueError, match="does not wait for a later value"):
        services.type_later_value(deal_set, "2", "Bob")
    assert queries.deals_of(deal_set) == deals


@pytest.mark.parametrize(
    ("source", "value", "message"),
    [
        pytest.param("", "1", "does not wait for a later value", id="no source"),
        pytest.param("Lotto", "  ", "later value must not be empty", id="empty"),
        pytest.param("Lotto", "1\x002", "later value must not hold control", id="control"),
        pytest.param("Lotto", "1" * 301, "at most 300 characters, got 301", id="long"),
    ],
)
def test_a_later_value_that_does_not_fit_changes_nothing(source, value, message):
    deal_set = generated(later_source=source)
    with pytest.raises(ValueError, match=message):
        services.type_later_value(deal_set, value, "Bob")
    deal_set.refresh_from_db()
    assert deal_set.later_value == ""


def test_an_imported_set_claims_no_fairness_and_keeps_the_files_dealer():
    deal_set = imported()
    assert (deal_set.source, deal_set.claims_fairness) == ("imported", False)
    assert (deal_set.secret_hex, deal_set.commitment, deal_set.algorithm) == ("", "", "")
    assert deal_set.description == {"filename": "x.pbn"}
    rows = deal_set.boards.values_list("number", "dealer", "vulnerable", "deal_text")
    assert list(rows) == [(7, "N", "All", DEAL), (8, "W", "None", DEAL)]
    assert deal_set.warnings == [
        {"line": 2, "message": 'Dealer "N" of board 7 is kept, S would be usual'}
    ]
    assert queries.public_proof(deal_set) is None


def test_an_imported_set_is_exported_and_read_back_equal():
    exported = queries.export_pbn(imported(), event="Night", date="2026.01.31")
    assert read_pbn(exported).boards == read_pbn(GAME).boards


def test_a_refused_file_stores_nothing():
    with pytest.raises(PbnError, match="line 3: Deal: North has 14 cards, 13 are needed"):
        imported(GAME.replace(b"A873", b"A8732"))
    assert not DealSet.objects.exists()
    assert not Board.objects.exists()


def test_opening_is_done_once_and_says_before_and_after():
    deal_set = generated()
    before, after = services.open_deal_set(deal_set, actor="Ann", reason="night closed")
    assert before == {"opened_at": None, "opened_by": "", "open_reason": ""}
    assert (after["opened_by"], after["open_reason"]) == ("Ann", "night closed")
    assert after["opened_at"] == deal_set.opened_at.isoformat()
    assert deal_set.is_open
    again = services.open_deal_set(deal_set, actor="Bob", reason="once more")
    assert again == (after, after)


def test_the_public_sees_the_commitment_at_once_and_the_secret_when_opened():
    deal_set = generated()
    proof = queries.public_proof(deal_set)
    assert (proof["commitment"], proof["secret"]) == (deal_set.commitment, None)
    services.open_deal_set(deal_set, actor="Ann", reason="")
    assert queries.public_proof(deal_set) == proof | {"secret": SECRET.hex()}


def test_names_show_no_cards_and_no_secret():
    deal_set = generated()
    board = deal_set.boards.first()
    assert str(deal_set) == "Thursday"
    assert str(board) == "Board 1"
    for text in (repr(deal_set), repr(board), repr(board.deal)):
        assert board.deal_text not in text
        assert deal_set.secret_hex not in text


SET = {"name": "x", "created_by": "Ann"}
GENERATED = SET | {"source": "generated", "secret_hex": "0" * 64, "commitment": "0" * 64}
TYPED = SET | {"source": "typed"}


def test_the_rows_that_the_next_tests_spoil_are_accepted():
    DealSet.objects.create(**GENERATED)
    DealSet.objects.create(**TYPED)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        pytest.param(SET | {"source": "found"}, "deals_dealset_source_valid", id="source"),
        pytest.param(
            GENERATED | {"commitment": ""}, "deals_dealset_commitment_if_generated", id="no hash"
        ),
        pytest.param(
            TYPED | {"commitment": "0" * 64}, "deals_dealset_commitment_if_generated", id="claim"
        ),
        pytest.param(
            GENERATED | {"secret_hex": "00"}, "deals_dealset_secret_if_generated", id="secret"
        ),
        pytest.param(
            TYPED | {"secret_hex": "0" * 64}, "deals_dealset_secret_if_generated", id="no secret"
        ),
        pytest.param(
            GENERATED | {"later_value": "7"}, "deals_dealset_later_value_has_source", id="value"
        ),
        pytest.param(
            TYPED | {"opened_by": "Ann"}, "deals_dealset_opened_by_somebody", id="opened never"
        ),
        pytest.param(
            TYPED | {"opened_at": "2026-01-31T20:00Z"},
            "deals_dealset_opened_by_somebody",
            id="opened by nobody",
        ),
    ],
)
def test_the_database_refuses_a_set_that_cannot_be(row, name):
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        DealSet.objects.create(**row)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        pytest.param({"number": 0}, "deals_board_number_in_range", id="board 0"),
        pytest.param({"number": 10_001}, "deals_board_number_in_range", id="board 10001"),
        pytest.param({"dealer": "X"}, "deals_board_dealer_valid", id="dealer"),
        pytest.param({"vulnerable": "X"}, "deals_board_vulnerable_valid", id="vulnerable"),
        pytest.param({"deal_text": "N:"}, "deals_board_deal_text_whole_or_empty", id="half a deal"),
    ],
)
def test_the_database_refuses_a_board_that_cannot_be(changes, name):
    row = {"number": 9, "dealer": "N", "vulnerable": "None", "deal_text": ""} | changes
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Board.objects.create(deal_set=generated(), **row)


def test_a_number_comes_once_in_a_set():
    deal_set = generated()
    # SQLite names the columns, PostgreSQL the constraint; both begin with the table.
    with pytest.raises(IntegrityError, match="deals_board[._]number"), transaction.atomic():
        Board.objects.create(deal_set=deal_set, number=1, dealer="N", vulnerable="None")


def test_a_large_set_costs_few_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        deal_set = generated(boards=300)
    with django_assert_max_num_queries(1):
        assert len(queries.deals_of(deal_set)) == 300
    assert deal_set.boards.filter(dealer=dealer_of(1).value).count() == 75
