"""`manage.py verify_deals FILE`: does every board follow from the commitment?"""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from deals.core.verify import verify_proof

MISMATCH, BAD_INPUT = 1, 2
LARGEST_INPUT = 5_000_000  # bytes; 10,000 boards take about one million


class Command(BaseCommand):
    help = (
        "Check a proof of fair dealing (JSON, as the night's page offers it): derive every board "
        "again and compare. Needs no database. Exit code 0: match, 1: mismatch, 2: bad input."
    )
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the proof, a JSON file")

    def handle(self, *, file, **options):
        verdict = verify_proof(_read(file))
        if not verdict.matches:
            faults = "\n".join(f"MISMATCH: {fault}" for fault in verdict.faults)
            raise CommandError(faults, returncode=MISMATCH)
        self.stdout.write(f"MATCH: all {verdict.boards} boards follow from the commitment")


def _read(file: str) -> object:
    try:
        data = Path(file).read_bytes()
        if len(data) > LARGEST_INPUT:
            raise ValueError(f"it has more than {LARGEST_INPUT:,} bytes")
        return json.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"cannot read {file}: {reason}", returncode=BAD_INPUT) from None
