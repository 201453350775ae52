"""Forms of a table at home: who plays what, and one deal. The core says what a deal may be."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals.core.cards import Seat
from scoring.bridge_forms import DENOMINATIONS, DOUBLINGS, LEVELS, choice
from scoring.bridge_table import BridgeTable
from scoring.core.contract import Contract
from scoring.core.ruleset import RuleError
from scoring.forms import NamesForm

HONOURS = (100, 150)


class TableForm(NamesForm):
    """Four first names, who deals first, and the game."""

    game = choice(
        gettext_lazy("What do you play?"),
        [("rubber", gettext_lazy("Rubber")), ("chicago", gettext_lazy("Chicago"))],
        initial="rubber",
    )

    def table(self) -> BridgeTable:
        data = self.cleaned_data
        names = {seat: data[seat] for seat in "NESW"}
        return BridgeTable(game=data["game"], names=names, dealer=data["dealer"])


class DealForm(forms.Form):
    """One deal: passed out, or contract, declarer and tricks."""

    passed_out = forms.BooleanField(label=gettext_lazy("All four passed"), required=False)
    level = choice(gettext_lazy("Level"), LEVELS, required=False)
    denomination = choice(gettext_lazy("Denomination"), DENOMINATIONS, required=False)
    doubling = choice(gettext_lazy("Doubling"), DOUBLINGS, required=False, initial="")
    declarer = choice(gettext_lazy("Declarer"), [], required=False)
    tricks = choice(
        gettext_lazy("Tricks won by the declarer's side"),
        [(n, str(n)) for n in range(14)],
        required=False,
        coerce=int,
        empty_value=None,
    )
    honours = forms.ChoiceField(label=gettext_lazy("Honours in one hand"), required=False)

    def __init__(self, data: Any = None, *, table: BridgeTable, number: int) -> None:
        self.table, self.number = table, number
        stored = table.deals[number - 1] if number <= len(table.deals) else None
        super().__init__(data, initial=_answers(stored) if stored else None)
        self.fields["declarer"].choices = [(seat.value, table.name(seat)) for seat in Seat]
        self.fields["honours"].choices = [("", _("None"))] + [
            (f"{seat.value}{points}", f"{table.name(seat)}: {points}")
            for points in HONOURS
            for seat in Seat
        ]
        if table.game == "chicago":
            del self.fields["honours"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("passed_out"):
            for name in ("level", "denomination", "declarer", "tricks"):
                if data.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, _("Choose one, or say that all four passed."))
        if not self.errors:
            try:
                self.table.result(self.table.with_deal(self.number, self.deal()))
            except RuleError as error:
                field = error.field.rpartition(": ")[2]
                self.add_error(field if field in self.fields else None, str(error))
        return data

    def deal(self) -> dict[str, Any]:
        """The deal as `score_game` takes it."""
        data = self.cleaned_data
        if data["passed_out"]:
            return {"passed_out": True}
        deal = {
            "contract": f"{data['level']}{data['denomination']}{data['doubling']}",
            "declarer": data["declarer"],
            "tricks": data["tricks"],
        }
        if held := data.get("honours"):
            deal["honours"] = {held[0]: int(held[1:])}
        return deal


def _answers(deal: dict[str, Any]) -> dict[str, Any]:
    """A stored deal as the form's initial values."""
    if deal.get("passed_out"):
        return {"passed_out": True}
    contract = Contract.parse(deal["contract"], Seat(deal["declarer"]))
    answers = {
        "level": contract.level,
        "denomination": contract.denomination.value,
        "doubling": contract.doubling.value,
        "declarer": deal["declarer"],
        "tricks": deal["tricks"],
    }
    for seat, points in deal.get("honours", {}).items():
        answers["honours"] = f"{seat}{points}"
    return answers
