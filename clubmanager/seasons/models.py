"""Events of several sessions: championships, qualifying rounds and finals."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.models import ClubNight
from clubmanager.people.models import Club


class Event(models.Model):
    """A championship over several nights of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("name"), max_length=80)
    same_weight = models.BooleanField(
        _("Each session counts the same"), default=False,
        help_text=_("Otherwise a session of more boards counts for more."),
    )  # fmt: skip
    best = models.PositiveSmallIntegerField(
        _("Best sessions that count"), default=0, validators=[MaxValueValidator(99)],
        help_text=_("0: all of them."),
    )  # fmt: skip
    must_play = models.PositiveSmallIntegerField(
        _("Sessions one must have played"), default=0, validators=[MaxValueValidator(99)],
        help_text=_("Who played fewer stands below the line. 0: as many as count."),
    )  # fmt: skip
    is_public = models.BooleanField(_("Everybody may see it"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=200)

    class Meta:
        ordering = ("-pk",)

    def __str__(self):
        return self.name


class EventSession(models.Model):
    """A night as one session of an event; their order is that of the nights' dates."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sessions")
    night = models.ForeignKey(ClubNight, models.CASCADE, related_name="event_sessions")
    share = models.PositiveSmallIntegerField(
        _("carried over, in percent"), default=100, validators=[MaxValueValidator(100)]
    )

    class Meta:
        ordering = ("night__date", "night_id")
        constraints = [
            models.UniqueConstraint(fields=("event", "night"), name="night_once_in_an_event"),
            models.CheckConstraint(condition=models.Q(share__lte=100), name="share_up_to_100"),
        ]

    def __str__(self):
        return f"{self.event}: {self.night}"
