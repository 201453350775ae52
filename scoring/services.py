"""Writes of the scoring floor. Who may write is decided above, in one place; here rules are kept.

Every write to a hand carries the client's own id and the version of the hand that the client saw,
and leaves a Change. The same id with the same body is answered again and not carried out again.
"""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from deals.core.cards import Seat
from deals.core.deal import Deal
from scoring.core.bridge import VULNERABLE
from scoring.core.chart import Chart as ChartValue
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import GameResult, HandContext, HandOutcome, RuleError
from scoring.core.rulings import Detail

from .models import Change as ChangeRow
from .models import Chart, EntryState, Game, HandResult, Ruling
from .writes import Conflict, IdReused, Recorded, Write

SNAPSHOT = (
    "facts", "tricks", "declarer", "ns_points", "ew_points", "entry_state", "doubt", "ruling",
    "ruling_reason", "ruled_ns_points", "ruled_ew_points", "ruling_detail", "deal_applies",
    "dealer", "version", "entered_by", "confirmed_by",
)  # fmt: skip


def snapshot(hand: HandResult) -> dict:
    """The hand as plain values, as the log keeps it."""
    return {name: getattr(hand, name) for name in SNAPSHOT}


def outcome(hand: HandResult) -> HandOutcome:
    """What the hand is worth in its game: the ruling where there is one, else the points."""
    points = (hand.ns_points, hand.ew_points)
    if hand.ruling == Ruling.ADJUSTED:
        points = (hand.ruled_ns_points, hand.ruled_ew_points)
    elif hand.ruling != Ruling.NONE:
        points = (None, None)
    played = hand.facts is not None
    return HandOutcome(
        hand.number,
        *points,
        ruling=hand.ruling,
        facts=get_ruleset(hand.game.ruleset).parse_facts(hand.facts) if played else None,
        tricks=hand.tricks,
        dealer=Seat(hand.dealer),
    )


def _digest(hand_id: int, action: str, body: Mapping) -> str:
    text = json.dumps([hand_id, action, body], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _write(
    hand_id: int, action: str, body: dict, write: Write, apply: Callable[[HandResult], None]
) -> Recorded:
    try:
        return _written(hand_id, action, body, write, apply)
    except IntegrityError as error:  # a hand of another game took that id at the same moment
        if ChangeRow.objects.filter(client_id=write.client_id).exists():
            raise IdReused(write.client_id) from error
        raise


@transaction.atomic
def _written(
    hand_id: int, action: str, body: dict, write: Write, apply: Callable[[HandResult], None]
) -> Recorded:
    # The lock comes first: of two equal requests the second waits, then finds the first one's row.
    # It is the game's, since its totals are derived from all of its hands.
    games = Game.objects.select_for_update(of=("self",)).select_related("chart")
    game = games.get(hands=hand_id)
    hand = HandResult.objects.select_related("board").get(pk=hand_id)
    hand.game = game
    digest = _digest(hand_id, action, body)
    earlier = ChangeRow.objects.filter(client_id=write.client_id)
    for body_hash, before, after in earlier.values_list("body_hash", "before", "after"):
        if body_hash != digest:
            raise IdReused(write.client_id)
        return Recorded(before, after, replayed=True)
    if hand.version != write.version:
        raise Conflict(snapshot(hand), body)
    before = snapshot(hand)
    apply(hand)
    hand.version += 1
    hand.save()
    result, more = settle_game(hand.game)
    if result.rescored or result.dealers:
        hand.refresh_from_db(fields=["ns_points", "ew_points", "dealer"])
    after = snapshot(hand)
    ChangeRow.objects.create(
        hand=hand, actor=write.actor, origin=write.origin, action=action, reason=write.reason,
        before=before, after=after, client_id=write.client_id, body_hash=digest,
    )  # fmt: skip
    return Recorded(before, after, more=more)


def context_for(hand: HandResult, *, chart: ChartValue | None, by_director: bool) -> HandContext:
    """What the ruleset may know of a hand: dealer, chart, and the stored deal's strengths."""
    board, deal = hand.board, None
    if board and hand.deal_applies and board.deal_text:
        deal = Deal.from_pbn(board.deal_text)
    return HandContext(
        dealer=Seat(hand.dealer),
        strengths=deal.strengths() if deal else None,
        chart=chart,
        by_director=by_director,
        settings=hand.game.settings,
        deal=deal,
        number=board.number if board else hand.number,
        board=board is not None,
        vulnerable=VULNERABLE[board.vulnerable] if board else None,
    )


def _score(hand: HandResult, facts: Mapping, tricks: int | None, *, by_director: bool) -> None:
    game = hand.game
    ruleset = get_ruleset(game.ruleset)
    parsed = ruleset.parse_facts(facts)
    chart = game.chart.value if game.chart else None
    score = ruleset.score_hand(
        parsed, tricks, context_for(hand, chart=chart, by_director=by_director)
    )
    hand.facts = ruleset.dump_facts(parsed)
    hand.tricks = tricks
    hand.declarer = score.declarer.value if score.declarer else ""
    hand.ns_points, hand.ew_points = score.ns_points, score.ew_points
    hand.doubt = "; ".join(score.doubts)[:300]
    hand.entry_state = EntryState.QUESTIONED if score.doubts else EntryState.ENTERED


def record_hand(
    hand_id: int,
    *,
    facts: Mapping,
    tricks: int | None,
    chart: Chart,
    write: Write,
    by_director: bool = False,
    dealer: str | None = None,
    deal_applies: bool | None = None,
) -> Recorded:
    """Store what happened on a hand and derive its points by its game's rules.

    Raises RuleError for facts that the rules exclude, Conflict for a stale version, IdReused for
    a client id that belongs to another write. `chart` is pinned to a game that has none yet, if
    its rules ask for one.
    """
    body = {"facts": dict(facts), "tricks": tricks, "dealer": dealer, "applies": deal_applies}

    def apply(hand: HandResult) -> None:
        if hand.game.chart is None and "chart" in get_ruleset(hand.game.ruleset).setting_names:
            hand.game.chart = chart  # stored with the totals
        if dealer is not None and dealer != hand.dealer:
            if hand.board_id:
                raise RuleError("dealer", dealer, "the board's own dealer")
            hand.dealer = dealer
        if deal_applies is not None:
            hand.deal_applies = deal_applies
        _score(hand, facts, tricks, by_director=by_director)
        hand.entered_by, hand.entered_at = write.actor, timezone.now()
        hand.confirmed_by = ""

    return _write(hand_id, "entered", body, write, apply)


def confirm_hand(hand_id: int, *, write: Write, accept: bool = True) -> Recorded:
    """The other side, or the director, agrees with what was entered; or sends it back."""

    def apply(hand: HandResult) -> None:
        if hand.entry_state == EntryState.EXPECTED:
            raise RuleError("hand", hand.number, "a hand that has been entered")
        if not accept:
            hand.entry_state, hand.doubt = EntryState.QUESTIONED, "the other side disagrees"
            return
        hand.entry_state, hand.confirmed_by = EntryState.CONFIRMED, write.actor

    return _write(hand_id, "confirmed" if accept else "disputed", {"accept": accept}, write, apply)


def question_hand(hand_id: int, *, doubt: str, write: Write) -> Recorded:
    """An entered hand is doubted for a reason outside itself; what was entered stays."""

    def apply(hand: HandResult) -> None:
        if hand.facts is None:
            raise RuleError("hand", hand.number, "a hand that has been entered")
        hand.entry_state, hand.doubt = EntryState.QUESTIONED, doubt[:300]
        hand.confirmed_by = ""

    return _write(hand_id, "questioned", {"doubt": doubt}, write, apply)


def clear_hand(hand_id: int, *, write: Write) -> Recorded:
    """Take a wrong entry away; the hand is expected again. The log keeps what stood there."""

    def apply(hand: HandResult) -> None:
        hand.facts = hand.tricks = hand.ns_points = hand.ew_points = hand.entered_at = None
        hand.declarer = hand.doubt = hand.entered_by = hand.confirmed_by = ""
        hand.entry_state = EntryState.EXPECTED

    return _write(hand_id, "cleared", {}, write, apply)


def rule_hand(
    hand_id: int,
    *,
    ruling: str,
    write: Write,
    ns_points: int | None = None,
    ew_points: int | None = None,
    detail: Detail | None = None,
) -> Recorded:
    """A director's ruling beside the result: adjusted points for each side, cancelled, not played.

    `ruling` "none" takes an earlier ruling back. `detail` is an artificial, weighted or split
    score; ruling and points follow from it. Raises RuleError without a reason, or for adjusted
    points that are missing or negative.
    """
    if detail:
        ruling, (ns_points, ew_points) = detail.ruling, detail.points or (None, None)
    if ruling not in Ruling.values:
        raise RuleError("ruling", ruling, ", ".join(Ruling.values))
    if not write.reason.strip():
        raise RuleError("reason", "", "a sentence that says why")
    adjusted = ruling == Ruling.ADJUSTED
    for field, points in (("ns_points", ns_points), ("ew_points", ew_points)):
        if adjusted and (type(points) is not int or not 0 <= points <= 10_000):
            raise RuleError(field, points, "0 to 10000")

    def apply(hand: HandResult) -> None:
        hand.ruling, hand.ruling_reason = ruling, write.reason if ruling != Ruling.NONE else ""
        hand.ruled_ns_points = ns_points if adjusted else None
        hand.ruled_ew_points = ew_points if adjusted else None
        hand.ruling_detail = detail.to_json() if detail else None

    body = {"ruling": ruling, "ns": ns_points, "ew": ew_points}
    if detail:
        body["detail"] = detail.to_json()
    return _write(hand_id, "ruled", body, write, apply)


def restore_hand(hand_id: int, *, write: Write) -> Recorded:
    """Undo the last change of a hand, as a new change: what stood before it stands again.

    Points are derived anew. Raises RuleError for a hand that nothing has happened to.
    """

    def apply(hand: HandResult) -> None:
        last = ChangeRow.objects.filter(hand=hand).order_by("-pk").first()
        if last is None:
            raise RuleError("hand", hand.number, "one that was changed before")
        state = {name: last.before.get(name) for name in SNAPSHOT if name != "version"}
        for name, stored in state.items():
            setattr(hand, name, stored)
        if hand.facts is not None:
            _score(hand, hand.facts, hand.tricks, by_director=True)
            hand.entry_state, hand.doubt = state["entry_state"], state["doubt"]

    return _write(hand_id, "restored", {}, write, apply)


def regroup_hands(hand_ids: list[int], *, group: int, deal_applies: bool) -> None:
    """Compare these hands in a group of their own from now on; 0 is the board's usual one.

    `deal_applies` False: the cards at these tables were not the stored deal.
    """
    hands = HandResult.objects.filter(pk__in=hand_ids)
    hands.update(board_group=group, deal_applies=deal_applies)


@transaction.atomic
def expect_extra_hand(game: Game) -> HandResult:
    """One more hand in a game that ended level; its winner is open again."""
    last = HandResult.objects.filter(game=game).order_by("-number").first()
    hand = HandResult.objects.create(
        game=game, number=last.number + 1, dealer=Seat(last.dealer).left.value
    )
    settle_game(game)
    return hand


def settle_game(game: Game) -> tuple[GameResult, int | None]:
    """Derive the game's totals, winner and deciding rule from its hands, and store its chart.

    Where hands depend on each other, their points and dealers are derived anew too; a game that
    goes on after its last hand expects one more, whose id comes second.
    """
    ruleset = get_ruleset(game.ruleset)
    hands = list(HandResult.objects.filter(game=game).order_by("number"))
    for hand in hands:
        hand.game = game
    outcomes = [outcome(hand) for hand in hands]
    result = ruleset.game_result(outcomes, len(hands), game.settings)
    game.totals = {
        "NS": result.ns_points,
        "EW": result.ew_points,
        "hands_won": {"NS": result.ns_hands_won, "EW": result.ew_hands_won},
        "winner": result.winner.value if result.winner else None,
        "decided_by": result.decided_by,
        "finished": result.finished,
    }
    game.sheet = result.sheet
    game.save(update_fields=["chart", "totals", "sheet"])
    for hand in hands:
        _take_derived(hand, result)
    if not hands or result.finished or not all(hand.settled for hand in outcomes):
        return result, None
    dealer = ruleset.dealer_after(outcomes, Seat(hands[0].dealer), game.settings)
    more = HandResult.objects.create(game=game, number=len(hands) + 1, dealer=dealer.value)
    return result, more.pk


def _take_derived(hand: HandResult, result: GameResult) -> None:
    """Store points and dealer of a hand as the course of its game makes them."""
    before = (hand.ns_points, hand.ew_points, hand.dealer)
    if score := result.rescored.get(hand.number):
        hand.ns_points, hand.ew_points = score.ns_points, score.ew_points
    if hand.number in result.dealers and not hand.board_id:
        hand.dealer = result.dealers[hand.number].value
    if before != (hand.ns_points, hand.ew_points, hand.dealer):
        hand.save(update_fields=["ns_points", "ew_points", "dealer"])


@transaction.atomic
def rescore_game(game: Game, *, chart: Chart, actor: str, origin: str, reason: str) -> None:
    """Derive every hand of the game anew under another chart; each changed hand is logged."""
    game.chart = chart
    Game.objects.select_for_update().get(pk=game.pk)  # as every write on its hands does
    entered = game.hands.select_related("board").filter(facts__isnull=False)
    for hand in entered:
        hand.game = game
        before, state, doubt = snapshot(hand), hand.entry_state, hand.doubt
        _score(hand, hand.facts, hand.tricks, by_director=True)
        if hand.entry_state == EntryState.ENTERED and state == EntryState.CONFIRMED:
            hand.entry_state, hand.doubt = state, doubt
        hand.version += 1
        hand.save()
        ChangeRow.objects.create(
            hand=hand, actor=actor, origin=origin, action="re-scored", reason=reason,
            before=before, after=snapshot(hand), client_id=uuid.uuid4(), body_hash="",
        )  # fmt: skip
    settle_game(game)


@transaction.atomic
def publish_chart(value: ChartValue, *, actor: str, previous: Chart | None = None) -> Chart:
    """Store a new, immutable chart version; with `previous`, the next version of that one.

    Raises RuleError when `previous` has been edited by somebody else already.
    """
    if previous and Chart.objects.filter(previous=previous).exists():
        raise RuleError("version", previous.version, "the newest version of this chart")
    return Chart.objects.create(
        name=value.name,
        version=previous.version + 1 if previous else value.version,
        previous=previous,
        cells=value.to_json(),
        created_by=actor,
    )
