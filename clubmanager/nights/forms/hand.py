"""The entry of one hand, from the table or from its pad. The form shapes; the rules refuse."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.words import names_by_seat
from deals.core.cards import Seat
from scoring.display import TRUMP_NAMES

from .ruling import StepForm

ALL_PASSED = "4"
SIDES = [("NS", gettext_lazy("North and South")), ("EW", gettext_lazy("East and West"))]
UNUSUAL = ("declarer", "as_played", "points_side", "points", "deal_void", "reason")


class FirstFocused(forms.RadioSelect):
    """Radio buttons whose first one has the keyboard when the page opens."""

    def create_option(self, name, value, label, selected, index, **options):
        option = super().create_option(name, value, label, selected, index, **options)
        if index == 0:
            option["attrs"]["autofocus"] = True
        return option


class HandForm(StepForm):
    """What happened on one hand, asked in the order in which it happens at the table."""

    fields_template = "nights/_hand_fields.html"
    unusual_template = "nights/_hand_unusual.html"
    RENAMED = {"points_only": "points", "points_only_NS": "points", "points_only_EW": "points"}

    passes = forms.ChoiceField(
        label=gettext_lazy("Who said Play?"), required=False, widget=FirstFocused
    )
    # Carries the errors of the four strengths together; it has no input of its own.
    strengths = forms.CharField(label=gettext_lazy("Strengths"), required=False)
    declaration = forms.CharField(
        label=gettext_lazy("What did the declarer say?"),
        required=False,
        widget=forms.RadioSelect(
            choices=[("ten", gettext_lazy("Ten")), ("seven", gettext_lazy("Seven"))]
        ),
    )
    trump = forms.CharField(
        label=gettext_lazy("Trump"),
        required=False,
        widget=forms.RadioSelect(choices=list(TRUMP_NAMES.items())),
    )
    tricks = forms.IntegerField(
        label=gettext_lazy("Tricks won by the declarer's team"),
        required=False,
        widget=forms.RadioSelect(choices=[(tricks, str(tricks)) for tricks in range(14)]),
    )
    declarer = forms.CharField(label=gettext_lazy("Declarer in Round Two"), required=False)
    as_played = forms.CharField(
        label=gettext_lazy("Record as played, because"), max_length=200, required=False
    )
    points_side = forms.ChoiceField(
        label=gettext_lazy("Only the points are known: scored by"),
        choices=[("", gettext_lazy("(all of the hand is known)")), *SIDES],
        required=False,
    )
    points = forms.IntegerField(label=gettext_lazy("Points"), required=False)
    deal_void = forms.BooleanField(
        label=gettext_lazy("The stored deal does not apply at this table"), required=False
    )

    def __init__(self, data=None, *, table: TableRow, hand: HandRow, directs: bool, **options):
        self.hand = hand
        self.seats = [Seat(hand.dealer).turn(places) for places in range(4)]
        self.has_board = hand.board_id is not None
        super().__init__(data, hand=hand, auto_id=options.pop("auto_id", "id_%s"), **options)
        names = names_by_seat(table, hand.number)
        self.fields["passes"].choices = self._speakers(names)
        self._add_strengths(names)
        seats = [("", _("(not needed)")), *((seat.value, names[seat.value]) for seat in self.seats)]
        self.fields["declarer"].widget = forms.Select(choices=seats)
        self.fields["declarer"].help_text = self._declarer_help()
        if not (self.has_board and directs):
            del self.fields["deal_void"]

    @property
    def asks_strengths(self) -> bool:
        """Strengths are asked for where no stored deal gives them."""
        return not (self.has_board and self.hand.deal_applies)

    @property
    def has_unusual(self) -> bool:
        """Whether anything stands in the part that is folded away."""
        names = [name for name in UNUSUAL if name in self.fields]
        if not self.asks_strengths:
            names += ["strengths", *(f"strength_{seat.value}" for seat in self.seats)]
        return any(self[name].value() or self[name].errors for name in names)

    def strength_fields(self) -> list[forms.BoundField]:
        return [self[f"strength_{seat.value}"] for seat in self.seats]

    def _declarer_help(self) -> str:
        if self.asks_strengths:
            return _("Where nobody wrote the strengths down.")
        return _("The board gives the declarer. Choose one only if the table played otherwise.")

    def _add_strengths(self, names: dict[str, str]) -> None:
        attrs = {"min": 0, "max": 37, "data-part": "", "inputmode": "numeric"}
        for seat in self.seats:
            self.fields[f"strength_{seat.value}"] = forms.IntegerField(
                label=names[seat.value], required=False, widget=forms.NumberInput(attrs=attrs)
            )

    def _speakers(self, names: dict[str, str]) -> list[tuple[str, str]]:
        first, second, third, fourth = (names[seat.value] for seat in self.seats)
        return [
            ("0", _("%(name)s, dealer") % {"name": first}),
            ("1", _("%(name)s, 1 pass") % {"name": second}),
            ("2", _("%(name)s, 2 passes") % {"name": third}),
            ("3", _("%(name)s, 3 passes") % {"name": fourth}),
            (ALL_PASSED, _("All four passed: Round Two")),
        ]

    def start_values(self, hand: HandRow) -> dict[str, Any]:
        """A stored hand as the form's first values."""
        facts = hand.facts
        values: dict[str, Any] = {"deal_void": not hand.deal_applies}
        if facts is None:
            return values
        values["as_played"] = facts.get("as_played", "")
        if points := facts.get("points_only"):
            [(values["points_side"], values["points"])] = points.items()
            return values
        values |= {"trump": facts["trump"], "tricks": hand.tricks}
        if facts["round"] == 1:
            return values | {"passes": str(self.seats.index(Seat(facts["declarer"])))}
        strengths = {f"strength_{seat}": n for seat, n in facts.get("strengths", {}).items()}
        stated = {name: facts[name] for name in ("declaration", "declarer") if name in facts}
        return values | strengths | stated | {"passes": ALL_PASSED}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("points_side") or data.get("points") is not None:
            self._require(data, "points_side", _("Choose the team that scored."))
            self._require(data, "points", _("Enter the points."))
        else:
            self._require(data, "passes", _("Choose who said Play, or that all passed."))
            self._require(data, "trump", _("Choose a colour, or No trump."))
            self._require(data, "tricks", _("Choose the number of tricks, 0 to 13."))
            if data.get("passes") == ALL_PASSED:
                self._require_round_two(data)
        return data

    def _require(self, data: dict[str, Any], name: str, message: str) -> None:
        if data.get(name) in (None, "") and name not in self.errors:
            self.add_error(name, message)

    def _require_round_two(self, data: dict[str, Any]) -> None:
        self._require(data, "declaration", _("Choose Ten or Seven."))
        stated = [seat for seat in self.seats if data.get(f"strength_{seat.value}") is not None]
        if not stated:
            return
        if not (self.asks_strengths or data.get("deal_void")):
            self.add_error(
                "strengths", _("Leave the strengths empty: the stored board gives the declarer.")
            )
        for seat in self.seats:
            self._require(data, f"strength_{seat.value}", _("Enter a strength from 0 to 37."))

    def facts(self) -> dict[str, Any]:
        """The hand in the JSON form of the ruleset, without its tricks."""
        data = self.cleaned_data
        if data["points_side"]:
            facts: dict[str, Any] = {"points_only": {data["points_side"]: data["points"]}}
        elif data["passes"] == ALL_PASSED:
            facts = {"round": 2, "trump": data["trump"], "declaration": data["declaration"]}
            strengths = {seat.value: data[f"strength_{seat.value}"] for seat in self.seats}
            if None not in strengths.values():
                facts["strengths"] = strengths
            if data["declarer"]:
                facts["declarer"] = data["declarer"]
        else:
            declarer = self.seats[int(data["passes"])].value
            facts = {"round": 1, "declarer": declarer, "declaration": "play"}
            facts["trump"] = data["trump"]
        if data["as_played"]:
            facts["as_played"] = data["as_played"]
        return facts

    def hand_written(self) -> dict[str, Any]:
        """What happened: facts, and tricks where the whole hand is known."""
        data = self.cleaned_data
        return {"facts": self.facts(), "tricks": None if data["points_side"] else data["tricks"]}

    def write(self) -> dict[str, Any]:
        """The arguments of clubmanager.nights.services.enter_hand, without hand and actor."""
        write = self.envelope() | self.hand_written()
        if "deal_void" in self.cleaned_data:
            write["deal_applies"] = not self.cleaned_data["deal_void"]
        return write


class FirstDealerForm(forms.Form):
    """Who deals the first hand of a table whose cards are shuffled there."""

    dealer = forms.ChoiceField(label=gettext_lazy("Who deals the first hand?"),
                               widget=forms.RadioSelect)  # fmt: skip

    def __init__(self, data=None, *, table: TableRow):
        super().__init__(data, initial={"dealer": table.hands[0].dealer})
        self.fields["dealer"].choices = list(names_by_seat(table, 1).items())


class PadForm(forms.Form):
    """The totals that a table wrote on its pad, to compare; nothing is stored."""

    pad_ns = forms.IntegerField(label=gettext_lazy("North and South"), required=False, min_value=0)
    pad_ew = forms.IntegerField(label=gettext_lazy("East and West"), required=False, min_value=0)

    def differences(self, totals: dict) -> list[dict]:
        """Each side whose pad differs from the hands: {side, pad, hands}."""
        words = dict(SIDES)
        found = []
        for name, side in (("pad_ns", "NS"), ("pad_ew", "EW")):
            pad, hands = self.cleaned_data.get(name), totals.get(side, 0)
            if pad is not None and pad != hands:
                found.append({"side": words[side], "pad": pad, "hands": hands})
        return found
