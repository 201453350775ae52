"""A night as data: everything that was recorded, for other programs and for safe-keeping."""

import csv
import io
from fractions import Fraction

from clubmanager.nights.models import NightState
from deals.core.cards import Seat
from scoring.core.auction import parse_auction
from scoring.core.night_file import VERSION
from scoring.core.report import decimal_text

from .data import EntryRow, HandRow, NightData, PenaltyRow, TableRow
from .standings import StandingRow, fraction_text, standings_for

SIDES = ("NS", "EW")
CSV_FIELDS = (
    "round", "table", "hand", "board", "dealer", "north", "east", "south", "west", "declarer",
    "declaration", "trump", "contract", "auction", "tricks", "ns_points", "ew_points",
    "state", "ruling", "reason",
)  # fmt: skip


def night_as_dict(data: NightData) -> dict:
    """The night for `export_night --format json`: plan, people, every hand, the standings.

    Holds no deal: those come as PBN once they are open. Names are full names. All that ranks the
    night is there; `scoring.core.night_file` reads it.
    """
    night = data.night
    return {
        "version": VERSION,
        "night": {
            "id": night.pk, "club": night.club.name, "title": night.title,
            "date": night.date.isoformat(), "format": night.format, "ranked_by": night.method,
            "ranking": night.ranking, "ranked_together": night.ranked_together,
            "winners": night.options.get("winners", ""), **_lots(night),
            "state": night.state, "hands_per_round": night.hands_per_round,
            "chart": {"name": night.chart.name, "version": night.chart.version,
                      "cells": night.chart.cells},
        },
        "entries": [
            {"id": e.id, **_entry_key(e), "names": list(e.names(public=False))}
            for e in data.entries.values()
        ],
        "games": [_game(data, table) for table in data.tables],
        "sit_outs": [
            {"round": number, "section": e.section, "line": e.line, "number": e.number}
            for number, entries in sorted(data.sit_outs.items())
            for e in entries
        ],
        "penalties": [_penalty(data, one) for one in data.penalties],
        "standings": [standing_as_dict(row) for row in standings_for(data, public=False)],
    }  # fmt: skip


def _lots(night) -> dict:
    """The seed by which ties are broken by lot; it draws the rounds too, so only at the end."""
    return {"draw_seed": night.draw_seed} if night.state == NightState.CLOSED else {}


def _game(data: NightData, table: TableRow) -> dict:
    return {
        "round": table.round,
        "round_state": table.round_state,
        "table": table.table,
        "entries": {
            seat: _entry_key(data.entries[entry_id])
            for seat, (_, entry_id) in sorted(table.seats.items())
        },
        "seats": {seat: person.full for seat, (person, _) in sorted(table.seats.items())},
        "substitutes": [
            {"hand": number, "seat": seat, "name": person.full}
            for number, seats in sorted(table.lineups.items())
            for seat, person in sorted(seats.items())
        ],
        "totals": {side: table.totals.get(side, 0) for side in SIDES},
        "winner": table.totals.get("winner"),
        "decided_by": table.totals.get("decided_by") or None,
        "finished": bool(table.totals.get("finished")),
        "hands_won": {side: table.totals.get("hands_won", {}).get(side, 0) for side in SIDES},
        "has_sheet": bool(table.sheet),
        "hands": [_hand(hand) for hand in table.hands],
    }


def _hand(hand: HandRow) -> dict:
    return {
        "number": hand.number, "board": hand.board, "dealer": hand.dealer, "facts": hand.facts,
        "tricks": hand.tricks, "declarer": hand.declarer or None, "ns_points": hand.ns_points,
        "ew_points": hand.ew_points, "state": hand.entry_state, "ruling": hand.ruling,
        "reason": hand.ruling_reason, "ruling_detail": hand.ruling_detail,
        "group": hand.board_group,
    }  # fmt: skip


def _entry_key(entry: EntryRow) -> dict:
    return {"section": entry.section, "line": entry.line, "number": entry.number}


def _penalty(data: NightData, penalty: PenaltyRow) -> dict:
    return {
        "entry": _entry_key(data.entries[penalty.entry]), "hundredths": penalty.hundredths,
        "unit": penalty.unit, "reason": penalty.reason,
    }  # fmt: skip


def standing_as_dict(row: StandingRow) -> dict:
    """One line of the standings page, in its words."""
    standing = row.standing
    return {
        "rank": row.rank_text, "section": row.entry.section,
        "line": row.entry.line, "number": row.entry.number,
        "names": list(row.entry.names(public=False)), "wins": fraction_text(standing.wins),
        "games": standing.games_played, "net_points": standing.net_points,
        "hands": standing.hands_played, "hands_won": standing.hands_won,
        "percentage": row.percentage_text.removesuffix(" %") or None,
        "score": row.score_text or None, "reason": standing.tie_reason,
        "handicap": decimal_text(row.handicap) if row.handicap else None,
        "strata": dict(row.stratum_ranks),
        "penalties": [
            {"amount": decimal_text(Fraction(one.hundredths, 100)), "unit": one.unit}
            for one in row.penalties
        ],
    }  # fmt: skip


def night_as_csv(data: NightData) -> str:
    """One line a hand, with a heading. Cells that a spreadsheet would run are quoted."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_FIELDS)
    writer.writeheader()
    for table in data.tables:
        for hand in table.hands:
            writer.writerow({key: safe_cell(value) for key, value in _csv_row(table, hand).items()})
    return out.getvalue()


def _csv_row(table: TableRow, hand: HandRow) -> dict:
    facts = hand.facts or {}
    seats = {seat: table.sitter(seat, hand.number).full for seat in table.seats}
    return {
        "round": table.round, "table": table.table, "hand": hand.number, "board": hand.board,
        "dealer": hand.dealer, "north": seats.get("N"), "east": seats.get("E"),
        "south": seats.get("S"), "west": seats.get("W"), "declarer": hand.declarer,
        "declaration": facts.get("declaration", ""), "trump": facts.get("trump", ""),
        "contract": _contract(hand), "auction": _auction_text(facts.get("auction")),
        "tricks": hand.tricks, "ns_points": hand.ns_points, "ew_points": hand.ew_points,
        "state": hand.entry_state, "ruling": hand.ruling, "reason": hand.ruling_reason,
    }  # fmt: skip


def _contract(hand: HandRow) -> str:
    """The contract as written down, or as the auction made it; "pass" for a deal passed out."""
    facts = hand.facts or {}
    if "auction" in facts:
        contract = parse_auction(facts["auction"]).contract(Seat(hand.dealer))
        return contract.text if contract else "pass"
    return "pass" if facts.get("passed_out") else facts.get("contract", "")


def _auction_text(calls: list[str] | None) -> str:
    return " ".join(calls or ())


def safe_cell(value):
    """The value of a cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
