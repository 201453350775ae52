"""Forms of the page "score one game". What a hand may be is the core's to say."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals.core.cards import Seat
from scoring.core.chart import RECONSTRUCTED
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import HandContext, RuleError
from scoring.display import TRUMP_NAMES
from scoring.family import FamilyGame

SEAT_WORDS = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
ALL_PASSED = "4"


class NamesForm(forms.Form):
    """Four first names around the table, and who deals first."""

    N, E, S, W = (
        forms.CharField(
            label=SEAT_WORDS[seat],
            max_length=20,
            required=False,
            widget=forms.TextInput(attrs={"data-names": seat, "autocomplete": "off"}),
        )
        for seat in "NESW"
    )
    dealer = forms.ChoiceField(
        label=gettext_lazy("Who deals the first hand?"),
        choices=list(SEAT_WORDS.items()),
        initial="N",
        widget=forms.RadioSelect,
    )

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[seat] for seat in "NESW"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        seen: set[str] = set()
        for seat in "NESW":
            name = (data.get(seat) or "").strip() or str(SEAT_WORDS[seat])
            if name.casefold() in seen:
                self.add_error(
                    seat, _("There are two players called {name}; add a letter.").format(name=name)
                )
            seen.add(name.casefold())
            data[seat] = name
        return data

    def game(self) -> FamilyGame:
        data = self.cleaned_data
        return FamilyGame(names={seat: data[seat] for seat in "NESW"}, dealer=data["dealer"])


class HandForm(forms.Form):
    """One hand of the four, asked in the order in which it happens at the table."""

    passes = forms.ChoiceField(
        label=gettext_lazy("Who said Play?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who said Play, or that nobody did.")},
    )
    # Carries the errors of the four strengths together; it has no input of its own.
    strengths = forms.CharField(label=gettext_lazy("Strengths"), required=False)
    declaration = forms.ChoiceField(
        label=gettext_lazy("What did the declarer say?"),
        choices=[("ten", gettext_lazy("Ten")), ("seven", gettext_lazy("Seven"))],
        required=False,
        widget=forms.RadioSelect,
    )
    trump = forms.ChoiceField(
        label=gettext_lazy("Trump"),
        choices=list(TRUMP_NAMES.items()),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a colour, or No trump.")},
    )
    tricks = forms.TypedChoiceField(
        label=gettext_lazy("Tricks won by the declarer's team"),
        choices=[(tricks, str(tricks)) for tricks in range(14)],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose the number of tricks, 0 to 13."),
            "invalid_choice": gettext_lazy("Tricks must be 0 to 13, got %(value)s."),
        },
    )

    def __init__(self, data: Any = None, *, game: FamilyGame, number: int) -> None:
        self.game, self.number = game, number
        self.dealer = game.dealer_of(number)
        stored = game.hands[number - 1] if number <= len(game.hands) else None
        super().__init__(data, initial=self._answers(stored) if stored else None)
        self.fields["passes"].choices = self._speakers()
        for seat in self.seats:
            self.fields[f"strength_{seat.value}"] = forms.IntegerField(
                label=game.name(seat),
                required=False,
                widget=forms.NumberInput(
                    attrs={"min": 0, "max": 37, "data-part": "", "inputmode": "numeric"}
                ),
            )

    @property
    def seats(self) -> list[Seat]:
        """The four seats in the order in which they speak."""
        return [self.dealer.turn(places) for places in range(4)]

    def strength_fields(self) -> list[forms.BoundField]:
        return [self[f"strength_{seat.value}"] for seat in self.seats]

    def _speakers(self) -> list[tuple[str, str]]:
        first, second, third, fourth = (self.game.name(seat) for seat in self.seats)
        return [
            ("0", _("{name}, the dealer").format(name=first)),
            ("1", _("{name}, after one pass").format(name=second)),
            ("2", _("{name}, after two passes").format(name=third)),
            ("3", _("{name}, after three passes").format(name=fourth)),
            (ALL_PASSED, _("Nobody: all four passed (Round Two)")),
        ]

    def _answers(self, hand: dict[str, Any]) -> dict[str, Any]:
        """A stored hand as the form's initial values."""
        answers = {key: hand[key] for key in ("trump", "tricks", "declaration")}
        if hand["round"] == 1:
            return answers | {"passes": str(self.seats.index(Seat(hand["declarer"])))}
        strengths = {f"strength_{seat}": value for seat, value in hand["strengths"].items()}
        return answers | strengths | {"passes": ALL_PASSED}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("passes") == ALL_PASSED:
            self._require_round_two(data)
        if not self.errors:
            self._ask_the_rules()
        return data

    def _require_round_two(self, data: dict[str, Any]) -> None:
        if not data.get("declaration") and "declaration" not in self.errors:
            self.add_error("declaration", _("Choose Ten or Seven."))
        for seat in self.seats:
            field = f"strength_{seat.value}"
            if data.get(field) is None and field not in self.errors:
                self.add_error(field, _("Enter a strength from 0 to 37."))

    def _ask_the_rules(self) -> None:
        hand = self.hand()
        tricks = hand.pop("tricks")
        rules = get_ruleset("abridged")
        try:
            facts = rules.parse_facts(hand)
            rules.score_hand(facts, tricks, HandContext(dealer=self.dealer, chart=RECONSTRUCTED))
        except RuleError as error:
            self.add_error(self._field_of(error), str(error))

    def _field_of(self, error: RuleError) -> str | None:
        """The form's field for the core's, None (the whole form) where it has no such field."""
        field = error.field.replace(" ", "_")  # "strength N"
        return field if field in self.fields else None

    def hand(self) -> dict[str, Any]:
        """The hand as `score_game` takes it."""
        data = self.cleaned_data
        hand = {"trump": data["trump"], "tricks": data["tricks"]}
        if data["passes"] == ALL_PASSED:
            strengths = {seat.value: data[f"strength_{seat.value}"] for seat in self.seats}
            return hand | {
                "round": 2,
                "strengths": strengths,
                "declaration": data["declaration"],
            }
        declarer = self.seats[int(data["passes"])]
        return hand | {"round": 1, "declarer": declarer.value, "declaration": "play"}
