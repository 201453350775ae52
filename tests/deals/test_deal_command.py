import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from deals.core.dealing import BoardRange, DealDescription, commitment, deal_boards
from deals.core.pbn import read_pbn
from deals.management.commands.deal import Command

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "tests/vectors/dealing_golden.json").read_text(encoding="utf-8"))
SEED = bytes(range(32)).hex()


@dataclass
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


@pytest.fixture
def run(capsysbinary):
    """Runs `manage.py deal` in this process, where no test without a mark has a database."""

    def deal(*arguments):
        code = 0
        try:
            Command().run_from_argv(["manage.py", "deal", *map(str, arguments)])
        except SystemExit as end:
            code = end.code
        return Done(code, *capsysbinary.readouterr())

    return deal


def shell(command):
    """A command line in a process of its own, with a database that cannot be reached."""
    settings = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "for a test"}
    return subprocess.run(
        command, shell=True, cwd=ROOT, env=os.environ | settings, capture_output=True
    )


def test_the_golden_vector_of_the_command(run):
    case = next(case for case in GOLDEN if case["description"]["event"] == "manage.py deal")
    done = run("--boards", 2, "--seed", case["secret"], "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    printed = json.loads(done.stdout)
    assert (printed["seed"], printed["commitment"]) == (case["secret"], case["commitment"])
    assert printed["boards"] == [
        {"number": 1, "dealer": "N", "deal": case["deals"]["1"]},
        {"number": 2, "dealer": "E", "deal": case["deals"]["2"]},
    ]


def test_a_fresh_seed_is_printed_and_deals_the_same_again(run):
    first, second = (json.loads(run("--boards", 1, "--format", "json").stdout) for _ in "ab")
    assert first["seed"] != second["seed"]
    again = run("--boards", 1, "--format", "json", "--seed", first["seed"])
    assert json.loads(again.stdout) == first
    described = DealDescription("manage.py deal", "", BoardRange(1, 1))
    assert first["commitment"] == commitment(described, bytes.fromhex(first["seed"]))


def test_pbn_can_be_read_and_holds_the_same_deals(run, tmp_path):
    file = tmp_path / "boards.pbn"
    options = ("--boards", 4, "--first", 17, "--seed", SEED, "--format", "pbn")
    assert run(*options, "-o", file).stdout == b""
    assert run(*options).stdout == file.read_bytes()
    described = DealDescription("manage.py deal", "", BoardRange(17, 4))
    boards = read_pbn(file.read_bytes()).boards
    assert {b.number: b.deal for b in boards} == deal_boards(described, bytes.fromhex(SEED))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_pdf_is_the_same_in_every_run(run, paper):
    options = ("--boards", 2, "--seed", SEED, "--format", "pdf", "--paper", paper)
    first = run(*options)
    assert first.stdout.startswith(b"%PDF-")
    assert first.stdout == run(*options).stdout


def test_without_a_seed_pbn_names_it_on_standard_error(run):
    done = run("--boards", 1, "--format", "pbn")
    word, seed = done.stderr.decode().split()
    assert word == "seed"
    assert run("--boards", 1, "--format", "pbn", "--seed", seed).stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--seed", "12"], "seed must be exactly 64 hexadecimal", id="short seed"),
        pytest.param(["--seed", SEED + "0"], "got 65 characters", id="long seed"),
        pytest.param(["--seed", "g" * 64], "seed must be exactly 64 hexadecimal", id="no hex"),
        pytest.param(["--boards", "0"], "boards must be 1 to 10000", id="no boards"),
        pytest.param(["--boards", "10001"], "boards must be 1 to 10000", id="too many"),
        pytest.param(["--boards", "x"], "invalid int value: 'x'", id="no number"),
        pytest.param(["--first", "0"], "board number must be 1 to 10000", id="first"),
        pytest.param(["--format", "lin"], "invalid choice: 'lin'", id="format"),
        pytest.param(["-o", "/nowhere/x"], "cannot write /nowhere/x: No such file", id="output"),
        pytest.param(["-o", "/"], "cannot write /: Is a directory", id="folder"),
    ],
)
def test_bad_input_ends_with_2_and_a_message(run, arguments, message):
    done = run("--boards", 4, "--format", "json", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()


def test_boards_must_be_given(run):
    done = run("--format", "json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "arguments are required: --boards" in done.stderr.decode()


def test_a_reader_that_leaves_early_sees_no_traceback():
    done = shell(f'"{sys.executable}" manage.py deal --boards 9000 --format json | head -c 10')
    assert len(done.stdout) == 10
    assert done.stderr == b""


def test_the_shell_gets_data_alone_and_exit_code_2():
    command = f'"{sys.executable}" manage.py deal --boards 1 --format json --seed'
    good, bad = shell(f"{command} {SEED}"), shell(f"{command} 12")
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["seed"] == SEED
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.decode().splitlines() == [
        "CommandError: seed must be exactly 64 hexadecimal digits, got 2 characters"
    ]


def test_help_explains_seed_and_output(run):
    text = run("--help").stdout.decode()
    for word in ("docs/dealing.md", "64 hexadecimal digits", "PBN 2.1", "Exit code 2"):
        assert word in text
