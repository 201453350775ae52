"""Results of a night in words, as officers' pages show them. Points and reasons are the core's."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from deals.core.cards import Seat
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import HandScore
from scoring.core.rulings import ArtificialRuling, SplitRuling, detail_from_json
from scoring.display import REASONS

from .queries import HandRow, TableRow

ABRIDGED = "abridged"


def seat_words() -> dict[str, str]:
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}


def team_words(table: TableRow, side: str) -> str:
    """The names of a team: "Ann Adams and Bob Brown", with their substitutes."""
    return _(" and ").join(table.names(side))


def what_happened(game: str, facts: Mapping[str, Any], tricks: int | None, declarer: str) -> str:
    """What the table did, without the points: "South, Play, red, 11 tricks"."""
    score = HandScore(Seat(declarer) if declarer else None, None, 0, 0)
    ruleset = get_ruleset(game)
    # A description ends in ": " and the points, which are not asked for here.
    return ruleset.describe(ruleset.parse_facts(facts), tricks, score).rpartition(": ")[0]


def what_scored(
    game: str,
    facts: Mapping[str, Any],
    tricks: int | None,
    declarer: str,
    ns_points: int,
    ew_points: int,
) -> str:
    """What the table did and what it pays, in the ruleset's own sentence."""
    score = HandScore(Seat(declarer) if declarer else None, None, ns_points, ew_points)
    ruleset = get_ruleset(game)
    return ruleset.describe(ruleset.parse_facts(facts), tricks, score)


def submitted_words(facts: Mapping[str, Any], tricks: int | None, game: str = "abridged") -> str:
    """What somebody wants to store, by the rules of `game`.

    Nothing is derived: a sealed deal stays sealed until then.
    """
    if points := facts.get("points_only"):
        return what_scored(game, facts, None, "", points.get("NS", 0), points.get("EW", 0))
    return what_happened(game, facts, tricks, facts.get("declarer", "")) + "."


def state_words(state: Mapping[str, Any], game: str = "abridged") -> str:
    """A stored state of a hand of `game` (scoring.services.snapshot) in one or two sentences."""
    if state["facts"] is None:
        text = _("Nothing entered.")
    else:
        text = what_scored(
            game, state["facts"], state["tricks"], state["declarer"], state["ns_points"],
            state["ew_points"],
        )  # fmt: skip
    return " ".join([text, *_extras(state)])


def _extras(state: Mapping[str, Any]):
    if reason := (state["facts"] or {}).get("as_played"):
        yield _("Recorded as played: %(reason)s.") % {"reason": reason}
    if state["entry_state"] == "questioned":
        yield _("Questioned.")
    if state["entry_state"] == "confirmed":
        yield _("Confirmed by %(name)s.") % {"name": state["confirmed_by"]}
    if not state["deal_applies"]:
        yield _("The stored deal does not apply.")
    if state["ruling"] != "none":
        points = state["ruled_ns_points"], state["ruled_ew_points"]
        yield ruling_words(state["ruling"], *points, state.get("ruling_detail"))


def ruling_words(
    ruling: str, ns_points: int | None, ew_points: int | None, detail: Mapping | None = None
) -> str:
    if detail:
        return detail_words(detail)
    if ruling == "adjusted":
        return _("Adjusted to %(ns)s for North and South, %(ew)s for East and West.") % {
            "ns": ns_points, "ew": ew_points,
        }  # fmt: skip
    return _("Cancelled.") if ruling == "cancelled" else _("Not played.")


def detail_words(stored: Mapping[str, Any]) -> str:
    """An artificial, weighted or split score in a sentence."""
    detail = detail_from_json(stored)
    if isinstance(detail, ArtificialRuling):
        return _("Artificial score: %(ns)s for North and South, %(ew)s for East and West.") % {
            "ns": award_words(detail.ns), "ew": award_words(detail.ew),
        }  # fmt: skip
    if isinstance(detail, SplitRuling):
        return _("Split: North and South score %(ns)s, East and West score %(ew)s.") % {
            "ns": "{}–{}".format(*detail.ns), "ew": "{}–{}".format(*detail.ew),
        }  # fmt: skip
    parts = [f"{share} % {ns}–{ew}" for share, (ns, ew) in detail.parts]
    return _("Weighted: %(parts)s.") % {"parts": _(" and ").join(parts)}


def award_words(award: str) -> str:
    known = {"A+": _("average plus"), "A": _("average"), "A-": _("average minus")}
    return known.get(award, f"{award} %")


def hand_words(hand: HandRow) -> str:
    """What stands on a hand now; empty while nothing does."""
    parts = []
    if hand.facts is not None:
        parts.append(
            what_scored(
                hand.ruleset,
                hand.facts,
                hand.tricks,
                hand.declarer,
                hand.played_ns_points,
                hand.played_ew_points,
            )  # fmt: skip
        )
    if hand.ruling != "none":
        parts.append(ruling_words(hand.ruling, hand.ns_points, hand.ew_points, hand.ruling_detail))
    return " ".join(parts)


def points_words(hand: HandRow) -> str:
    """What a hand pays, short enough for a cell: "NS 100"; "60–40" where both sides get some."""
    if not hand.scored:
        return ""
    if hand.ns_points and hand.ew_points:
        return f"{hand.ns_points}–{hand.ew_points}"
    side, points = ("EW", hand.ew_points) if hand.ew_points else ("NS", hand.ns_points)
    return f"{side} {points}" if points else "0"


def score_words(totals: Mapping[str, Any]) -> str:
    """The running score of a game."""
    return _("Score: North and South %(ns)s, East and West %(ew)s.") % {
        "ns": totals.get("NS", 0), "ew": totals.get("EW", 0),
    }  # fmt: skip


def verdict_words(table: TableRow) -> dict[str, str] | None:
    """Who won the finished game of a table, and the rule that decided; None before."""
    totals = table.totals
    if not totals.get("finished"):
        return None
    reason = str(REASONS[totals["decided_by"]])
    winner = totals["winner"]
    if winner is None:
        return {"headline": _("A draw"), "reason": reason}
    loser = "EW" if winner == "NS" else "NS"
    headline = _("%(team)s win %(points)s to %(other)s") % {
        "team": team_words(table, winner), "points": totals[winner], "other": totals[loser],
    }  # fmt: skip
    return {"headline": headline, "reason": reason}


def names_by_seat(table: TableRow, hand: int) -> dict[str, str]:
    """Who sits where for hand number `hand`: "Ann Adams (North)"."""
    return {
        seat: f"{table.sitter(seat, hand).full} ({word})" if seat in table.seats else word
        for seat, word in seat_words().items()
    }


def players_in(note: Any) -> list[int]:
    """The ids of the players that a log entry's note mentions."""
    if not isinstance(note, dict):
        return []
    found = [note["player"]] if "player" in note else []
    pairs = note.get("pairs", [])
    return [*found, *note.get("players", []), *(player for pair in pairs for player in pair)]


def note_words(note: Any, names: Mapping[int, str]) -> str:
    """A log entry's note as people read it: "player: Ann Adams, state: here"."""
    if not isinstance(note, dict):
        return ""
    # In the order of the alphabet: PostgreSQL keeps the keys of JSON in an order of its own.
    return ", ".join(
        f"{key.replace('_', ' ')}: {_value(key, note[key], names)}" for key in sorted(note)
    )


def _value(key: str, value: Any, names: Mapping[int, str]) -> str:
    if key == "player":
        return names.get(value, _("somebody"))
    if key == "players":
        return _(" and ").join(names.get(player, _("somebody")) for player in value)
    if key == "pairs":
        return "; ".join(_value("players", pair, names) for pair in value)
    return str(value)
