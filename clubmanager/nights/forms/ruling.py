"""Forms of a director's decisions. What is allowed is the services' to say."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.queries import HandRow
from scoring.core.ruleset import RuleError
from scoring.core.rulings import (
    ArtificialRuling,
    Detail,
    SplitRuling,
    WeightedRuling,
    detail_from_json,
)


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


AWARDS = [
    ("A+", _("average plus (60 %, or more by its own session)")),
    ("A", _("average (50 %)")),
    ("A-", _("average minus (40 %, or less by its own session)")),
]


class RulingForm(StepForm):
    """A ruling beside the result: other points, a score that nobody made, or none at all."""

    RENAMED = {
        "adjusted_points": "ns_points",
        "award_ns": "ns_award",
        "award_ew": "ew_award",
        "weighted_results": "results",
        "shares": "results",
        "points": "results",
    }

    ruling = forms.ChoiceField(
        label=_("Ruling"),
        choices=[
            ("adjusted", _("Adjusted points")),
            ("artificial", _("Artificial score: the hand could not be played properly")),
            ("weighted", _("Weighted: several results, each with its share")),
            ("split", _("Split: each team has a result of its own")),
            ("cancelled", _("Cancelled")),
            ("not played", _("Not played")),
            ("none", _("No ruling (take it back)")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a ruling.")},
    )
    ns_points = forms.IntegerField(label=_("Points for North and South"), required=False)
    ew_points = forms.IntegerField(label=_("Points for East and West"), required=False)
    ns_award = forms.ChoiceField(label=_("North and South get"), choices=AWARDS, required=False)
    ew_award = forms.ChoiceField(label=_("East and West get"), choices=AWARDS, required=False)
    results = forms.CharField(
        label=_("Results of a weighted or split score"),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
        max_length=300,
        help_text=_(
            "Weighted, a line for each: share in %, points North-South, points East-West, such as "
            "“60 100 0”. Split, two lines of points: what North-South keep, what East-West keep."
        ),
    )
    field_order = (
        "ruling", "ns_points", "ew_points", "ns_award", "ew_award", "results", "reason",
        "client_id", "version",
    )  # fmt: skip

    def start_values(self, hand: HandRow) -> dict:
        values = {"ns_award": "A", "ew_award": "A"}
        if hand.ruling == "none":
            return values
        values |= {"ruling": hand.ruling, "reason": hand.ruling_reason}
        if hand.ruling_detail:
            return values | _shown(detail_from_json(hand.ruling_detail))
        if hand.ruling == "adjusted":
            values |= {"ns_points": hand.ns_points, "ew_points": hand.ew_points}
        return values

    def clean(self) -> dict:
        data = super().clean()
        try:
            self.detail = self._detail(data)
        except RuleError as error:
            self.detail = None
            self.add_rule_error(error)
        return data

    def _detail(self, data: dict) -> Detail | None:
        ruling, lines = data.get("ruling"), _numbers(data.get("results", ""))
        if ruling == "artificial":
            return ArtificialRuling(data.get("ns_award") or "A", data.get("ew_award") or "A")
        if ruling == "weighted":
            if any(len(line) != 3 for line in lines):
                raise RuleError("points", data.get("results"), _("three numbers a line"))
            return WeightedRuling(tuple((share, (ns, ew)) for share, ns, ew in lines))
        if ruling == "split":
            if [len(line) for line in lines] != [2, 2]:
                raise RuleError("points", data.get("results"), _("two lines of two numbers"))
            return SplitRuling(lines[0], lines[1])
        return None

    def decision(self) -> dict:
        data = self.cleaned_data
        adjusted = data["ruling"] == "adjusted"
        return {
            "ruling": self.detail.ruling if self.detail else data["ruling"],
            "ns_points": data["ns_points"] if adjusted else None,
            "ew_points": data["ew_points"] if adjusted else None,
            "detail": self.detail,
        }


def _numbers(text: str) -> list[tuple[int, ...]]:
    """The whole numbers of each line that is not empty. RuleError for anything else."""
    lines = [line.replace("%", " ").replace(",", " ").split() for line in text.splitlines()]
    for word in (word for line in lines for word in line):
        if not (word.isascii() and word.isdecimal() and len(word) <= 6):
            raise RuleError("points", word, _("whole numbers"))
    return [tuple(map(int, line)) for line in lines if line]


def _shown(detail: Detail) -> dict:
    """What the form shows of a ruling that stands."""
    values = {"ruling": detail.kind}
    if isinstance(detail, ArtificialRuling):
        return values | {"ns_award": detail.ns, "ew_award": detail.ew}
    if isinstance(detail, SplitRuling):
        lines = [detail.ns, detail.ew]
    else:
        lines = [(share, *points) for share, points in detail.parts]
    return values | {"results": "\n".join(" ".join(map(str, line)) for line in lines)}
