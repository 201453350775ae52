"""The evening around the tables: the clock, calls, money, and the last look round."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubmanager.people.models import Player

from .night import ClubNight, TableRound

MOST_MINUTES = 240


class RoundClock(models.Model):
    """The one clock of a night. While it is paused, the end moves away from everybody alike.

    `ends_at` is empty before the first round starts and after the night.
    """

    night = models.OneToOneField(ClubNight, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField(_("minutes a round"))
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(minutes__range=(1, MOST_MINUTES)),
                name="nights_clock_minutes_1_to_240",
            )
        ]

    def __str__(self):
        return f"{self.night}: {self.minutes} minutes a round"

    def left(self, now: datetime) -> timedelta | None:
        """The time left of this round, negative when it is over; None while no round runs."""
        return None if self.ends_at is None else self.ends_at - (self.paused_at or now)


class DirectorCall(models.Model):
    """A table asked for the director."""

    table_round = models.ForeignKey(TableRound, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    called_by = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            # A second tap does not make a second call.
            models.UniqueConstraint(
                fields=["table_round"],
                condition=models.Q(answered_at__isnull=True),
                name="nights_one_open_call_a_table",
            )
        ]

    def __str__(self):
        return f"{self.table_round}: {self.reason}"


class SentCall(models.Model):
    """What a device sent and became of it, so that it calls once however often it is sent."""

    client_id = models.UUIDField(unique=True)
    call = models.ForeignKey(DirectorCall, on_delete=models.CASCADE, related_name="sent")

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.client_id}: {self.call}"


class Payment(models.Model):
    """Money that changed hands at the desk. Nothing is ever taken out: a refund is a row too."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="payments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="payments")
    cents = models.IntegerField()  # negative: given back
    at = models.DateTimeField(auto_now_add=True)
    taken_by = models.CharField(max_length=150)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(cents=0), name="nights_payment_is_not_nothing"
            )
        ]

    def __str__(self):
        return f"{self.player}: {self.cents}"


class TickKind(models.TextChoices):
    DECK = "deck", _("deck counted to 52")
    PAD = "pad", _("pad signed")


class Tick(models.Model):
    """Something that was looked at before going home: a deck by its number, a table-round's pad."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="ticks")
    kind = models.CharField(max_length=4, choices=TickKind.choices)
    number = models.PositiveIntegerField()
    ticked_by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "kind", "number"], name="nights_tick_once")
        ]

    def __str__(self):
        return f"{self.kind} {self.number}"
