"""Forms about movements: one typed in, advice, the next round."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.advice import Wish, advise
from clubmanager.nights.core.movement import Movement, MovementError
from clubmanager.nights.core.typed import MOST_BYTES, MovementFileError, read_movement


class MovementForm(forms.Form):
    """A movement pasted into the box, or taken from a file; the file wins."""

    text = forms.CharField(
        label=gettext_lazy("Movement"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("Or a file"), required=False)
    movement: Movement

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        try:
            self.movement = read_movement(self._content(data))
        except MovementFileError as error:
            raise forms.ValidationError(
                [f"{fault.where}: {fault.message}" for fault in error.faults]
            ) from None
        return data

    def _content(self, data: dict[str, Any]) -> bytes:
        if data.get("file"):
            return data["file"].read(MOST_BYTES + 1)
        if not data.get("text", "").strip():
            raise forms.ValidationError(_("Type a movement, paste one, or choose a file."))
        return data["text"].encode()


class AdviceForm(forms.Form):
    """What the director has and wants."""

    contestants = forms.ChoiceField(
        label=gettext_lazy("Who plays?"),
        choices=[
            ("pairs", gettext_lazy("Pairs")),
            ("players", gettext_lazy("Single players, with new partners")),
            ("teams", gettext_lazy("Teams of four")),
        ],
        widget=forms.RadioSelect,
    )
    count = forms.IntegerField(label=gettext_lazy("How many of them?"), min_value=1, max_value=200)
    minutes = forms.IntegerField(label=gettext_lazy("Minutes of play"), min_value=1, max_value=1440)
    boards = forms.IntegerField(
        label=gettext_lazy("Hands wanted for each"), min_value=1, max_value=100
    )
    minutes_per_board = forms.IntegerField(
        label=gettext_lazy("Minutes for a hand"), min_value=1, max_value=60
    )
    decks = forms.IntegerField(
        label=gettext_lazy("Decks of cards, if deals are stored"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=gettext_lazy("Leave it empty when the tables shuffle for themselves."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            try:
                self.offers = advise(Wish(**data))
            except MovementError as error:
                raise forms.ValidationError(str(error)) from None
        return data


class AdvisedForm(forms.Form):
    """The offer that was chosen: format, its options, rounds and hands a round."""

    format = forms.CharField(max_length=16)
    options = forms.JSONField(required=False)
    rounds_planned = forms.IntegerField(min_value=1, max_value=30)
    hands_per_round = forms.IntegerField(min_value=1, max_value=4)
    stored = forms.BooleanField(required=False)

    def clean_options(self) -> dict[str, str]:
        options = self.cleaned_data["options"] or {}
        if not isinstance(options, dict):
            raise forms.ValidationError(_("Choose one of the offers."))
        return {str(name): str(value) for name, value in options.items()}
