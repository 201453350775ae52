"""Who has paid the table fee, what must lie in the box, and who played with whom last time."""

from dataclasses import dataclass

from django.db.models import Sum

from clubmanager.nights.models import ClubNight, EntryMember
from clubmanager.people.models import Player

from .desk import Desk, DeskPerson


@dataclass(frozen=True, slots=True)
class Account:
    """A person at the desk with what she owes and has paid, in cents."""

    person: DeskPerson
    due: int
    paid: int

    @property
    def owes(self) -> int:
        return max(self.due - self.paid, 0)

    @property
    def is_settled(self) -> bool:
        return self.paid >= self.due and self.paid > 0


@dataclass(frozen=True, slots=True)
class Cash:
    """The accounts of a night in the order of the list, and what must lie in the box."""

    accounts: tuple[Account, ...]
    taken: int
    expected: int
    in_use: bool


def cash_of(night: ClubNight, desk: Desk) -> Cash:
    """Money of the night. Who is not here owes nothing. One query."""
    rows = night.payments.order_by().values_list("player").annotate(Sum("cents"))
    paid = dict(rows)
    accounts = tuple(
        Account(person, _due(night, person), paid.get(person.id, 0)) for person in desk.people
    )
    taken, expected = sum(paid.values()), sum(account.due for account in accounts)
    return Cash(accounts, taken, expected, bool(paid or expected))


def _due(night: ClubNight, person: DeskPerson) -> int:
    if person.state != "here":
        return 0
    return night.club.visitor_fee_cents if person.is_guest else night.club.fee_cents


def last_partner(night: ClubNight, player: Player) -> Player | None:
    """With whom she played on the club's last night before this one, if that was in a pair."""
    last = (
        EntryMember.objects.filter(player=player, night__club=night.club_id)
        .exclude(night=night)
        .order_by("-night__date", "-night_id")
        .first()
    )
    if last is None:
        return None
    others = Player.objects.filter(entry_members__entry=last.entry_id, is_active=True)
    found = list(others.exclude(pk=player.pk)[:2])
    return found[0] if len(found) == 1 else None


def money_words(cents: int) -> str:
    """An amount without its currency: 4.00."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
