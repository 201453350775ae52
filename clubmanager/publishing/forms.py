"""What a director says about publishing a night."""

import zoneinfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.models import ClubNight

NOW, HELD, UNTIL = "now", "held", "until"
CLOCK = "%Y-%m-%dT%H:%M"


class PublicationForm(forms.Form):
    """Three questions: when results are public, whether live, how long they are provisional."""

    release = forms.ChoiceField(
        label=_("Results"),
        widget=forms.RadioSelect,
        choices=[
            (NOW, _("Public")),
            (HELD, _("Held back until I release them")),
            (UNTIL, _("Held back until a time")),
        ],
        help_text=_("Held back means: no standings, games, hands or PDF for anybody but officers."),
    )
    embargo_until = forms.DateTimeField(
        label=_("Held back until"),
        required=False,
        input_formats=[CLOCK, "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=CLOCK),
        help_text=_("By the club’s clock. Only for “until a time”."),
    )
    show_live = forms.BooleanField(
        label=_("Show standings while the night runs"),
        required=False,
        help_text=_("Otherwise they appear when the night is closed."),
    )
    correction_minutes = forms.IntegerField(
        label=_("Correction period in minutes"),
        min_value=0,
        max_value=1440,
        help_text=_("So long after closing the page says “provisional”. Usual: 30."),
    )

    def __init__(self, night: ClubNight, data=None):
        self.zone = zoneinfo.ZoneInfo(night.club.time_zone)
        super().__init__(data, initial=self._stored(night))

    def _stored(self, night: ClubNight) -> dict:
        until = night.embargo_until
        return {
            "release": (UNTIL if until else HELD) if night.embargo else NOW,
            "embargo_until": until.astimezone(self.zone).replace(tzinfo=None) if until else None,
            "show_live": night.show_live,
            "correction_minutes": night.correction_minutes,
        }

    def clean_embargo_until(self):
        """The moment, from what the club's clock will show."""
        until = self.cleaned_data["embargo_until"]
        return until and timezone.make_naive(until, timezone.get_current_timezone()).replace(
            tzinfo=self.zone
        )

    def clean(self):
        release, until = self.cleaned_data.get("release"), self.cleaned_data.get("embargo_until")
        if release != UNTIL or "embargo_until" in self.errors:
            return
        if not until:
            self.add_error("embargo_until", _("Give the date and time at which results appear."))
        elif until <= timezone.now():
            self.add_error("embargo_until", _("This time is over. Give one that is still to come."))

    def settings(self) -> dict:
        """The fields of `nights.services.set_publication`."""
        release = self.cleaned_data["release"]
        return {
            "show_live": self.cleaned_data["show_live"],
            "correction_minutes": self.cleaned_data["correction_minutes"],
            "embargo": release != NOW,
            "embargo_until": self.cleaned_data["embargo_until"] if release == UNTIL else None,
        }
