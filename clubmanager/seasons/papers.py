"""An event's standings as a sheet for the wall and as a CSV file."""

import csv
import io

from django.utils.translation import gettext as _

from clubmanager.nights.queries.export import safe_cell
from scoring.core.report import decimal_text
from scoring.prints.standings import StandingsRow, StandingsSection, StandingsSheet

from .queries import EventStandings
from .words import rule_words, status_words


def event_sheet(standings: EventStandings) -> StandingsSheet:
    """For draw_standings: the total stands where a night has its percentage."""
    held = len(standings.counted)
    rows = tuple(
        StandingsRow(
            rank=line.rank if line.place.rank else "",
            names=line.names,
            games=_("%(played)s of %(held)s") % {"played": line.played, "held": held},
            net_points=line.net_points,
            hands=line.hands,
            percentage=line.total,
            tie_reason=line.place.reason,
            below_line=line.place.below_line,
        )
        for line in standings.lines
    )
    return StandingsSheet(
        club=standings.event.club.name,
        night=standings.event.name,
        date=_dates(standings),
        method=rule_words(standings),
        status=status_words(standings),
        chart=None,
        sections=(StandingsSection("", rows),),
        games_heading="Sessions",
        score_heading="Total",
    )


def _dates(standings: EventStandings) -> str:
    days = [view.night.date for view in standings.counted]
    return (
        " – ".join(f"{day:%d.%m.%Y}" for day in dict.fromkeys((days[0], days[-1]))) if days else ""
    )


def event_csv(standings: EventStandings) -> str:
    """One line for each contestant: rank, names, total, then each session's value and share."""
    out = io.StringIO()
    table = csv.writer(out)
    sessions = [one for view in standings.counted for one in (_title(view), f"share {view.number}")]
    table.writerow(["rank", "name", "total", "sessions", *sessions, "note"])
    for line in standings.lines:
        parts = []
        for cell in line.cells:
            parts += [decimal_text(cell.part.value), cell.part.share] if cell else ["", ""]
        total = "" if line.place.total is None else decimal_text(line.place.total)
        name = safe_cell(line.name)
        reason = line.place.reason
        table.writerow([line.place.rank or "", name, total, line.played, *parts, reason])
    return out.getvalue()


def _title(view) -> str:
    return safe_cell(f"{view.night.date.isoformat()} {view.night.title}")
