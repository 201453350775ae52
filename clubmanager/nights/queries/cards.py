"""Reads of a night's deal set for its officers. Cards only of a set that is open."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubmanager.nights.models import ClubNight, Format, NightState
from clubmanager.people.models import Player
from deals.core.cards import Seat, Suit
from deals.core.deal import RANK_LETTERS, Hand
from deals.models import Board, DealSet

from .data import load_night
from .seen import boards_hidden_from_officer


def sealed_sets(night: ClubNight) -> QuerySet[DealSet]:
    """The club's other sets that are still sealed, with `board_count`."""
    used = getattr(night, "night_deal_set", None)
    sets = DealSet.objects.filter(club_deal_set__club=night.club, opened_at=None)
    return sets.exclude(pk=used.deal_set_id if used else None).annotate(board_count=Count("boards"))


def set_use(night: ClubNight, boards: int) -> str:
    """What the night can take of so many boards, in words."""
    size = night.hands_per_round
    sets, rest = divmod(boards, size)
    words = ngettext(
        "%(count)s round of %(size)s hands", "%(count)s rounds of %(size)s hands", sets
    )
    if night.format == Format.MITCHELL:  # each table begins with a set of its own
        words = ngettext(
            "%(count)s board set of %(size)s hands", "%(count)s board sets of %(size)s hands", sets
        )
    use = words % {"count": sets, "size": size}
    text = _("%(boards)s boards: %(use)s") % {"boards": boards, "use": use}
    if not rest:
        return text + "."
    unused = ngettext("%(count)s board is not used", "%(count)s boards are not used", rest)
    return f"{text}, {unused % {'count': rest}}."


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board of an open set; `hands` are N E S W, each a list of (colour letter, ranks)."""

    number: int
    dealer: str
    hands: tuple[tuple[tuple[str, str], ...], ...]


def open_boards(night: ClubNight, user) -> tuple[list[OpenBoard], bool]:
    """The cards of the night's open set, and whether some are kept from this officer.

    An officer who plays tonight does not see the boards that she has still to play.
    """
    deal_set = night.night_deal_set.deal_set
    if not deal_set.is_open:
        return [], False
    boards = list(Board.objects.filter(deal_set=deal_set).exclude(deal_text="").order_by("number"))
    hidden = _kept_from(night, user, boards)
    shown = [_open_board(board) for board in boards if board.pk not in hidden]
    return shown, len(shown) < len(boards)


def _kept_from(night: ClubNight, user, boards: list[Board]) -> frozenset[int]:
    if night.state == NightState.RUNNING:
        return boards_hidden_from_officer(load_night(night), user)
    own = Player.objects.filter(club=night.club, user=user, check_ins__night=night)
    if night.state == NightState.PLANNED and own.exists():
        return frozenset(board.pk for board in boards)
    return frozenset()


def _open_board(board: Board) -> OpenBoard:
    deal = board.deal
    hands = tuple(_colours(deal.hand(seat)) for seat in Seat)
    return OpenBoard(board.number, board.dealer, hands)


def _colours(hand: Hand) -> tuple[tuple[str, str], ...]:
    return tuple(
        (suit.colour_letter, "".join(RANK_LETTERS[rank - 2] for rank in hand.ranks(suit)) or "–")
        for suit in Suit
    )
