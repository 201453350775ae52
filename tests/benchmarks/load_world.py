"""A night of many tables with a device at each, made in the database of the environment.

Run as `python -m tests.benchmarks.load_world TABLES`; prints JSON: the public address, and for each
table its token and the ids of its hands.
"""

import json
import os
import sys

import django

TABLES_A_SECTION = 100


def main(tables: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubmanager.settings")
    django.setup()
    from django.urls import reverse

    from clubmanager.nights import services
    from clubmanager.nights.models import CheckIn, Entry, EntryMember, TableRound
    from clubmanager.people.models import Player
    from scoring.models import HandResult
    from tests import world

    club = world.make_club()
    sections = -(-tables // TABLES_A_SECTION)
    plan = {"format": "mitchell", "rounds_planned": 1, "sections_planned": sections}
    night = world.make_night(club, **plan)
    people = Player.objects.bulk_create(
        Player(club=club, first_name=f"Ann{n}", last_name="Adams") for n in range(4 * tables)
    )
    CheckIn.objects.bulk_create(CheckIn(night=night, player=player) for player in people)
    section = night.sections.get()
    entries = Entry.objects.bulk_create(
        Entry(section=section, number=n + 1) for n in range(2 * tables)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entries[n // 2], night=night, player=player, position=n % 2)
        for n, player in enumerate(people)
    )
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.start_round(night.pk, actor=world.SYSTEM)
    at_table = {}
    rows = TableRound.objects.filter(round__night=night).order_by("table")
    for table in rows.values_list("table", flat=True):
        claimed = services.claim_table(night.pk, table, device=f"device {table}")
        game = claimed.claim.table_round.game_id
        hands = HandResult.objects.filter(game=game).order_by("number")
        at_table[table] = {"token": claimed.token, "hands": list(hands.values_list("pk", "dealer"))}
    public = reverse("publishing:standings", args=[club.slug, night.pk])
    print(json.dumps({"public": public, "night": night.pk, "tables": at_table}))  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
