"""A night of four tables in a real browser: from the form to the published page."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubmanager.nights.models import ClubNight
from tests import world
from tests.browser.officer import press, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

TRICKS = (11, 9, 10, 12)  # of hands 1 to 4, at every table; North, East, South, West say Play
POINTS = {"NS": 100 + 10 + 80, "EW": 120}
# Hand 1: North makes 11, 100. Hand 2: East makes 9, one short, 10 to North-South.
# Hand 3: South makes 10, 80. Hand 4: West makes 12, 120 to East-West (docs/rules.md).


@pytest.fixture
def club():
    club = world.make_club()
    world.make_players(club, 16)
    return club


def tick(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).check()


def plan_a_night(page: Page, site: str, club) -> ClubNight:
    page.goto(site + reverse("nights:desk", args=[club.slug]))
    press(page.get_by_role("link", name="New night").first)
    page.get_by_label("Name", exact=True).fill("Browser night")
    tick(page, "Round robin")
    page.get_by_label("Rounds", exact=True).fill("2")
    tick(page, "Stored deals")
    tick(page, "Games won")
    press(page.get_by_role("button", name="Plan this night"))
    return ClubNight.objects.get(title="Browser night")


def check_everybody_in(page: Page, club) -> None:
    here = page.locator(".stat", has_text="Here").locator(".stat-value")
    for count, player in enumerate(club.players.all(), start=1):
        page.get_by_label("Name or member number").fill(player.first_name[:3])
        page.get_by_role("button", name=re.compile(f"^Here ?: {player.full_name}")).click()
        expect(here).to_have_text(str(count))


def pair_seat_and_deal(page: Page) -> None:
    press(page.locator("main").get_by_role("link", name="Pairs").first)
    press(page.get_by_role("button", name="Draw the rest"))
    expect(page.get_by_role("heading", name="8 pairs")).to_be_visible()
    press(page.locator(".steps").get_by_role("link", name="Seating"))
    press(page.get_by_role("button", name="Seat everybody"))
    press(page.locator(".steps").get_by_role("link", name="Deals"))
    press(page.get_by_role("button", name=re.compile("Deal|Generate")).first)
    press(page.get_by_role("button", name="Start round 1"))


def enter_a_hand(page: Page, tricks: int) -> None:
    page.locator(".hand-form [name=passes]").first.check()  # the dealer said Play
    page.locator(".hand-form [name=trump][value=R]").check()
    page.locator(f".hand-form [name=tricks][value='{tricks}']").check()
    press(page.get_by_role("button", name="Save this hand").first)


def enter_a_round(page: Page, site: str, night: ClubNight, number: int) -> None:
    for table in range(1, 5):
        found = world.table_of(night, number, table)
        page.goto(site + reverse("nights:table", args=[night.club.slug, night.pk, found.pk]))
        for tricks in TRICKS:
            enter_a_hand(page, tricks)
        expect(page.get_by_text("190").first).to_be_visible()


def test_a_night_from_the_form_to_the_published_page(page: Page, browser, live_server, club):
    site = live_server.url
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, site, club)
    night = plan_a_night(page, site, club)
    check_everybody_in(page, club)
    pair_seat_and_deal(page)
    public = site + reverse("publishing:night", args=[club.slug, night.pk])

    viewer = browser.new_context().new_page()
    viewer.goto(public)
    enter_a_round(page, site, night, 1)
    page.goto(site + reverse("nights:start_round", args=[club.slug, night.pk]))
    press(page.get_by_role("button", name="Start round 2"))
    # The viewer's page has not been touched: it updates itself, and shows the closed round.
    expect(viewer.get_by_text("+70").first).to_be_visible(timeout=60_000)

    enter_a_round(page, site, night, 2)
    page.goto(site + reverse("nights:close", args=[club.slug, night.pk]))
    press(page.locator("main").get_by_role("button", name="Close the night"))

    expect(viewer.get_by_text("Provisional until").first).to_be_visible(timeout=60_000)
    rows = viewer.locator("table", has_text="Rank").locator("tbody tr")
    expect(rows).to_have_count(8)
    assert {world_points(text) for text in rows.all_inner_texts()} <= {140, 0, -140}
    viewer.context.close()


def world_points(text: str) -> int:
    """The net points of a standings row: +140, 0 or a minus sign before 140."""
    found = re.search(r"([+\u2212-]?)(140|0)\s*(?:%|$|\n|\t)", text)
    assert found, text
    return -int(found[2]) if found[1] in ("\u2212", "-") else int(found[2])
