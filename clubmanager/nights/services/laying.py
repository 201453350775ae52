"""Laying a movement out: rounds, tables, games, expected hands, seats and sit-outs."""

from django.db.models import QuerySet

from clubmanager.nights.core.movement import Movement, Place, TableSitting
from clubmanager.nights.models import (
    ClubNight,
    Entry,
    HandLineup,
    Round,
    RoundState,
    Seat,
    Section,
    SitOut,
    TableRound,
)
from deals.core.boards import dealer_of
from scoring.models import Game, HandResult

Plan = list[tuple[Round, TableSitting]]


def lay_rounds(
    night: ClubNight, section: Section, movement: Movement, *, first: int = 1
) -> list[TableRound]:
    """Store the movement's rounds from `first` on; a round that another section has is shared."""
    rounds = [
        Round.objects.get_or_create(night=night, number=number)[0]
        for number in range(first, len(movement.rounds) + 1)
    ]
    keys = {(entry.line, entry.number): entry for entry in section.entries.all()}
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=keys[key])
        for round_ in rounds
        for key in movement.sit_outs[round_.number - 1]
    )
    plan = [(one, sitting) for one in rounds for sitting in movement.rounds[one.number - 1]]
    return lay_tables(night, section, plan)


def lay_tables(night: ClubNight, section: Section, plan: Plan) -> list[TableRound]:
    """Tables with their games, expected hands and seats. Substitutes stay who they are."""
    members = section.entries.prefetch_related("members")
    entries = {(entry.line, entry.number): entry for entry in members}
    games = Game.objects.bulk_create(
        Game(ruleset=night.game, settings=night.game_settings) for _ in plan
    )
    tables = TableRound.objects.bulk_create(
        TableRound(
            section=section, round=round_, table=section.first_table + sitting.table - 1,
            board_set=sitting.board_set, game=game,
        )
        for (round_, sitting), game in zip(plan, games, strict=True)
    )  # fmt: skip
    HandResult.objects.bulk_create(
        HandResult(game=game, number=number, dealer=dealer_of(number).value)
        for game in games
        for number in range(1, night.hands_per_round + 1)
    )
    Seat.objects.bulk_create(
        _seat(table, compass, place, entries)
        for table, (_, sitting) in zip(tables, plan, strict=True)
        for compass, place in zip("NESW", sitting.places, strict=True)
    )
    carry_substitutes(night, tables)
    return tables


def _seat(table: TableRound, compass: str, place: Place, entries: dict[tuple, Entry]) -> Seat:
    entry = entries[place.entry]
    player_id = entry.members.all()[place.member].player_id
    return Seat(
        round_id=table.round_id, table_round=table, compass=compass, player_id=player_id,
        entry=entry,
    )  # fmt: skip


def remove_rounds(night: ClubNight, numbers: list[int]) -> None:
    """Take rounds away that nobody has started, with their games."""
    rounds = night.rounds.filter(number__in=numbers, state=RoundState.PLANNED)
    remove_tables(TableRound.objects.filter(round__in=rounds))
    rounds.delete()


def remove_tables(tables: QuerySet[TableRound]) -> None:
    """Take tables away with their games."""
    games = list(tables.values_list("game_id", flat=True))
    tables.delete()
    Game.objects.filter(pk__in=games).delete()


def add_lineups(seats, substitute_id: int, *, from_hand: int = 1) -> int:
    """Note the substitute on every hand of these seats from `from_hand` on. How many hands."""
    noted = 0
    for seat in seats:
        hands = HandResult.objects.filter(
            game=seat.table_round.game_id, number__gte=from_hand
        ).values_list("pk", flat=True)
        HandLineup.objects.filter(hand__in=hands, compass=seat.compass).delete()
        noted += len(
            HandLineup.objects.bulk_create(
                HandLineup(hand_id=pk, compass=seat.compass, player_id=substitute_id)
                for pk in hands
            )
        )
    return noted


def keep_substitutes(hand_id: int) -> None:
    """A hand that the game needs more is played by who sat there for the one before.

    A rubber or a Chicago goes on by itself; a drawn match plays an extra hand.
    """
    more = HandResult.objects.get(pk=hand_id)
    before = HandLineup.objects.filter(hand__game=more.game_id, hand__number=more.number - 1)
    HandLineup.objects.bulk_create(
        HandLineup(hand=more, compass=one.compass, player_id=one.player_id) for one in before
    )


def carry_substitutes(night: ClubNight, tables: list[TableRound]) -> None:
    """Whoever was substituted on the last hand before these tables stays so."""
    first = min((table.round.number for table in tables), default=1)
    if first == 1:
        return
    last = dict(last_substitutes(night, before=first))
    seats = Seat.objects.filter(table_round__in=tables, player__in=last)
    for seat in seats.select_related("table_round"):
        add_lineups([seat], last[seat.player_id])


def last_substitutes(night: ClubNight, *, before: int):
    """(player, substitute or None) for the last hand of each seated player, in playing order."""
    rows = HandLineup.objects.filter(
        hand__game__table_round__round__night=night,
        hand__game__table_round__round__number__lt=before,
    ).values_list(
        "hand__game__table_round", "hand__game__table_round__round__number", "compass", "player"
    )
    substitute = {(table, compass): player for table, _, compass, player in rows.order_by("hand")}
    seats = Seat.objects.filter(round__night=night, round__number__lt=before)
    ordered = seats.order_by("round__number").values_list("player_id", "table_round_id", "compass")
    latest = {player: (table, compass) for player, table, compass in ordered}
    for player, place in latest.items():
        if place in substitute:
            yield player, substitute[place]
