"""Penalties, which stand beside the results and never change one."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .night import ClubNight, Entry


class PenaltyUnit(models.TextChoices):
    POINTS = "points", _("points of the ranking")
    PERCENT = "percent", _("% of a top")


class Penalty(models.Model):
    """A procedural penalty of one entry (Laws of Duplicate Bridge 2017, Law 90)."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="penalties")
    # Taken away from what the entry got; in hundredths, so that 2.5 points are exact.
    hundredths = models.PositiveIntegerField()
    unit = models.CharField(max_length=7, choices=PenaltyUnit.choices)
    reason = models.CharField(max_length=300)
    given_by = models.CharField(max_length=150)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(hundredths__range=(1, 1_000_000)),
                name="nights_penalty_takes_something",
            ),
            models.CheckConstraint(
                condition=~models.Q(unit="percent") | models.Q(hundredths__lte=10_000),
                name="nights_penalty_at_most_a_top",
            ),
        ]

    def __str__(self):
        return f"{self.entry}: {self.hundredths / 100:g} {self.unit}"
