"""The forms of the people who play."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.people.models import Player, PublicName
from clubmanager.people.names import shown_name
from clubmanager.people.queries import folded
from clubmanager.people.services import split_name

LONGEST_NAME = 60
MOST_LINES = 500


def _choice_label(choice: PublicName, shown: str) -> str:
    return f"{choice.label}: {shown}" if shown else str(choice.label)


class PlayerForm(forms.ModelForm):
    """A player's names, number, seat and public name; and her login, if she has one."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address of the login"),
        required=False,
        help_text=gettext_lazy(
            "Only for officers who also play: while they play, their pages hide the boards that "
            "they have not finished."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = Player
        fields = [
            "first_name", "last_name", "number", "is_guest", "sits_still", "public_name_choice",
            "is_active", "contact_email",
        ]  # fmt: skip
        labels = {
            "is_guest": gettext_lazy("A guest, not a member"),
            "sits_still": gettext_lazy("Sits still"),
            "is_active": gettext_lazy("Plays here"),
            "contact_email": gettext_lazy("E-mail address"),
        }
        help_texts = {
            "number": gettext_lazy("If your club gives numbers."),
            "is_active": gettext_lazy(
                "Untick it when somebody has left: all results stay, and the name can come back."
            ),
            "public_name_choice": "",
            "contact_email": gettext_lazy(
                "For those who want the commitment to the deals before a night. Shown nowhere."
            ),
        }
        widgets = {"public_name_choice": forms.RadioSelect}

    def __init__(self, *args, club, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["public_name_choice"].choices = self._choices(club)
        if self.instance.pk is None:
            del self.fields["is_active"]
        elif self.instance.user:
            self.initial["email"] = self.instance.user.email

    def _choices(self, club):
        """Every choice with the name that it shows."""
        first = self.instance.first_name or _("Ann")
        last = self.instance.last_name if self.instance.pk else _("Adams")
        default = _("As the club does: {name}").format(
            name=shown_name(first, last, club.public_name_default) or _("not named")
        )
        return [
            ("", default),
            *[(c, _choice_label(c, shown_name(first, last, c))) for c in PublicName],
        ]


@dataclass(frozen=True, slots=True)
class ListedName:
    """One line of a pasted list, and whether it is new to the club."""

    at: int
    first_name: str
    last_name: str
    note: str

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class ManyForm(forms.Form):
    """A list of names, one a line."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Paste them from a list or a spreadsheet. The last word of a line is the last name."
        ),
    )
    is_guest = forms.BooleanField(
        label=gettext_lazy("They are guests, not members"), required=False
    )

    def __init__(self, *args, known: set[str], **kwargs):
        super().__init__(*args, **kwargs)
        self.known = known

    def clean_names(self):
        text = self.cleaned_data["names"]
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > MOST_LINES:
            raise forms.ValidationError(
                _("A list must have at most {most} names, got {count}.").format(
                    most=MOST_LINES, count=len(lines)
                )
            )
        for line in lines:
            if any(len(part) > LONGEST_NAME for part in split_name(line)):
                raise forms.ValidationError(
                    _("A name must have at most {most} letters, got “{name}…”.").format(
                        most=LONGEST_NAME, name=line[:30]
                    )
                )
        return "\n".join(lines)

    def listed(self) -> list[ListedName]:
        """The names of the list; a note on those that the club or the list has already."""
        seen: set[str] = set()
        listed = []
        for at, line in enumerate(self.cleaned_data["names"].splitlines()):
            first, last = split_name(line)
            key = folded(first, last)
            listed.append(ListedName(at, first, last, self._note(key, seen)))
            seen.add(key)
        return listed

    def _note(self, key: str, seen: set[str]) -> str:
        if key in self.known:
            return _("The club has somebody of this name")
        return _("Twice in this list") if key in seen else ""
