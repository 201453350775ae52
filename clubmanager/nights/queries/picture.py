"""A night in sentences, place by place, so that two moments can be compared."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubmanager.nights import words
from clubmanager.nights.models import ClubNight, NightState

from .data import NightData, TableRow, load_night


@dataclass(frozen=True, slots=True)
class PictureChange:
    """One place, and what it was and becomes; "" where there is nothing."""

    where: str
    before: str
    after: str


def picture_of(night: ClubNight) -> dict[str, str]:
    """What stands at each place: tables, sit-outs, the state of the night."""
    data = load_night(night)
    found = {_("The night"): str(NightState(night.state).label)}
    for number, tables in data.rounds().items():
        for table in tables:
            where = _("Round %(round)s, table %(table)s") % {"round": number, "table": table.table}
            found[where] = _table_words(table)
        found[_("Round %(round)s, sit out") % {"round": number}] = _resting(data, number)
    return found


def compare(before: dict[str, str], after: dict[str, str]) -> list[PictureChange]:
    """The places that differ, in the order of the evening."""
    return [
        PictureChange(where, before.get(where, ""), after.get(where, ""))
        for where in [*after, *(place for place in before if place not in after)]
        if before.get(where, "") != after.get(where, "")
    ]


def _table_words(table: TableRow) -> str:
    sides = [" + ".join(person.full for person in table.people(side)) for side in ("NS", "EW")]
    parts = [" – ".join(sides), *table.substitutions]
    not_played = [hand.number for hand in table.hands if hand.ruling == "not played"]
    if not_played:
        parts.append(_("not played: hands %(hands)s") % {"hands": ", ".join(map(str, not_played))})
    awarded: dict[str, list[str]] = {}
    for hand in table.hands:
        if hand.ruling_detail:
            awarded.setdefault(words.detail_words(hand.ruling_detail), []).append(str(hand.number))
    parts += [
        _("hands %(hands)s: %(ruling)s") % {"hands": ", ".join(numbers), "ruling": ruling}
        for ruling, numbers in awarded.items()
    ]
    if any(hand.board_group for hand in table.hands):
        boards = ", ".join(str(hand.board) for hand in table.hands if hand.board_group)
        parts.append(_("compared in a group of their own: boards %(boards)s") % {"boards": boards})
    asked = [str(hand.number) for hand in table.hands if hand.entry_state == "questioned"]
    if asked:
        parts.append(_("questioned: hands %(hands)s") % {"hands": ", ".join(asked)})
    parts.append(_("%(count)s hands") % {"count": len(table.hands)})
    return "; ".join(parts)


def _resting(data: NightData, number: int) -> str:
    return "; ".join(
        " + ".join(person.full for person in entry.members)
        for entry in data.sit_outs.get(number, [])
    )
