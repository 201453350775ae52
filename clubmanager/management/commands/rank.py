"""`manage.py rank [FILE]`: a session ranked from a file, without the database."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubmanager.nights.queries.night_report import report_night
from scoring.core.board_scores import Comparison, Scoring
from scoring.core.neuberg import Factoring
from scoring.core.night_file import RANKED_BY, read_night
from scoring.core.ruleset import RuleError
from scoring.core.tie_breaks import TieBreak
from scoring.core.usebio import LARGEST_FILE, read_usebio
from scoring.core.usebio_report import report_usebio
from scoring.management.reading import parse_json, read_input

METHODS = sorted({*RANKED_BY, *Comparison})

HELP = """\
Rank a session: read FILE or standard input, print JSON.

Input: USEBIO (XML) of pairs scored by matchpoints, or a night as `export_night` prints it (JSON).

Output: standings (best first, line by line), boards (every result with its matchpoints or IMPs),
compared (how many of the file's own numbers were checked), differences (where the file claims
something else), warnings (lines with which the file contradicts itself), notes.

USEBIO boards with fewer results than lines are factored exactly unless --factoring says otherwise.
A night is ranked by its own settings: method, tie-breaks, factoring, penalties, handicaps, strata,
sections apart, one winner. What is asked for here takes the place of the night's own.

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
        add = parser.add_argument
        add("file", nargs="?", metavar="FILE", help="USEBIO or JSON; else standard input")
        add("--method", choices=METHODS, help="rank by another method than the file's")
        add("--factoring", choices=[one.value for one in Factoring])
        add("--multiplier", type=int, help="of points before IMPs (aBRIDGEd)")
        add(
            "--tie-break",
            action="append",
            choices=[one.value for one in TieBreak if one != TieBreak.BALLOT],
            help="first, second, ... criterion; give it again for each",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        data = read_input(options["file"], most=LARGEST_FILE)
        try:
            report = _report(data, options)
        except ValueError as error:  # a RuleError is one
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(report, indent=1, ensure_ascii=False))


def _report(data: bytes, options: dict[str, Any]) -> dict[str, Any]:
    chosen = options["tie_break"]
    chain = [TieBreak(one) for one in chosen] if chosen else None
    method = options["method"]
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        if method and method not in list(Comparison):
            raise RuleError("method", method, ", ".join(Comparison))
        scoring = _scoring(options, method, Factoring.EXACT)
        return report_usebio(read_usebio(data), scoring=scoring, chain=chain or ())
    asked = {
        "chain": chosen,
        "factoring": options["factoring"],
        "multiplier": options["multiplier"],
    }
    changes = {name: value for name, value in asked.items() if value is not None}
    return report_night(read_night(_json(data)), method=method, changes=changes)


def _scoring(options: dict[str, Any], method: str | None, factoring: Factoring) -> Scoring:
    comparison = Comparison(method) if method in list(Comparison) else Comparison.MATCHPOINTS
    return Scoring(
        method=comparison,
        factoring=Factoring(options["factoring"] or factoring),
        multiplier=1 if options["multiplier"] is None else options["multiplier"],
    )


def _json(data: bytes) -> Any:
    try:
        return parse_json(data)
    except ValueError as error:
        raise RuleError("input", str(error)[:100], "USEBIO (XML) or JSON in UTF-8") from error
