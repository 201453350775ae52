"""Forms of the bridge games: the pocket calculator's, one for each game.

What a contract may be is the core's to say; a form only asks, and passes on what it says.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.calculator import Calculation, calculate
from scoring.core.chart import Declaration
from scoring.core.contract import Denomination
from scoring.core.minibridge import GAME_LEVEL
from scoring.core.ruleset import RuleError

LEVELS = [(level, str(level)) for level in range(1, 8)]
DENOMINATIONS = [
    ("C", _("♣ Clubs")),
    ("D", _("♦ Diamonds")),
    ("H", _("♥ Hearts")),
    ("S", _("♠ Spades")),
    ("NT", _("Notrump")),
]
DOUBLINGS = [("", _("Undoubled")), ("X", _("Doubled")), ("XX", _("Redoubled"))]
VULNERABLE = [("", _("Not vulnerable")), ("yes", _("Vulnerable"))]


def choice(label: Any, choices: list, **more: Any) -> forms.TypedChoiceField:
    """One of a few, as large radio buttons."""
    return forms.TypedChoiceField(label=label, choices=choices, widget=forms.RadioSelect, **more)


def tricks_field() -> forms.TypedChoiceField:
    return choice(
        _("Tricks won by the declarer's side"), [(n, str(n)) for n in range(14)], coerce=int
    )


class CalculatorForm(forms.Form):
    """Asks for one hand and lets the core calculate it; `found` is the result."""

    game = ""
    found: Calculation | None = None

    def payload(self) -> dict[str, Any]:
        """The hand as `calculate` takes it, without the game."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            try:
                self.found = calculate({"game": self.game, **self.payload()})
            except RuleError as error:
                self.add_error(error.field if error.field in self.fields else None, str(error))
        return data


class DeclarationForm(CalculatorForm):
    game = "abridged"
    declaration = choice(_("Declaration"), [(d.value, d.label) for d in Declaration])
    tricks = tricks_field()

    def payload(self) -> dict[str, Any]:
        return dict(self.cleaned_data)


class ContractForm(CalculatorForm):
    game = "duplicate"
    level = choice(_("Level"), LEVELS)
    denomination = choice(_("Denomination"), DENOMINATIONS)
    doubling = choice(_("Doubling"), DOUBLINGS, required=False, initial="")
    vulnerable = choice(
        _("Declarer's side"), VULNERABLE, required=False, initial="", coerce=bool, empty_value=False
    )
    tricks = tricks_field()

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        contract = f"{data['level']}{data['denomination']}{data['doubling']}"
        return {"contract": contract, "tricks": data["tricks"], "vulnerable": data["vulnerable"]}


class RubberForm(ContractForm):
    game = "rubber"
    honours = choice(
        _("Honours of the declarer's side"),
        [
            ("", _("None")),
            ("100", _("Four trump honours: 100")),
            ("150", _("All five, or four aces at notrump: 150")),
        ],
        required=False,
        initial="",
        coerce=int,
        empty_value=None,
    )
    part_score = forms.IntegerField(
        label=_("Part-score of that side before the deal"), required=False, min_value=0
    )

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        more = {"honours": data["honours"], "part_score": data["part_score"] or 0}
        return super().payload() | more


class ChicagoForm(ContractForm):
    game = "chicago"
    vulnerable = None
    deal = choice(_("Deal"), [(n, str(n)) for n in range(1, 5)], coerce=int)
    dealer = choice(
        _("Dealt by"), [("own", _("the declarer's side")), ("other", _("the other side"))]
    )
    part_scores = choice(
        _("Part-scores"),
        [("carry", _("carry towards a game")), ("duplicate", _("earn 50 at once"))],
        initial="carry",
    )
    part_score = forms.IntegerField(
        label=_("Part-score carried by the declarer's side"), required=False, min_value=0
    )
    field_order = ("level", "denomination", "doubling", "tricks")

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "contract": f"{data['level']}{data['denomination']}{data['doubling']}",
            "tricks": data["tricks"],
            "deal": data["deal"],
            "dealt": data["dealer"] == "own",
            "part_scores": data["part_scores"],
            "part_score": data["part_score"] or 0,
        }


class MiniBridgeForm(ContractForm):
    game = "minibridge"
    level = doubling = None
    goal = choice(_("Chosen"), [("part-score", _("Part-score")), ("game", _("Game"))])
    field_order = ("goal", "denomination", "vulnerable", "tricks")

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        denomination = Denomination(data["denomination"])
        level = GAME_LEVEL[denomination] if data["goal"] == "game" else 1
        return {
            "contract": f"{level}{denomination.value}",
            "tricks": data["tricks"],
            "vulnerable": data["vulnerable"],
        }


CALCULATOR_FORMS: dict[str, type[CalculatorForm]] = {
    form.game: form
    for form in (DeclarationForm, ContractForm, RubberForm, ChicagoForm, MiniBridgeForm)
}
GAME_NAMES = {
    "abridged": _("aBRIDGEd"),
    "duplicate": _("Duplicate"),
    "rubber": _("Rubber"),
    "chicago": _("Chicago"),
    "minibridge": _("MiniBridge"),
}
