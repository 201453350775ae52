"""Speed of the public page, cached against drawn anew, in one run on the same night."""

import pytest
from django.core.cache import cache
from django.test.client import Client

from clubmanager.publishing import watching
from tests.benchmarks.ratio import compare
from tests.clubmanager.public_addresses import address, forty_tables

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def opened(client: Client):
    """Asks for the page of a night of 40 tables, of which every hand is in."""
    night = forty_tables()
    url = address("night", night)
    return lambda: client.get(url)


def test_a_cached_page_is_at_least_ten_times_as_quick_as_a_drawn_one(opened):
    def drawn():
        cache.clear()
        watching.forget()
        return opened()

    assert drawn().content.count(b"won on points") == 240
    measured = compare(drawn, opened, at_least=10)
    assert measured.ratio >= 10, measured
