"""axe finds nothing wrong on officers' and public pages: phone and laptop, light and dark."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from tests import world
from tests.browser.officer import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

OFFICERS = (
    "director", "lines", "check_in", "going_home", "prizes", "close", "start_round", "log",
    "phones", "seating", "printing", "pairs",
)  # fmt: skip
LOOKS = [
    pytest.param(390, "light", id="phone, light"),
    pytest.param(390, "dark", id="phone, dark"),
    pytest.param(1280, "light", id="laptop, light"),
    pytest.param(1280, "dark", id="laptop, dark"),
]


@pytest.fixture
def night():
    """Round 2 has begun: everything a page can show is there, a late hand and a call included."""
    club = world.make_club()
    club.fee_cents = 400
    club.save()
    night = world.running_night(club, people=16)
    services.set_clock(night.pk, 30, actor=world.SYSTEM)
    world.play_round(night, 1)
    data = load_night(night)
    late = data.rounds()[1][0].hands[3]
    services.clear_hand(
        late.id, actor=world.SYSTEM, version=late.version,
        client_id="6f2d0a9e-1111-4222-8333-444455556666",
    )  # fmt: skip
    services.start_round(night.pk, actor=world.SYSTEM)
    services.call_director(data.rounds()[2][1].id, "revoke", actor=world.SYSTEM)
    world.enter(load_night(night).rounds()[2][0].hands[0])
    return ClubNight.objects.get(pk=night.pk)


def addresses(night) -> list[str]:
    where = [night.club.slug, night.pk]
    data = load_night(night)
    table = data.rounds()[1][0]
    found = [reverse(f"nights:{name}", args=where) for name in OFFICERS]
    found += [
        reverse("nights:table", args=[*where, data.rounds()[2][0].id]),
        reverse("nights:hand", args=[*where, table.hands[0].id]),
        reverse("publishing:screen", args=where),
        reverse("publishing:publication", args=where),
        reverse("publishing:night", args=where),
        reverse("publishing:game", args=[*where, table.id]),
        reverse("publishing:entry", args=[*where, table.seats["N"][1]]),
        reverse("publishing:club", args=where[:1]),
        reverse("nights:desk", args=where[:1]),
        reverse("people:settings", args=where[:1]),
        reverse("home"),
    ]
    return found


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_no_violation(page: Page, live_server, night, width, scheme):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    sign_in(page, live_server.url, night.club)
    faults = {}
    for address in addresses(night):
        assert page.goto(live_server.url + address).status == 200, address
        for fault in Axe().run(page).response["violations"]:
            nodes = [node["html"][:160] for node in fault["nodes"]]
            faults[f"{address}: {fault['id']}"] = nodes[:3]
    assert not faults


def test_the_directors_page_works_by_keyboard_alone(page: Page, live_server, night):
    """Skip links lead to the hands, a cell opens by Enter, and what has the focus is seen."""
    sign_in(page, live_server.url, night.club)
    page.goto(live_server.url + reverse("nights:director", args=[night.club.slug, night.pk]))
    page.locator("a[href='#grid-title']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for _ in range(30):
        here = page.evaluate("document.activeElement.className")
        if "cell" in here.split():
            break
        page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/(hands|tables)/\d+/$"))


def test_the_clock_ticks_and_stands_still_when_paused(page: Page, live_server, night):
    sign_in(page, live_server.url, night.club)
    address = live_server.url + reverse("nights:director", args=[night.club.slug, night.pk])
    page.goto(address)
    clock = page.locator("[data-clock-time]")
    first = clock.inner_text()
    page.wait_for_function("t => document.querySelector('[data-clock-time]').innerText !== t",
                           arg=first)  # fmt: skip
    page.locator("#clock-pause").click()
    page.get_by_text("The clock stands still").wait_for()
    still = clock.inner_text()
    page.wait_for_timeout(1600)
    assert clock.inner_text() == still
