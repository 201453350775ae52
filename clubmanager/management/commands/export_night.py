"""Print a night as data."""

from django.core.management.base import BaseCommand

from clubmanager.management.nights import find_night, print_json
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.export import night_as_csv, night_as_dict


class Command(BaseCommand):
    help = (
        "Prints a night on standard output: JSON with plan, entries, every game and hand and the "
        "standings, or CSV with one line a hand. Deals are not part of it."
    )

    def add_arguments(self, parser):
        parser.add_argument("night", metavar="NIGHT", type=int, help="the night's number")
        parser.add_argument("--format", choices=["json", "csv"], default="json")

    def handle(self, *args, **options):
        data = load_night(find_night(options["night"]))
        if options["format"] == "csv":
            self.stdout.write(night_as_csv(data), ending="")
        else:
            print_json(self, night_as_dict(data))
