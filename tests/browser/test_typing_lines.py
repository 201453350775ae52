"""Entry from paper in a browser: who types faster than the server answers loses nothing."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import TableRow, load_night
from tests import world
from tests.browser.officer import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAD = ("nr11", "er9", "sr10", "wr12")


@pytest.fixture
def night() -> ClubNight:
    return world.running_night(world.make_club(), people=8)


@pytest.fixture
def typist(page: Page, live_server, night) -> Page:
    """The page as it came, with nothing touched yet."""
    sign_in(page, live_server.url, night.club)
    page.goto(live_server.url + reverse("nights:lines", args=[night.club.slug, night.pk]))
    return page


def table(night: ClubNight) -> TableRow:
    return load_night(night).rounds()[1][0]


def type_lines(page: Page, *lines: str) -> int:
    """Type without a pause and without looking; the number of keys."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    return sum(len(line) + 1 for line in lines)


def comes_to(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", name=re.compile(title))).to_be_visible()


def test_a_table_is_typed_without_the_mouse_and_without_waiting(typist, night):
    """At most six keys a hand; the box never loses the focus."""
    assert type_lines(typist, *PAD) <= 6 * 4
    comes_to(typist, "Table 2, hand 1")
    assert [hand.tricks for hand in table(night).hands] == [11, 9, 10, 12]
    expect(typist.get_by_text("To be sent:")).to_be_hidden()


def test_keys_pressed_before_anything_has_the_focus_go_to_the_box(typist, night):
    typist.evaluate("document.activeElement.blur()")
    type_lines(typist, "nr11")
    comes_to(typist, "Table 1, hand 2")
    assert table(night).hands[0].tricks == 11


def test_a_refused_line_holds_back_those_that_were_typed_after_it(typist, night):
    held = []
    typist.route("**/lines/", lambda route: held.append(route), times=1)
    type_lines(typist, "nr11", "er19", "sr10")
    typist.keyboard.type("wr1")  # the fourth is being typed while the second is refused
    while not held:
        typist.wait_for_timeout(20)
    held[0].continue_()
    expect(typist.get_by_text("tricks must be 0 to 13, got '19'", exact=True)).to_be_visible()
    expect(typist.get_by_text("To be sent: sr10")).to_be_visible()
    box = typist.locator("#id_line")
    expect(box).to_have_value("wr1")
    type_lines(typist, "2")
    expect(box).to_have_value("er19")
    assert [hand.tricks for hand in table(night).hands] == [11, None, None, None]
    typist.keyboard.press("Backspace")
    typist.keyboard.press("Backspace")
    type_lines(typist, "9")
    comes_to(typist, "Table 2, hand 1")
    assert [hand.tricks for hand in table(night).hands] == [11, 9, 10, 12]


def test_a_line_without_an_answer_stays_and_can_be_sent_again(typist, night):
    typist.context.set_offline(True)
    type_lines(typist, "nr11")
    expect(typist.get_by_text("There was no answer.")).to_be_visible()
    expect(typist.locator("#id_line")).to_have_value("nr11")
    typist.context.set_offline(False)
    typist.keyboard.press("Enter")
    comes_to(typist, "Table 1, hand 2")
    assert table(night).hands[0].tricks == 11


def test_a_hand_that_is_in_is_replaced_by_a_second_enter(typist, night):
    type_lines(typist, "nr11", "1 1 nr10")
    expect(typist.get_by_text("This hand is in already.")).to_be_visible()
    assert table(night).hands[0].tricks == 11
    typist.keyboard.press("Enter")
    expect(typist.get_by_text("This hand is in already.")).to_be_hidden()
    expect(typist.locator(".score-pad")).to_contain_text("10 tricks")
    assert table(night).hands[0].tricks == 10
