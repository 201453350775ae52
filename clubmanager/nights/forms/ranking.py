"""How a night is ranked, for directors who want more than the plan's choice; and penalties."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.ranking import RankingSettings, settings_from_json, usual_chain
from clubmanager.nights.models import Method, PenaltyUnit
from clubmanager.nights.queries import EntryRow, NightData
from scoring.core.neuberg import Factoring
from scoring.core.tie_breaks import TieBreak

from .ruling import RuledForm

USUAL, NO_CHAIN = "usual", "none"
BREAKS = {
    TieBreak.HEAD_TO_HEAD: gettext_lazy("the meetings of the tied"),
    TieBreak.OPPONENTS: gettext_lazy("the opponents’ results"),
    TieBreak.NET_POINTS: gettext_lazy("net points"),
    TieBreak.HANDS_WON: gettext_lazy("hands won"),
    TieBreak.GAMES_WON: gettext_lazy("games won"),
    TieBreak.COUNT_BACK: gettext_lazy("boards above average"),
    TieBreak.BASIC_SCORE: gettext_lazy("net IMPs"),
    TieBreak.BALLOT: gettext_lazy("drawing lots (by the night’s own seed)"),
}
FACTORING = [
    (Factoring.OFF, gettext_lazy("Each board keeps the top of its own results")),
    (Factoring.TENTHS, gettext_lazy("Factored to the full top (Neuberg), to a tenth")),
    (Factoring.EXACT, gettext_lazy("Factored to the full top (Neuberg), exactly")),
]
PLACES = 3


def break_choices() -> list[tuple[str, Any]]:
    return [("", gettext_lazy("nothing more")), *((one.value, BREAKS[one]) for one in BREAKS)]


class RankingForm(RuledForm):
    """Every setting of a ranking, and for each entry its handicap and stratum."""

    RENAMED = {"tie-break": "tie_break_1", "tie-breaks": "tie_break_1", "stratum": "strata"}

    method = forms.ChoiceField(
        label=gettext_lazy("Ranked by"), choices=Method.choices, widget=forms.RadioSelect
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Level entries"),
        choices=[
            (USUAL, gettext_lazy("As usual for this method")),
            (NO_CHAIN, gettext_lazy("Share their rank")),
            ("own", gettext_lazy("Are split by what is chosen here, in this order")),
        ],
        widget=forms.RadioSelect,
    )
    minimum_percent = forms.IntegerField(
        label=gettext_lazy("Share of the hands that must be played to be ranked, in %"),
        min_value=0, max_value=100,
    )  # fmt: skip
    winners = forms.ChoiceField(
        label=gettext_lazy("Two lines"),
        choices=[
            ("lines", gettext_lazy("A winner in each line")),
            ("one", gettext_lazy("One ranking and one winner")),
        ],
        widget=forms.RadioSelect,
    )
    ranked_together = forms.BooleanField(
        label=gettext_lazy("Compare and rank all sections together"), required=False
    )
    factoring = forms.ChoiceField(
        label=gettext_lazy("Boards with unequal numbers of results"),
        choices=FACTORING, widget=forms.RadioSelect,
    )  # fmt: skip
    small_subfields = forms.BooleanField(
        label=gettext_lazy("Very few comparable results: 60 % and 5 % a matchpoint"),
        required=False,
    )
    session_rule = forms.BooleanField(
        label=gettext_lazy("Average plus and minus follow the own session (Law 12C2)"),
        required=False,
    )
    multiplier = forms.IntegerField(
        label=gettext_lazy("Points are multiplied before IMPs by"), min_value=1, max_value=100,
        help_text=gettext_lazy("House practice: aBRIDGEd points are small for the IMP table."),
    )  # fmt: skip
    datum_dropped_percent = forms.IntegerField(
        label=gettext_lazy("Butler: results dropped at each end, in %"), min_value=0, max_value=40
    )
    bye_points = forms.DecimalField(
        label=gettext_lazy("Victory points for sitting out"), min_value=0, max_value=20,
        decimal_places=2,
    )  # fmt: skip
    strata = forms.CharField(
        label=gettext_lazy("Strata, the highest first"), required=False, max_length=80,
        help_text=gettext_lazy("Names with commas, such as “A, B, C”; each has its own ranking."),
    )  # fmt: skip
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, sent, *, data: NightData):
        settings, night = settings_from_json(data.night.ranking), data.night
        self.entries = list(data.entries.values())
        super().__init__(sent, initial=_initial(settings, night, self.entries))
        for place in range(1, PLACES + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=[_("First by"), _("Then by"), _("At last by")][place - 1],
                choices=break_choices(), required=False,
            )  # fmt: skip
        for entry in self.entries:
            self.fields[f"handicap_{entry.id}"] = forms.DecimalField(
                label=_("Handicap"), required=False, min_value=-100, max_value=100,
                decimal_places=2,
            )  # fmt: skip
            self.fields[f"stratum_{entry.id}"] = forms.CharField(
                label=_("Stratum"), required=False, max_length=20
            )

    @property
    def breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place}"] for place in range(1, PLACES + 1)]

    @property
    def entry_rows(self) -> list[tuple[EntryRow, forms.BoundField, forms.BoundField]]:
        return [
            (one, self[f"handicap_{one.id}"], self[f"stratum_{one.id}"]) for one in self.entries
        ]

    def settings(self) -> RankingSettings:
        """The settings as sent. RuleError where they do not fit together."""
        data = self.cleaned_data
        names = tuple(name.strip() for name in data["strata"].split(",") if name.strip())
        own = [data[f"tie_break_{place}"] for place in range(1, PLACES + 1)]
        chains = {USUAL: None, NO_CHAIN: ()}
        plain = (
            "minimum_percent", "winners", "small_subfields", "session_rule", "multiplier",
            "datum_dropped_percent",
        )  # fmt: skip
        return RankingSettings(
            chain=chains.get(data["ties"], tuple(TieBreak(one) for one in own if one)),
            factoring=Factoring(data["factoring"]),
            bye_hundredths=int(data["bye_points"] * 100),
            strata=names,
            handicaps=self._of_entries("handicap", lambda amount: int(amount * 100)),
            stratum_of=self._of_entries("stratum", str.strip) if names else {},
            **{name: data[name] for name in plain},
        )

    def _of_entries(self, what: str, read) -> dict[int, Any]:
        sent = {one.id: self.cleaned_data[f"{what}_{one.id}"] for one in self.entries}
        return {entry: read(value) for entry, value in sent.items() if value}


def _initial(settings: RankingSettings, night, entries: list[EntryRow]) -> dict[str, Any]:
    chain = usual_chain(night.method) if settings.chain is None else settings.chain
    names = (
        "minimum_percent", "winners", "small_subfields", "session_rule", "multiplier",
        "datum_dropped_percent", "factoring",
    )  # fmt: skip
    return (
        {name: getattr(settings, name) for name in names}
        | {
            "method": night.method,
            "ranked_together": night.ranked_together,
            "ties": USUAL if settings.chain is None else "own" if settings.chain else NO_CHAIN,
            "strata": ", ".join(settings.strata),
            "bye_points": f"{settings.bye_hundredths / 100:.2f}",
        }
        | {f"tie_break_{at}": one.value for at, one in enumerate(chain, 1)}
        | {f"handicap_{entry}": f"{of / 100:.2f}" for entry, of in settings.handicaps.items()}
        | {f"stratum_{entry}": name for entry, name in settings.stratum_of.items()}
    )


class PenaltyForm(RuledForm):
    """What an entry loses, and why."""

    RENAMED = {"hundredths": "amount"}

    entry = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    amount = forms.DecimalField(
        label=gettext_lazy("How much"), min_value=Decimal("0.01"), max_value=10_000,
        decimal_places=2,
    )  # fmt: skip
    unit = forms.ChoiceField(
        label=gettext_lazy("Of what"), choices=PenaltyUnit.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)

    def __init__(self, sent, *, data: NightData):
        super().__init__(sent, initial={"unit": PenaltyUnit.POINTS}, prefix="penalty")
        self.fields["entry"].choices = [(one.id, entry_label(one)) for one in data.entries.values()]

    def what(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "entry_id": data["entry"],
            "hundredths": int(data["amount"] * 100),
            "unit": data["unit"],
            "reason": data["reason"],
        }


def entry_label(entry: EntryRow) -> str:
    """Number and names; the section only beyond the first."""
    section = entry.section if entry.section != "A" else ""
    number = " ".join(filter(None, (section, str(entry.number), entry.line)))
    return f"{number}: {_(' and ').join(entry.names(public=False))}"
