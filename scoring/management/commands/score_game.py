"""`manage.py score_game [FILE]`: the rules without the site."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.core.game import score_game
from scoring.core.ruleset import RuleError
from scoring.management.reading import parse_json, read_input

LARGEST_INPUT = 1_000_000  # bytes; a hand takes less than three hundred

HELP = """\
Score one game of aBRIDGEd or bridge: read JSON from FILE or standard input, print JSON.

aBRIDGEd: {"game": "abridged", "dealer": "N", "chart": "reconstructed", "hands": [...]}
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

Bridge: {"game": "duplicate" | "rubber" | "chicago", "dealer": "N", "deals": [...]}
  deals   {"contract": "4SX", "declarer": "N", "tricks": 9}, {"passed_out": true} or
          {"auction": ["1S", "P", "4S", "P", "P", "P"], "tricks": 10}, calls from the dealer on;
          "board": 7 fixes dealer and vulnerability in duplicate (else deal n is board n);
          "honours": {"N": 100} in rubber and, as a house rule, Chicago;
          "adjustment": {"to": "EW", "tricks": 2, "reason": "revoke"} moves tricks;
          a director's rulings as above
  rubber  "ended": true settles an unfinished rubber, "part_score_bonus": 100 or 50
  chicago "part_scores": "carry" or "duplicate", "vulnerable": "dealer" or "opponents" on deals
          2 and 3, "passed_out": "redeal" or "counts", "honours": true; the first is the default
  {"game": "minibridge", "deals": [{"contract": "3NT", "strengths": {...}, "tricks": 9}]}
          "declarer" where strengths are not known; 1S is a part-score, 4S a game

Output: hands or deals (dealer, declarer, made, ns_points, ew_points; bridge also vulnerable,
contract, terms and a sentence that explains them), totals, hands_won, winner, decided_by
("points", "hands won", "fourth hand", "last scored hand" or "draw"); rubber and Chicago also
finished and sheet (rubber: below, above, games, bonus, back_score).
The hands given are all that the game had: of fewer than four the winner has more points, then
more hands, then the last hand that somebody won. A rubber or a Chicago that is not over has no
winner. Points of a cancelled or unplayed hand are null.

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
            result = score_game(_parse(read_input(options["file"], most=LARGEST_INPUT)))
        except RuleError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(result, indent=2))


def _parse(data: bytes) -> Any:
    try:
        return parse_json(data)
    except ValueError as error:
        raise CommandError(f"input must be JSON in UTF-8: {error}", returncode=2) from error
