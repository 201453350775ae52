"""The boards of a night as its tables played them, for PBN. Whoever asks answers for the cards."""

from clubmanager.nights.games import game_of
from clubmanager.nights.models import Method
from deals.core.cards import Seat
from deals.core.pbn import PbnBoard
from deals.core.pbn_plays import PbnPlay
from deals.models import DealSet
from deals.queries import pbn_boards_of
from scoring.core.pbn_result import result_tags

from .data import HandRow, NightData, TableRow

SCORING = {Method.MATCHPOINTS: "MatchPoints", Method.BUTLER: "Butler", Method.CROSS_IMPS: "IMP"}


def played_boards(data: NightData, deal_set: DealSet) -> list[PbnPlay]:
    """Every result of a stored deal, by board, then in the order of play."""
    boards = {board.number: board for board in pbn_boards_of(deal_set)}
    plays = [
        _play(data, table, hand, boards[hand.board])
        for table in data.tables
        for hand in table.hands
        if hand.board in boards and hand.deal_applies and hand.facts and hand.scored
    ]
    return sorted(plays, key=lambda play: play.board.number)


def _play(data: NightData, table: TableRow, hand: HandRow, board: PbnBoard) -> PbnPlay:
    game = game_of(data.night)
    facts = game.ruleset.parse_facts(hand.facts)
    contract, tricks = game.played(facts, hand)
    net = hand.paid("NS") - hand.paid("EW")
    names = {Seat(seat): _in_file(table.sitter(seat, hand.number).full) for seat in table.seats}
    scoring = SCORING.get(data.night.method, "")
    return PbnPlay(board, names, scoring, result_tags(contract, tricks, net))


def _in_file(text: str) -> str:
    """A name as a line of PBN can hold it."""
    return "".join(letter for letter in text if letter.isprintable())
