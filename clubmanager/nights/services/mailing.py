"""The commitment to a night's deals, mailed to the members who gave an address.

A commitment is worth most where the organiser cannot change it afterwards: in everybody's mail.
"""

from collections.abc import Callable

from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from clubmanager.nights.models import ClubNight, Job
from clubmanager.people.queries import mail_addresses

COMMITMENT_MAIL = "commitment mail"
BATCH = 20  # letters over one connection; then it is written down how far we are


def mail_commitment(job: Job, report: Callable[[int, int], None]) -> str:
    """Write to everybody, one letter each. Run again, it goes on after those written down."""
    letter = commitment_letter(job.night)
    addresses = mail_addresses(job.night.club)
    for first in range(job.done, len(addresses), BATCH):
        batch = addresses[first : first + BATCH]
        messages = [EmailMessage(*letter, to=[address]) for address in batch]
        get_connection().send_messages(messages)
        report(first + len(batch), len(addresses))
    return f"{len(addresses)} letters were sent."


def commitment_letter(night: ClubNight) -> tuple[str, str]:
    """Subject and text. They hold what is public before the night: no card and no secret."""
    deal_set = night.night_deal_set.deal_set
    subject = _("Commitment to the deals: %(title)s, %(date)s") % {
        "title": " ".join(night.title.split()), "date": night.date.isoformat(),
    }  # fmt: skip
    context = {"night": night, "club": night.club, "deal_set": deal_set}
    return subject, render_to_string("nights/commitment_mail.txt", context)
