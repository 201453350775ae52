"""A table's phone in a browser."""

from playwright.sync_api import Page, expect

from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import codes

PHONE = {"width": 390, "height": 844}


def card(night: ClubNight, table: int = 1) -> str:
    return next(c.text for c in codes.printed_cards(night.pk) if c.table == table)


def sit_down(page: Page, site: str, night: ClubNight, table: int = 1) -> None:
    """Claim the table and be asked for its first hand."""
    page.goto(f"{site}/t/{card(night, table)}/")
    page.get_by_role("button", name="We sit here").click()
    expect(page.get_by_role("button", name="Send hand 1")).to_be_visible()


def is_kept(page: Page) -> None:
    """Wait until the service worker keeps the shell."""
    page.wait_for_function(
        "async () => Boolean(navigator.serviceWorker.controller && await caches.match('/t/shell/'))"
    )
