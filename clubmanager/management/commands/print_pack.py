"""Draw a night's print pack into a folder."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from clubmanager.management.nights import find_night, print_json
from clubmanager.nights.services.jobs import draw_pack


class Command(BaseCommand):
    help = (
        "Draws what a night prints into DIR: score pads (a file for each round), blank pads and, "
        "once the night is closed, the standings. Slips of deals are never part of it. "
        'Prints JSON: {"night": ID, "files": [...]}.'
    )

    def add_arguments(self, parser):
        parser.add_argument("night", metavar="NIGHT", type=int, help="the night's number")
        parser.add_argument("-o", "--output", metavar="DIR", required=True, type=Path)

    def handle(self, *args, **options):
        night, folder = find_night(options["night"]), options["output"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files = [(folder / name, data) for name, data in draw_pack(night)]
            for path, data in files:
                path.write_bytes(data)
        except OSError as error:
            raise CommandError(
                f"DIR must be a folder that can be written: {error}", returncode=2
            ) from error
        print_json(self, {"night": night.pk, "files": [str(path) for path, _ in files]})
