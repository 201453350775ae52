"""Nights over stored deals for the tests of fair dealing: sealed, or played to the end."""

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from deals.core.double_dummy import TrickTable
from deals.models import DoubleDummy
from tests import world

ALL_SEVEN = TrickTable("7" * 20)


def solved(night: ClubNight, table: TrickTable = ALL_SEVEN) -> None:
    """Store the same double dummy for every board, as if the solver had found it."""
    boards = night.night_deal_set.deal_set.boards.all()
    DoubleDummy.objects.bulk_create(DoubleDummy(board=b, tricks=table.text) for b in boards)


def finished_night(**options) -> ClubNight:
    """Two tables have played the same four boards, and the night is closed."""
    club = options.pop("club", None) or world.make_club()
    night = world.running_night(club, people=8, stored=True, rounds_planned=1, **options)
    world.play_round(night, 1)
    services.close_night(night.pk, actor=world.SYSTEM)
    return ClubNight.objects.get(pk=night.pk)
