"""The desk: a name in the box, a tap on a name, two people who play together."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.queries.desk import DeskPerson
from clubmanager.people.models import Club, Player
from clubmanager.people.services import split_name

NAME_LENGTH = Player._meta.get_field("first_name").max_length


class SearchForm(forms.Form):
    """The one box: it finds people, and what it does not find becomes a guest."""

    q = forms.CharField(
        label=gettext_lazy("Name or member number"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )

    def text(self) -> str:
        return self.cleaned_data["q"] if self.is_valid() else ""


class ArriveForm(forms.Form):
    """Enter in the box; `came` and `partner` are those whom the page offered as a pair."""

    q = forms.CharField(max_length=120, required=False)
    came = forms.ModelChoiceField(queryset=Player.objects.none(), required=False)
    partner = forms.ModelChoiceField(queryset=Player.objects.none(), required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("came", "partner"):
            self.fields[name].queryset = Player.objects.filter(club=club)

    def offer(self) -> tuple[Player, Player] | None:
        data = self.cleaned_data
        return (data["came"], data["partner"]) if data["came"] and data["partner"] else None


class GuestForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)

    def clean_name(self) -> tuple[str, str]:
        first, last = split_name(self.cleaned_data["name"])
        if max(len(first), len(last)) > NAME_LENGTH:
            raise forms.ValidationError(
                _("First and last name may have %(most)s letters each."),
                params={"most": NAME_LENGTH},
            )
        return first, last


class PlayerForm(forms.Form):
    """A player of this club, from the button that was tapped."""

    player = forms.ModelChoiceField(queryset=Player.objects.none())

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = Player.objects.filter(club=club)


class PairForm(forms.Form):
    """Exactly two of those who have no partner yet; in a night of teams two or four."""

    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Choose two people"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose the two people who play together.")},
    )

    def __init__(
        self, *args: Any, free: list[DeskPerson], team_size: int = 2, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sizes = {2, team_size}
        if team_size == 4:
            self.fields["players"].label = _("Choose two people, or four for a whole team")
        self.fields["players"].choices = [(person.id, person.name) for person in free]

    def clean_players(self) -> list[int]:
        chosen = self.cleaned_data["players"]
        if len(set(chosen)) in self.sizes:
            return chosen
        if 4 in self.sizes:
            raise forms.ValidationError(_("Choose two or four people."))
        raise forms.ValidationError(
            _("Choose exactly two people, not %(count)s."), params={"count": len(set(chosen))}
        )
