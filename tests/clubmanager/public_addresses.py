"""Every public address of a night, what they answer to a stranger, and a night that is big."""

import pypdfium2
from django.test import Client
from django.urls import reverse

from clubmanager.nights.models import Entry, TableRound
from clubmanager.publishing import watching
from scoring.models import Game, HandResult
from tests import world

ALL_TO_NORTH_SOUTH = {
    "NS": 400, "EW": 0, "hands_won": {"NS": 4, "EW": 0}, "winner": "NS",
    "decided_by": "points", "finished": True,
}  # fmt: skip


def forty_tables(**fields):
    """A running Mitchell of 40 tables and six rounds, all of them over and every hand in."""
    night = world.running_night(
        world.make_club(), people=160, format="mitchell", rounds_planned=6, **fields
    )
    night.rounds.update(state="closed")
    HandResult.objects.update(
        facts=world.PLAY_11_RED, tricks=11, declarer="N", ns_points=100, ew_points=0,
        entry_state="entered",
    )  # fmt: skip
    Game.objects.update(totals=ALL_TO_NORTH_SOUTH)
    return night


def address(name: str, night, **kwargs) -> str:
    return reverse(
        f"publishing:{name}", kwargs={"slug": night.club.slug, "night_id": night.pk, **kwargs}
    )


def all_addresses(night) -> list[str]:
    tables = TableRound.objects.filter(round__night=night).values_list("pk", flat=True)
    entries = Entry.objects.filter(section__night=night).values_list("pk", flat=True)
    return [
        reverse("home"),
        reverse("publishing:club", kwargs={"slug": night.club.slug}),
        address("night", night),
        address("standings", night),
        address("standings_pdf", night),
        *(address("game", night, table_round_id=pk) for pk in tables),
        *(address("entry", night, entry_id=pk) for pk in entries),
    ]


def everything_public(night) -> dict[str, str]:
    """Text of every answer to a stranger, pages and fragments; a PDF as its drawn text."""
    watching.forget()
    answers = {}
    for url in all_addresses(night):
        for headers in ({}, {"HX-Request": "true"}):
            response = Client().get(url, headers=headers)
            text = response.content
            if response.headers["Content-Type"] == "application/pdf":
                text = pdf_text(text).encode()
            answers[f"{url} {headers or ''}"] = text.decode()
    return answers


def pdf_text(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)
