"""The log of a night: who did what, when, from where, what it was before, and why."""

from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubmanager.nights import words
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.history import LogRow, night_log
from clubmanager.people.models import Player

from .evening import Evening, open_evening


@require_safe
def log(request, slug, night_id):
    evening = open_evening(request, slug, night_id)
    asked = request.GET.get("page", "")
    page = max(1, int(asked[:6])) if asked.isdecimal() else 1
    rows, more = night_log(evening.night, page)
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "lines": _lines(evening, rows),
        "newer": page - 1,
        "older": page + 1 if more else 0,
    }
    return render(request, "nights/log.html", context)


def _lines(evening: Evening, rows: list[LogRow]) -> list[dict]:
    places = {hand.id: (table, hand) for table in evening.data.tables for hand in table.hands}
    names = _names(evening, rows)
    return [
        _of_hand(evening, row, *places[row.hand]) if row.hand in places else _of_night(row, names)
        for row in rows
    ]


def _of_hand(evening: Evening, row: LogRow, table: TableRow, hand: HandRow) -> dict:
    where = _("Round %(round)s, table %(table)s, hand %(hand)s") % {
        "round": table.round, "table": table.table, "hand": hand.number,
    }  # fmt: skip
    line = {"row": row, "what": f"{where}: {row.action}", "hand_id": hand.id}
    if evening.sight.veils(table, hand):
        veil = _("Hidden until you have played board %(n)s.") % {"n": hand.board}
        return line | {"veil": veil}
    return line | {"before": row.before_words, "after": row.after_words}


def _of_night(row: LogRow, names: dict[int, str]) -> dict:
    before, after = (words.note_words(note, names) for note in (row.before, row.after))
    return {"row": row, "what": row.action, "before": before, "after": after}


def _names(evening: Evening, rows: list[LogRow]) -> dict[int, str]:
    """The names of everybody whom these rows mention."""
    ids = {
        player
        for row in rows
        if row.hand is None
        for note in (row.before, row.after)
        for player in words.players_in(note)
    }
    if not ids:
        return {}
    players = Player.objects.filter(club=evening.night.club, pk__in=ids)
    return {player.pk: player.full_name for player in players}
