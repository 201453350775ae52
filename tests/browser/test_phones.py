"""Phones at the tables in a browser: taps, a cut of the network, two phones, a phone asleep."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from clubmanager.nights import services
from clubmanager.nights.models import Claim, ClubNight, HeldEntry
from clubmanager.nights.queries import load_night
from scoring.models import Change, HandResult
from tests import world
from tests.browser.phones import PHONE, card, is_kept, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
SMALL = {"width": 360, "height": 640}


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8, stored=True)


def tap_answers(page: Page, *, who: int = 0, trump: str = "Red", tricks: int = 11) -> int:
    """Answer the questions of one hand and send it; the number of taps."""
    taps = [page.locator(".ask-who .choice").nth(who)]
    if who == 4:
        taps.append(page.locator(".ask-two .choice", has_text="Ten"))
    taps += [
        page.locator(".ask-trump .choice", has_text=trump),
        page.locator(".ask-tricks .choice").nth(tricks),
        page.get_by_role("button", name=re.compile("Send hand")),
    ]
    for target in taps:
        target.tap()
    return len(taps)


def tap_a_hand(page: Page, **answers) -> int:
    """Type one hand until the other side is asked; the number of taps."""
    taps = tap_answers(page, **answers)
    expect(page.get_by_text("Now hand it to East or West")).to_be_visible()
    return taps


def tap_accept(page: Page) -> None:
    page.get_by_role("button", name="Accept", exact=True).tap()


def accept(page: Page, following: str = "Who said Play?") -> None:
    tap_accept(page)
    expect(page.get_by_text(following)).to_be_visible()


def hand_of(night: ClubNight, number: int = 1, table: int = 1, round_number: int = 1) -> HandResult:
    return world.table_of(night, round_number, table).game.hands.get(number=number)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390x844", "360x640"])
def test_a_hand_of_a_stored_deal_takes_at_most_five_taps_on_one_screen(phone, site, night, size):
    page = phone(viewport=size)
    sit_down(page, site, night)
    page.locator(".ask-who .choice").nth(4).tap()
    tall = page.evaluate("document.documentElement.scrollHeight")
    assert tall <= size["height"], f"{tall} px"
    targets = "a.strip-hand, .phone-call, .phone-form .choice, .phone-form .button"
    for target in page.locator(targets).all():
        box = target.bounding_box()
        assert box["width"] >= 48, target.inner_text()
        assert box["height"] >= 48, target.inner_text()
    text = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert text >= 18
    assert tap_a_hand(page, who=4) <= 5
    hand = hand_of(night)
    assert (hand.facts["declaration"], hand.facts["trump"], hand.tricks) == ("ten", "R", 11)
    declarer = {"N": "North", "E": "East", "S": "South", "W": "West"}[hand.declarer]
    expect(page.locator(".result-words")).to_contain_text(f"Round Two, {declarer}, Ten, red")


def test_reloading_comes_back_to_the_same_stage_and_to_what_was_ticked(phone, site, night):
    page = phone()
    sit_down(page, site, night)
    page.locator(".ask-trump .choice", has_text="Green").tap()
    page.reload()
    expect(page.locator("[name=trump][value=G]")).to_be_checked()
    tap_a_hand(page)
    page.reload()
    expect(page.get_by_text("Now hand it to East or West")).to_be_visible()
    expect(page.get_by_role("link", name="Change last hand (1)")).to_be_visible()
    accept(page)
    page.reload()
    expect(page.get_by_role("button", name="Send hand 2")).to_be_visible()


def test_a_second_phone_accepts_what_the_first_one_typed(phone, site, night):
    first, second = phone(), phone()
    sit_down(first, site, night)
    second.goto(f"{site}/t/{card(night)}/")
    second.get_by_role("button", name="We sit here").tap()
    expect(second.get_by_text("Table 1 has a phone already")).to_be_visible()
    first.reload()
    first.get_by_role("button", name="Only accept").tap()
    expect(first.get_by_text("Another phone wants this table.")).to_be_hidden()
    second.reload()
    tap_a_hand(first)
    # Nobody touches the second phone: it finds out by itself.
    expect(second.get_by_role("button", name="Accept", exact=True)).to_be_visible(timeout=20_000)
    second.get_by_role("button", name="Accept", exact=True).tap()
    expect(first.get_by_role("button", name="Send hand 2")).to_be_visible(timeout=20_000)
    assert hand_of(night).confirmed_by == "table 1, phone 2"


def test_a_reload_without_network_goes_on_and_everything_arrives_once(phone, site, night):
    page = phone()
    sit_down(page, site, night)
    is_kept(page)
    page.context.set_offline(True)
    tap_a_hand(page)
    page.reload()
    expect(page.get_by_text("Now hand it to East or West")).to_be_visible()
    accept(page)
    expect(page.get_by_text("1 hand not sent yet.")).to_be_visible()
    page.reload()
    tap_a_hand(page, who=4)
    stored = page.locator("body").inner_text()
    assert "points to" not in stored
    assert "Round Two" not in stored
    expect(page.get_by_text("2 hands not sent yet.")).to_be_visible()
    assert not Change.objects.exists()
    page.context.set_offline(False)
    expect(page.locator(".result-words")).to_contain_text("Round Two")
    assert Change.objects.filter(action="entered").count() == 2
    assert hand_of(night).entry_state == "confirmed"
    assert not HeldEntry.objects.exists()


def test_without_a_service_worker_an_open_page_keeps_the_queue_and_says_so(phone, site, night):
    page = phone(service_workers="block")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    sit_down(page, site, night)
    page.context.set_offline(True)
    tap_a_hand(page)
    accept(page)
    expect(page.get_by_text("Keep this page open until then.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Send hand 2")).to_be_visible()
    expect(page.locator("#queue")).to_be_hidden()
    assert hand_of(night).entry_state == "confirmed"


def test_a_phone_that_was_off_for_a_round_with_a_wrong_clock_loses_nothing(phone, site, night):
    page = phone()
    page.clock.install(time="2019-01-01T00:00:00Z")
    sit_down(page, site, night)
    page.context.set_offline(True)
    tap_a_hand(page)
    hand = hand_of(night)
    world.enter(hand, tricks=9)
    services.start_round(night.pk, actor=world.SYSTEM)
    page.context.set_offline(False)
    page.clock.run_for(6_000)
    expect(page.get_by_text("Hand 1 waits for the director").first).to_be_visible()
    held = HeldEntry.objects.get()
    hand.refresh_from_db()
    assert (held.tricks, hand.tricks) == (11, 9)


def test_a_table_works_without_a_script(phone, site, night):
    page = phone(java_script_enabled=False)
    sit_down(page, site, night)
    tap_a_hand(page)
    accept(page)
    page.get_by_role("link", name="Director!").click()
    page.get_by_role("button", name="Something else").click()
    expect(page.get_by_text("The director has been called at")).to_be_visible()
    assert hand_of(night).entry_state == "confirmed"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_a_phone(phone, site, night, scheme):
    page, found = phone(color_scheme=scheme, bypass_csp=True), {}

    def look(name):
        violations = Axe().run(page).response["violations"]
        found.update({f"{name}: {v['id']}": v["nodes"][0]["html"] for v in violations})

    page.goto(f"{site}/t/{card(night)}/")
    look("claim")
    sit_down(page, site, night)
    page.locator(".ask-who .choice").nth(4).tap()
    look("enter")
    tap_a_hand(page)
    look("agree")
    accept(page)
    place = re.sub(r"hands/.*", "", page.url)
    for name in () if scheme == "dark" else ("hands/1/result/", "director/", "not-us/"):
        page.goto(place + name)
        look(name)
    page.goto(place)
    page.context.set_offline(True)
    tap_a_hand(page)
    look("without network")
    assert not found


def test_a_night_of_six_tables_with_a_cut_in_the_middle_of_round_two(phone, site):
    plan = {"rounds_planned": 2, "hands_per_round": 4, "method": "points"}
    night = world.running_night(world.make_club(), people=24, stored=True, **plan)
    pages = [phone() for _table in range(6)]
    for table, page in enumerate(pages, start=1):
        sit_down(page, site, night, table)
    play(pages, (1, 2, 3, 4))
    services.start_round(night.pk, actor=world.SYSTEM)
    for page in pages:
        page.reload()
        page.get_by_role("button", name="It stays at table").tap()
        is_kept(page)
    play(pages, (1, 2))
    for page in pages:
        page.context.set_offline(True)
    play(pages, (3, 4), last="Every hand of this round is typed.")
    for page in pages:
        expect(page.get_by_text("2 hands not sent yet.")).to_be_visible()
        page.context.set_offline(False)
    for page in pages:
        expect(page.get_by_text("Every hand of this table is in.")).to_be_visible()
    hands = [hand for table in load_night(night).tables for hand in table.hands]
    assert len(hands) == 48
    assert {hand.entry_state for hand in hands} == {"confirmed"}
    assert Change.objects.count() == 2 * len(hands)
    assert not HeldEntry.objects.exists()
    assert Claim.objects.count() == 12


def play(pages: list[Page], numbers, last: str = "Every hand of this table is in.") -> None:
    """The tables play at the same time: while one waits for the server the others are tapped."""
    for number in numbers:
        for page in pages:
            tap_answers(page, who=number % 4, tricks=(11, 9, 10, 12)[number % 4])
        for page in pages:
            tap_accept(page)
        for page in pages:
            expect(
                page.get_by_text(last if number == 4 else f"Send hand {number + 1}")
            ).to_be_visible()
