"""The entry of one deal of bridge: a contract and its tricks, or the whole auction.

The form shapes; the rules refuse, and say why beside the field.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.words import names_by_seat
from deals.core.cards import Seat
from scoring.bridge_forms import DENOMINATIONS, DOUBLINGS, LEVELS
from scoring.core.bridge_facts import HONOURS
from scoring.core.contract import Bid, Contract, Denomination
from scoring.core.minibridge import GAME_LEVEL
from scoring.core.ruleset import RuleError

from .hand import SIDES
from .ruling import StepForm

ADJUSTMENT = ("adjustment_to", "adjustment_tricks", "adjustment_reason")
OFFICERS_ONLY = (*ADJUSTMENT, "deal_void", "reason")
GOALS = [("part", gettext_lazy("Part-score")), ("game", gettext_lazy("Game"))]


def _radio(label: Any, choices: list) -> forms.CharField:
    """Buttons whose value the rules check, so that their reason is shown and no other."""
    return forms.CharField(label=label, required=False, widget=forms.RadioSelect(choices=choices))


class DealForm(StepForm):
    """What every deal of bridge is asked: denomination, declarer and tricks."""

    fields_template = "nights/_deal_fields.html"
    unusual_template = "nights/_deal_unusual.html"
    RENAMED = {"contract": "denomination", "deal": "denomination", "call": "auction"}

    denomination = _radio(gettext_lazy("Denomination"), DENOMINATIONS)
    declarer = _radio(gettext_lazy("Declarer"), [])
    tricks = forms.IntegerField(
        label=gettext_lazy("Tricks won by the declarer's side"),
        required=False,
        widget=forms.RadioSelect(choices=[(tricks, str(tricks)) for tricks in range(14)]),
    )
    deal_void = forms.BooleanField(
        label=gettext_lazy("The stored deal does not apply at this table"), required=False
    )
    first_field, asked, unusual = "", (), ("deal_void", "reason")
    must_choose: tuple[str, ...] = ()  # what the table's script misses before it sends
    known_by_board: tuple[str, ...] = ()  # what is not asked without network on a stored board

    def __init__(self, data=None, *, table: TableRow, hand: HandRow, directs: bool, **options):
        self.table, self.hand = table, hand
        super().__init__(data, hand=hand, **options)
        names = names_by_seat(table, hand.number)
        self.fields["declarer"].widget.choices = [(s.value, names[s.value]) for s in Seat]
        if self.first_field:
            self.fields[self.first_field].widget.attrs["autofocus"] = True
        if not (hand.board_id and directs):
            del self.fields["deal_void"]

    def _bound(self, names) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def asked_fields(self) -> list[forms.BoundField]:
        return self._bound(self.asked)

    @property
    def unusual_fields(self) -> list[forms.BoundField]:
        return self._bound(name for name in self.unusual if name != "reason")

    @property
    def has_unusual(self) -> bool:
        """Whether anything stands in the part that is folded away."""
        return any(field.value() or field.errors for field in self._bound(self.unusual))

    def add_rule_error(self, error: RuleError) -> None:
        """Beside its field; a call's error beside the auction."""
        name = error.field.partition(" ")[0]
        if name == "call" and "auction" in self.fields:
            self.add_error("auction", str(error))
        else:
            super().add_rule_error(error)

    def _require(self, data: dict[str, Any], *names: str) -> None:
        for name in names:
            if data.get(name) in (None, "") and name in self.fields and name not in self.errors:
                self.add_error(name, _("Choose one."))

    def start_values(self, hand: HandRow) -> dict[str, Any]:
        values: dict[str, Any] = {"deal_void": not hand.deal_applies, "tricks": hand.tricks}
        return values | (self.answers(hand.facts) if hand.facts else {})

    def answers(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Stored facts as the form's first values."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """The deal in the JSON form of the ruleset, without its tricks."""
        raise NotImplementedError

    def hand_written(self) -> dict[str, Any]:
        return {"facts": self.facts(), "tricks": self.cleaned_data["tricks"]}

    def write(self) -> dict[str, Any]:
        """The arguments of clubmanager.nights.services.enter_hand, without hand and actor."""
        write = self.envelope() | self.hand_written()
        if "deal_void" in self.cleaned_data:
            write["deal_applies"] = not self.cleaned_data["deal_void"]
        return write


class ContractForm(DealForm):
    """Duplicate: passed out, or contract, declarer and tricks; or the auction call by call."""

    passed_out = forms.BooleanField(label=gettext_lazy("All four passed"), required=False)
    level = forms.IntegerField(
        label=gettext_lazy("Level"), required=False, widget=forms.RadioSelect(choices=LEVELS)
    )
    doubling = forms.CharField(
        label=gettext_lazy("Doubling"), required=False, initial="",
        widget=forms.RadioSelect(choices=DOUBLINGS),
    )  # fmt: skip
    auction = forms.CharField(
        label=gettext_lazy("Instead of the contract: the auction, from the dealer on"),
        required=False, max_length=2000,
        help_text=gettext_lazy("Such as “1S P 4S P P P”; X doubles and XX redoubles."),
    )  # fmt: skip
    adjustment_to = forms.ChoiceField(
        label=gettext_lazy("Tricks given by a ruling (revoke, claim, concession), to"),
        choices=[("", gettext_lazy("(no ruling)")), *SIDES],
        required=False,
    )
    adjustment_tricks = forms.IntegerField(label=gettext_lazy("How many"), required=False)
    adjustment_reason = forms.CharField(
        label=gettext_lazy("Because of"), required=False, max_length=200
    )
    first_field = "level"
    asked = ("passed_out", "level", "denomination", "doubling", "declarer", "tricks")
    unusual = ("auction", *ADJUSTMENT, "deal_void", "reason")
    must_choose = ("level", "denomination", "declarer", "tricks")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("passed_out") and (data.get("level") or data.get("auction")):
            self.add_error("passed_out", _("Choose a contract, or that all four passed."))
        elif data.get("auction") and data.get("level"):
            self.add_error("auction", _("Give the contract or the auction, not both."))
        elif not (data.get("passed_out") or data.get("auction")):
            self._require(data, "level", "denomination", "declarer", "tricks")
        return data

    def answers(self, facts: dict[str, Any]) -> dict[str, Any]:
        values: dict[str, Any] = {"passed_out": bool(facts.get("passed_out"))}
        values["auction"] = " ".join(facts.get("auction", ()))
        if text := facts.get("contract"):
            contract = Contract.parse(text, Seat(facts["declarer"]))
            values |= {
                "level": contract.level, "denomination": contract.denomination.value,
                "doubling": contract.doubling.value, "declarer": facts["declarer"],
            }  # fmt: skip
        for name, value in facts.get("adjustment", {}).items():
            values[f"adjustment_{name}"] = value
        return values

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data["passed_out"]:
            facts: dict[str, Any] = {"passed_out": True}
        elif data["auction"]:
            facts = {"auction": data["auction"].split()}
        else:
            contract = f"{data['level']}{data['denomination']}{data['doubling']}"
            facts = {"contract": contract, "declarer": data["declarer"]}
        if any(data.get(name) not in (None, "") for name in ADJUSTMENT):
            facts["adjustment"] = {
                "to": data["adjustment_to"], "tricks": data["adjustment_tricks"] or 0,
                "reason": data["adjustment_reason"],
            }  # fmt: skip
        return facts


class HonoursForm(ContractForm):
    """Rubber: honours too, held by any of the four."""

    honours = forms.ChoiceField(label=gettext_lazy("Honours in one hand"), required=False)
    asked = (*ContractForm.asked, "honours")

    def __init__(self, data=None, *, table: TableRow, **options):
        super().__init__(data, table=table, **options)
        names = names_by_seat(table, self.hand.number)
        self.fields["honours"].choices = [("", _("None"))] + [
            (f"{seat.value}{points}", f"{names[seat.value]}: {points}")
            for points in HONOURS
            for seat in Seat
        ]

    def answers(self, facts: dict[str, Any]) -> dict[str, Any]:
        held = [f"{seat}{points}" for seat, points in facts.get("honours", {}).items()]
        return super().answers(facts) | {"honours": held[0] if held else ""}

    def facts(self) -> dict[str, Any]:
        held = self.cleaned_data.get("honours")
        return super().facts() | ({"honours": {held[0]: int(held[1:])}} if held else {})


class ChicagoForm(HonoursForm):
    """Chicago: honours only where they are the house's rule."""

    def __init__(self, data=None, *, table: TableRow, **options):
        super().__init__(data, table=table, **options)
        if not table.settings.get("honours"):
            del self.fields["honours"]


class MiniForm(DealForm):
    """MiniBridge: part-score or game in a denomination. A stored deal gives the declarer."""

    goal = _radio(gettext_lazy("What did the declarer choose?"), GOALS)
    first_field = "goal"
    asked = ("declarer", "goal", "denomination", "tricks")
    must_choose = ("goal", "denomination", "tricks")
    known_by_board = ("declarer",)

    def __init__(self, data=None, *, hand: HandRow, **options):
        super().__init__(data, hand=hand, **options)
        if hand.board_id and hand.deal_applies:
            self.fields["declarer"].label = _("Declarer (the stored board knows)")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._require(data, "goal", "denomination", "tricks")
        return data

    def answers(self, facts: dict[str, Any]) -> dict[str, Any]:
        bid = Bid.parse(facts["contract"])
        return {
            "goal": "part" if bid.level == 1 else "game",
            "denomination": bid.denomination.value,
            "declarer": facts.get("declarer", ""),
        }

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        known = data["denomination"] in {one.value for one in Denomination}
        game = GAME_LEVEL[Denomination(data["denomination"])] if known else 3
        facts = {"contract": f"{game if data['goal'] == 'game' else 1}{data['denomination']}"}
        return facts | ({"declarer": data["declarer"]} if data["declarer"] else {})


class AtTable:
    """A deal as its own table enters it, also without network, and without what is an officer's."""

    def __init__(self, data=None, *, table: TableRow, hand: HandRow, **options):
        super().__init__(data, table=table, hand=hand, directs=False, **options)
        for name in OFFICERS_ONLY:
            self.fields.pop(name, None)

    def write(self) -> dict[str, Any]:
        """The arguments of clubmanager.nights.services.deliver_hand, without claim and hand."""
        data = self.cleaned_data
        return {name: data[name] for name in ("client_id", "version")} | self.hand_written()


class TableContractForm(AtTable, ContractForm):
    pass


class TableHonoursForm(AtTable, HonoursForm):
    pass


class TableChicagoForm(AtTable, ChicagoForm):
    pass


class TableMiniForm(AtTable, MiniForm):
    pass
