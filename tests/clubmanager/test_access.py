"""docs/access.md, asked: who gets what at every address, and that no address is without a line."""

from pathlib import Path

import pytest
from django.urls import reverse

from tests.clubmanager.access_world import (
    TABLES,
    USERS,
    make_world,
    methods_of,
    outcome,
    patterns,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "access.md"
pytestmark = pytest.mark.django_db


def lines() -> dict[tuple[str, str], dict[str, str]]:
    """(url name, method) -> kind of user -> what the page says."""
    found = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == len(USERS) + 2:
            name, method, *words = cells
            key = (name.strip("`"), method)
            assert key not in found, f"two lines for {key}"
            found[key] = dict(zip(USERS, words, strict=True))
    return found


@pytest.fixture
def place():
    return make_world()


def addresses_and_methods(place) -> set[tuple[str, str]]:
    return {
        (name, method)
        for name, pattern in patterns()
        if not name.startswith("admin:")
        for method in methods_of(pattern, place.address(name))
    }


def test_every_address_has_a_line_and_every_line_an_address(place):
    written = {key for key in lines() if not key[0].startswith("admin:")}
    real = addresses_and_methods(place)
    assert sorted(real - written) == [], "addresses without a line in docs/access.md"
    assert sorted(written - real) == [], "lines of docs/access.md without an address"


@pytest.mark.slow
def test_everybody_gets_what_the_page_says(place):
    wrong = []
    for (name, method), words in lines().items():
        if name.startswith("admin:"):
            continue
        for user, word in words.items():
            if word == "as public":
                assert user in TABLES
                continue
            got = outcome(place.ask(user, method, name))
            if got != word:
                wrong.append(f"{name} {method}, {user}: {got}, not {word}")
    assert wrong == []


@pytest.mark.slow
def test_the_admin_is_for_operators(place):
    words = lines()["admin:*", "GET"]
    names = [n for n, _ in patterns() if n == "admin:index" or n.endswith("_changelist")]
    assert len(names) > 5
    for name in names:
        for user in set(USERS) - set(TABLES):
            got = outcome(place.clients[user].get(reverse(name)))
            assert got == words[user], (name, user)


def test_an_address_without_a_line_would_be_noticed(place):
    key = ("people:players", "GET")
    assert key in addresses_and_methods(place)
    assert key in lines()
    assert lines()[key]["scorer"] == "yes"
    assert lines()[key]["other club"] == "not found"
