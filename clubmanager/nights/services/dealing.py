"""A night's deals: generated, imported, or none."""

from collections.abc import Collection

from django.db.models import F

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.formats import get_format
from clubmanager.nights.models import (
    ClubNight,
    Dealing,
    Entry,
    Format,
    Method,
    NightDealSet,
    NightState,
    TableRound,
)
from clubmanager.people.access import Actor
from clubmanager.people.services import own_deal_set
from deals import services as deals
from deals.core.boards import dealer_of
from deals.models import Board, DealSet
from scoring.core.ruleset import RuleError
from scoring.models import HandResult

from .common import changing, require_state


def boards_wanted(night: ClubNight) -> int:
    """How many boards the night's seating uses; before it is seated, what its plan would use.

    A night that is drawn round by round needs boards for all its rounds from the start.
    """
    sets = TableRound.objects.filter(round__night=night).values_list("board_set", flat=True)
    planned = night.rounds_planned
    entries = Entry.objects.filter(section__night=night).count()
    if night.format in (Format.MITCHELL, Format.HOWELL):
        planned = max(planned, (entries + 1) // 2)
    seated = [s for s in sets if s]
    if night.format != Format.TYPED and get_format(night.format).drawn == ROUND_BY_ROUND:
        seated = []
    return night.hands_per_round * max(seated, default=planned)


def generate_deals(
    night_id: int,
    *,
    actor: Actor,
    boards: int | None = None,
    secret: bytes | None = None,
    later_source: str = "",
) -> DealSet:
    """A sealed deal set for the night, its commitment public at once. `secret` only in tests.

    With a `later_source` it has no cards until `type_later` was called.
    """
    with changing(night_id, actor, "generated a deal set") as (night, note):
        require_state(night, NightState.PLANNED)
        deal_set = deals.generate_deal_set(
            name=f"{night.title} {night.date}",
            event=night.club.name,
            session=f"{night.title} {night.date.isoformat()} #{night.pk}",
            boards=boards or boards_wanted(night),
            actor=actor.label,
            secret=secret,
            later_source=later_source,
        )
        own_deal_set(night.club, deal_set)
        use_deal_set(night, deal_set)
        note.after = {"deal_set": deal_set.pk, "commitment": deal_set.commitment}
        if deal_set.later_source:
            note.after["later_source"] = deal_set.later_source
    return deal_set


def type_later(night_id: int, *, value: str, actor: Actor) -> None:
    """Type the information that the set waits for; its deals exist from now on.

    Raises ValueError where nothing is waited for, and for an empty value.
    """
    with changing(night_id, actor, "typed the later information") as (night, note):
        deal_set = _used(night).deal_set
        changed = deals.type_later_value(deal_set, value, actor.label)
        note.after = {"deal_set": deal_set.pk, "later_value": changed.after["later_value"]}
        others = ClubNight.objects.filter(night_deal_set__deal_set=deal_set).exclude(pk=night.pk)
        others.update(version=F("version") + 1)


def require_cards(night: ClubNight) -> None:
    """Raise RuleError while the night's set waits for its later information."""
    used = getattr(night, "night_deal_set", None)
    if used and used.deal_set.awaits_later_value:
        source = used.deal_set.later_source
        raise RuleError(
            "later information", None, source,
            message=f"the deals wait for later information, which is not typed in yet: {source}",
        )  # fmt: skip


def import_deals(night_id: int, *, data: bytes, filename: str, actor: Actor) -> DealSet:
    """A PBN file as the night's deal set. Raises deals.core.pbn.PbnError with line numbers."""
    with changing(night_id, actor, "imported a deal set") as (night, note):
        require_state(night, NightState.PLANNED)
        deal_set = deals.import_deal_set(
            name=f"{night.title} {night.date}", data=data, filename=filename, actor=actor.label
        )
        own_deal_set(night.club, deal_set)
        use_deal_set(night, deal_set)
        note.after = {"deal_set": deal_set.pk, "file": filename}
    return deal_set


def take_deal_set(night_id: int, deal_set: DealSet, *, actor: Actor) -> None:
    """Play a set that the club owns already (it serves several nights)."""
    with changing(night_id, actor, "chose a deal set") as (night, note):
        require_state(night, NightState.PLANNED)
        if not night.club.club_deal_sets.filter(deal_set=deal_set).exists():
            raise RuleError("deal set", deal_set.pk, "a deal set of this club")
        if deal_set.is_open:
            raise RuleError("deal set", str(deal_set), "one that is still sealed")
        use_deal_set(night, deal_set)
        note.after = {"deal_set": deal_set.pk}


def play_without_deals(night_id: int, *, actor: Actor) -> None:
    """Cards are shuffled at the table: take the deal set away from the night."""
    with changing(night_id, actor, "plays without stored deals") as (night, note):
        require_state(night, NightState.PLANNED)
        if night.method == Method.MATCHPOINTS:
            raise RuleError("cards", "shuffled", "stored deals, since matchpoints compare boards")
        NightDealSet.objects.filter(night=night).delete()
        night.dealing = Dealing.SHUFFLED
        assign_boards(night)


def open_deals(night_id: int, *, actor: Actor, reason: str) -> None:
    """A director breaks the seal before the night is over; logged with the reason."""
    with changing(night_id, actor, "opened the deal set", reason=reason) as (night, note):
        used = _used(night)
        if not reason.strip():
            raise RuleError("reason", reason, "a sentence that says why")
        require_cards(night)
        deals.open_deal_set(used.deal_set, actor=actor.label, reason=reason)
        note.after = {"deal_set": used.deal_set_id}


def note_slips_printed(night_id: int, *, actor: Actor, paper: str = "deal slips") -> DealSet:
    """Log that paper with the cards of the night's set was printed; returns the set to print."""
    with changing(night_id, actor, f"printed {paper}") as (night, note):
        used = _used(night)
        require_cards(night)
        note.after = {"deal_set": used.deal_set_id}
    return used.deal_set


def _used(night: ClubNight) -> NightDealSet:
    used = NightDealSet.objects.select_related("deal_set").filter(night=night).first()
    if used is None:
        raise RuleError("deal set", None, "chosen for this night first")
    return used


def use_deal_set(night: ClubNight, deal_set: DealSet) -> None:
    """Attach the set to the night and its boards to the hands that are seated already."""
    NightDealSet.objects.update_or_create(night=night, defaults={"deal_set": deal_set})
    night.dealing = Dealing.STORED
    assign_boards(night)


def sets_available(board_count: int, hands_per_round: int) -> int:
    """How many whole board sets the deal set has; a remainder that fills none is unused."""
    return board_count // hands_per_round


def assign_boards(night: ClubNight, *, only: Collection[int] | None = None) -> None:
    """Give each expected hand its board: hand n of set k is the n-th board of that set by number.

    `only` these table-rounds: what was played before keeps its boards and dealers.

    Raises RuleError when the seating needs more sets than there are.
    """
    used = NightDealSet.objects.filter(night=night).first()
    boards = Board.objects.filter(deal_set=used.deal_set_id if used else None)
    boards = list(boards.order_by("number"))
    size = night.hands_per_round
    tables = TableRound.objects.filter(round__night=night)
    if only is not None:
        tables = tables.filter(pk__in=only)
    set_of = dict(tables.values_list("game_id", "board_set"))
    most = max([s for s in set_of.values() if s], default=0)
    if used and most > sets_available(len(boards), size):
        raise RuleError(
            "deal set", f"{len(boards)} boards",
            f"at least {most * size} boards ({most} sets of {size}), or fewer rounds played",
        )  # fmt: skip
    hands = list(HandResult.objects.filter(game__in=set_of).only("game_id", "number"))
    for hand in hands:
        board = boards[(set_of[hand.game_id] - 1) * size + hand.number - 1] if used else None
        hand.board = board
        hand.dealer = board.dealer if board else dealer_of(hand.number).value
    HandResult.objects.bulk_update(hands, ["board", "dealer"], batch_size=500)
