"""A simultaneous event in the database: read, ranked and written, by arrays and by plain loops.

10,000 pairs, 26 boards, 130,000 results. The plain way walks over the model's objects, counts the
scores of each board in a dictionary and adds up. Both read the same tables and write the same
file. SQLite. The ratio is of one run, the best of each.
"""

import csv
import io
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from clubmanager.nights.models import Entry, Round, Seat, Section, TableRound
from clubmanager.nights.models import NightDealSet as Used
from clubmanager.nights.queries.simultaneous import event_rows, load_event
from clubmanager.people.models import Player
from deals.models import Board, DealSet
from scoring.models import Game, HandResult
from tests import world
from tests.benchmarks.ratio import compare

# Committed, so that another process can read it.
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLES, BOARDS = 5_000, 26
LARGEST = 400  # MB


def insert(model, rows):
    """Write rows of fields by name, everything else at its default, in one statement."""
    first = model(**rows[0])
    fields = {field.attname: field for field in model._meta.concrete_fields}
    given = [name for name in fields if name in rows[0]]
    usual = {
        name: field.get_db_prep_save(getattr(first, name), connection)
        for name, field in fields.items()
        if name not in rows[0]
    }
    names = [*given, *usual]
    columns = ", ".join(f'"{fields[name].column}"' for name in names)
    marks = ", ".join(["%s"] * len(names))
    values = ([*(row[name] for name in given), *usual.values()] for row in rows)
    with connection.cursor() as cursor:
        cursor.executemany(
            f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})', values
        )


@pytest.fixture
def event(transactional_db):
    """One night that stands for all clubs: 5,000 tables, random scores."""
    if connection.vendor != "sqlite":
        pytest.skip("measured on SQLite")
    if not Path("/proc/self/status").exists():
        pytest.skip("memory is measured on Linux")
    night = world.make_night(world.make_club(), method="matchpoints", dealing="stored")
    deals = DealSet.objects.create(name="All clubs", source="typed", created_by="test")
    Used.objects.create(night=night, deal_set=deals)
    round_, section = Round.objects.create(night=night, number=1), Section.objects.get(night=night)
    boards = [
        Board.objects.create(deal_set=deals, number=at, dealer="N", vulnerable="None")
        for at in range(1, BOARDS + 1)
    ]
    rng, tables = random.Random(1), range(1, TABLES + 1)
    people = range(1, 4 * TABLES + 1)
    insert(Player, [{"id": at, "club_id": night.club_id, "first_name": f"P{at}"} for at in people])
    insert(Entry, [
        {"id": at, "section_id": section.pk, "number": at % 32_000}
        for at in range(1, 2 * TABLES + 1)
    ])  # fmt: skip
    insert(Game, [{"id": at} for at in tables])
    insert(TableRound, [
        {"id": at, "section_id": section.pk, "round_id": round_.pk, "table": at, "game_id": at}
        for at in tables
    ])  # fmt: skip
    insert(Seat, [
        {"id": 4 * (at - 1) + seat + 1, "round_id": round_.pk, "table_round_id": at,
         "compass": "NESW"[seat], "player_id": 4 * (at - 1) + seat + 1,
         "entry_id": 2 * at - 1 + seat % 2}
        for at in tables for seat in range(4)
    ])  # fmt: skip
    facts, hands = '{"points_only": {"NS": 10}}', []
    for at in tables:
        for number, board in enumerate(boards, 1):
            net = rng.randrange(-200, 201, 10)
            hands.append({
                "id": len(hands) + 1, "game_id": at, "number": number, "board_id": board.pk,
                "dealer": "N", "facts": facts, "ns_points": max(net, 0),
                "ew_points": max(-net, 0), "entry_state": "confirmed",
            })  # fmt: skip
    insert(HandResult, hands)
    return deals.pk


def plain_ranking(deal_set):
    """Objects, dictionaries, one loop for counting and one for adding up."""
    seats = Seat.objects.select_related("table_round").filter(compass__in="NE")
    pairs = defaultdict(dict)
    for seat in seats:
        pairs[seat.table_round.game_id][seat.compass] = seat.entry_id
    hands = list(HandResult.objects.select_related("board").filter(board__deal_set=deal_set))
    counts = defaultdict(Counter)
    for hand in hands:
        counts[hand.board.number][hand.ns_points - hand.ew_points] += 1
    worth, top = {}, {}
    for board, scores in counts.items():
        below = 0
        top[board] = 2 * (scores.total() - 1)
        for net in sorted(scores):
            worth[board, net] = 2 * below + scores[net] - 1
            below += scores[net]
    got, available = Counter(), Counter()
    for hand in hands:
        matchpoints = worth[hand.board.number, hand.ns_points - hand.ew_points]
        north, east = pairs[hand.game_id]["N"], pairs[hand.game_id]["E"]
        got[north] += matchpoints
        got[east] += top[hand.board.number] - matchpoints
        available[north] += top[hand.board.number]
        available[east] += top[hand.board.number]
    order = sorted(got, key=lambda entry: (-got[entry] / available[entry], entry))
    rank, last = 0, None
    for place, entry in enumerate(order, 1):
        if got[entry] != last:
            rank, last = place, got[entry]
        hundredths = (20_000 * got[entry] + available[entry]) // (2 * available[entry])
        yield rank, entry, got[entry], available[entry], hundredths


def array_ranking(deal_set):
    return event_rows(load_event(deal_set))


def written(rank, deal_set):
    out = io.StringIO()
    csv.writer(out).writerows(rank(deal_set))
    return out.getvalue()


# Not getrusage: what it says of a new process contains the process that started it.
MEASURE = """
import re
import django
django.setup()
from clubmanager.nights.queries.simultaneous import event_rows, load_event
assert len(list(event_rows(load_event({deal_set})))) == 10_000
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


def largest_memory(deal_set, folder):
    """MB that a process of its own needs to rank the event, Python and Django included."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "DJANGO_SETTINGS_MODULE": "clubmanager.settings",
        "SECRET_KEY": "only for measuring",
        "CLUBMANAGER_DATA": str(folder),
    }
    script = MEASURE.format(deal_set=deal_set)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=settings.BASE_DIR, env=environment,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(done.stdout) / 1024


def test_an_event_in_the_database_is_ranked_twenty_times_faster_than_over_objects(event, tmp_path):
    """And in less than 400 MB."""
    measured = compare(
        lambda: written(plain_ranking, event),
        lambda: written(array_ranking, event),
        at_least=20,
        most=6,
    )
    assert measured.quick_result == measured.slow_result
    assert measured.quick_result.count("\n") == 2 * TABLES
    assert measured.ratio >= 20, measured
    assert largest_memory(event, tmp_path) < LARGEST
