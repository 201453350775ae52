"""Rows of public pages, made from a PublicNight: standings, games, hands, each entry's own card."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubmanager.nights import words as night_words
from clubmanager.nights.models import NightState
from clubmanager.nights.queries import EntryRow, HandRow, TableRow, standings_for
from clubmanager.nights.queries.paper import LINE_TITLES, part_title
from clubmanager.nights.words import detail_words
from deals.core.cards import Seat
from scoring.core.chart import Declaration
from scoring.display import REASONS
from scoring.prints.standings import signed
from scoring.queries import sheet_rows

from .queries import PublicNight

SIDES = ("NS", "EW")
RULES = {
    "points": gettext_lazy("on points"),
    "hands won": gettext_lazy("on hands won"),
    "fourth hand": gettext_lazy("by the fourth hand"),
    "last scored hand": gettext_lazy("by the last scored hand"),
}


def counted_rounds(public: PublicNight) -> str:
    """Which rounds the standings count, where that is not simply all that is in."""
    if not public.shares_boards or public.night.state != NightState.RUNNING:
        return ""
    closed = [table.round for table in public.data.tables if table.round_state == "closed"]
    if not closed:
        return _("The tables share boards: standings appear when round 1 is over.")
    return _("The tables share boards: standings count up to round %(round)s.") % {
        "round": max(closed)
    }


def standings_sections(public: PublicNight) -> list[dict[str, Any]]:
    """The ranking, a section for each line; empty while no hand counts."""
    rows = standings_for(public.data, public=True)
    if not any(row.standing.hands_played for row in rows):
        return []
    sections: dict[tuple[str, str], list] = {}
    for row in rows:
        sections.setdefault(row.part, []).append(_standing(public, row))
    return [
        {
            "title": part_title(*part),
            "rows": rows,
            "percentages": any(row["percentage"] for row in rows),
            "scores": any(row["score"] for row in rows),
        }
        for part, rows in sections.items()
    ]


def _standing(public: PublicNight, row) -> dict[str, Any]:
    return {
        "url": public.page_of("entry", row.entry.id),
        "rank": row.rank_text,
        "name": public.entry_name(row.entry),
        "wins": row.wins_text,
        "net": signed(row.standing.net_points),
        "hands": str(row.standing.hands_played),
        "percentage": row.percentage_text,
        "score": row.score_text,
        "reason": row.standing.tie_reason,
        "penalties": [penalty.reason for penalty in row.penalties],
        "strata": row.stratum_ranks,
        "below": row.standing.below_line,
    }


def rounds_of(public: PublicNight) -> list[dict[str, Any]]:
    """Every started round with its games, the newest first."""
    found: dict[int, list] = {}
    for table in public.tables():
        found.setdefault(table.round, []).append(game_of(public, table))
    return [
        {
            "number": number,
            "games": games,
            "sit_outs": [public.entry_name(e) for e in public.data.sit_outs.get(number, [])],
        }
        for number, games in sorted(found.items(), reverse=True)
    ]


def game_of(public: PublicNight, table: TableRow) -> dict[str, Any]:
    """One table's game: both sides, and points, winner and rule once all of it may be seen."""
    shown = public.sees_all(table)
    totals = table.totals if shown else {}
    winner = totals.get("winner") if public.is_game else None
    decided = totals.get("decided_by", "") if public.is_game else ""
    return {
        "id": table.id,
        "url": public.page_of("game", table.id),
        "table": table.table,
        "round": table.round,
        "shown": shown,
        "missing": table.missing if shown else 0,
        "draw": decided == "draw",
        "note": _note(table, shown, decided),
        "reason": REASONS.get(decided, ""),
        "sheet": sheet_rows(table.sheet) if shown and table.sheet else None,
        "sides": [
            {
                "side": side,
                "name": public.side_name(table, side),
                "points": totals.get(side, 0) if shown else None,
                "won": RULES.get(decided, "") if winner == side else "",
                "won_words": _won(decided) if winner == side else "",
                "leads": shown and totals.get(side, 0) > totals.get(_other(side), 0),
            }
            for side in SIDES
        ],
    }


def _note(table: TableRow, shown: bool, decided: str) -> str:
    """What a reader is to know of a game beside its points."""
    if not shown:
        return _("shown when every table has played these boards")
    if decided == "draw":
        return _("a draw")
    if not table.missing:
        return ""
    count = {"missing": table.missing}
    return ngettext("%(missing)s hand to come", "%(missing)s hands to come", table.missing) % count


def _won(decided: str) -> str:
    rule = RULES.get(decided, "")
    return _("won %(rule)s") % {"rule": rule} if rule else ""


def _other(side: str) -> str:
    return "EW" if side == "NS" else "NS"


def hands_of(public: PublicNight, table: TableRow) -> list[dict[str, Any]]:
    """The hands of a game in words, with the running score where every hand may be seen."""
    running = {"NS": 0, "EW": 0} if public.sees_all(table) else None
    rows = []
    for hand in table.hands:
        row = hand_words(public, table, hand)
        if running and hand.scored:
            running["NS"] += hand.ns_points
            running["EW"] += hand.ew_points
            row["running"] = f"{running['NS']} – {running['EW']}"
        rows.append(row)
    return rows


def hand_words(public: PublicNight, table: TableRow, hand: HandRow) -> dict[str, Any]:
    """One hand. A board that is not public yet gives its number and nothing of its play."""
    row = {
        "id": hand.id,
        "number": hand.number,
        "board": hand.board,
        "dealer": public.seat_name(table, hand.dealer, hand.number),
        "state": "hidden",
    }
    if public.sees(hand):
        row |= _played(public, table, hand)
    return row


def _played(public: PublicNight, table: TableRow, hand: HandRow) -> dict[str, Any]:
    facts = hand.facts or {}
    declaration = facts.get("declaration")
    row = {
        "state": hand.ruling if hand.ruling != "none" else "played" if hand.scored else "missing",
        "ns": hand.ns_points,
        "ew": hand.ew_points,
        "points_only": "points_only" in facts,
    }
    if hand.ruling_detail:
        row |= {"state": "ruled", "ruling_words": detail_words(hand.ruling_detail)}
    if hand.facts and not declaration and not row["points_only"]:
        row["sentence"] = night_words.hand_words(hand)
    if declaration and hand.ruling in ("none", "adjusted"):
        row |= {
            "declarer": public.seat_name(table, hand.declarer, hand.number),
            "seat": Seat(hand.declarer).word if hand.declarer else "",
            "round_two": facts.get("round") == 2,
            "declaration": Declaration(declaration).label,
            "trump": facts.get("trump"),
            "tricks": hand.tricks,
            "made": Declaration(declaration).made(hand.tricks),
        }
    return row


def card_of(public: PublicNight, entry: EntryRow) -> list[dict[str, Any]]:
    """An entry's own card: for each started round the sitting, or that it sits out."""
    sittings = {table.round: table for table in public.tables() if _side_of(table, entry)}
    resting = {number for number, who in public.data.sit_outs.items() if entry in who}
    started = sorted({table.round for table in public.tables()})
    return [
        _sitting(public, entry, sittings[number])
        if number in sittings
        else {"round": number, "sits_out": True}
        for number in started
        if number in sittings or number in resting
    ]


def _side_of(table: TableRow, entry: EntryRow) -> str:
    seats = [seat for seat, (_person, entry_id) in table.seats.items() if entry_id == entry.id]
    return "" if not seats else "NS" if seats[0] in SIDES[0] else "EW"


def _sitting(public: PublicNight, entry: EntryRow, table: TableRow) -> dict[str, Any]:
    side = _side_of(table, entry)
    game = game_of(public, table)
    own, others = game["sides"] if side == "NS" else reversed(game["sides"])
    partners = [
        public.seat_name(table, seat)
        for seat in side
        if seat in table.seats and table.seats[seat][1] != entry.id
    ]
    return {
        "round": table.round,
        "game": game,
        "direction": LINE_TITLES[side],
        "partner": partners[0] if partners else "",
        "own": own,
        "others": others,
        "hands": [_from_side(row, side) for row in hands_of(public, table)],
    }


def _from_side(row: dict[str, Any], side: str) -> dict[str, Any]:
    ours, theirs = ("ns", "ew") if side == "NS" else ("ew", "ns")
    return {**row, "ours": row.get(ours), "theirs": row.get(theirs)}
