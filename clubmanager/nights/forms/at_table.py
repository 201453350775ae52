"""Forms of a table's own page: the hand as the officers' page asks it, without what is theirs."""

import uuid
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.codes import read_digits
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.words import seat_words

from .hand import ALL_PASSED, HandForm
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


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who may have said Play, in the order of speaking: the dealer is the first."""

    value: str
    seat: str
    name: str
    checked: bool


class TableHandForm(HandForm):
    """A hand as its own table enters it, also without network.

    The stored board's declarer and strengths are not asked for, nor is anything that only an
    officer may say.
    """

    fields_template = "nights/at_table/_inputs.html"

    def __init__(self, data=None, *, table: TableRow, hand: HandRow, **options):
        super().__init__(data, table=table, hand=hand, directs=False, **options)
        self.people = {seat: table.sitter(seat, hand.number).full for seat in table.seats}
        self.not_asked = [*OFFICERS_ONLY]
        if not self.asks_strengths:
            strengths = [field.name for field in self.strength_fields()]
            self.not_asked += ["declarer", *strengths]
        for name in self.not_asked:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        return super().clean() | dict.fromkeys(self.not_asked)

    @property
    def speakers(self) -> list[Speaker]:
        chosen, seats = self["passes"].value(), seat_words()
        return [
            Speaker(str(at), seats[seat.value], self.people.get(seat.value, ""), chosen == str(at))
            for at, seat in enumerate(self.seats)
        ]

    @property
    def all_passed(self) -> bool:
        return self["passes"].value() == ALL_PASSED

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


class NotUsForm(forms.Form):
    """Who sits at the table, where the plan says otherwise. Empty: as planned."""

    def __init__(self, data=None, *, table: TableRow):
        super().__init__(data)
        self.planned = {seat: table.now(seat).full for seat in table.seats}
        for seat, word in seat_words().items():
            self.fields[f"seat_{seat}"] = forms.CharField(
                label=word,
                max_length=60,
                required=False,
                initial=self.planned.get(seat, ""),
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def told(self) -> str:
        """What the director reads: "East is Zoe Hill, not Bob Adams"."""
        return "; ".join(
            _("%(seat)s is %(name)s, not %(planned)s") % {
                "seat": word, "name": name, "planned": self.planned.get(seat) or "?",
            }
            for seat, word in seat_words().items()
            if (name := self.cleaned_data[f"seat_{seat}"].strip())
            and name != self.planned.get(seat)
        )  # fmt: skip


class TableRulesForm(forms.Form):
    """What the director lets the tables do on their phones."""

    confirm_hands = forms.BooleanField(
        label=gettext_lazy("The other side accepts each hand"), required=False
    )
    show_field = forms.BooleanField(
        label=gettext_lazy("A table sees what others did on a board it has accepted"),
        required=False,
    )
