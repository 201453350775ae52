"""An evening of each other game in a real browser: planned, seated, typed in, read in public."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from tests import world
from tests.browser.officer import press, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def page(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def club():
    club = world.make_club()
    world.make_players(club, 4)
    return club


def plan(page: Page, site: str, club, game: str, method: str) -> ClubNight:
    """Plan the evening on its form; people and seats come through the services."""
    page.goto(site + reverse("nights:new", args=[club.slug]))
    page.get_by_label("Name", exact=True).fill("Browser night")
    page.locator(f"[name=game][value={game}]").check()
    page.get_by_role("radio", name=re.compile("Social draw")).check()
    page.get_by_label("Rounds", exact=True).fill("1")
    page.locator(f"[name=method][value={method}]").check()
    press(page.get_by_role("button", name="Plan this night"))
    expect(page.get_by_text("The night is planned.")).to_be_visible()
    night = ClubNight.objects.get(title="Browser night")
    world.check_in_all(night, list(club.players.all()))
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.start_round(night.pk, actor=world.SYSTEM)
    return ClubNight.objects.get(pk=night.pk)


def to_the_table(page: Page, site: str, night: ClubNight) -> int:
    table = load_night(night).tables[0].id
    page.goto(site + reverse("nights:table", args=[night.club.slug, night.pk, table]))
    return table


def enter(page: Page, answers: dict) -> None:
    """Touch the buttons of the form as a scorer does, and save."""
    for name, value in answers.items():
        page.locator(f".hand-form [name={name}][value='{value}']").check()
    press(page.get_by_role("button", name="Save this hand").first)


def four_spades(declarer: str, tricks: int) -> dict:
    return {"level": 4, "denomination": "S", "declarer": declarer, "tricks": tricks}


def read_in_public(page: Page, site: str, night: ClubNight, table: int) -> None:
    page.goto(site + reverse("publishing:game", args=[night.club.slug, night.pk, table]))


def test_an_evening_of_rubber_with_its_sheet(page: Page, live_server, club):
    sign_in(page, live_server.url, club)
    night = plan(page, live_server.url, club, "rubber", "back-score")
    table = to_the_table(page, live_server.url, night)
    enter(page, four_spades("N", 10))
    enter(page, four_spades("S", 9))  # one down: 100, for North and South are vulnerable
    enter(page, four_spades("N", 10))
    expect(page.get_by_text(re.compile("win 940 to 100"))).to_be_visible()
    read_in_public(page, live_server.url, night, table)
    expect(page.get_by_text("The line")).to_be_visible()
    page.goto(live_server.url + reverse("publishing:night", args=[club.slug, night.pk]))
    expect(page.get_by_text("Ranked by back score")).to_be_visible()
    expect(page.locator(".standings tbody tr").first.get_by_text("8.00")).to_be_visible()


def test_an_evening_of_chicago_with_four_deals(page: Page, live_server, club):
    sign_in(page, live_server.url, club)
    night = plan(page, live_server.url, club, "chicago", "points")
    table = to_the_table(page, live_server.url, night)
    for declarer in "NESW":
        enter(page, four_spades(declarer, 10))
    # 420; 620, for the dealer's side is vulnerable; 620; 620.
    expect(page.get_by_text(re.compile("win 1240 to 1040"))).to_be_visible()
    read_in_public(page, live_server.url, night, table)
    expect(page.get_by_text("North, 4S, 10 tricks, made: 420 points")).to_be_visible()


def test_an_evening_of_minibridge(page: Page, live_server, club):
    sign_in(page, live_server.url, club)
    night = plan(page, live_server.url, club, "minibridge", "points")
    table = to_the_table(page, live_server.url, night)
    enter(page, {"declarer": "N", "goal": "game", "denomination": "H", "tricks": 10})
    read_in_public(page, live_server.url, night, table)
    expect(page.get_by_text("North, game in H (10 tricks)")).to_be_visible()


def test_an_evening_of_duplicate_with_an_auction_and_a_passed_out_board(
    page: Page, live_server, club
):
    sign_in(page, live_server.url, club)
    night = plan(page, live_server.url, club, "duplicate", "points")
    table = to_the_table(page, live_server.url, night)
    page.locator(".hand-form [name=passed_out]").check()
    press(page.get_by_role("button", name="Save this hand").first)
    page.get_by_text("Something unusual?").click()
    page.locator(".hand-form [name=auction]").fill("1H P 4H X P P P")
    page.locator(".hand-form [name=tricks][value='9']").check()
    press(page.get_by_role("button", name="Save this hand").first)
    read_in_public(page, live_server.url, night, table)
    expect(page.get_by_text("Passed out: no points.")).to_be_visible()
    expect(page.get_by_text("East, 4H doubled, 9 tricks, one down")).to_be_visible()
