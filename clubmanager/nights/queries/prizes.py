"""The prize list, in the order in which it is read aloud (night story 43)."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count
from django.utils.translation import gettext as _

from clubmanager.nights.models import EntryMember

from .data import NightData
from .standings import StandingRow, standings_for

PLACES = 3
NEWCOMER_NIGHTS = 3  # a newcomer has played at most so many nights of this club


@dataclass(frozen=True, slots=True)
class Prize:
    """One line that is read aloud: for what, and who (more than one where they are level)."""

    title: str
    rows: tuple[StandingRow, ...]


def prizes_of(data: NightData) -> list[tuple[str, list[Prize]]]:
    """For each line ("NS", "EW" or ""): last place, newcomers, then third, second and first.

    Who has played fewer hands than the ranking asks for gets no prize. One query.
    """
    rows = [r for r in standings_for(data, public=False) if not r.standing.below_line]
    if not any(row.standing.hands_played for row in rows):
        return []
    new = _newcomers(data)
    return [
        (line, _of_line(list(group), new))
        for line, group in groupby(rows, key=lambda row: row.entry.line)
    ]


def _of_line(rows: list[StandingRow], newcomers: set[int]) -> list[Prize]:
    ranks = sorted({row.standing.rank for row in rows})
    prizes = []
    if ranks[-1] > PLACES:
        prizes.append(Prize(_("Last place"), _at(rows, ranks[-1])))
    new = [row for row in rows if all(p.id in newcomers for p in row.entry.members)]
    if new:
        best = min(row.standing.rank for row in new)
        prizes.append(Prize(_("Best newcomers"), _at(new, best)))
    titles = {1: _("Winners"), 2: _("Second place"), 3: _("Third place")}
    medals = [rank for rank in reversed(ranks) if rank <= PLACES]
    return prizes + [Prize(titles[rank], _at(rows, rank)) for rank in medals]


def _at(rows: list[StandingRow], rank: int) -> tuple[StandingRow, ...]:
    return tuple(row for row in rows if row.standing.rank == rank)


def _newcomers(data: NightData) -> set[int]:
    """Players of this night who have entered few nights of the club, this one among them."""
    here = [person.id for entry in data.entries.values() for person in entry.members]
    nights = EntryMember.objects.filter(
        player__in=here, night__club=data.night.club_id, night__date__lte=data.night.date
    )
    counts = Counter(dict(nights.values_list("player").annotate(n=Count("night")).order_by()))
    return {player for player in here if counts[player] <= NEWCOMER_NIGHTS}
