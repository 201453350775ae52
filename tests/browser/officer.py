"""An officer in a browser."""

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from clubmanager.people.models import Club, User


def sign_in(page: Page, site: str, club: Club) -> None:
    """Log the club's owner in, and wait until she is."""
    owner = User.objects.get(memberships__club=club, memberships__role="owner")
    login = site + reverse("people:login")
    page.goto(login)
    page.get_by_label("E-mail address").fill(owner.email)
    page.get_by_label("Password").fill("secret-of-the-owner")
    page.locator("main").get_by_role("button", name="Log in").click()
    expect(page).not_to_have_url(login)
    expect(page.get_by_role("button", name="Log out")).to_be_attached()


def press(target: Locator) -> None:
    """Click what leads to another page, and be there: a click alone does not wait for it."""
    with target.page.expect_navigation():
        target.click()
