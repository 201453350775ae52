"""Phones of the other games without network, and a call for the director that waits for it."""

import pytest
from playwright.sync_api import Page, expect

from clubmanager.nights.models import ClubNight, DirectorCall, HeldEntry
from scoring.models import Change, HandResult
from tests import world
from tests.browser.phones import card, is_kept, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOUR_SPADES = {"level": 4, "denomination": "S", "doubling": "X", "declarer": "E", "tricks": 10}
CONTRACT = {"contract": "4SX", "declarer": "E"}
GAMES = [
    pytest.param("duplicate", "points", FOUR_SPADES, CONTRACT, id="duplicate"),
    pytest.param("chicago", "points", FOUR_SPADES, CONTRACT, id="Chicago"),
    pytest.param("rubber", "points", FOUR_SPADES, CONTRACT, id="rubber"),
    pytest.param(
        "minibridge", "points",
        {"declarer": "E", "goal": "game", "denomination": "H", "tricks": 10},
        {"contract": "4H", "declarer": "E"}, id="MiniBridge",
    ),
]  # fmt: skip


def night_of(game: str, method: str = "points", **options) -> ClubNight:
    fields = {"format": "social", "rounds_planned": 1, "game": game, "method": method} | options
    return world.running_night(world.make_club(), people=4, **fields)


def type_deal(page: Page, answers: dict) -> None:
    for name, value in answers.items():
        page.locator(f"[name={name}][value='{value}']:visible").check()
    page.get_by_role("button", name="Send hand").tap()


def accept(page: Page) -> None:
    page.get_by_role("button", name="Accept", exact=True).tap()


@pytest.mark.parametrize(("game", "method", "answers", "facts"), GAMES)
def test_two_deals_without_network_arrive_once_and_in_order(
    phone, site, game, method, answers, facts
):
    night, page = night_of(game, method), phone()
    sit_down(page, site, night)
    is_kept(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("No network.")).to_be_visible()
    for number in (1, 2):
        expect(page.get_by_role("button", name=f"Send hand {number}")).to_be_visible()
        page.get_by_role("button", name="Send hand").tap()
        expect(page.get_by_text("Choose one:")).to_be_visible()
        type_deal(page, answers)
        expect(page.locator(".result-words")).to_contain_text("(East)")
        expect(page.get_by_text("points to")).to_have_count(0)
        accept(page)
        expect(page.locator("#queue")).to_contain_text("not sent yet.")
    assert not Change.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
    hands = HandResult.objects.filter(number__lte=2).order_by("number")
    assert [hand.facts for hand in hands] == [facts, facts]
    assert [hand.entry_state for hand in hands] == ["confirmed"] * 2
    assert Change.objects.filter(action="entered").count() == 2
    assert not HeldEntry.objects.exists()


def test_a_deal_that_was_passed_out_needs_nothing_more_without_network(phone, site):
    night, page = night_of("duplicate"), phone()
    sit_down(page, site, night)
    page.context.set_offline(True)
    page.locator("[name=passed_out]").check()
    page.get_by_role("button", name="Send hand").tap()
    expect(page.locator(".result-words")).to_have_text("All four passed.")
    accept(page)
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
    hand = HandResult.objects.get(number=1)
    assert (hand.facts, hand.entry_state) == ({"passed_out": True}, "confirmed")


@pytest.mark.parametrize("reload", [True, False], ids=["reloaded", "open"])
def test_a_call_without_network_says_that_it_has_not_arrived_and_goes_later(phone, site, reload):
    night, page = night_of("abridged"), phone()
    sit_down(page, site, night)
    is_kept(page)
    page.get_by_role("link", name="Director!").tap()
    page.get_by_text("One tap calls").wait_for()
    page.context.set_offline(True)
    if reload:
        page.reload()
        page.get_by_text("Director!", exact=True).last.tap()
    page.get_by_role("button", name="Wrong board").tap()
    expect(page.get_by_text("The director has not been called yet")).to_be_visible()
    assert not DirectorCall.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("The director has been called at")).to_be_visible()
    assert DirectorCall.objects.get().reason == "Wrong board, or a card is missing"


def test_a_phone_that_waits_can_say_who_sits_here(phone, site):
    night, first, second = night_of("abridged"), phone(), phone()
    sit_down(first, site, night)
    second.goto(f"{site}/t/{card(night)}/")
    second.get_by_role("button", name="We sit here").tap()
    second.get_by_role("link", name="It isn't us").tap()
    second.get_by_label("North").fill("Zoe Hill")
    second.locator("main").get_by_role("button").last.tap()
    expect(second.get_by_text("The director has been called at")).to_be_visible()
    assert "North is Zoe Hill" in DirectorCall.objects.get().reason
