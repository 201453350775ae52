"""A night's export ranked anew, and where that differs from the standings in the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scoring.core.board_scores import Scoring
from scoring.core.night_file import NightFile, field_of
from scoring.core.placings import rank_session
from scoring.core.report import board_rows, half_text, percentage_text, placing_row, rank_text
from scoring.core.session import plays_of_field, score_session
from scoring.core.standings import (
    GAME_CHAIN,
    Standing,
    rank_games,
    rank_matchpoints,
    rank_points,
)
from scoring.core.tie_breaks import TieBreak

RANKINGS: dict[str, Callable[..., list[Standing]]] = {
    "games": rank_games,
    "points": rank_points,
    "matchpoints": rank_matchpoints,
}
CLAIMED = (
    "rank", "wins", "games", "net_points", "hands", "hands_won", "percentage", "reason",
)  # fmt: skip


def report_night(
    night: NightFile, *, method: str | None, scoring: Scoring, chain: Sequence[TieBreak] | None
) -> dict[str, Any]:
    """Return standings, every board, and the differences, ready for JSON.

    `method` None ranks as the night does. Boards are shown by `scoring`; so is the ranking where
    the method is one of its own. `chain` None is the usual one of the method.
    """
    plays = plays_of_field(field_of(night))
    scores = score_session(plays, contestants=len(night.entries), scoring=scoring)
    method = method or night.ranked_by
    differences: list[dict[str, Any]] = []
    if method in RANKINGS:
        rows = _standings(night, method, chain)
        if method == night.ranked_by:
            differences = _differences(night, rows)
    else:
        lines = [entry.line for entry in night.entries]
        placings = rank_session(scores, lines=lines, chain=chain or ())
        rows = [
            {**_who(night, placing.contestant), **placing_row(scores, placing)}
            for placing in placings
        ]
    return {
        "source": "night",
        "title": night.title,
        "method": method,
        "standings": rows,
        "boards": board_rows(scores, [entry.label for entry in night.entries]),
        "compared": {"standings": len(night.claims) if method == night.ranked_by else 0},
        "differences": differences,
        "warnings": [],
        "notes": [],
    }


def _standings(
    night: NightFile, method: str, chain: Sequence[TieBreak] | None
) -> list[dict[str, Any]]:
    field = field_of(night)
    usual = GAME_CHAIN if method == "games" else ()
    standings = RANKINGS[method](field, chain=usual if chain is None else chain)
    shares = {one.contestant: one.percentage_hundredths for one in rank_matchpoints(field)}
    return [
        {
            **_who(night, one.contestant),
            "rank": rank_text(one.rank, one.shared),
            "wins": half_text(one.wins),
            "games": one.games_played,
            "net_points": one.net_points,
            "hands": one.hands_played,
            "hands_won": one.hands_won,
            "percentage": percentage_text(shares[one.contestant]),
            "reason": one.tie_reason,
        }
        for one in standings
    ]


def _who(night: NightFile, contestant: int) -> dict[str, Any]:
    entry = night.entries[contestant]
    return {"line": entry.line, "number": entry.number, "names": list(entry.names)}


def _differences(night: NightFile, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Compare every claimed value with ours; an entry that the file does not rank is one too."""
    claims = {(claim.get("line"), claim.get("number")): claim for claim in night.claims}
    found: list[dict[str, Any]] = []
    for row in rows:
        key = (row["line"], row["number"])
        claim = claims.get(key)
        if claim is None:
            found.append({"line": key[0], "number": key[1], "what": "not in the file's standings"})
            continue
        found += [
            {"line": key[0], "number": key[1], "what": name, "ours": row[name], "file": claim[name]}
            for name in CLAIMED
            if name in claim and claim[name] != row[name]
        ]
    return found
