"""Rankings and boards as plain values for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring.core.board_scores import Comparison
from scoring.core.explain import lot_of, lot_text
from scoring.core.outcomes import Artificial
from scoring.core.placings import Placing
from scoring.core.session import Line, SessionScores


def number(value: Fraction | int) -> int | float:
    """A number for JSON: whole, or rounded half up to hundredths. For showing only."""
    hundredths = int((200 * Fraction(value) + 1) // 2)
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


def decimal_text(value: Fraction) -> str:
    """Two decimals, half up in size: 12.34, -0.50."""
    whole = int(abs(value) * 100 + Fraction(1, 2))
    return f"{'-' if value < 0 and whole else ''}{whole // 100}.{whole % 100:02d}"


def percentage_text(hundredths: int | None) -> str | None:
    """55.56 for 5556."""
    return None if hundredths is None else f"{hundredths // 100}.{hundredths % 100:02d}"


def rank_text(rank: int, shared: bool) -> str:
    """1, 2=, or a dash below the line."""
    return f"{rank}{'=' if shared else ''}" if rank else "–"


def half_text(value: Fraction) -> str:
    """3 for three, 2½ for two and a half."""
    whole, rest = divmod(value, 1)
    return f"{whole or ''}½" if rest else str(whole)


def placing_row(scores: SessionScores, placing: Placing) -> dict[str, Any]:
    """One line of the standings without who it is."""
    total = placing.total
    row: dict[str, Any] = {
        "rank": rank_text(placing.rank, placing.shared),
        "boards": total.boards,
        "total": number(total.got),
    }
    if scores.scoring.method is Comparison.MATCHPOINTS:
        row["available"] = number(total.available)
        row["percentage"] = percentage_text(placing.percentage_hundredths)
    else:
        row["mean"] = number(total.ratio)
        row["score"] = decimal_text(placing.final)
    return {**row, "reason": placing.tie_reason}


def board_rows(scores: SessionScores, names: Sequence[str]) -> list[dict[str, Any]]:
    """Every board, by number, with all its results and what each side got."""
    lines: dict[int, dict[str, Line]] = {}
    for own in scores.lines.values():
        for line in own:
            lines.setdefault(line.play, {})[line.side] = line
    boards: dict[int, list[dict[str, Any]]] = {}
    for at, play in enumerate(scores.plays):
        sides = lines.get(at, {})
        boards.setdefault(play.board, []).append(
            {
                "ns": " ".join(names[one] for one in play.ns),
                "ew": " ".join(names[one] for one in play.ew),
                "ns_score": _score_text(scores, at),
                **{f"ns_{key}": value for key, value in _got(scores, sides.get("NS")).items()},
                **{f"ew_{key}": value for key, value in _got(scores, sides.get("EW")).items()},
            }
        )
    return [{"board": board, "results": boards[board]} for board in sorted(boards)]


def _score_text(scores: SessionScores, at: int) -> str | None:
    outcome = scores.plays[at].outcome
    if isinstance(outcome, Artificial):
        return "artificial"
    lot = lot_of(outcome, "NS")
    return lot_text(lot) if lot else None


def _got(scores: SessionScores, line: Line | None) -> dict[str, int | float | None]:
    names = {Comparison.MATCHPOINTS: "matchpoints", Comparison.CROSS_POINTS: "points"}
    return {names.get(scores.scoring.method, "imps"): number(line.got) if line else None}
