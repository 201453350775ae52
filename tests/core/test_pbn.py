from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.core.boards import MAX_BOARD_NUMBER
from deals.core.cards import Seat
from deals.core.deal import Deal
from deals.core.dealing import DEALS, unrank
from deals.core.pbn import MAX_BYTES, PbnBoard, PbnError, PbnNote, read_pbn, write_pbn

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
DEAL = "N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96"
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
        pytest.param("KJ4.T95.T76.AJ96", "-", 4, "Deal: West's hand is left out (-)", id="dash"),
        pytest.param('Board "1"', 'Board "0"', 1, 'Board must be 1 to 10000, got "0"', id="zero"),
        pytest.param('Board "1"', 'Board "x"', 1, 'Board must be 1 to 10000, got "x"', id="word"),
        pytest.param('[Board "1"]', "", 4, "Deal without a Board tag", id="no number"),
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


def test_a_board_without_a_deal_is_refused():
    text = GAME + '\n[Board "2"]\n[Dealer "E"]\n'
    assert notes_of(text.encode()) == (PbnNote(6, "Board without a Deal tag in the same game"),)


def test_a_number_that_comes_twice_is_refused():
    notes = notes_of((GAME + "\n" + GAME).encode())
    assert notes == (PbnNote(6, "Board 1 is there already, in line 4"),)


def test_a_file_of_faults_stops_at_fifty():
    notes = notes_of(b"[x\n" * 1000)
    assert len(notes) == 50
    assert notes[-1] == PbnNote(50, "too many errors, reading stopped here")


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
