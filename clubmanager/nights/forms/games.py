"""Each game's forms, by its key: a hand as the desk or its table enters it, and settings."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.games import GAMES_BY_KEY
from clubmanager.nights.queries import HandRow, TableRow

from .at_table import TableHandForm
from .bridge_hand import (
    ChicagoForm,
    ContractForm,
    HonoursForm,
    MiniForm,
    TableChicagoForm,
    TableContractForm,
    TableHonoursForm,
    TableMiniForm,
)
from .hand import HandForm
from .ruling import StepForm

AT_DESK: dict[str, type[StepForm]] = {
    "abridged": HandForm,
    "duplicate": ContractForm,
    "chicago": ChicagoForm,
    "rubber": HonoursForm,
    "minibridge": MiniForm,
}
AT_TABLE: dict[str, type[StepForm]] = {
    "abridged": TableHandForm,
    "duplicate": TableContractForm,
    "chicago": TableChicagoForm,
    "rubber": TableHonoursForm,
    "minibridge": TableMiniForm,
}
BY_SETTING = ("honours",)  # fields that a setting of the same name brings
CHOICES = {
    ("chicago", "part_scores"): [
        ("carry", _("carry towards a game")),
        ("duplicate", _("earn 50 at once")),
    ],
    ("chicago", "vulnerable"): [
        ("dealer", _("the dealer's side")),
        ("opponents", _("the opponents of the dealer")),
    ],
    ("chicago", "passed_out"): [
        ("redeal", _("is dealt again by the same dealer")),
        ("counts", _("counts as one of the four")),
    ],
    ("rubber", "part_score_bonus"): [("100", _("earns 100")), ("50", _("earns 50"))],
}


def desk_form(table: TableRow, hand: HandRow, *, directs: bool, data=None) -> StepForm:
    """The form of a hand as an officer enters it."""
    return AT_DESK[table.ruleset](data, table=table, hand=hand, directs=directs)


def table_form(table: TableRow, hand: HandRow, data=None, **options) -> StepForm:
    """The form of a hand as its own table enters it."""
    return AT_TABLE[table.ruleset](data, table=table, hand=hand, **options)


def blank_forms(*games: str) -> list[tuple[str, StepForm]]:
    """Each game's form of a hand of no table, for a page without network: (key, form).

    It is the same for every table, so it tells nothing of any; the script says who sits where.
    """
    return [(game, _blank_form(game)) for game in games or AT_TABLE]


def _blank_form(game: str) -> StepForm:
    hand = HandRow(
        id=0, game=0, number=0, board_id=None, board=None, dealer="N", facts=None, tricks=None,
        declarer="", ns_points=None, ew_points=None, entry_state="expected", doubt="",
        ruling="none", ruling_reason="", version=0, deal_applies=True, played_ns_points=None,
        played_ew_points=None,
    )  # fmt: skip
    table = TableRow(
        0, 0, "open", 0, None, 0, {}, None, game, settings=dict.fromkeys(BY_SETTING, True)
    )
    return AT_TABLE[game](table=table, hand=hand, auto_id=f"off_{game}_%s")


def left_out(table: TableRow) -> list[str]:
    """The fields of its game's form that the settings of this table do away with."""
    form = table_form(table, table.hands[0]) if table.hands else None
    return [name for name in BY_SETTING if form and name not in form.fields]


def field_name(game: str, setting: str) -> str:
    return f"{game}_{setting}"


def setting_fields() -> dict[str, forms.Field]:
    """A field for each setting of each game, under names like "chicago_part_scores"."""
    return {
        field_name(game.key, setting): _field(game.key, setting, label)
        for game in GAMES_BY_KEY.values()
        for setting, label in game.setting_labels.items()
    }


def _field(game: str, setting: str, label: Any) -> forms.Field:
    choices = CHOICES.get((game, setting))
    if choices is None:
        return forms.BooleanField(label=label, required=False)
    return forms.ChoiceField(label=label, choices=choices, required=False)


def setting_values(game: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Stored settings as the values of their fields."""
    return {field_name(game, setting): value for setting, value in settings.items()}


def chosen_settings(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the chosen game out of a form's data; numbers as numbers."""
    found = {}
    for setting in GAMES_BY_KEY[game].setting_labels:
        value = data.get(field_name(game, setting))
        if value not in (None, ""):
            found[setting] = int(value) if str(value).isdecimal() else value
    return found


def settings_by_game(form: forms.Form) -> list[tuple[str, Any, list[forms.BoundField]]]:
    """(key, label, fields) of each game that has settings, for the page."""
    return [
        (game.key, game.label, [form[field_name(game.key, one)] for one in game.setting_labels])
        for game in GAMES_BY_KEY.values()
        if game.setting_labels
    ]
