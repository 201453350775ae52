"""Table codes as they are printed, and the cards that a code stands for."""

import datetime
import hmac
import zoneinfo
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubmanager.nights.core.codes import TableCode, table_code
from clubmanager.nights.models import NightState, TableCard

# A night that nobody closed lets nobody in any more, this long after its last round began.
FORGOTTEN_AFTER = datetime.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One table's card: `digits` in two groups, `url` for the QR code."""

    table: int
    digits: str
    text: str
    url: str


def code_key() -> bytes:
    """The site's key of table codes; another SECRET_KEY makes other codes."""
    return salted_hmac("clubmanager.nights", "table codes", algorithm="sha256").digest()


def code_of(card: TableCard, key: bytes) -> TableCode:
    return table_code(key, night=card.night_id, table=card.table, generation=card.generation)


def printed_cards(night_id: int) -> list[PrintedCard]:
    """The cards of a night by table, in one query; services.issue_cards makes missing ones."""
    key = code_key()
    return [
        PrintedCard(card.table, code.spoken, code.text, card_url(code.text))
        for card in TableCard.objects.filter(night_id=night_id)
        for code in [code_of(card, key)]
    ]


def card_url(text: str) -> str:
    """The address in a table's QR code."""
    return settings.BASE_URL + reverse("nights:table_code", args=[text])


def card_of_text(text: str) -> TableCard | None:
    """The card whose QR code carries this text, while it is valid."""
    matching = (c for c, code in _valid() if hmac.compare_digest(code.text.encode(), text.encode()))
    return next(matching, None)


def cards_of_digits(digits: str) -> list[tuple[TableCard, TableCode]]:
    """The valid cards with these digits: one, or none; more if a reopened night met another."""
    return [(card, code) for card, code in _valid() if hmac.compare_digest(code.digits, digits)]


def _valid() -> Iterator[tuple[TableCard, TableCode]]:
    """Cards of running nights, and of planned ones on their own date."""
    now, key = timezone.now(), code_key()
    cards = (
        TableCard.objects.select_related("night__club")
        .annotate(begun_at=Max("night__rounds__opened_at"))
        .filter(
            Q(night__state=NightState.RUNNING, begun_at__gt=now - FORGOTTEN_AFTER)
            | Q(night__state=NightState.PLANNED)
        )
    )
    for card in cards:
        night = card.night
        if night.state == NightState.RUNNING or night.date == _today(night.club.time_zone, now):
            yield card, code_of(card, key)


def _today(time_zone: str, now: datetime.datetime) -> datetime.date:
    return now.astimezone(zoneinfo.ZoneInfo(time_zone)).date()
