"""`score_game`: JSON in, JSON alone on standard output, exit 2 and one line for bad input."""

import json
import os
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.management.commands.score_game import Command

EXAMPLE = {
    "game": "abridged",
    "dealer": "N",
    "chart": "reconstructed",
    "hands": [
        {"round": 1, "declarer": "S", "declaration": "play", "trump": "R", "tricks": 11},
        {
            "round": 2,
            "strengths": {"N": 9, "E": 13, "S": 8, "W": 10},
            "declaration": "seven",
            "trump": "NT",
            "tricks": 9,
        },
        {"round": 1, "declarer": "N", "declaration": "play", "trump": "B", "tricks": 9},
        {"round": 2, "declarer": "W", "declaration": "ten", "trump": "G", "tricks": 8},
    ],
}


@pytest.fixture
def standard_input(monkeypatch):
    def give(data):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))

    return give


def run(*arguments):
    out = StringIO()
    call_command(Command(), *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_a_file_is_scored_as_the_rule_book_prints_it(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    scored = run(str(file))
    assert [(hand["ns_points"], hand["ew_points"]) for hand in scored["hands"]] == [
        (100, 0),
        (0, 20),
        (0, 10),
        (10, 0),
    ]
    assert scored["totals"] == {"NS": 110, "EW": 30}
    assert (scored["winner"], scored["decided_by"]) == ("NS", "points")


def test_standard_input_is_read_without_a_file_even_with_a_byte_order_mark(standard_input):
    standard_input(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode())
    assert run()["totals"] == {"NS": 110, "EW": 30}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "input must be JSON in UTF-8", id="nothing"),
        pytest.param(b"{", "input must be JSON in UTF-8", id="half an object"),
        pytest.param(b"\xff\xfe\x00", "input must be JSON in UTF-8", id="undecodable"),
        pytest.param(b'{"game": NaN}', "NaN is not a number in JSON", id="NaN"),
        pytest.param(b"[" * 100_000, "input must be JSON in UTF-8", id="nested"),
        pytest.param(b"9" * 5_000, "input must be JSON in UTF-8", id="five thousand digits"),
        pytest.param(b" " * 1_000_001, "input must be at most 1000000 bytes", id="too long"),
        pytest.param(b"[]", "game must be an object", id="a list"),
        pytest.param(
            json.dumps(EXAMPLE).replace('"tricks": 9', '"tricks": 14', 1).encode(),
            "hand 2: tricks must be 0 to 13, got 14",
            id="fourteen tricks",
        ),
    ],
)
def test_bad_input_ends_with_exit_code_2_and_says_why(standard_input, data, message):
    standard_input(data)
    with pytest.raises(CommandError, match=message) as refused:
        run()
    assert refused.value.returncode == 2


def test_a_file_that_is_not_there_ends_with_exit_code_2(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file") as refused:
        run(str(tmp_path / "missing.json"))
    assert refused.value.returncode == 2


@pytest.mark.slow
def test_a_process_prints_errors_on_standard_error_only():
    process = subprocess.run(
        [sys.executable, "-m", "django", "score_game"],
        input=b'{"game": "abridged", "hands": [{"cancelled": 1}]}',
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "clubmanager.settings"},
    )
    assert (process.returncode, process.stdout) == (2, b"")
    assert b"hand 1: cancelled must be true or false, got 1" in process.stderr


def test_the_help_says_enough(capsys):
    with pytest.raises(SystemExit):
        Command().create_parser("manage.py", "score_game").parse_args(["--help"])
    text = capsys.readouterr().out
    for words in ("points_only", "cancelled", "fewer than four", "exit code 2", "reconstructed"):
        assert words in text
