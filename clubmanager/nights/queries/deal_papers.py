"""Paper that shows the cards of a night's boards, as plain values.

Only boards that are seated, and never one that a person in `kept_from` plays.
"""

from collections import Counter

from clubmanager.nights.models import ClubNight, NightState
from deals.core.boards import Vulnerability
from deals.core.cards import Seat
from deals.models import Board
from deals.prints.curtain_cards import CurtainBoard
from deals.prints.faces import Face
from deals.prints.hand_records import HandRecord, RecordSheet

from .data import HandRow, NightData
from .officer import own_players
from .paper import date_text
from .par import board_par, points_words, trick_table_of

RESULTS_SHOWN = 6
SET_ID_LENGTH = 6


def plays_elsewhere(night: ClubNight, user) -> bool:
    """Whether the user plays the night's deals on another night that is not over."""
    used = getattr(night, "night_deal_set", None)
    if used is None:
        return False
    others = ClubNight.objects.filter(night_deal_set__deal_set=used.deal_set_id).exclude(
        pk=night.pk
    )
    return own_players(user, others.exclude(state=NightState.CLOSED)).exists()


def boards_to_print(data: NightData, kept_from: frozenset[int]) -> list[Board]:
    """The boards of the night's set that may be printed, by number, with double dummy."""
    played: dict[int, set[int]] = {}
    for table in data.tables:
        for hand in table.hands:
            if hand.board_id:
                played.setdefault(hand.board_id, set()).update(table.everybody)
    wanted = [board for board, who in played.items() if not who & kept_from]
    return list(
        Board.objects.filter(pk__in=wanted)
        .exclude(deal_text="")
        .select_related("double_dummy")
        .order_by("number")
    )


def curtain_boards(data: NightData, kept_from: frozenset[int]) -> list[CurtainBoard]:
    deal_set = data.night.night_deal_set.deal_set
    set_id = deal_set.commitment[:SET_ID_LENGTH] or f"{deal_set.pk}"
    return [
        CurtainBoard(set_id, board.number, Seat(board.dealer), board.deal)
        for board in boards_to_print(data, kept_from)
    ]


def hand_records(data: NightData, kept_from: frozenset[int]) -> list[HandRecord]:
    """The boards; with double dummy and par once the set is open, with results after the night."""
    is_open = data.night.night_deal_set.deal_set.is_open
    over = data.night.state == NightState.CLOSED
    results = results_by_board(data) if is_open and over else {}
    return [
        _record(board, data.night, is_open, results.get(board.pk, ()))
        for board in boards_to_print(data, kept_from)
    ]


def _record(board: Board, night: ClubNight, is_open: bool, results: tuple[str, ...]) -> HandRecord:
    tricks = trick_table_of(board) if is_open else None
    vulnerable: Vulnerability = board.vulnerable
    par = board_par(night, board, tricks).words if tricks else ""
    return HandRecord(
        board.number, Seat(board.dealer), vulnerable, board.deal, tricks, par, results
    )


def results_by_board(data: NightData) -> dict[int, tuple[str, ...]]:
    """What each board brought and how often, the most frequent first: "3 x N-S 80"."""
    counts: dict[int, Counter[int]] = {}
    for hand in (hand for table in data.tables for hand in table.hands):
        if hand.board_id and hand.scored:
            counts.setdefault(hand.board_id, Counter())[ns_net(hand)] += 1
    return {board: _frequencies(nets) for board, nets in counts.items()}


def ns_net(hand: HandRow) -> int:
    """Points of North-South less those of East-West, of a scored hand."""
    return hand.ns_points - hand.ew_points


def _frequencies(nets: Counter[int]) -> tuple[str, ...]:
    ordered = sorted(nets.items(), key=lambda item: (-item[1], -item[0]))
    words = [f"{count} × {points_words(net)}" for net, count in ordered[:RESULTS_SHOWN]]
    return tuple(words)


def record_sheet(data: NightData, face: Face, boards_per_page: int) -> RecordSheet:
    night = data.night
    subtitle = f"{night.club.name} · {date_text(night)}"
    return RecordSheet(night.title, subtitle, face, boards_per_page)
