"""The options of the formats, in words. Which ones a format has is nights.core.formats' to say."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.core.formats import FORMATS
from clubmanager.nights.models import Format
from clubmanager.nights.queries.formats import options_for

AUTO = _("What fits the number of tables")
LABELS = {
    ("mitchell", "kind"): _("Kind of Mitchell"),
    ("mitchell", "odd"): _("With an odd number of pairs"),
    ("mitchell", "short_line"): _("Which line is a pair short"),
    ("mitchell", "winners"): _("Winners"),
    ("howell", "three_tables"): _("At three tables"),
    ("individual", "kind"): _("Plan"),
    ("team_round_robin", "odd"): _("With an odd number of teams"),
}
WORDS = {
    "auto": AUTO,
    "plain": _("Plain (odd number of tables)"),
    "skip": _("Skip half-way (even number of tables)"),
    "relay": _("Relay and share (even number of tables)"),
    "half table": _("A half table: somebody sits out each round"),
    "rover": _("A rover, who takes another pair's place each round"),
    "EW": _("East-West"),
    "NS": _("North-South"),
    "two": _("Two, one in each direction"),
    "one": _("One: an arrow switch turns some boards"),
    "same boards": _("All play the same boards in each round"),
    "spread": _("One board set at each table, but for the last round"),
    "whist": _("Whist table"),
    "acbl-8": _("The other table of eight"),
    "rainbow": _("Rainbow (5, 7, 11 or 13 tables)"),
    "draw": _("Drawn by lot"),
    "triangle": _("Triangles: three teams meet over two rounds"),
    "bye": _("One team has a bye each round"),
}

MITCHELL_KINDS = [(kind, WORDS[kind]) for kind in FORMATS["mitchell"].options["kind"]]


def field_name(format_key: str, option: str) -> str:
    return f"{format_key}_{option}"


def option_fields() -> dict[str, forms.ChoiceField]:
    """A choice for each option of each format, under names like "mitchell_kind"."""
    return {
        field_name(one.key, option): forms.ChoiceField(
            label=LABELS.get((one.key, option), option),
            choices=[(value, WORDS.get(value, value)) for value in values],
            required=False,
        )
        for one in FORMATS.values()
        for option, values in one.options.items()
    }


def option_values(format_key: str, options: Mapping[str, str]) -> dict[str, str]:
    """Stored options as the values of their fields."""
    return {field_name(format_key, option): value for option, value in options.items()}


def chosen_options(format_key: str, data: Mapping[str, Any]) -> dict[str, str]:
    """The options of the chosen format out of a form's data."""
    offered = () if format_key == Format.TYPED else FORMATS[format_key].options
    names = {option: data.get(field_name(format_key, option)) or "" for option in offered}
    return options_for(format_key, names)


def options_by_format(form: forms.Form) -> list[tuple[str, str, list[forms.BoundField]]]:
    """(key, label, fields) of each format that has options, for the page."""
    return [
        (one.key, Format(one.key).label, [form[field_name(one.key, o)] for o in one.options])
        for one in FORMATS.values()
        if one.options
    ]
