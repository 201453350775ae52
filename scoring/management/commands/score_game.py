"""`manage.py score_game [FILE]`: the rules without the site."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.core.game import score_game
from scoring.core.ruleset import RuleError

LARGEST_INPUT = 1_000_000  # bytes; four hands take less than one thousand

HELP = """\
Score one aBRIDGEd game: read JSON from FILE or standard input, print JSON.

Input: {"game": "abridged", "dealer": "N", "chart": "reconstructed", "hands": [...]}
  dealer  dealer of hand 1 (N, E, S or W; N if left out); the deal moves clockwise
  chart   "reconstructed" (also if left out) or {"play": [14 numbers], "ten": [14],
          "seven": [14]}, for 0 to 13 tricks
  hands   one to four of
    {"round": 1, "declarer": "S", "declaration": "play", "trump": "R", "tricks": 11}
    {"round": 2, "strengths": {"N": 12, "E": 9, "S": 8, "W": 11},
     "declaration": "seven", "trump": "NT", "tricks": 9}
    trump is R, Y, G, B or NT; Round Two may give "declarer" where strengths are not known,
    and "as_played": "reason" where the table did not follow the rule
    {"points_only": {"NS": 100}}             as copied from a pad
    {"ns_points": 30, "ew_points": 0}        a director's adjustment
    {"cancelled": true}, {"not_played": true}

Output: hands (dealer, declarer, made, ns_points, ew_points), totals, hands_won, winner,
decided_by ("points", "hands won", "fourth hand", "last scored hand" or "draw").
The hands given are all that the game had: of fewer than four the winner has more points, then
more hands, then the last hand that somebody won. Points of a cancelled or unplayed hand are null.

Bad input: one line on standard error, nothing on standard output, exit code 2.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help="JSON file; else standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = score_game(_parse(_read(options["file"])))
        except RuleError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(result, indent=2))


def _read(file: str | None) -> bytes:
    try:
        stream = open(Path(file), "rb") if file else sys.stdin.buffer  # noqa: SIM115
        with stream:
            data = stream.read(LARGEST_INPUT + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}", returncode=2) from error
    if len(data) > LARGEST_INPUT:
        raise CommandError(f"input must be at most {LARGEST_INPUT} bytes", returncode=2)
    return data


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"input must be JSON in UTF-8: {error}", returncode=2) from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")
