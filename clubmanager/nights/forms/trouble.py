"""What the director says of something that went wrong; choices come from the night as it stands."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.games import LONGEST_ROUND
from clubmanager.nights.models import MissedHands
from clubmanager.nights.queries import EntryRow, NightData
from clubmanager.nights.queries.desk import desk_of
from clubmanager.nights.queries.formats import awards_missed_hands
from clubmanager.people.models import Player
from scoring.core.bridge import MOST_DEALS


class TroubleForm(forms.Form):
    """A form that knows the night. Subclasses fill the choices of their fields."""

    def __init__(self, sent: Any = None, *, night: NightData, **kwargs: Any) -> None:
        super().__init__(sent, **kwargs)
        self.night = night
        self.fill()

    def fill(self) -> None:
        """Fill the choices that depend on the night."""

    def values(self) -> dict[str, Any]:
        """What the action takes."""
        return dict(self.cleaned_data)

    def _entries(self) -> list[tuple[int, str]]:
        return [(entry.id, entry_words(entry)) for entry in self.night.entries.values()]

    def _started_tables(self) -> list[tuple[int, str]]:
        return [
            (
                table.id,
                _("Round %(round)s, table %(table)s: %(ns)s – %(ew)s") % {
                    "round": table.round, "table": table.table,
                    "ns": _people(table.people("NS")), "ew": _people(table.people("EW")),
                },
            )
            for table in reversed(self.night.tables)
            if table.round_state != "planned"
        ]  # fmt: skip

    def _players(self, ids: list[int]) -> list[Player]:
        found = Player.objects.filter(club=self.night.night.club).in_bulk(ids)
        return [found[pk] for pk in ids]


def entry_words(entry: EntryRow) -> str:
    key = f"{entry.line} {entry.number}".strip()
    return f"{key}: {_people(entry.members)}"


def _people(people) -> str:
    return " + ".join(person.full for person in people)


def _choice(label, **kwargs) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, **kwargs)


class LateForm(TroubleForm):
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who has arrived? The first sits North or East"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Whoever is missing here has to be checked in first."),
    )
    at_once = forms.BooleanField(
        label=gettext_lazy("They sit down in this round, if somebody rests"), required=False
    )
    first_hand = forms.IntegerField(
        label=gettext_lazy("First hand that can still be played there"),
        min_value=1, max_value=LONGEST_ROUND, initial=1,
    )  # fmt: skip
    missed = forms.ChoiceField(
        label=gettext_lazy("The hands that they missed there"),
        choices=MissedHands.choices, initial=MissedHands.NOT_PLAYED, widget=forms.RadioSelect,
    )  # fmt: skip

    def fill(self) -> None:
        if not awards_missed_hands(self.night.night):
            del self.fields["missed"]
        free = desk_of(self.night.night).free
        self.fields["players"].choices = [(person.id, person.name) for person in free]

    def values(self) -> dict[str, Any]:
        return self.cleaned_data | {"players": self._players(self.cleaned_data["players"])}


class GoneForm(TroubleForm):
    entry_id = _choice(gettext_lazy("Who goes home?"))
    finish_round = forms.BooleanField(
        label=gettext_lazy("They still finish this round"), required=False
    )
    redraw = forms.BooleanField(
        label=gettext_lazy("Draw the rounds to come anew without them"), required=False
    )

    def fill(self) -> None:
        self.fields["entry_id"].choices = self._entries()


class SubstituteForm(TroubleForm):
    player = _choice(gettext_lazy("Who stops?"))
    sits_in = forms.ModelChoiceField(
        label=gettext_lazy("Who sits in?"), queryset=Player.objects.none()
    )
    first_hand = forms.IntegerField(
        label=gettext_lazy("From hand"), min_value=1, max_value=MOST_DEALS, initial=1
    )

    def fill(self) -> None:
        people = [person for entry in self.night.entries.values() for person in entry.members]
        people.sort(key=lambda person: person.full)
        self.fields["player"].choices = [(person.id, person.full) for person in people]
        club = self.night.night.club
        self.fields["sits_in"].queryset = Player.objects.filter(club=club, is_active=True)

    def values(self) -> dict[str, Any]:
        return self.cleaned_data | {"player": self._players([self.cleaned_data["player"]])[0]}


class RedrawForm(TroubleForm):
    rounds = forms.IntegerField(
        label=gettext_lazy("How many rounds more? Empty: as many as there were"),
        min_value=1, max_value=24, required=False,
    )  # fmt: skip


class TableForm(TroubleForm):
    table = _choice(gettext_lazy("Which table?"))

    def fill(self) -> None:
        self.fields["table"].choices = self._started_tables()

    def values(self) -> dict[str, Any]:
        return {"table_round_id": self.cleaned_data["table"]}


class ExchangeForm(TroubleForm):
    round_number = _choice(gettext_lazy("In which round?"))
    first_id = _choice(gettext_lazy("These"))
    second_id = _choice(gettext_lazy("sat where those were to sit"))

    def fill(self) -> None:
        numbers = sorted(self.night.rounds(), reverse=True)
        rounds = [(n, _("Round %(n)s") % {"n": n}) for n in numbers]
        self.fields["round_number"].choices = rounds
        self.fields["first_id"].choices = self.fields["second_id"].choices = self._entries()


class TraysForm(TroubleForm):
    first_board = forms.IntegerField(label=gettext_lazy("Board"), min_value=1, max_value=999)
    second_board = forms.IntegerField(label=gettext_lazy("and board"), min_value=1, max_value=999)
    from_round = forms.IntegerField(
        label=gettext_lazy("exchanged from round"), min_value=1, max_value=99
    )
