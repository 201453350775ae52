"""The forms of a club: its settings and its officers."""

import zoneinfo
from decimal import Decimal
from itertools import groupby

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubmanager.people.models import Club, Role
from clubmanager.people.names import visible_text
from scoring.core.house_rules import HOUSE_RULES, KEYS

NO_PLACES = ("Etc/", "SystemV/", "US/")


def time_zone_choices(stored: str = "UTC"):
    """All time zones that are named after places, grouped by region; UTC and the stored one."""
    names = sorted(
        name
        for name in zoneinfo.available_timezones()
        if "/" in name and not name.startswith(NO_PLACES)
    )
    regions = groupby(names, key=lambda name: name.partition("/")[0])
    groups = [
        (region, [(name, name.partition("/")[2].replace("_", " ")) for name in group])
        for region, group in regions
    ]
    others = {"UTC", stored}.difference(names)
    return [*groups, *((name, name) for name in sorted(others))]


class NewClubForm(forms.ModelForm):
    """What a club needs to begin with."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Of the place where you play, by continent and city."),
        error_messages={"invalid_choice": _("Time zone must be one of the list, got “%(value)s”.")},
    )

    class Meta:
        model = Club
        fields = ["name", "is_school", "time_zone", "paper"]
        labels = {"is_school": _("This is a school club")}
        help_texts = {
            "is_school": _("A school club's public pages show first names only."),
            "paper": _("What your printer holds: Letter in North America, A4 elsewhere."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = time_zone_choices(self.instance.time_zone)

    def clean_name(self):
        name = visible_text(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("The name needs at least one letter that is seen."))
        return name


class SettingsForm(NewClubForm):
    """All settings of a club."""

    fee = forms.DecimalField(
        label=_("Table fee of a member"), min_value=0, max_value=9999, decimal_places=2,
        help_text=_("0: no fee. The desk only notes who has paid."), required=False,
    )  # fmt: skip
    visitor_fee = forms.DecimalField(
        label=_("Table fee of a guest"), min_value=0, max_value=9999, decimal_places=2,
        required=False,
    )  # fmt: skip
    house_rules = forms.MultipleChoiceField(
        label=_("House rules on the card"),
        choices=[(rule.key, _(rule.title)) for rule in HOUSE_RULES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("What your tables do when something goes wrong."),
    )

    class Meta(NewClubForm.Meta):
        fields = ["name", "is_school", "public_name_default", "time_zone", "paper", "decks"]
        labels = NewClubForm.Meta.labels | {"public_name_default": _("Names on public pages")}
        help_texts = NewClubForm.Meta.help_texts | {
            "public_name_default": _("For everybody who has not chosen otherwise."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["decks"].validators += [MinValueValidator(1), MaxValueValidator(999)]
        self.initial["fee"] = Decimal(self.instance.fee_cents) / 100
        self.initial["visitor_fee"] = Decimal(self.instance.visitor_fee_cents) / 100
        self.initial["house_rules"] = [k for k in KEYS if k not in self.instance.house_rules_off]

    def clean(self):
        """Stores the rules that are left out, so that a rule added later is on every card."""
        cleaned = super().clean()
        chosen = cleaned.pop("house_rules", [])
        for name in ("fee", "visitor_fee"):
            amount = cleaned.pop(name, None)
            if amount is not None:
                cleaned[f"{name}_cents"] = int(amount * 100)
        return cleaned | {"house_rules_off": [key for key in KEYS if key not in chosen]}


class OfficerForm(forms.Form):
    """Give somebody who has a login a role in the club."""

    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("Who has no login here yet gets a letter with a link to choose a password."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.DIRECTOR,
        help_text=_(
            "A scorer enters results. A director also runs nights, people and the chart. "
            "An owner also changes these settings."
        ),
    )
