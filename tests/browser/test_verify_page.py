"""The night's own page checks its proof in Chromium, over plain HTTP and without the server."""

import json

import pytest

from tests.clubmanager.fair_nights import finished_night
from tests.clubmanager.public_addresses import address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def proof_page(page, live_server):
    night = finished_night()
    page.goto(live_server.url + address("verify_night", night))
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)  # from here on no server can help
    return page


def check(page, document=None) -> tuple[str, str]:
    if document is not None:
        page.fill("textarea", json.dumps(document))
    page.click("form[data-verify] button")
    return page.text_content("[data-verdict]"), page.text_content("[data-faults]")


def swap_two_cards(proof):
    one, other = proof["boards"][0], proof["boards"][1]
    one["deal"], other["deal"] = other["deal"], one["deal"]


def other_number(proof):
    proof["boards"][0]["number"] = 9


def other_seed(proof):
    proof["secret"] = "0" * 64


def other_size(proof):
    proof["description"]["boards"]["count"] = 5


def test_the_proof_as_published_matches(proof_page):
    verdict, faults = check(proof_page)
    assert verdict.startswith("Match: all 4 boards")
    assert faults == ""


@pytest.mark.parametrize("tamper", [swap_two_cards, other_number, other_seed, other_size])
def test_what_was_tampered_with_is_caught(proof_page, tamper):
    document = json.loads(proof_page.input_value("textarea"))
    tamper(document)
    verdict, faults = check(proof_page, document)
    assert verdict.startswith("Mismatch")
    assert faults
