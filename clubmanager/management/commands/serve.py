"""`manage.py serve`: the site with all that it needs, until Ctrl+C."""

from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.core.management.base import BaseCommand, CommandError

from clubmanager.embedded import ServiceError
from clubmanager.serving import lan_address, serve


class Command(BaseCommand):
    help = (
        "Serve the site: brings the database up to date, starts the queue, its worker and the "
        "web server, and stops all of them on Ctrl+C. It listens on this machine only, unless "
        "--lan or --host says otherwise. With REDIS_URL no queue of its own is started; with "
        "CLUBMANAGER_WORKER=0 no worker."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_server_arguments(parser)
        parser.add_argument(
            "--lan",
            nargs="?",
            const="",
            metavar="ADDRESS",
            help="let phones on this network in: listen on the one address that this machine has "
            "there, found by itself unless it is given here; prints it as a QR code",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        lan = options["lan"]
        try:
            status = serve(
                host=options["host"] if lan is None else lan_address(lan),
                port=options["port"],
                workers=options["workers"],
                notice=lambda sentence: self.stderr.write(sentence),
                ready=self._announce if lan is None else self._announce_lan,
            )
        except ServiceError as error:
            raise CommandError(str(error), returncode=2) from error
        if status:
            raise SystemExit(status)

    def _announce(self, addresses: list[str]) -> None:
        for address in addresses:
            self.stdout.write(f"The site is at {address}")
        self.stdout.write("Ctrl+C stops it.")
        self.stdout.flush()

    def _announce_lan(self, addresses: list[str]) -> None:
        [address] = addresses
        self.stdout.write(f"The site is at {address}")
        self.stdout.write(
            "Everybody on this network can open the site at that address now, and table cards "
            "carry it. What is sent travels unencrypted, so use it only on a network you trust."
        )
        square = StringIO()
        segno.make(address).terminal(out=square, compact=True)
        self.stdout.write(square.getvalue())
        self.stdout.write("Ctrl+C stops it.")
        self.stdout.flush()


def add_server_arguments(parser: ArgumentParser) -> None:
    """--host, --port and --workers, for every command that serves."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="web processes (%(default)s)")
