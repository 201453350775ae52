"""The plan of a night."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.games import GAMES_BY_KEY, NightGame, require_plan
from clubmanager.nights.models import ClubNight, Dealing, Format, Method, PlayedGame
from clubmanager.nights.queries.desk import last_night, same_weekday, today_at
from clubmanager.nights.services.planning import COPIED, EARLIEST, LATEST
from clubmanager.people.models import Club
from clubmanager.people.queries import current_chart
from scoring.core.ruleset import RuleError
from scoring.models import Chart

from .formats import chosen_options, option_fields, option_values, options_by_format
from .games import chosen_settings, setting_fields, setting_values, settings_by_game

OF_THE_GAME = ("game", "game_settings", "hands_per_round", "method", "dealing")
MORE = ("sections_planned", "ranked_together", "show_live", "correction_minutes")
DEALING_CHOICES = [
    (Dealing.SHUFFLED, gettext_lazy("Shuffled at each table, as at home")),
    (Dealing.STORED, gettext_lazy("Stored deals: every table plays the same cards")),
]


class DateInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self):
        super().__init__(format="%Y-%m-%d")


class NightDate(forms.DateField):
    """The day of a night, in this century: a slip in the year is not taken for a date."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label=gettext_lazy("Date"), widget=DateInput(), **options)
        early = gettext_lazy("Give a date not before %(limit_value)s.")
        late = gettext_lazy("Give a date not after %(limit_value)s.")
        self.validators += [
            MinValueValidator(EARLIEST, early),
            MaxValueValidator(LATEST, late),
        ]


class NightForm(forms.ModelForm):
    """Everything that makes a night; `essential` and `more` say what is shown first."""

    date = NightDate()
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=PlayedGame.choices,
        widget=forms.RadioSelect,
        initial=PlayedGame.ABRIDGED,
        required=False,
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Who plays with whom?"),
        choices=Format.choices,
        widget=forms.RadioSelect,
    )
    dealing = forms.ChoiceField(
        label=gettext_lazy("Cards"), choices=DEALING_CHOICES, widget=forms.RadioSelect
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Ranked by"), choices=Method.choices, widget=forms.RadioSelect
    )
    sections_planned = forms.IntegerField(
        label=gettext_lazy("Sections"),
        min_value=1,
        max_value=26,
        initial=1,
        required=False,
        help_text=gettext_lazy("A large field may play in several, each with its own movement."),
    )

    class Meta:
        model = ClubNight
        fields = [
            "title", "date", "game", "format", "rounds_planned", "hands_per_round", "dealing",
            "method", "chart", "show_live", "correction_minutes", "sections_planned",
            "ranked_together",
        ]  # fmt: skip
        help_texts = {
            "hands_per_round": gettext_lazy(
                "A Chicago has four deals; a rubber takes as many as it needs."
            )
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        charts = Chart.objects.filter(pk__in=club.club_charts.values("chart_id"))
        self.fields["chart"].queryset = charts.order_by("name", "-version")
        self.fields["chart"].empty_label = None
        self.fields["method"].choices = Method.simple(self.instance.method)
        self.fields["rounds_planned"].widget.attrs |= {"min": 1, "max": 30}
        self.fields["hands_per_round"].widget.attrs |= {"min": 1, "max": 16}
        self.fields |= option_fields() | setting_fields()
        self.initial = option_values(self.instance.format, self.instance.options) | self.initial
        self.initial |= setting_values(self.instance.game, self.instance.game_settings)

    @property
    def format_options(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        return options_by_format(self)

    @property
    def game_settings(self) -> list[tuple[str, Any, list[forms.BoundField]]]:
        return settings_by_game(self)

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in MORE]

    @property
    def more_has_errors(self) -> bool:
        return any(field.errors for field in self.more)

    def clean_sections_planned(self) -> int:
        return self.cleaned_data["sections_planned"] or 1

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or PlayedGame.ABRIDGED

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        method = data.get("method")
        if "game" in data:
            self._ask_the_game(data, GAMES_BY_KEY[data["game"]])
        if method == Method.MATCHPOINTS and data.get("dealing") == Dealing.SHUFFLED:
            self.add_error("method", _("Matchpoints compare the same cards: choose stored deals."))
        return data

    def _ask_the_game(self, data: dict[str, Any], game: NightGame) -> None:
        """Say beside the field what the game refuses; its settings and hands become complete."""
        data["game_settings"] = chosen_settings(game.key, data)
        method = data.get("method")
        if len(game.hands) == 1:
            data["hands_per_round"] = game.hands[0]
        if method and method not in game.methods:
            possible = ", ".join(str(Method(one).label) for one in game.methods)
            self.add_error("method", _("Not in this game. Choose: %(s)s.") % {"s": possible})
        if self.errors:
            return
        try:
            require_plan(ClubNight(**{name: data[name] for name in OF_THE_GAME}))
        except RuleError as error:
            self.add_error(error.field if error.field in self.fields else None, str(error))

    def plan(self) -> dict[str, Any]:
        """The fields as the services take them."""
        options = chosen_options(self.cleaned_data["format"], self.cleaned_data)
        plan = {name: self.cleaned_data[name] for name in self._plan_names()}
        return plan | {"options": options, "game_settings": self.cleaned_data["game_settings"]}

    def _plan_names(self) -> list[str]:
        return [name for name in self.Meta.fields if name in self.cleaned_data]


class EditForm(NightForm):
    """A planned night's plan; where the cards come from is changed on the page of the deals."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["dealing"].disabled = True

    def plan(self) -> dict[str, Any]:
        plan = super().plan()
        plan.pop("dealing")
        return plan


class RepeatForm(forms.Form):
    """When the same night is played again."""

    date = NightDate()


def suggested_night(club: Club) -> ClubNight:
    """An unsaved night like the club's last one, on the same weekday; a social night at first."""
    last, today = last_night(club), today_at(club)
    if last is None:
        return ClubNight(
            club=club, title=_("Club night"), date=today, format=Format.SOCIAL,
            chart=current_chart(club),
        )  # fmt: skip
    return ClubNight(
        club=club,
        title=last.title,
        date=same_weekday(last.date, today),
        chart=current_chart(club),
        **{name: getattr(last, name) for name in COPIED},
    )
