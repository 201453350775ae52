"""Devices at the tables: the cards that let them in, their claims, and entries that wait.

Neither a table code nor a token is stored: codes are derived (nights.core.codes), and of a token
the database keeps only its SHA-256.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .night import ClubNight, TableRound


class TableCard(models.Model):
    """That a table of a night has a code, and which generation of it is valid."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="table_cards")
    table = models.PositiveSmallIntegerField()
    generation = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["night", "table"], name="nights_table_card_once"),
            models.CheckConstraint(
                condition=models.Q(generation__gte=1), name="nights_table_card_generation"
            ),
        ]

    def __str__(self):
        return f"Table {self.table}, generation {self.generation}"


class ClaimState(models.TextChoices):
    HOLDS = "holds", _("enters the hands")
    BESIDE = "beside", _("confirms")
    WAITS = "waits", _("waits")
    ENDED = "ended", _("ended")


class EndReason(models.TextChoices):
    TAKEN_OVER = "taken over", _("another phone took over")
    SILENT = "silent", _("it was not heard of, and another phone took over")
    RETURNED = "returned", _("the same phone came back")
    REFUSED = "refused", _("it was not let in")
    REPLACED = "replaced", _("the director replaced it")
    REVOKED = "revoked", _("the director withdrew the table's code")


class Claim(models.Model):
    """A device at a table in a round. Its token may deliver that round's hands there."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="claims")
    table_round = models.ForeignKey(TableRound, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=6, choices=ClaimState.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    device_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()
    end_reason = models.CharField(max_length=10, choices=EndReason.choices, blank=True)

    class Meta:
        ordering = ["table_round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table_round", "number"], name="nights_claim_number_once"
            ),
            models.UniqueConstraint(
                fields=["table_round"],
                condition=models.Q(state="holds"),
                name="nights_one_device_holds_a_table",
            ),
            models.CheckConstraint(
                condition=models.Q(state="ended") ^ models.Q(end_reason=""),
                name="nights_claim_ends_for_a_reason",
            ),
        ]

    def __str__(self):
        return f"Phone {self.number}, {self.state}"


class HeldState(models.TextChoices):
    WAITING = "waiting", _("waits for the director")
    ACCEPTED = "accepted", _("accepted")
    DISCARDED = "discarded", _("discarded")


class HeldWhy(models.TextChoices):
    DIFFERS = "differs", _("The hand was changed meanwhile.")
    CONFIRMED = "confirmed", _("The hand is confirmed already.")
    OFFICER = "officer", _("The director entered this hand.")
    RULED = "ruled", _("The director has ruled on this hand.")
    ROUND_OVER = "round over", _("The round is over.")
    REPLACED = "replaced", _("Another phone has taken this table over.")


class HeldEntry(models.Model):
    """A hand that a device delivered and that the director decides on; nothing is lost."""

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="held_entries")
    hand = models.ForeignKey("scoring.HandResult", on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=10, choices=HeldWhy.choices)
    facts = models.JSONField()
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    client_id = models.UUIDField(unique=True)
    version = models.PositiveIntegerField()
    # What stood there when it arrived (scoring.services.snapshot), for the log of the evening.
    stored = models.JSONField()
    state = models.CharField(max_length=9, choices=HeldState.choices, default=HeldState.WAITING)
    arrived_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="waiting", decided_at__isnull=True)
                | (~models.Q(state="waiting") & models.Q(decided_at__isnull=False)),
                name="nights_held_entry_decided_has_a_time",
            )
        ]

    def __str__(self):
        return f"{self.hand}: {self.state}"
