"""A proof that was tampered with is caught by the command's check and by the stand-alone script."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from deals.core.verify import verify_proof
from tests.proofs import TAMPERINGS, proof

SCRIPT = Path(__file__).parents[2] / "deals" / "static" / "deals" / "verify_deals.py"


def run_script(tmp_path, document):
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=False
    )


def test_an_honest_proof_matches(tmp_path):
    verdict = verify_proof(proof())
    assert verdict.faults == ()
    assert verdict.boards == 4
    run = run_script(tmp_path, proof())
    assert (run.returncode, run.stdout) == (
        0,
        "MATCH: all 4 boards follow from the commitment\n",
    )


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_tampering_is_caught(tmp_path, tamper):
    document = copy.deepcopy(proof())
    tamper(document)
    assert not verify_proof(document).matches
    run = run_script(tmp_path, document)
    assert run.returncode == 1
    assert run.stdout.startswith("MISMATCH: ")


@pytest.mark.parametrize(
    "document",
    [
        pytest.param([], id="a list"),
        pytest.param({}, id="nothing"),
        pytest.param({**proof(), "secret": None}, id="secret not published yet"),
        pytest.param({**proof(), "boards": [{"number": 5, "deal": "?"}]}, id="no deal"),
        pytest.param({**proof(), "boards": 7}, id="no list"),
        pytest.param({**proof(), "description": {"algorithm": "2"}}, id="another algorithm"),
        pytest.param({k: v for k, v in proof().items() if k != "boards"}, id="no boards"),
    ],
)
def test_what_is_no_proof_never_matches(tmp_path, document):
    assert not verify_proof(document).matches
    assert run_script(tmp_path, document).returncode in (1, 2)


def test_the_script_explains_itself_without_a_file():
    run = subprocess.run(
        [sys.executable, "-I", SCRIPT], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "verify_deals.py PROOF.json" in run.stderr


def test_the_script_uses_the_standard_library_only():
    run = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT], capture_output=True, text=True, check=False
    )
    assert "ImportError" not in run.stderr
    assert run.returncode == 2
