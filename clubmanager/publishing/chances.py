"""The exact chances of deals.core.odds as rows of a page."""

from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext_lazy as _

from deals.core import odds

DIGITS = 10_000  # of a percentage, so that 4 digits follow the point


@dataclass(frozen=True, slots=True)
class Chance:
    """`count` hands (or partnerships) are so; `percentage` is cut, not rounded up to a promise."""

    what: str
    count: int
    percentage: str
    one_in: str


@dataclass(frozen=True, slots=True)
class ChanceTable:
    title: str
    head: str
    total: int
    rows: tuple[Chance, ...]


def chance_tables() -> tuple[ChanceTable, ...]:
    """Strength, longest colour, length of one colour, pattern, strength of a team."""
    hands, teams = odds.HANDS, odds.PARTNERSHIPS
    patterns = sorted(odds.pattern_counts().items(), key=lambda item: -item[1])
    return (
        _table(_("Strength of a hand"), _("Pips"), odds.strength_counts().items(), hands),
        _table(_("Colour count"), _("Cards"), odds.colour_count_counts().items(), hands),
        _table(_("Cards in one colour"), _("Cards"), odds.colour_length_counts().items(), hands),
        _table(_("Pattern"), _("Pattern"), [(_pattern(p), n) for p, n in patterns], hands),
        _table(
            _("Strength of a team"), _("Pips"), odds.partnership_strength_counts().items(), teams
        ),
    )


def _pattern(pattern: odds.Pattern) -> str:
    return "-".join(map(str, pattern))


def _table(title, head, counts, total: int) -> ChanceTable:
    rows = tuple(_chance(str(what), count, total) for what, count in counts)
    return ChanceTable(title, head, total, rows)


@cache
def _chance(what: str, count: int, total: int) -> Chance:
    parts = 100 * DIGITS * count // total
    one_in = total / count
    return Chance(
        what,
        count,
        f"{parts // DIGITS}.{parts % DIGITS:04d} %",
        f"{one_in:,.1f}" if one_in < 100 else f"{one_in:,.0f}",
    )
