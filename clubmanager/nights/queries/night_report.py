"""A night's export ranked anew, and where that differs from the standings in the file.

The file becomes what the database would have given, so that the same code ranks both.
"""

from dataclasses import replace
from typing import Any

from clubmanager.nights.core.ranking import settings_from_json
from clubmanager.nights.models import ClubNight, NightState
from scoring.core.night_file import NightEntry, NightFile, NightGame, NightHand
from scoring.core.report import board_rows
from scoring.core.tie_breaks import TieBreak

from .contest import Contest, contests_of
from .data import EntryRow, HandRow, NightData, PenaltyRow, Person, TableRow
from .export import standing_as_dict
from .standings import standings_for


def report_night(
    file: NightFile, *, method: str | None = None, changes: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return standings, every board, and the differences, ready for JSON.

    `method` None ranks as the night does; `changes` are settings of the ranking that take the
    place of the night's own. RuleError for what is no setting.
    """
    own = (method is None or method == file.ranked_by) and not changes
    data = night_data(file, method or file.ranked_by, changes or {})
    rows = [standing_as_dict(row) for row in standings_for(data, public=False)]
    return {
        "source": "night",
        "title": file.title,
        "method": data.night.method,
        "standings": rows,
        "boards": [row for contest in contests_of(data, public=False) for row in _boards(contest)],
        "compared": {"standings": len(file.claims) if own else 0},
        "differences": _differences(file, rows) if own else [],
        "warnings": [],
        "notes": list(file.notes),
    }


def night_data(file: NightFile, method: str, changes: dict[str, Any]) -> NightData:
    """The night as `load_night` gives it, made from a file."""
    ranking = {**file.ranking, **changes}
    settings = settings_from_json(ranking)
    if settings.chain and not file.draw_seed:
        chain = tuple(one for one in settings.chain if one is not TieBreak.BALLOT)
        ranking = replace(settings, chain=chain).to_json()
    night = ClubNight(
        title=file.title, method=method, ranking=ranking, options={"winners": file.winners},
        ranked_together=file.ranked_together, draw_seed=file.draw_seed,
        state=NightState.CLOSED if file.closed else NightState.RUNNING,
    )  # fmt: skip
    rows = [_entry(entry, at) for at, entry in enumerate(file.entries)]
    return NightData(
        night,
        {row.id: row for row in rows},
        [_table(game, at, rows) for at, game in enumerate(file.games, 1)],
        {number: [rows[at] for at in resting] for number, resting in file.sit_outs.items()},
        [
            PenaltyRow(at, rows[one.entry].id, one.hundredths, one.unit, "", "")
            for at, one in enumerate(file.penalties)
        ],
    )


def _entry(entry: NightEntry, at: int) -> EntryRow:
    people = tuple(Person(10 * at + place, name, name) for place, name in enumerate(entry.names, 1))
    return EntryRow(entry.id, entry.line, entry.number, people, entry.section)


def _table(game: NightGame, at: int, entries: list[EntryRow]) -> TableRow:
    seats = {
        seat: (entries[entry].members[0], entries[entry].id)
        for seat, entry in zip("NESW", game.seats, strict=True)
        if entry >= 0
    }
    return TableRow(
        id=at, round=game.round, round_state=game.state, table=game.table, board_set=None,
        game=at, totals=dict(game.totals), chart_id=None, seats=seats,
        sheet={"in": "the file"} if game.has_sheet else None,
        hands=[_hand(hand, at, number) for number, hand in enumerate(game.hands, 1)],
    )  # fmt: skip


def _hand(hand: NightHand, game: int, number: int) -> HandRow:
    return HandRow(
        id=0, game=game, number=number, board_id=hand.board, board=hand.board, dealer="",
        facts=None, tricks=None, declarer="", ns_points=hand.ns_points, ew_points=hand.ew_points,
        entry_state="expected" if hand.expected else "entered", doubt="", ruling=hand.ruling,
        ruling_reason="", version=0, deal_applies=True, played_ns_points=None,
        played_ew_points=None, ruling_detail=dict(hand.detail) if hand.detail else None,
        board_group=hand.group,
    )  # fmt: skip


def _boards(contest: Contest) -> list[dict[str, Any]]:
    entries = [contest.data.entries[one] for one in contest.order]
    section = {} if contest.data.night.ranked_together else {"section": entries[0].section}
    labels = [f"{entry.number}{entry.line}" for entry in entries]
    return [{**section, **row} for row in board_rows(contest.scores, labels)]


def _differences(file: NightFile, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Compare every claimed value with ours; an entry that the file does not rank is one too."""
    claims = {
        (claim.get("section", ""), claim["line"], claim["number"]): claim for claim in file.claims
    }
    found: list[dict[str, Any]] = []
    for row in rows:
        who = {"line": row["line"], "number": row["number"]}
        claim = claims.get((row["section"], row["line"], row["number"]))
        if claim is None:
            found.append({**who, "what": "not in the file's standings"})
            continue
        found += [
            {**who, "what": name, "ours": ours, "file": claim[name]}
            for name, ours in row.items()
            if name != "names" and name in claim and claim[name] != ours
        ]
    return found
