"""`manage.py convert IN OUT`: deals from one file format into another."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from deals.core.formats import READERS, WRITERS, read_deals, write_deals
from deals.core.pbn_text import PbnError

BAD_INPUT = 2


class Command(BaseCommand):
    help = (
        "Convert deals between file formats, by the ending of each name. Reads "
        f"{' '.join(READERS)}; writes {' '.join(WRITERS)}. Tells on standard error what was left, "
        "with line numbers. Needs no database. Exit code 2: bad input."
    )
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("source", metavar="IN")
        parser.add_argument("target", metavar="OUT")

    def handle(self, *, source, target, **options):
        try:
            read = read_deals(Path(source).read_bytes(), Path(source).suffix)
            data = write_deals(read.boards, Path(target).suffix)
            Path(target).write_bytes(data)
        except PbnError as error:
            raise CommandError(f"{source} is refused:\n{error}", returncode=BAD_INPUT) from None
        except OSError as error:
            message = f"{error.filename}: {error.strerror}"
            raise CommandError(message, returncode=BAD_INPUT) from None
        except ValueError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        for note in read.warnings:
            self.stderr.write(f"{source}, {note}")
        for section, count in read.skipped.items():
            self.stderr.write(f"{source}: {section} sections left: {count}")
        self.stderr.write(f"{len(read.boards)} boards written to {target}")
