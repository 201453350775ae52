"""Rounds and boards that went wrong: dropped, abandoned, an extra hand, trays swapped."""

import uuid

from clubmanager.nights.models import ClubNight, NightState, RoundState, TableRound
from clubmanager.nights.services.common import require_state
from clubmanager.nights.services.hands import question_hand
from clubmanager.nights.services.laying import keep_substitutes, remove_rounds
from clubmanager.nights.services.planning import close_night
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.models import HandResult
from scoring.services import expect_extra_hand, regroup_hands

from .people import settle_not_played, unsettled
from .undoing import recorded

WRONG_CARDS = "the trays were swapped, so the stored deal may name a wrong declarer: ask the table"


def drop_last_round(night_id: int, *, actor: Actor, reason: str = "") -> int:
    """The last round is dropped because it is late; nobody suffers (night story 21).

    Not started, it goes; started, its missing hands are not played. Returns its number.
    """
    with recorded(night_id, actor, "dropped the last round", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        last = night.rounds.order_by("-number").first()
        note.before = {"round": last.number}
        if last.state == RoundState.PLANNED:
            remove_rounds(night, [last.number])
        else:
            hands = unsettled(game__table_round__round=last)
            settle_not_played(hands, actor=actor, reason=reason, default="last round dropped")
    return last.number


def abandon_night(night_id: int, *, actor: Actor, reason: str = "") -> None:
    """End the night with what there is (night story 30): a power cut at half-time.

    Missing hands are not played, rounds that have not started go, and the night is closed.
    """
    with recorded(night_id, actor, "abandoned the night", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        note.before = {"rounds": night.rounds.count()}
        hands = unsettled(game__table_round__round__night=night)
        begun = [hand for hand in hands if _has_begun(hand)]
        settle_not_played(begun, actor=actor, reason=reason, default="night abandoned")
        planned = night.rounds.filter(state=RoundState.PLANNED)
        remove_rounds(night, list(planned.values_list("number", flat=True)))
        close_night(night_id, actor=actor, reason=reason or "abandoned")
        note.after = {"rounds": night.rounds.count()}


def _has_begun(hand: HandResult) -> bool:
    return hand.game.table_round.round.state != RoundState.PLANNED


def add_extra_hand(night_id: int, table_round_id: int, *, actor: Actor, reason: str = "") -> None:
    """A drawn match plays one more hand; of a team match at both tables."""
    with recorded(night_id, actor, "extra hand", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        table = TableRound.objects.filter(round__night=night, pk=table_round_id).first()
        if table is None or table.round.state == RoundState.PLANNED:
            raise RuleError("table", table_round_id, "one that has played tonight")
        for one in _match_tables(night, table):
            hand = expect_extra_hand(one.game)
            keep_substitutes(hand.pk)
        note.after = {"round": table.round.number, "table": table.table, "hand": hand.number}


def _match_tables(night: ClubNight, table: TableRound) -> list[TableRound]:
    """The table itself, and where teams play the one with the same two teams."""
    entries = set(table.seats.values_list("entry_id", flat=True))
    others = TableRound.objects.filter(round=table.round, seats__entry__in=entries).distinct()
    return list(others.select_related("game").order_by("table"))


def _went_by_the_deal(hand: HandResult) -> bool:
    """Whether the stored deal gave the declarer, which the table did not say (Round Two)."""
    return bool(hand.declarer and not {"declarer", "strengths"} & set(hand.facts or {}))


def swap_trays(
    night_id: int, first_board: int, second_board: int, *, from_round: int, actor: Actor,
    reason: str = "",
) -> int:  # fmt: skip
    """The cards of two boards were exchanged from a round on (night story 29; Law 87).

    Results before and after are compared in groups of their own. The stored deals do not apply
    to hands that are still to come there; of those that are in, the ones whose declarer came from
    the stored deal are questioned. Returns how many hands changed group.
    """
    with recorded(night_id, actor, "trays swapped", reason=reason) as (night, note):
        if first_board == second_board:
            raise RuleError("boards", second_board, "another board than the first")
        hands = HandResult.objects.filter(
            game__table_round__round__night=night,
            game__table_round__round__number__gte=from_round,
            board__number__in=[first_board, second_board],
        )
        found = list(hands)
        if len({hand.board_id for hand in found}) != 2:
            raise RuleError(
                "boards", f"{first_board} and {second_board}",
                f"two stored boards played from round {from_round} on",
            )  # fmt: skip
        group = 1 + max(hand.board_group for hand in found)
        for applies in (True, False):
            chosen = [hand.pk for hand in found if (hand.facts is not None) is applies]
            regroup_hands(chosen, group=group, deal_applies=applies)
        for hand in filter(_went_by_the_deal, found):
            question_hand(
                hand.pk, doubt=WRONG_CARDS, actor=actor, client_id=uuid.uuid4(),
                version=hand.version, reason=reason or "trays swapped",
            )  # fmt: skip
        note.after = {"boards": f"{first_board}, {second_board}", "from_round": from_round}
    return len(found)
