"""A night's export ranked anew, and where that differs from the standings in the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.core.board_scores import Comparison, Scoring
from scoring.core.field import sum_field
from scoring.core.neuberg import Factoring
from scoring.core.night_file import NightFile, field_of, plays_of
from scoring.core.placings import rank_session
from scoring.core.report import board_rows, half_text, percentage_text, placing_row, rank_text
from scoring.core.ruleset import RuleError
from scoring.core.session import SessionScores, score_session
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
    "rank", "wins", "games", "net_points", "hands", "hands_won", "percentage", "score", "reason",
)  # fmt: skip


def report_night(
    night: NightFile, *, method: str | None, scoring: Scoring, chain: Sequence[TieBreak] | None
) -> dict[str, Any]:
    """Return standings, every board, and the differences, ready for JSON.

    `method` None ranks as the night does, by the night's own settings; else boards are shown,
    and compared methods ranked, by `scoring`. `chain` None is the night's, or the usual one.
    """
    own = method is None or method == night.ranked_by
    method = method or night.ranked_by
    if own and night.ranking:
        scoring = _own_scoring(night, scoring)
        chain = _own_chain(night) if chain is None else chain
    if method in list(Comparison):
        scoring = replace(scoring, method=Comparison(method))
    scores = score_session(plays_of(night), contestants=len(night.entries), scoring=scoring)
    if _by_arrays(night, method, scoring, chain):
        rows = _standings(night, method, chain)
    else:
        rows = _placings(night, scores, chain)
    return {
        "source": "night",
        "title": night.title,
        "method": method,
        "standings": rows,
        "boards": board_rows(scores, [entry.label for entry in night.entries]),
        "compared": {"standings": len(night.claims) if own else 0},
        "differences": _differences(night, rows) if own else [],
        "warnings": [],
        "notes": list(night.notes),
    }


def _by_arrays(
    night: NightFile, method: str, scoring: Scoring, chain: Sequence[TieBreak] | None
) -> bool:
    """Whether whole numbers say it all: matchpoints only without anything special."""
    if method != Comparison.MATCHPOINTS:
        return method in RANKINGS
    hands = (hand for game in night.games for hand in game.hands)
    special = chain or any(hand.detail or hand.group for hand in hands)
    return scoring.factoring is Factoring.OFF and not special


def _own_scoring(night: NightFile, scoring: Scoring) -> Scoring:
    """Return how the night itself compares boards. RuleError for what is no setting."""
    stored = night.ranking
    try:
        return replace(
            scoring,
            factoring=Factoring(stored.get("factoring", scoring.factoring)),
            multiplier=int(stored.get("multiplier", scoring.multiplier)),
            small_subfields=bool(stored.get("small_subfields", True)),
            session_rule=bool(stored.get("session_rule", True)),
            datum_dropped=Fraction(int(stored.get("datum_dropped_percent", 0)), 100),
        )
    except (TypeError, ValueError) as error:
        raise RuleError("ranking", str(error)[:80], "settings of a ranking") from error


def _own_chain(night: NightFile) -> list[TieBreak] | None:
    stored = night.ranking.get("chain")
    if stored is None:
        return None
    known = [one.value for one in TieBreak]
    if not isinstance(stored, list) or any(one not in known for one in stored):
        raise RuleError("chain", str(stored)[:80], ", ".join(known))
    # Lots are drawn from a seed that the file does not hold.
    return [TieBreak(one) for one in stored if one != TieBreak.BALLOT]


def _minimum_percent(night: NightFile) -> int:
    percent = night.ranking.get("minimum_percent", 50)
    if type(percent) is not int or not 0 <= percent <= 100:
        raise RuleError("minimum_percent", str(percent)[:40], "0 to 100")
    return percent


def _placings(
    night: NightFile, scores: SessionScores, chain: Sequence[TieBreak] | None
) -> list[dict[str, Any]]:
    field = field_of(night)
    played, due = sum_field(field).hands_played.tolist(), field.scheduled_hands.tolist()
    below = {
        at: f"below the line: played {done} of {due[at]} scheduled hands"
        for at, done in enumerate(played)
        if 100 * done < due[at] * _minimum_percent(night)
    }
    lines = [entry.line for entry in night.entries]
    placings = rank_session(scores, lines=lines, chain=chain or (), below=below)
    return [{**_who(night, one.contestant), **placing_row(scores, one)} for one in placings]


def _standings(
    night: NightFile, method: str, chain: Sequence[TieBreak] | None
) -> list[dict[str, Any]]:
    field = field_of(night)
    usual = GAME_CHAIN if method == "games" else ()
    standings = RANKINGS[method](
        field,
        chain=usual if chain is None else chain,
        minimum_share=Fraction(_minimum_percent(night), 100),
    )
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
    section = {"section": entry.section} if entry.section else {}
    return {**section, "line": entry.line, "number": entry.number, "names": list(entry.names)}


def _differences(night: NightFile, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Compare every claimed value with ours; an entry that the file does not rank is one too."""
    claims = {
        (claim.get("section", ""), claim.get("line"), claim.get("number")): claim
        for claim in night.claims
    }
    found: list[dict[str, Any]] = []
    for row in rows:
        key = (row.get("section", ""), row["line"], row["number"])
        claim = claims.get(key)
        if claim is None:
            found.append({"line": key[1], "number": key[2], "what": "not in the file's standings"})
            continue
        found += [
            {"line": key[1], "number": key[2], "what": name, "ours": row[name], "file": claim[name]}
            for name in CLAIMED
            if name in claim and name in row and claim[name] != row[name]
        ]
    return found
