"""The forms of an event."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.models import ClubNight, NightState

from .models import Event


class EventForm(forms.ModelForm):
    """What an event is."""

    class Meta:
        model = Event
        fields = ["name", "same_weight", "best", "must_play", "is_public"]


class SessionForm(forms.Form):
    """One session: the night, and how much of it is carried over."""

    night = forms.TypedChoiceField(label=_("Night"))
    share = forms.IntegerField(
        label=_("Carried over, in percent"), min_value=0, max_value=100, initial=100
    )

    def __init__(self, *args, nights: dict[int, ClubNight], **kwargs):
        super().__init__(*args, **kwargs)
        labels = [(night.pk, _night_label(night)) for night in nights.values()]
        self.fields["night"].choices = [("", _("choose a night")), *labels]
        self.fields["night"].coerce = lambda chosen: nights[int(chosen)]


class _SessionFormSet(forms.BaseFormSet):
    def add_fields(self, form, index):
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            form.fields["DELETE"].label = _("Take it out of the event")


SessionFormSet = forms.formset_factory(
    SessionForm, _SessionFormSet, extra=1, can_delete=True, max_num=60
)


class QualifyForm(forms.Form):
    """Who goes on to which night."""

    first = forms.IntegerField(label=_("The first"), min_value=1, max_value=400, initial=8)
    night = forms.ModelChoiceField(label=_("play on this night"), queryset=ClubNight.objects.none())

    def __init__(self, *args, club, **kwargs):
        super().__init__(*args, **kwargs)
        planned = ClubNight.objects.filter(club=club, state=NightState.PLANNED)
        self.fields["night"].queryset = planned.order_by("date", "pk")
        self.fields["night"].label_from_instance = _night_label


def _night_label(night) -> str:
    return f"{night.date:%d.%m.%Y} {night.title}"
