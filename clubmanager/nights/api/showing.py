"""Entries, games and hands as the API shows them to one reader, from a Sight."""

from dataclasses import replace

from clubmanager.nights.games import plays_whole_games
from clubmanager.nights.queries import EntryRow, HandRow, TableRow
from clubmanager.nights.queries.data import Person
from clubmanager.nights.queries.sight import Sight
from scoring.models import EntryState, Ruling

NOT_FOR_THE_PUBLIC = ("strengths", "as_played")
SIDES = ("NS", "EW")


def entry_json(sight: Sight, entry: EntryRow) -> dict:
    """An entry; people whom the reader may not see named are left out."""
    names = entry.names(public=not sight.is_officer)
    return {
        "id": entry.id,
        "line": entry.line,
        "number": entry.number,
        "name": sight.entry_name(entry),
        "people": [
            {"id": person.id, "name": name}
            for person, name in zip(entry.members, names, strict=True)
            if name
        ],
    }


def game_json(sight: Sight, table: TableRow) -> dict:
    """A table's game; its score only where every hand may be seen."""
    shown = not sight.veils_game(table)
    totals = table.totals if shown else {}
    whole = plays_whole_games(sight.night)
    return {
        "id": table.id,
        "round": table.round,
        "table": table.table,
        "seats": {seat: _seat_json(sight, *at) for seat, at in sorted(table.seats.items())},
        "substitutes": [
            {"hand": number, "seat": seat, **_person_json(sight, person)}
            for number, seats in sorted(table.lineups.items())
            for seat, person in sorted(seats.items())
        ],
        "boards": [hand.board for hand in table.hands if hand.board],
        "points": {side: totals.get(side, 0) for side in SIDES} if shown else None,
        "hands_won": totals.get("hands_won"),
        "winner": totals.get("winner") if whole else None,
        "decided_by": (totals.get("decided_by") or None) if whole else None,
        "hands_missing": table.missing if shown or sight.is_officer else None,
    }


def _seat_json(sight: Sight, person: Person, entry_id: int) -> dict:
    return {"entry": entry_id, **_person_json(sight, person)}


def _person_json(sight: Sight, person: Person) -> dict:
    name = person.full if sight.is_officer else person.public
    return {"person": person.id if name else None, "name": name or None}


def hand_json(sight: Sight, table: TableRow, hand: HandRow) -> dict:
    """A hand; of a veiled one nothing but its place, and for an officer its state."""
    row = {
        "id": hand.id,
        "night": sight.night.pk,
        "game": table.id,
        "round": table.round,
        "table": table.table,
        "number": hand.number,
        "board": hand.board,
        "dealer": hand.dealer,
    }
    if sight.veils(table, hand):
        return row | dict.fromkeys(RESULT) | {"state": "hidden"}
    return row | _result_json(sight, table, hand)


RESULT = (
    "state", "facts", "tricks", "declarer", "ns_points", "ew_points", "ruling", "ruling_reason",
    "doubt", "deal_applies", "version",
)  # fmt: skip


def _result_json(sight: Sight, table: TableRow, hand: HandRow) -> dict:
    inside = sight.is_officer or table.game in sight.own_games
    secret = () if inside else NOT_FOR_THE_PUBLIC
    state = hand.entry_state
    if not inside and state != EntryState.EXPECTED:
        state = EntryState.ENTERED
    facts = hand.facts and {k: v for k, v in hand.facts.items() if k not in secret}
    return {
        "state": state,
        "facts": facts,
        "tricks": hand.tricks,
        "declarer": hand.declarer or None,
        "ns_points": hand.ns_points,
        "ew_points": hand.ew_points,
        "ruling": hand.ruling,
        "ruling_reason": hand.ruling_reason if sight.is_officer else None,
        "doubt": hand.doubt if sight.is_officer else None,
        "deal_applies": hand.deal_applies if sight.is_officer else None,
        "version": hand.version,
    }


def as_recorded(hand: HandRow, after: dict) -> HandRow:
    """The hand as a snapshot of scoring.services says it stood."""
    points = {"ns_points": after["ns_points"], "ew_points": after["ew_points"]}
    if after["ruling"] == Ruling.ADJUSTED:
        points = {"ns_points": after["ruled_ns_points"], "ew_points": after["ruled_ew_points"]}
    elif after["ruling"] != Ruling.NONE:
        points = {"ns_points": None, "ew_points": None}
    names = (
        "facts", "tricks", "declarer", "entry_state", "doubt", "ruling", "ruling_reason",
        "deal_applies", "dealer", "version",
    )  # fmt: skip
    return replace(hand, **points, **{name: after[name] for name in names})
