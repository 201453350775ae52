"""`verify_deals`, `convert` and `solve`: what they print, and their exit codes."""

import json

import pytest
from django.core.management import CommandError, call_command

from deals.core.double_dummy import solver_is_installed
from deals.core.pbn import read_pbn
from tests.proofs import proof

DEAL = "N:A873.AJ83.52.Q32 95.74.AQJ84.T754 QT62.KQ62.K93.K8 KJ4.T95.T76.AJ96"
GAME = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n[Auction "N"]\nPass\n'


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def refused(*arguments):
    with pytest.raises(CommandError) as caught:
        call_command(*arguments)
    return caught.value.returncode, str(caught.value)


def test_verify_says_match(file, capsys):
    call_command("verify_deals", file("proof.json", json.dumps(proof())))
    assert capsys.readouterr().out == "MATCH: all 4 boards follow from the commitment\n"


def test_verify_says_mismatch_with_exit_code_1(file):
    document = proof()
    document["boards"][0]["deal"] = document["boards"][1]["deal"]
    code, message = refused("verify_deals", file("proof.json", json.dumps(document)))
    assert (code, message) == (1, "MISMATCH: board 5 has another deal")


@pytest.mark.parametrize("text", ["", "{", "\ufeff["])
def test_verify_refuses_what_is_no_json(file, text):
    assert refused("verify_deals", file("proof.json", text))[0] == 2


def test_verify_refuses_a_missing_file(tmp_path):
    assert refused("verify_deals", str(tmp_path / "none.json"))[0] == 2


def test_convert_by_ending_and_say_what_was_left(file, tmp_path, capsys):
    source, target = file("in.pbn", GAME), str(tmp_path / "out.lin")
    call_command("convert", source, target)
    errors = capsys.readouterr().err
    assert "Auction sections left: 1" in errors
    assert "1 boards written" in errors
    back = str(tmp_path / "back.pbn")
    call_command("convert", target, back)
    (board,) = read_pbn((tmp_path / "back.pbn").read_bytes()).boards
    assert board.deal.to_pbn() == DEAL


def test_convert_refuses_a_bad_file_with_line_numbers(file, tmp_path):
    code, message = refused(
        "convert", file("in.pbn", GAME.replace("A873.", "A8732.")), str(tmp_path / "out.lin")
    )
    assert code == 2
    assert "line 4: Deal: North has 14 cards, 13 are needed" in message
    assert not (tmp_path / "out.lin").exists()


def test_convert_refuses_an_unknown_ending(file, tmp_path):
    code, message = refused("convert", file("in.pbn", GAME), str(tmp_path / "out.doc"))
    assert code == 2
    assert "must end in one of" in message


@pytest.mark.skipif(not solver_is_installed(), reason="the solver is not installed")
def test_solve_prints_tricks_best_declarations_and_par(file, capsys):
    spades = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    call_command("solve", file("in.pbn", f'[Board "1"]\n[Deal "{spades}"]\n'))
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert board["tricks"]["N"] == {"R": 0, "Y": 13, "G": 0, "B": 13, "NT": 0}
    assert board["best"]["N"] == {"declaration": "play", "trump": "Y", "tricks": 13, "points": 140}
    assert board["par"]["ns_net"] == 140
    assert board["bridge"]["makeable"]["E"] == {"C": 7, "D": 0, "H": 7, "S": 0, "NT": 0}
    assert board["bridge"]["par"]["contract"] == "7S"


def test_solve_without_the_solver_says_so(file, monkeypatch):
    from deals.core import double_dummy

    monkeypatch.setattr(double_dummy, "solver_path", lambda: None)
    double_dummy._library.cache_clear()
    code, message = refused("solve", file("in.pbn", GAME))
    assert code == 3
    assert "solver" in message


def test_solve_refuses_a_bad_chart(file):
    code, message = refused("solve", file("in.pbn", GAME), "--chart", file("chart.json", "{}"))
    assert code == 2
    assert "cannot read" in message
