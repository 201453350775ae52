"""The form of a club's chart: 42 boxes, as on the Quick Reference card."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.chart import PUBLISHED_CELLS, RECONSTRUCTED, TRICK_COUNTS, Declaration, cell_name
from scoring.core.chart import Chart as ChartValue
from scoring.core.ruleset import MAXIMUM_POINTS, RuleError, require_whole

PUBLISHED = {(cell.declaration, cell.tricks): cell.points for cell in PUBLISHED_CELLS}


def box(declaration: Declaration, tricks: int) -> str:
    """The name of a cell's form field."""
    return f"{declaration.value}_{tricks}"


class CellField(forms.CharField):
    """Points of one cell. Text comes through, so that the error can quote it."""

    def __init__(self, declaration, tricks):
        self.cell = cell_name(declaration, tricks)
        attrs = {"inputmode": "numeric", "autocomplete": "off", "aria-label": self.cell}
        super().__init__(
            label=self.cell, required=False, widget=forms.TextInput(attrs | {"size": 4})
        )

    def clean(self, value):
        text = super().clean(value)
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text or None
        try:
            return require_whole(self.cell, number, 1, MAXIMUM_POINTS)
        except RuleError as error:
            raise forms.ValidationError(str(error)) from error


class ChartForm(forms.Form):
    """Name and 42 cells; `anyway` is asked for once a published cell is contradicted."""

    name = forms.CharField(
        label=_("Name of your chart"),
        max_length=60,
        help_text=_("It stands on every score pad, beside the version."),
    )
    anyway = forms.BooleanField(label=_("Our card says so: save it anyway"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for declaration in Declaration:
            for tricks in range(TRICK_COUNTS):
                self.fields[box(declaration, tricks)] = CellField(declaration, tricks)

    @classmethod
    def showing(cls, club, chart: ChartValue) -> "ChartForm":
        """A form filled with a chart; the shipped one takes the club's name."""
        name = club.name[:60] if chart.name == RECONSTRUCTED.name else chart.name
        cells = {
            box(declaration, tricks): points
            for declaration in Declaration
            for tricks, points in enumerate(chart.row(declaration))
        }
        return cls(initial={"name": name, **cells})

    def rows(self):
        """The boxes as the card has them: a row for each trick count."""
        for tricks in range(TRICK_COUNTS):
            cells = [
                {
                    "field": self[box(declaration, tricks)],
                    "made": declaration.made(tricks),
                    "published": PUBLISHED.get((declaration, tricks)),
                }
                for declaration in Declaration
            ]
            has_errors = any(cell["field"].errors for cell in cells)
            yield {"tricks": tricks, "cells": cells, "has_errors": has_errors}

    def clean(self):
        data = super().clean()
        if not self.errors and self._usurps_the_name(data):
            self.add_error(
                "name",
                _(
                    "These are not the numbers of the chart called Reconstructed. Give your "
                    "chart a name of its own, such as the club's."
                ),
            )
        return data

    def _usurps_the_name(self, data) -> bool:
        same_name = data["name"].casefold() == RECONSTRUCTED.name.casefold()
        return same_name and self.value().cells != RECONSTRUCTED.cells

    def value(self) -> ChartValue:
        """What was typed, as a chart; its version is given when it is stored."""
        play, ten, seven = (
            tuple(self.cleaned_data[box(declaration, tricks)] for tricks in range(TRICK_COUNTS))
            for declaration in Declaration
        )
        return ChartValue(self.cleaned_data["name"], 1, (play, ten, seven))
