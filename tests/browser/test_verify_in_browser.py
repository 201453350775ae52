"""The page's own script derives every board again, in Chromium, without any server."""

import copy
import hashlib
import json
from pathlib import Path

import pytest

from deals.core.dealing import BoardRange, DealDescription
from tests.proofs import TAMPERINGS, proof, proof_of

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "deals" / "static" / "deals" / "verify.js"
GOLDEN = json.loads((ROOT / "tests" / "vectors" / "dealing_golden.json").read_text())
FORM = """
<form data-verify data-match="Match: %(boards)s boards" data-mismatch="Mismatch"
      data-fault-deal="Board %(board)s is another deal">
<textarea></textarea><button>Check</button><p data-verdict></p><ul data-faults></ul></form>
"""

pytestmark = pytest.mark.browser


@pytest.fixture
def checker(page):
    """Verify a proof in the page; any request to a server fails the test."""
    page.set_content(FORM)
    page.add_script_tag(content=SCRIPT.read_text())
    page.on("request", lambda request: pytest.fail(f"a request left the page: {request.url}"))
    return lambda document: page.evaluate("proof => DealVerifier.verify(proof)", document)


def test_an_honest_proof_matches(checker):
    assert checker(proof()) == {"matches": True, "boards": 4, "faults": []}


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_tampering_is_caught(checker, tamper):
    document = copy.deepcopy(proof())
    tamper(document)
    result = checker(document)
    assert not result["matches"]
    assert result["faults"]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["commitment"][:8])
def test_golden_vectors(checker, golden):
    described = DealDescription.from_dict(golden["description"])
    document = proof_of(described, bytes.fromhex(golden["secret"]), golden["later_value"])
    document["commitment"] = golden["commitment"]
    for row in document["boards"]:
        row["deal"] = golden["deals"].get(str(row["number"]), row["deal"])
    assert checker(document)["faults"] == []


@pytest.mark.parametrize(
    "document", [None, [], {}, {"description": {}}, {**proof(), "secret": None}]
)
def test_what_is_no_proof_never_matches(checker, document):
    assert not checker(document)["matches"]


@pytest.mark.parametrize("size", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_sha_256(checker, page, size):
    message = bytes(index % 251 for index in range(size))
    digest = page.evaluate("m => DealVerifier.sha256Hex(Uint8Array.from(m))", list(message))
    assert digest == hashlib.sha256(message).hexdigest()


FASTEST = """([proof, times]) => {
  let best = Infinity, result;
  for (let turn = 0; turn < times; turn += 1) {
    const started = performance.now();
    result = DealVerifier.verify(proof);
    best = Math.min(best, performance.now() - started);
  }
  return [best, result.matches];
}"""


def test_the_time_grows_no_faster_than_the_boards(checker, page):
    """A phone needs about ten times as long as a laptop, so nothing may grow with the square."""
    few = proof_of(DealDescription("club", "1", BoardRange(1, 36)), bytes(32))
    many = proof_of(DealDescription("club", "1", BoardRange(1, 360)), bytes(32))
    few_ms, few_match = page.evaluate(FASTEST, [few, 20])
    many_ms, many_match = page.evaluate(FASTEST, [many, 5])
    print(f"36 boards in {few_ms:.0f} ms, 360 in {many_ms:.0f} ms")  # noqa: T201
    assert few_match
    assert many_match
    assert many_ms < 30 * few_ms


def test_the_form_says_match_and_then_mismatch(checker, page):
    document = proof()
    page.fill("textarea", json.dumps(document))
    page.click("button")
    assert page.text_content("[data-verdict]") == "Match: 4 boards"
    document["boards"][2]["deal"] = document["boards"][0]["deal"]
    page.fill("textarea", json.dumps(document))
    page.click("button")
    assert page.text_content("[data-verdict]") == "Mismatch"
    assert page.text_content("[data-faults]") == "Board 7 is another deal"
