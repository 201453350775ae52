"""What the pages of a running night share: fetch, authorise, and what this officer may see."""

from dataclasses import dataclass

from django.http import Http404

from clubmanager.nights.access import officer_night
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import HandRow, NightData, TableRow, load_night
from clubmanager.nights.queries.officer import OfficerSight, sight_of
from clubmanager.people.access import Actor
from clubmanager.people.models import Role

SHOWN = "nights-shown-in-full"


@dataclass(frozen=True, slots=True)
class Evening:
    """A night, who acts on it, everything stored of it, and what of that she may see."""

    night: ClubNight
    actor: Actor
    data: NightData
    sight: OfficerSight

    def table_or_404(self, table_round_id: int) -> TableRow:
        table = self.data.table(table_round_id)
        if table is None:
            raise Http404
        return table

    def hand_or_404(self, hand_id: int) -> tuple[TableRow, HandRow]:
        for table in self.data.tables:
            for hand in table.hands:
                if hand.id == hand_id:
                    return table, hand
        raise Http404

    def may_enter(self, table: TableRow) -> bool:
        """Whether this officer may record a hand here now; the service decides again."""
        if table.round_state == "planned":
            return False
        return self.night.state == "running" or self.actor.directs


def open_evening(request, slug: str, night_id: int, at_least: str = Role.SCORER) -> Evening:
    """Errors as of clubmanager.nights.access.officer_night."""
    night, actor = officer_night(request, slug, night_id, at_least)
    return evening_of(request, night, actor)


def evening_of(request, night: ClubNight, actor: Actor) -> Evening:
    data = load_night(night)
    sight = OfficerSight() if is_shown(request, night) else sight_of(data, request.user)
    return Evening(night, actor, data, sight)


def is_shown(request, night: ClubNight) -> bool:
    """Whether this officer has looked behind the veil of this night."""
    return night.pk in request.session.get(SHOWN, [])


def show_in_full(request, night_id: int) -> None:
    """Keep in the session that this officer looked behind the veil of this night."""
    request.session[SHOWN] = sorted({*request.session.get(SHOWN, []), night_id})
