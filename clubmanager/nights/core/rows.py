"""What a write changed, row by row, and whether it can still be undone.

Rows are plain values: table name -> primary key (as text) -> field -> value. Nothing here knows
a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = Mapping[str, Any]
Rows = Mapping[str, Mapping[str, Row]]
Change = dict[str, Any]


def changes_between(before: Rows, after: Rows) -> list[Change]:
    """Every row that differs: {"table", "pk", "before", "after"}; None where there is no row."""
    return [
        {"table": table, "pk": pk, "before": before[table].get(pk), "after": after[table].get(pk)}
        for table in before
        for pk in sorted({*before[table], *after[table]}, key=int)
        if before[table].get(pk) != after[table].get(pk)
    ]


def touched_since(changes: list[Change], now: Rows) -> list[Change]:
    """The changes whose rows do not stand as they were left: somebody changed them since."""
    return [one for one in changes if now[one["table"]].get(one["pk"]) != one["after"]]


def of_kind(changes: list[Change], table: str, kind: str) -> list[Change]:
    """The changes of a table: rows "created", "deleted" or "changed"."""
    return [one for one in changes if one["table"] == table and _kind(one) == kind]


def _kind(change: Change) -> str:
    if change["before"] is None:
        return "created"
    return "deleted" if change["after"] is None else "changed"
