"""A night as data: everything that was recorded, for other programs and for safe-keeping."""

import csv
import io

from .data import EntryRow, HandRow, NightData, PenaltyRow, TableRow
from .standings import StandingRow, fraction_text, standings_for

CSV_FIELDS = (
    "round", "table", "hand", "board", "dealer", "north", "east", "south", "west", "declarer",
    "declaration", "trump", "tricks", "ns_points", "ew_points", "state", "ruling", "reason",
)  # fmt: skip


def night_as_dict(data: NightData) -> dict:
    """The night for `export_night --format json`: plan, people, every hand, the standings.

    Holds no deal: those come as PBN once they are open. Names are full names.
    """
    night = data.night
    return {
        "night": {
            "id": night.pk, "club": night.club.name, "title": night.title,
            "date": night.date.isoformat(), "format": night.format, "ranked_by": night.method,
            "ranking": night.ranking, "ranked_together": night.ranked_together,
            "state": night.state, "hands_per_round": night.hands_per_round,
            "chart": {"name": night.chart.name, "version": night.chart.version,
                      "cells": night.chart.cells},
        },
        "entries": [
            {"section": e.section, "line": e.line, "number": e.number,
             "names": list(e.names(public=False))}
            for e in data.entries.values()
        ],
        "games": [_game(data, table) for table in data.tables],
        "sit_outs": [
            {"round": number, "section": e.section, "line": e.line, "number": e.number}
            for number, entries in sorted(data.sit_outs.items())
            for e in entries
        ],
        "penalties": [_penalty(data, one) for one in data.penalties],
        "standings": [_standing(row) for row in standings_for(data, public=False)],
    }  # fmt: skip


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
        "totals": {"NS": table.totals.get("NS", 0), "EW": table.totals.get("EW", 0)},
        "winner": table.totals.get("winner"),
        "decided_by": table.totals.get("decided_by") or None,
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


def _standing(row: StandingRow) -> dict:
    standing = row.standing
    return {
        "rank": row.rank_text, "section": row.entry.section,
        "line": row.entry.line, "number": row.entry.number,
        "names": list(row.entry.names(public=False)), "wins": fraction_text(standing.wins),
        "games": standing.games_played, "net_points": standing.net_points,
        "hands": standing.hands_played, "hands_won": standing.hands_won,
        "percentage": row.percentage_text.removesuffix(" %") or None,
        "score": row.score_text or None, "reason": standing.tie_reason,
    }  # fmt: skip


def night_as_csv(data: NightData) -> str:
    """One line a hand, with a heading. Cells that a spreadsheet would run are quoted."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_FIELDS)
    writer.writeheader()
    for table in data.tables:
        for hand in table.hands:
            writer.writerow({key: _safe(value) for key, value in _csv_row(table, hand).items()})
    return out.getvalue()


def _csv_row(table: TableRow, hand: HandRow) -> dict:
    facts = hand.facts or {}
    seats = {seat: table.sitter(seat, hand.number).full for seat in table.seats}
    return {
        "round": table.round, "table": table.table, "hand": hand.number, "board": hand.board,
        "dealer": hand.dealer, "north": seats.get("N"), "east": seats.get("E"),
        "south": seats.get("S"), "west": seats.get("W"), "declarer": hand.declarer,
        "declaration": facts.get("declaration", ""), "trump": facts.get("trump", ""),
        "tricks": hand.tricks, "ns_points": hand.ns_points, "ew_points": hand.ew_points,
        "state": hand.entry_state, "ruling": hand.ruling, "reason": hand.ruling_reason,
    }  # fmt: skip


def _safe(value):
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
