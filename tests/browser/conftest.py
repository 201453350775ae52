"""Phones for the tests, and patience: a slow machine is no defect."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.phones import PHONE

expect.set_options(timeout=30_000)


@pytest.fixture
def site(live_server):
    return live_server.url


@pytest.fixture
def phone(browser: Browser):
    """Makes phones: contexts of their own, each with one page."""
    made: list[BrowserContext] = []

    def make(**options) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "has_touch": True} | options)
        made.append(context)
        return context.new_page()

    yield make
    for context in made:
        context.close()
