"""The scoring chart: points by declaration and tricks.

Source: aBRIDGEd rule book, Figure 4. Four of its 42 cells are published in the worked example;
the figure itself is a picture that did not come with the text, so the chart is data.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.ruleset import (
    MAXIMUM_POINTS,
    TRICKS,
    RuleError,
    require_mapping,
    require_tricks,
    require_whole,
)

TRICK_COUNTS = TRICKS + 1
"""A declaring team can win 0 to 13 tricks."""

Row = tuple[int, ...]


class Declaration(enum.StrEnum):
    """What the declarer undertook; the value is the JSON form and the chart's row."""

    PLAY = "play"
    TEN = "ten"
    SEVEN = "seven"

    @property
    def label(self) -> str:
        """The word as it is spoken at the table."""
        return self.value.capitalize()

    @property
    def target(self) -> int:
        """Tricks that the declaring team needs."""
        return 7 if self is Declaration.SEVEN else 10

    def made(self, tricks: int) -> bool:
        """Whether `tricks` reach the target."""
        return tricks >= self.target


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """A cell that the rule book prints in its worked example."""

    declaration: Declaration
    tricks: int
    points: int


PUBLISHED_CELLS = (
    PublishedCell(Declaration.PLAY, 11, 100),
    PublishedCell(Declaration.PLAY, 9, 10),
    PublishedCell(Declaration.TEN, 8, 10),
    PublishedCell(Declaration.SEVEN, 9, 20),
)

PROVENANCE = (
    "Four of the 42 cells are published in the rule book's worked example; "
    "the rest are reconstructed."
)
CLUB_PROVENANCE = (
    "Entered by the club; four of the 42 cells can be compared with the rule book's worked example."
)


def cell_name(declaration: Declaration, tricks: int) -> str:
    """Return a cell's name in words, e.g. "Ten, 8 tricks"."""
    return f"{declaration.label}, {tricks} {'trick' if tricks == 1 else 'tricks'}"


@dataclass(frozen=True, slots=True)
class ChartChange:
    """One cell that differs between two charts."""

    declaration: Declaration
    tricks: int
    before: int
    after: int

    def __str__(self) -> str:
        return f"{cell_name(self.declaration, self.tricks)}: {self.before} became {self.after}"


@dataclass(frozen=True, slots=True)
class Chart:
    """An immutable chart of 42 cells.

    `cells` has a row for Play, Ten and Seven; a row holds the points for 0 to 13 tricks. A cell
    at or above the target goes to the declaring team, one below it to the opponents. Every cell
    is a whole number from 1 to 10,000; anything else raises RuleError and names the cell.
    """

    name: str
    version: int
    cells: tuple[Row, Row, Row]

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise RuleError("chart name", self.name, "a word or more")
        require_whole("chart version", self.version, 1, 10**9)
        if len(self.cells) != len(Declaration):
            raise RuleError("chart", len(self.cells), "3 rows (play, ten, seven)")
        for declaration, row in zip(Declaration, self.cells, strict=True):
            _require_row(declaration, row)

    @classmethod
    def from_json(cls, data: object, *, name: str, version: int = 1) -> Chart:
        """Return a chart from `{"play": [14 numbers], "ten": [...], "seven": [...]}`.

        Raises RuleError naming the row or the cell that is wrong.
        """
        rows = require_mapping("chart", data, list(Declaration))
        play, ten, seven = (_row_from_json(rows, declaration) for declaration in Declaration)
        return cls(name=name, version=version, cells=(play, ten, seven))

    def to_json(self) -> dict[str, list[int]]:
        """Return the three rows; `from_json` reads them back."""
        pairs = zip(Declaration, self.cells, strict=True)
        return {declaration.value: list(row) for declaration, row in pairs}

    def row(self, declaration: Declaration | str) -> Row:
        """Return the 14 cells of a declaration, for 0 to 13 tricks."""
        return self.cells[list(Declaration).index(_declaration(declaration))]

    def points(self, declaration: Declaration | str, tricks: int) -> int:
        """Return the points that one side receives for `tricks` of the declaring team."""
        return self.row(declaration)[require_tricks(tricks)]

    def contains(self, points: int) -> bool:
        """Whether some cell pays exactly `points`."""
        return any(points in row for row in self.cells)

    def diff(self, other: Chart) -> tuple[ChartChange, ...]:
        """Return the cells that change on the way from this chart to `other`."""
        return tuple(
            ChartChange(declaration, tricks, before, after)
            for declaration in Declaration
            for tricks, (before, after) in enumerate(
                zip(self.row(declaration), other.row(declaration), strict=True)
            )
            if before != after
        )

    def warnings(self) -> tuple[str, ...]:
        """Return a sentence for each published cell that this chart contradicts."""
        return tuple(
            f"{cell_name(cell.declaration, cell.tricks)}: the rule book pays {cell.points}, "
            f"this chart pays {self.points(cell.declaration, cell.tricks)}"
            for cell in PUBLISHED_CELLS
            if self.points(cell.declaration, cell.tricks) != cell.points
        )

    @property
    def provenance(self) -> str:
        """Where the numbers come from, shown wherever the chart is shown."""
        if self.cells == RECONSTRUCTED.cells:
            return PROVENANCE
        return CLUB_PROVENANCE


def _declaration(value: Declaration | str) -> Declaration:
    if isinstance(value, str) and value in set(Declaration):
        return Declaration(value)
    raise RuleError("declaration", value, "play, ten or seven")


def _require_row(declaration: Declaration, row: Row) -> None:
    if len(row) != TRICK_COUNTS:
        raise RuleError(f"chart row {declaration}", len(row), "14 cells, for 0 to 13 tricks")
    for tricks, points in enumerate(row):
        require_whole(cell_name(declaration, tricks), points, 1, MAXIMUM_POINTS)


def _row_from_json(rows: Mapping[str, Any], declaration: Declaration) -> Row:
    row = rows.get(declaration.value)
    if not isinstance(row, list | tuple):
        raise RuleError(f"chart row {declaration}", row, "a list of 14 cells, for 0 to 13 tricks")
    return tuple(row)


def _reconstruct(declaration: Declaration, made: tuple[int, int], failed: tuple[int, int]) -> Row:
    """Return a row from (first, step) of the made cells and of the failed ones."""
    target = declaration.target
    short = [failed[0] + failed[1] * (target - 1 - tricks) for tricks in range(target)]
    enough = [made[0] + made[1] * (tricks - target) for tricks in range(target, TRICK_COUNTS)]
    return (*short, *enough)


RECONSTRUCTED = Chart(
    name="Reconstructed",
    version=1,
    cells=(
        _reconstruct(Declaration.PLAY, made=(80, 20), failed=(10, 20)),
        _reconstruct(Declaration.TEN, made=(40, 5), failed=(5, 5)),
        _reconstruct(Declaration.SEVEN, made=(10, 5), failed=(5, 5)),
    ),
)
