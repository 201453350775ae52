"""Who really sat there: it was played like that, so it is recorded like that (night story 20)."""

from clubmanager.nights.models import Entry, HandLineup, Round, Seat, SitOut, TableRound
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .undoing import recorded

OTHER_WAY = {"N": "E", "E": "N", "S": "W", "W": "S"}


def swap_sides(night_id: int, table_round_id: int, *, actor: Actor, reason: str = "") -> None:
    """North-South and East-West of a table sat the other way round; the movement goes on."""
    with recorded(night_id, actor, "swapped sides", reason=reason) as (night, note):
        table = TableRound.objects.filter(round__night=night, pk=table_round_id).first()
        if table is None:
            raise RuleError("table", table_round_id, "a table of this night")
        note.after = {"round": table.round.number, "table": table.table}
        _turn(list(Seat.objects.filter(table_round=table)), Seat)
        _turn(list(HandLineup.objects.filter(hand__game=table.game_id)), HandLineup)


def _turn(rows: list, model) -> None:
    for row in rows:
        row.compass = OTHER_WAY[row.compass]
    _rewrite(rows, model)


def _rewrite(rows: list, model) -> None:
    """Store rows that trade places: each one's new place may still be another's old one."""
    model.objects.filter(pk__in=[row.pk for row in rows]).delete()
    model.objects.bulk_create(rows)


def exchange_entries(
    night_id: int, round_number: int, first_id: int, second_id: int, *, actor: Actor,
    reason: str = "",
) -> None:  # fmt: skip
    """Two entries sat in each other's places in one round; one of them may have rested."""
    with recorded(night_id, actor, "exchanged in a round", reason=reason) as (night, note):
        round_ = Round.objects.filter(night=night, number=round_number).first()
        found = Entry.objects.filter(section__night=night).in_bulk([first_id, second_id])
        if round_ is None or len(found) != 2:
            raise RuleError("entries", (first_id, second_id), "two of this night, in a round of it")
        first, second = found[first_id], found[second_id]
        seats = list(Seat.objects.filter(round=round_, entry__in=found))
        _exchange_seats(seats, first, second)
        _exchange_rest(round_, first, second)
        note.after = {"round": round_number, "players": [seat.player_id for seat in seats]}


def _exchange_seats(seats: list[Seat], first: Entry, second: Entry) -> None:
    people = {
        entry.pk: list(entry.members.order_by("position").values_list("player_id", flat=True))
        for entry in (first, second)
    }
    other = {first.pk: second, second.pk: first}
    if len(people[first.pk]) != len(people[second.pk]):
        raise RuleError("entries", str(second), "two of the same size")
    for seat in seats:
        position = people[seat.entry_id].index(seat.player_id)
        seat.entry = other[seat.entry_id]
        seat.player_id = people[seat.entry_id][position]
    _rewrite(seats, Seat)


def _exchange_rest(round_: Round, first: Entry, second: Entry) -> None:
    resting = list(SitOut.objects.filter(round=round_, entry__in=[first, second]))
    for row in resting:
        row.entry = second if row.entry_id == first.pk else first
    _rewrite(resting, SitOut)
