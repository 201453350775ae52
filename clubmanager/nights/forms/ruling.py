"""Forms of a director's decisions. What is allowed is the services' to say."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.queries import HandRow
from scoring.core.ruleset import RuleError


class RuledForm(forms.Form):
    """A form that shows a service's RuleError beside the field it is about."""

    RENAMED: dict[str, str] = {}

    def add_rule_error(self, error: RuleError) -> None:
        name = error.field.replace(" ", "_")
        name = self.RENAMED.get(name, name)
        visible = name in self.fields and not self.fields[name].widget.is_hidden
        self.add_error(name if visible else None, str(error))


class ReasonForm(RuledForm):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


class StepForm(RuledForm):
    """One write on a hand: the client's own id, and the version that the person saw."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, data=None, *, hand: HandRow, **options):
        initial = {"client_id": uuid.uuid4(), "version": hand.version} | self.start_values(hand)
        super().__init__(data, initial=initial | options.pop("initial", {}), **options)

    def start_values(self, hand: HandRow) -> dict:
        return {}

    def envelope(self) -> dict:
        """What every service that writes on a hand wants to know of a write."""
        return {name: self.cleaned_data[name] for name in ("client_id", "version", "reason")}


class RulingForm(StepForm):
    """A ruling beside the result: points for each side separately, cancelled, or not played."""

    RENAMED = {"adjusted_points": "ns_points"}

    ruling = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            ("adjusted", _("Adjusted points")),
            ("cancelled", _("Cancelled")),
            ("not played", _("Not played")),
            ("none", _("No ruling (take it back)")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a ruling.")},
    )
    ns_points = forms.IntegerField(label=_("Points for North and South"), required=False)
    ew_points = forms.IntegerField(label=_("Points for East and West"), required=False)
    field_order = ("ruling", "ns_points", "ew_points", "reason", "client_id", "version")

    def start_values(self, hand: HandRow) -> dict:
        if hand.ruling == "none":
            return {}
        values = {"ruling": hand.ruling, "reason": hand.ruling_reason}
        if hand.ruling == "adjusted":
            values |= {"ns_points": hand.ns_points, "ew_points": hand.ew_points}
        return values

    def decision(self) -> dict:
        data = self.cleaned_data
        adjusted = data["ruling"] == "adjusted"
        return {
            "ruling": data["ruling"],
            "ns_points": data["ns_points"] if adjusted else None,
            "ew_points": data["ew_points"] if adjusted else None,
        }
