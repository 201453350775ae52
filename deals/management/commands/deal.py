"""`manage.py deal`: deals from a seed, without any database."""

import json
import os
import re
import secrets
import sys
from argparse import RawDescriptionHelpFormatter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from deals.core.boards import dealer_of, vulnerability_of
from deals.core.deal import Deal
from deals.core.dealing import (
    SECRET_BYTES,
    BoardRange,
    DealDescription,
    commitment,
    deal_boards,
)
from deals.core.pbn import PbnBoard, write_pbn

FORMATS = ("json", "pbn", "pdf")
BAD_INPUT = 2
EVENT = "manage.py deal"

EPILOG = f"""
The same --seed, --boards and --first give the same deals and the same bytes. Without --seed a
fresh one is drawn; json holds it, the other formats name it on standard error.

Seed and commitment are those of docs/dealing.md, with the description
  {{"algorithm":"1","boards":{{"count":BOARDS,"first":FIRST}},"event":"{EVENT}",
   "later_source":"","session":""}}   (in one line, without blanks)

json: {{"seed", "commitment", "boards": [{{"number", "dealer", "deal"}}]}}, deals as in PBN.
pbn:  a file in PBN 2.1 export format.
pdf:  deal slips for making up the boards by hand.

Exit code 2: bad input.
"""


class Command(BaseCommand):
    help = "Deal boards from a seed that anybody can check, and print them. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name, subcommand, **kwargs):
        kwargs.setdefault("epilog", EPILOG)
        kwargs.setdefault("formatter_class", RawDescriptionHelpFormatter)
        return super().create_parser(prog_name, subcommand, **kwargs)

    def add_arguments(self, parser):
        parser.add_argument("--boards", type=int, required=True, help="how many boards")
        parser.add_argument("--first", type=int, default=1, help="number of the first (default 1)")
        parser.add_argument("--seed", help="exactly 64 hexadecimal digits (default: a fresh one)")
        parser.add_argument("--format", choices=FORMATS, required=True)
        parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="for pdf")
        parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")

    def handle(self, *, boards, first, seed, format, paper, output, **options):
        try:
            description = DealDescription(event=EVENT, session="", boards=BoardRange(first, boards))
        except ValueError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        secret = secrets.token_bytes(SECRET_BYTES) if seed is None else _secret(seed)
        if seed is None and format != "json":
            self.stderr.write(f"seed {secret.hex()}")
        deals = deal_boards(description, secret)
        digest = commitment(description, secret)
        if format == "json":
            data = _json(secret, digest, deals)
        elif format == "pbn":
            data = _pbn(deals)
        else:
            data = _pdf(digest, deals, paper)
        self._write(data, output)

    def _write(self, data: bytes, output: str | None) -> None:
        try:
            if output is None:
                self._write_to_stdout(data)
            else:
                Path(output).write_bytes(data)
        except BrokenPipeError:  # the reader (head, less) has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError) as error:
            where = output or "standard output"
            message = f"cannot write {where}: {getattr(error, 'strerror', error)}"
            raise CommandError(message, returncode=BAD_INPUT) from None

    def _write_to_stdout(self, data: bytes) -> None:
        binary = getattr(self.stdout, "buffer", None)
        if binary is None:  # a text stream that a caller has put in its place
            self.stdout.write(data.decode("latin-1"), ending="")
            return
        binary.write(data)
        binary.flush()


def _secret(seed: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", seed):
        raise CommandError(
            f"seed must be exactly 64 hexadecimal digits, got {len(seed)} characters",
            returncode=BAD_INPUT,
        )
    return bytes.fromhex(seed)


def _json(secret: bytes, digest: str, deals: dict[int, Deal]) -> bytes:
    boards = [
        {"number": number, "dealer": dealer_of(number).value, "deal": deal.to_pbn()}
        for number, deal in deals.items()
    ]
    document = {"seed": secret.hex(), "commitment": digest, "boards": boards}
    return (json.dumps(document, indent=1) + "\n").encode()


def _pbn(deals: dict[int, Deal]) -> bytes:
    return write_pbn(
        PbnBoard(number, dealer_of(number), vulnerability_of(number), deal)
        for number, deal in deals.items()
    )


def _pdf(digest: str, deals: dict[int, Deal], paper: str) -> bytes:
    from deals.prints.paper import paper_named  # reportlab is slow to import
    from deals.prints.slips import DealSlip, draw_deal_slips

    slips = [
        DealSlip(
            set_name=digest[:8],
            number=number,
            dealer=dealer_of(number),
            deal=deal,
            copy=1,
            copies=1,
            maker="",
        )
        for number, deal in deals.items()
    ]
    return draw_deal_slips(slips, paper_named(paper))
