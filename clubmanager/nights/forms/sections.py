"""Which section each pair, team or player plays in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.sections import LETTERS
from clubmanager.nights.queries.desk import DeskPerson

FIELD = "in_"


class SectionsForm(forms.Form):
    """How many sections, and a letter for each contestant; `start` has their letters so far.

    A contestant's field is named after its first player.
    """

    sections = forms.IntegerField(
        label=gettext_lazy("How many sections"), min_value=1, max_value=len(LETTERS)
    )

    def __init__(
        self, sent: Any = None, *, contestants: Sequence[tuple[DeskPerson, ...]],
        start: Mapping[int, str], sections: int,
    ) -> None:  # fmt: skip
        super().__init__(sent, initial={"sections": sections})
        self.contestants = contestants
        letters = [(letter, letter) for letter in LETTERS[:sections]]
        for people in contestants:
            first = people[0].id
            self.fields[f"{FIELD}{first}"] = forms.ChoiceField(
                label=" + ".join(person.name for person in people),
                choices=letters,
                initial=start.get(first, LETTERS[0]),
            )

    def rows(self) -> Iterator[BoundField]:
        """The field of each contestant."""
        return (self[name] for name in self.fields if name.startswith(FIELD))

    def letters(self) -> dict[int, str]:
        """The letter of everybody, by player id."""
        return {
            person.id: self.cleaned_data[f"{FIELD}{people[0].id}"]
            for people in self.contestants
            for person in people
        }
