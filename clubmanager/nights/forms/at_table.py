"""Forms of a table's own page: the hand as the officers' page asks it, without what is theirs."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.codes import read_digits
from clubmanager.nights.queries import HandRow, TableRow

from .hand import HandForm
from .ruling import StepForm

OFFICERS_ONLY = ("as_played", "points_side", "points", "reason")


class CodeForm(forms.Form):
    """The eight digits of a table card."""

    code = forms.CharField(
        label=gettext_lazy("The eight digits on the table's card"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}
        ),
    )

    def clean_code(self) -> str:
        try:
            return read_digits(self.cleaned_data["code"])
        except ValueError:
            message = _("Type the eight digits, for example 1234 5678.")
            raise forms.ValidationError(message) from None


class TableHandForm(HandForm):
    """A hand as its own table enters it. The stored board's declarer and strengths are not asked
    for, nor is anything that only an officer may say."""

    def __init__(self, data=None, *, table: TableRow, hand: HandRow, **options):
        super().__init__(data, table=table, hand=hand, directs=False, **options)
        self.not_asked = [*OFFICERS_ONLY]
        if not self.asks_strengths:
            strengths = [field.name for field in self.strength_fields()]
            self.not_asked += ["declarer", *strengths]
        for name in self.not_asked:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        return super().clean() | dict.fromkeys(self.not_asked)

    @property
    def has_unusual(self) -> bool:
        return "declarer" in self.fields and bool(self["declarer"].value())

    def write(self) -> dict[str, Any]:
        """The arguments of clubmanager.nights.services.deliver_hand, without claim and hand."""
        data = self.cleaned_data
        return {name: data[name] for name in ("client_id", "version", "tricks")} | {
            "facts": self.facts()
        }


class StepAtTableForm(StepForm):
    """Accept, refuse or take away a hand: the client's own id and the version that was seen."""

    def __init__(self, data=None, *, hand: HandRow, **options):
        super().__init__(data, hand=hand, **options)
        del self.fields["reason"]

    def envelope(self) -> dict[str, uuid.UUID | int]:
        return {name: self.cleaned_data[name] for name in ("client_id", "version")}
