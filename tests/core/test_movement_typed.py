"""Movements from text, CSV and JSON: the same value, and every fault with its line."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubmanager.nights.core.formats import FORMATS, get_format
from clubmanager.nights.core.movement import player_sitting
from clubmanager.nights.core.typed import MovementFileError, read_movement, write_movement

TEXT = """# three pairs and a bye
round 1
table 1: 1 v 2, set 1
sit out: 3
Round 2:
table 1: 3 v 1, set 2   # 2 rests without being named
round 3
table 1: 2 v 3, set 3
"""
CSV = "Round,Table,NS,EW,Set\n1,1,1,2,1\n1,,3,,\n2,1,3,1,2\n3,1,2,3,3\n"
JSON = """{"rounds": [
 {"tables": [{"table": 1, "ns": 1, "ew": 2, "set": 1}], "sit_out": [3]},
 {"tables": [{"table": 1, "ns": 3, "ew": 1, "set": 2}]},
 {"tables": [{"table": 1, "ns": "2", "ew": "3", "set": 3}]}]}"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TEXT, id="text"),
        pytest.param(CSV, id="CSV"),
        pytest.param(JSON, id="JSON"),
        pytest.param("\ufeff" + TEXT.replace("\n", "\r\n"), id="text from Windows"),
    ],
)
def test_three_forms_say_the_same(text):
    movement = read_movement(text.encode())
    rows = [
        [(s.table, s.n.entry[1], s.e.entry[1], s.board_set) for s in tables]
        for tables in movement.rounds
    ]
    assert rows == [[(1, 1, 2, 1)], [(1, 3, 1, 2)], [(1, 2, 3, 3)]]
    assert movement.sit_outs == ((("", 3),), (("", 2),), (("", 1),))
    assert (movement.format, movement.notes, movement.shared_sets) == ("typed", (), False)


def test_lines_players_and_halves_of_teams():
    text = "round 1\ntable 1: NS 1 v ew1, set 1\n"
    sitting = read_movement(text.encode()).rounds[0][0]
    assert (sitting.n.entry, sitting.e.entry) == (("NS", 1), ("EW", 1))
    assert read_movement(text.encode()).winners == 2
    players = read_movement(b"round 1\ntable 1: 4 3 v 2 1, set 1\n")
    assert players.rounds[0] == (player_sitting(1, 4, 2, 3, 1, 1),)
    match = read_movement(b"round 1\ntable 1: 1a v 2b, set 1\ntable 2: 2a v 1b, set 1\n")
    assert [[place.member for place in s.places] for s in match.rounds[0]] == [[0, 2, 1, 3]] * 2


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_the_same(data):
    chosen = FORMATS[data.draw(st.sampled_from(sorted(FORMATS)))]
    count = data.draw(st.integers(chosen.least, min(chosen.most, 24)))
    movement = chosen.build(count, rounds=1, seed=data.draw(st.binary(max_size=4)))
    again = read_movement(write_movement(movement).encode())
    assert again.rounds == movement.rounds
    assert [sorted(resting) for resting in again.sit_outs] == [
        sorted(resting) for resting in movement.sit_outs
    ]


def test_a_whole_mitchell_survives_writing():
    movement = get_format("mitchell").build(13)
    again = read_movement(write_movement(movement).encode())
    assert (again.rounds, again.winners) == (movement.rounds, 2)


def test_what_may_be_is_noted():
    text = (
        "round 1\ntable 1: 1 v 2, set 1\ntable 2: 3 v 4, set 1\n"
        "round 2\ntable 1: 2 v 1, set 2\nsit out: 3, 4\n"
        "round 3\ntable 1: 1 v 3, set 3\n"
        "round 4\ntable 1: 1 v 4, set 4\n"
    )
    assert read_movement(text.encode()).notes == (
        "Up to 2 tables play the same boards in a round.",
        "Sit-outs are uneven: 0 to 2 times.",
        "Number 1 and number 2 meet twice.",
    )


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        pytest.param(b"", "file", "there is no table in it", id="empty"),
        pytest.param(b"\xff\xfe", "file", "text must be UTF-8; byte 0 is not", id="not text"),
        pytest.param(
            b"table 1: 1 v 2, set 1", "line 1", "a 'round' line must come first", id="no round"
        ),
        pytest.param(
            b"round 1\ntable 1: 1 - 2, set 1", "line 2",
            "must be 'round 1', 'table 1: 2 v 5, set 1' or 'sit out: 7'", id="no v",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 2 3 v 4, set 1", "line 2",
            "a side must be '6', 'NS 6', '3a' or '8 1', got '1 2 3'", id="three on a side",
        ),
        pytest.param(
            b"round 1\ntable 1: 0 v 4, set 1", "line 2",
            "an entry must be like '6', 'NS 6' or '3a', got '0'", id="entry nought",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 1, set 1", "line 2", "must be four people", id="plays itself"
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 2, set 1\ntable 2: 3 v 2, set 1", "line 3",
            "number 2 is in round 1 already", id="two places",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 2, set 1\ntable 1: 3 v 4, set 1", "line 3",
            "table 1 is in round 1 already", id="table used twice",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 2, set 1\nsit out: 2", "line 3",
            "number 2 is in round 1 already", id="plays and sits out",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 2, set 1\nround 2\ntable 1: 2 v 1, set 1", "line 4",
            "number 1 meets board set 1 twice", id="boards twice",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 2, set 1\nround 3\ntable 1: 2 v 1, set 2", "file",
            "round 2 is missing", id="a round is missing",
        ),
        pytest.param(
            b"round 1\ntable 1: 1 v 3, set 1", "file", "number 2 is missing", id="a number missing"
        ),
        pytest.param(
            b"round,table,ns,ew\n1,1,1,2", "line 1",
            "columns must be round, table, ns, ew, set; missing: ['set']", id="CSV column",
        ),
        pytest.param(
            b"round,table,ns,ew,set\n\n1,1,1,2,x", "line 3",
            "set must be a number from 1 to 999, got 'x'", id="CSV number",
        ),
        pytest.param(b'{"rounds": [\n}', "line 2", "Expecting value", id="broken JSON"),
        pytest.param(b'{"round": 1}', "file", "JSON must look like", id="other JSON"),
        pytest.param(
            b'{"rounds": [{"tables": [{"table": 2, "ns": "x", "ew": 2, "set": 1}]}]}',
            "round 1, table 2", "got 'x'", id="an entry in JSON",
        ),
        pytest.param(b"#" * 1_000_001, "file", "size must be at most 1000000 bytes", id="too big"),
    ],
)  # fmt: skip
def test_every_fault_has_its_place(data, where, message):
    with pytest.raises(MovementFileError) as error:
        read_movement(data)
    found = [fault for fault in error.value.faults if fault.where == where]
    assert any(message in fault.message for fault in found), error.value.faults


def test_all_faults_are_told_at_once():
    with pytest.raises(MovementFileError) as error:
        read_movement(b"round 1\nfoo\ntable 1: 1 v x, set 1\nbar\n")
    assert [fault.where for fault in error.value.faults] == ["line 2", "line 3", "line 4"]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(max_examples=200, deadline=None)
def test_rubbish_is_refused_and_never_crashes(data):
    with suppress(MovementFileError):
        assert read_movement(data).rounds
