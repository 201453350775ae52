import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.boards import MAX_BOARD_NUMBER
from deals.core.cards import Seat
from deals.core.deal import Deal
from deals.core.dealing import DEALS, unrank
from deals.core.double_dummy import TrickTable
from deals.core.pbn import MAX_BYTES, PbnBoard, PbnError, PbnNote, read_pbn, write_pbn

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
DEAL = "N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96"
OTHER = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
GAME = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
MANDATORY = [
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
]


def sample(name):
    path = SAMPLES / name
    if not path.exists():
        pytest.skip(f"the sample {name} is not on this machine")
    return path.read_bytes()


def only_board(text):
    (board,) = read_pbn(text.encode()).boards
    return board


def notes_of(data):
    with pytest.raises(PbnError) as caught:
        read_pbn(data)
    return caught.value.notes


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        pytest.param("bigdeal.pbn", range(1, 15), id="stray header, double blank lines"),
        pytest.param("bridgecomposer.pbn", range(16, 31), id="Latin-1 with tables"),
        pytest.param("three_records_crlf.pbn", range(1, 4), id="CR LF, rotated deals"),
        pytest.param("curlies.pbn", [1], id="blank lines and braces in comments"),
    ],
)
def test_real_files_are_read_and_written_back(name, numbers):
    boards = read_pbn(sample(name)).boards
    assert [board.number for board in boards] == list(numbers)
    assert read_pbn(write_pbn(boards)).boards == boards


@pytest.mark.parametrize(
    ("name", "boards", "games", "skipped"),
    [
        pytest.param("correct_10.pbn", 1, 31, {"Auction": 6, "Play": 4}, id="1.0"),
        pytest.param("correct_20.pbn", 15, 46, {"Auction": 18, "Play": 8}, id="2.0"),
        pytest.param("correct_21.pbn", 2, 2, {"Auction": 1, "Play": 1}, id="2.1"),
        pytest.param("example1.pbn", 1, 2, {"Auction": 2, "Play": 2}, id="two rooms"),
    ],
)
def test_correct_files_are_read(name, boards, games, skipped):
    file = read_pbn(sample(name))
    assert (len(file.boards), len(file.games), file.skipped) == (boards, games, skipped)
    # Nothing breaks the standard: all that is told is which deals are left.
    assert all(re.search(" left|each hand has|is kept", note.message) for note in file.warnings)


# Line by line from the comments in these files, as far as they are about tags that are read.
ERROR_LINES = {
    "errors_10.pbn": [
        *(11, 15, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 113, 119, 495, 504, 636),
        *(772, 773, 774, 775, 776, 784, 785, 786, 787, 791, 792, 793, 794, 798, 799, 800, 801),
        *(805, 806, 807, 808, 812, 833),
    ],
    "errors_20.pbn": [7, 10, 15, 19, 23, 27, 97, 100, 103, 108, 113, 117, 121, 125, 143],
    "errors_21.pbn": [7, 11],
}


@pytest.mark.parametrize("name", ERROR_LINES)
def test_every_error_in_a_tag_that_is_read_is_told_with_its_line(name):
    notes = notes_of(sample(name))
    about_left = ("this deal is left", "this board is left", "the file ends")
    told = {note.line for note in notes if not note.message.startswith(about_left)}
    assert set(ERROR_LINES[name]) <= told
    structure = {828, 955, 957}  # control character and broken tags that are not read
    assert told <= set(ERROR_LINES[name]) | structure


def test_double_dummy_of_a_file_is_read():
    for game in read_pbn(sample("bridgecomposer.pbn")).games:
        assert game.tricks.text == game.values["DoubleDummyTricks"]


def test_tables_and_results_are_read():
    results = (
        '[Scoring "MP"]\n[Declarer "S"]\n[Contract "4SX"]\n[Result "NS 9 EW 4"]\n'
        '[ScoreTable "+Rank\\2R;Names\\20L"]\n 1 "Ann; Bob"\n 2 -\n'
    )
    (game,) = read_pbn((GAME + results).encode()).games
    assert game.values["Contract"] == "4SX"
    assert game.values["Result"] == "NS 9 EW 4"
    (table,) = game.tables
    assert table.columns == ("Rank", "Names")
    assert table.rows == (("1", "Ann; Bob"), ("2", "-"))


def test_a_wrong_result_costs_the_result_and_not_the_board():
    file = read_pbn((GAME + '[Contract "8S"]\n').encode())
    assert len(file.boards) == 1
    assert file.games[0].values == {}
    assert [note.line for note in file.warnings] == [5]


def test_two_hashes_last_for_all_games():
    text = '[Scoring "##MP"]\n' + GAME + "\n" + GAME.replace('"1"', '"5"').replace("None", "NS")
    games = read_pbn(text.encode()).games
    assert [game.values["Scoring"] for game in games] == ["MP", "MP"]


def test_a_tag_may_take_several_lines():
    text = GAME.replace('[Dealer "N"]', '[\n Dealer\n   "N"\n ]')
    assert only_board(text).dealer is Seat.N


def test_errors_10_is_refused_with_line_numbers():
    notes = notes_of(sample("errors_10.pbn"))
    assert PbnNote(39, 'Dealer must be N, E, S or W, got "Black"') in notes
    assert PbnNote(43, 'Vulnerable must be None, NS, EW or All, got "E"') in notes
    assert PbnNote(51, "Deal: North and West hold the same card") in notes
    assert PbnNote(55, "Deal: West has 14 cards, 13 are needed") in notes
    assert [note.line for note in notes] == sorted(note.line for note in notes)


def test_empty_is_refused_with_a_line_number():
    (note,) = notes_of(sample("empty.pbn"))
    assert str(note) == "line 3: the file ends without any board that has a deal"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(GAME, id="plain"),
        pytest.param(GAME.replace("\n", "\r\n"), id="CR LF"),
        pytest.param(GAME.replace("\n", "\r"), id="CR alone"),
        pytest.param(GAME.replace("\n", " "), id="all tags on one line"),
        pytest.param("\ufeff" + GAME, id="BOM"),
        pytest.param("% PBN 2.1\n% EXPORT [\n" + GAME, id="percent lines"),
        pytest.param(GAME.replace('"]\n', '"] ; rest [of\n'), id="semicolon comments"),
        pytest.param("{ a\n\n[Board } " + GAME, id="blank line and bracket in braces"),
        pytest.param(GAME.lower(), id="lower case"),
        pytest.param(GAME.replace("T", "10"), id="10 for T"),
        pytest.param(GAME.replace('"None"', '"Love"'), id="Love"),
        pytest.param(GAME.replace('"None"', '"-"'), id="dash"),
        pytest.param(GAME.replace('[Dealer "N"]\n', ""), id="no Dealer"),
        pytest.param(GAME.replace('[Vulnerable "None"]\n', '[Vulnerable "?"]\n'), id="unknown"),
        pytest.param(f'[Deal "{DEAL}"][Event "#23324"][Board "1"]', id="another order"),
        pytest.param(GAME + '[Auction "N"]\n1C =1= Pass\n[Note "1:x"]\n', id="auction"),
        pytest.param(GAME + '[Play "W"]\nSK H3 S4 S3\n-  -  -  H2\n*\n', id="play"),
        pytest.param(GAME + '[ScoreTable "R;N"]\n1 "O ;[{P" 3 {x}\n', id="table"),
        pytest.param(GAME + "\n\n\nGood luck to all\n\x1a", id="stray text at the end"),
    ],
)
def test_board_1_in_many_dresses(text):
    expected = PbnBoard(1, Seat.N, "None", Deal.from_pbn(DEAL))
    assert only_board(text) == expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1"])
def test_encodings(encoding):
    text = '[Event "Soir\u00e9e"]\n' + GAME
    assert len(read_pbn(text.encode(encoding)).boards) == 1


def test_games_need_no_blank_line_between_them():
    text = GAME + GAME.replace('"1"', '"2"').replace('"N"', '"E"').replace("None", "NS")
    assert [board.number for board in read_pbn(text.encode()).boards] == [1, 2]


def test_a_hash_repeats_the_game_before():
    text = GAME + f'\n[Board "2"]\n[Dealer "#"]\n[Vulnerable "#"]\n[Deal "{DEAL}"]\n'
    second = read_pbn(text.encode()).boards[1]
    assert (second.dealer, second.vulnerable) == (Seat.N, "None")


def test_dealer_and_vulnerability_follow_from_the_number_where_missing():
    board = only_board(f'[Board "6"][Deal "{DEAL}"]')
    assert (board.dealer, board.vulnerable) == (Seat.E, "EW")


def test_a_contradicting_dealer_is_kept_with_a_warning():
    file = read_pbn(GAME.replace('Dealer "N"', 'Dealer "S"').encode())
    assert file.boards[0].dealer is Seat.S
    assert file.warnings == (PbnNote(2, 'Dealer "S" of board 1 is kept, N would be usual'),)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        pytest.param("A873.", "A8732.", 4, "Deal: North has 14 cards, 13 are needed", id="53"),
        pytest.param("KJ4.", "KA4.", 4, "Deal: North and West hold the same card", id="doubled"),
        pytest.param('Board "1"', 'Board "0"', 1, 'Board must be 1 to 10000, got "0"', id="zero"),
        pytest.param('Board "1"', 'Board "x"', 1, 'Board must be 1 to 10000, got "x"', id="word"),
        pytest.param('Dealer "N"', 'Dealer "Q"', 2, "Dealer must be N, E, S or W", id="dealer"),
        pytest.param("None", "Maybe", 3, "Vulnerable must be None, NS, EW or All", id="vul"),
        pytest.param('[Dealer "N"]', "[Dealer N]", 2, "a bracket that opens no tag", id="quotes"),
        pytest.param('[Dealer "N"]', '[Dealer "N', 2, "a bracket that opens no tag", id="open"),
        pytest.param('[Dealer "N"]', "{ x", 2, "a comment that begins here", id="comment"),
        pytest.param('[Dealer "N"]', "\x01", 2, "the control character 0x01", id="control"),
        pytest.param('[Dealer "N"]', "\0", 2, "this is no text file: a zero byte", id="zero byte"),
    ],
)
def test_faults_are_refused_with_their_line(old, new, line, message):
    text = GAME.replace(old, new)
    notes = [note for note in notes_of(text.encode()) if note.message.startswith(message)]
    assert [note.line for note in notes] == [line]


def test_all_faults_are_told_at_once():
    text = GAME.replace('Dealer "N"', 'Dealer "Q"').replace("A873.", "A8732.")
    assert [note.line for note in notes_of(text.encode())] == [2, 4]


@pytest.mark.parametrize(
    ("game", "line", "message"),
    [
        pytest.param(
            '[Board "2"]\n[Dealer "E"]\n',
            6,
            "this board is left, its game has no Deal",
            id="no deal",
        ),
        pytest.param(
            f'[Deal "{DEAL}"]\n', 6, "this deal is left, its game has no Board", id="no board"
        ),
        pytest.param(
            f'[Board "1"]\n[Deal "{OTHER}"]\n',
            7,
            "this deal is left, board 1 has another",
            id="other",
        ),
        pytest.param(
            '[Board "2"]\n[Deal "N:A873.AJ83.52.Q32 - - -"]\n',
            *(7, "Deal: the hands of East, South, West are left out"),
            id="hands not known",
        ),
        pytest.param(
            '[Board "2"]\n[Deal "N:A... K... Q... J..."]\n',
            *(7, "Deal: each hand has 1 cards"),
            id="ending",
        ),
    ],
)
def test_what_is_no_board_is_left_with_its_line(game, line, message):
    file = read_pbn((GAME + "\n" + game).encode())
    (note,) = file.warnings
    assert [board.number for board in file.boards] == [1]
    assert note.line == line
    assert note.message.startswith(message)


def test_one_hand_left_out_holds_the_rest():
    whole = only_board(GAME)
    assert only_board(GAME.replace("KJ4.T95.T76.AJ96", "-")) == whole


def test_a_board_that_was_played_twice_is_one_board_and_two_games():
    file = read_pbn((GAME + "\n" + GAME).encode())
    assert (len(file.boards), len(file.games), file.warnings) == (1, 2, ())


def test_a_file_of_faults_stops_at_five_hundred():
    notes = notes_of(b"[x\n" * 1000)
    assert len(notes) == 500
    assert notes[-1] == PbnNote(500, "too many errors, reading stopped here")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(bytes(range(256)), id="all bytes"),
        pytest.param(b"\xff\xfe\x00", id="half a UTF-16 letter"),
        pytest.param(b"\x81\x8d\xff", id="no letters"),
        pytest.param(b"%PDF-1.4\n\xe2\xe3\xcf\xd3\n\x00", id="a PDF"),
    ],
)
def test_what_is_no_pbn_is_refused(data):
    assert notes_of(data)[0].line >= 1


def test_50_megabytes_are_refused_unread():
    (note,) = notes_of(bytes(50_000_000))
    assert note.message == "the file has 50,000,000 bytes, 5,000,000 bytes are allowed"


@pytest.mark.parametrize("unit", [b'"', b"{", b"[", b'["', b"{}", b'[A "', b"\\", b"a;", b'" '])
def test_a_large_odd_file_is_refused(unit):
    data = unit * (MAX_BYTES // 10 // len(unit))
    assert notes_of(data)


def boards_strategy():
    numbers = st.lists(st.integers(1, MAX_BOARD_NUMBER), min_size=1, max_size=5, unique=True)
    board = st.tuples(
        st.sampled_from(Seat),
        st.sampled_from(["None", "NS", "EW", "All"]),
        st.integers(0, DEALS - 1).map(unrank),
    )
    return numbers.flatmap(
        lambda chosen: st.tuples(*(board.map(lambda b, n=n: PbnBoard(n, *b)) for n in chosen))
    )


@given(
    boards_strategy(), st.text(st.characters(codec="utf-8", exclude_categories="C"), max_size=40)
)
def test_what_is_written_is_read_back_equal(boards, event):
    event = event if event.isprintable() else ""
    assert read_pbn(write_pbn(boards, event=event)).boards == boards


def test_double_dummy_is_written_and_read_back():
    table = TrickTable("66477665877785677856")
    file = read_pbn(write_pbn([only_board(GAME)], tables={1: table}))
    assert file.games[0].tricks == table
    assert file.games[0].values["DoubleDummyTricks"] == table.text
    assert file.warnings == ()


def test_export_format_has_the_15_tags_in_order_and_short_crlf_lines():
    board = only_board(GAME)
    lines = write_pbn([board], event='The "Big" \\ one', site="Hall", date="2026.01.31").decode()
    assert lines.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert lines.endswith("\r\n\r\n")
    rows = lines.split("\r\n")[2:-2]
    assert [row[1:].split()[0] for row in rows] == MANDATORY
    assert rows[0] == r'[Event "The \"Big\" \\ one"]'
    assert rows[10] == f'[Deal "{DEAL}"]'
    assert max(map(len, rows)) < 255
    assert "\n" not in lines.replace("\r\n", "")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        pytest.param({"event": "x" * 255}, "Event is too long", id="long"),
        pytest.param({"site": "a\r\nb"}, "Site must not hold control", id="line break"),
        pytest.param({"date": "31.01.2026"}, "date must look like", id="date"),
    ],
)
def test_texts_that_do_not_fit_a_line_are_refused(texts, message):
    with pytest.raises(ValueError, match=message):
        write_pbn([only_board(GAME)], **texts)
