"""Signing in and out, forgotten passwords, and the limit on guessing."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from clubmanager.people.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-secret"


@pytest.fixture
def ann():
    return User.objects.create_user("ann@example.org", PASSWORD, first_name="Ann")


def sign_in(client, email, password):
    return client.post(reverse("people:login"), {"username": email, "password": password})


def is_signed_in(client):
    return "_auth_user_id" in client.session


def test_capitals_in_the_address_do_not_matter(client, ann):
    response = sign_in(client, "Ann@Example.ORG", PASSWORD)
    assert response.status_code == 302
    assert is_signed_in(client)


def test_a_wrong_password_is_explained_and_the_address_stays(client, ann):
    html = sign_in(client, "ann@example.org", "wrong").content.decode()
    assert "do not belong together" in html
    assert 'value="ann@example.org"' in html
    assert not is_signed_in(client)


def test_signing_in_leads_back_to_the_page_that_was_wanted(client, ann):
    target = reverse("people:password")
    first = client.get(target)
    assert first["Location"] == f"{reverse('people:login')}?next={target}"
    form = {"username": "ann@example.org", "password": PASSWORD, "next": target}
    assert client.post(reverse("people:login"), form)["Location"] == target


def test_signing_in_never_leads_to_another_site(client, ann):
    form = {"username": ann.email, "password": PASSWORD, "next": "https://example.com/"}
    assert client.post(reverse("people:login"), form)["Location"] == reverse("home")


def test_signing_out_takes_a_post(client, ann):
    client.force_login(ann)
    assert client.get(reverse("people:logout")).status_code == 405
    assert is_signed_in(client)
    client.post(reverse("people:logout"))
    assert not is_signed_in(client)


def test_the_eleventh_guess_gets_a_page_that_says_how_long_to_wait(client, ann):
    for guess in range(11):
        response = sign_in(client, ann.email, f"guess {guess}")
    html = response.content.decode()
    assert response.status_code == 429
    assert "15 minutes" in html
    assert reverse("people:reset") in html
    sign_in(client, ann.email, PASSWORD)
    assert not is_signed_in(client)


def test_other_capitals_are_no_way_around_the_limit(client, ann):
    for guess in range(11):
        sign_in(client, "ANN@example.org" if guess % 2 else "ann@example.org", "wrong")
    sign_in(client, "Ann@example.org", PASSWORD)
    assert not is_signed_in(client)


def test_one_locked_login_leaves_the_rest_of_the_club_alone(client, ann):
    User.objects.create_user("bob@example.org", PASSWORD)
    for _guess in range(11):
        sign_in(client, ann.email, "wrong")
    sign_in(client, "bob@example.org", PASSWORD)
    assert is_signed_in(client)


def test_a_password_can_be_changed(client, ann):
    client.force_login(ann)
    form = {"old_password": PASSWORD, "new_password1": "next-secret-9", "new_password2": "typo"}
    refused = client.post(reverse("people:password"), form)
    assert refused.status_code == 200
    assert 'id="id_new_password2_error"' in refused.content.decode()
    form["new_password2"] = "next-secret-9"
    response = client.post(reverse("people:password"), form, follow=True)
    assert "Your new password is saved" in response.content.decode()
    ann.refresh_from_db()
    assert ann.check_password("next-secret-9")


def test_a_forgotten_password_is_replaced_through_a_link_in_the_mail(client, ann):
    response = client.post(reverse("people:reset"), {"email": "ANN@example.org"})
    assert response["Location"] == reverse("people:reset_sent")
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]
    page = client.get(link, follow=True)
    form = {"new_password1": "brand-new-secret", "new_password2": "brand-new-secret"}
    done = client.post(page.redirect_chain[-1][0], form, follow=True)
    assert "Your new password is saved" in done.content.decode()
    ann.refresh_from_db()
    assert ann.check_password("brand-new-secret")
    assert "This link is used up" in client.get(link).content.decode()


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client):
    response = client.post(reverse("people:reset"), {"email": "nobody@example.org"})
    assert response["Location"] == reverse("people:reset_sent")
    assert mail.outbox == []


@pytest.mark.parametrize("name", ["login", "reset", "reset_sent"])
def test_the_pages_before_signing_in_are_open_to_everybody(client, name):
    assert client.get(reverse(f"people:{name}")).status_code == 200
