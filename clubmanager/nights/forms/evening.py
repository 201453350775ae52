"""Small forms of the evening: the clock, a call, and what was looked at before going home."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.models.evening import MOST_MINUTES


class ClockForm(forms.Form):
    """Minutes a round; empty takes the clock away."""

    minutes = forms.IntegerField(
        label=_("Minutes a round"), required=False, min_value=1, max_value=MOST_MINUTES
    )


class NumbersForm(forms.Form):
    """Which of these numbers are ticked."""

    ticked = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data, *, allowed):
        super().__init__(data)
        self.fields["ticked"].choices = [(number, number) for number in allowed]
