"""Inviting an officer by e-mail: a login without a password, and a letter to choose one."""

from collections.abc import Callable

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from .models import Club, Membership, User
from .services import add_officer


@transaction.atomic
def invite_officer(
    club: Club, *, email: str, role: str, absolute: Callable[[str], str]
) -> tuple[Membership, bool]:
    """Give somebody a role in the club; a stranger to the site gets a login and a letter.

    The letter's link lives as long as that of a forgotten password; adding the same person again
    (after removing her) sends another. `absolute` makes an address of a path. Returns the
    membership and whether a letter was sent. Raises RuleError as people.services.add_officer.
    """
    user = User.objects.filter(email__iexact=email.strip()).first()
    user = user or User.objects.create_user(email.strip())
    membership = add_officer(club, email=email, role=role)
    if user.has_usable_password():
        return membership, False
    path = reverse(
        "people:reset_confirm",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        },
    )
    context = {"club": club, "role": membership.get_role_display(), "link": absolute(path)}
    transaction.on_commit(lambda: _send(user.email, context))
    return membership, True


def _send(email: str, context: dict) -> None:
    subject = render_to_string("people/invitation_subject.txt", context).strip()
    send_mail(subject, render_to_string("people/invitation.txt", context), None, [email])
