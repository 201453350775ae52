"""`manage.py solve FILE`: double dummy, best declarations and par of every board, as JSON."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deals.core.cards import Seat, Trump
from deals.core.double_dummy import SolverError, SolverMissing, TrickTable, solve
from deals.core.formats import READERS, read_deals
from deals.core.pbn import PbnBoard
from deals.core.pbn_text import PbnError
from scoring.core.bridge_par import bridge_par, makeable_level
from scoring.core.chart import RECONSTRUCTED, Chart
from scoring.core.contract import Denomination
from scoring.core.par import BestDeclaration, par_of
from scoring.core.ruleset import RuleError

BAD_INPUT, NO_SOLVER = 2, 3

HELP = f"""\
Solve the boards of FILE ({" ".join(READERS)}) double dummy and print JSON. Needs no database.

{{"chart": NAME, "boards": [{{"number", "dealer", "vulnerable", "deal",
  "tricks": {{"N": {{"R", "Y", "G", "B", "NT"}}, "E": ..., "S": ..., "W": ...}},
  "best": {{"N": {{"declaration", "trump", "tricks", "points"}}, ...}},
  "par": {{"ns_net", "passes", "declarer", "declaration", "trump", "tricks"}},
  "bridge": {{"makeable": {{"N": {{"C", "D", "H", "S", "NT"}}, ...}}, "par": {{"ns_points",
             "contract", "declarer", "tricks"}}}}}}]}}

best: what the seat does best by the chart; points are negative where the other side scores.
Seven and Ten are open to the declarer of Round Two only. par: what four perfect players score.

Exit code 2: bad input; 3: the solver is not installed.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--chart", metavar="JSON", help="a chart file (default: Reconstructed)")

    def handle(self, *args: Any, **options: Any) -> None:
        boards = _read_boards(Path(options["file"]))
        chart = _read_chart(options["chart"])
        try:
            tables = solve([board.deal for board in boards], threads=os.cpu_count() or 1)
        except (SolverMissing, SolverError) as error:
            raise CommandError(str(error), returncode=NO_SOLVER) from None
        solved = [_board(board, table, chart) for board, table in zip(boards, tables, strict=True)]
        self.stdout.write(json.dumps({"chart": chart.name, "boards": solved}, indent=1))


def _read_boards(path: Path) -> tuple[PbnBoard, ...]:
    try:
        return read_deals(path.read_bytes(), path.suffix).boards
    except PbnError as error:
        raise CommandError(f"{path} is refused:\n{error}", returncode=BAD_INPUT) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"cannot read {path}: {reason}", returncode=BAD_INPUT) from None


def _read_chart(file: str | None) -> Chart:
    if file is None:
        return RECONSTRUCTED
    try:
        return Chart.from_json(json.loads(Path(file).read_bytes()), name=Path(file).stem)
    except (OSError, ValueError, RuleError) as error:
        raise CommandError(f"cannot read {file}: {error}", returncode=BAD_INPUT) from None


def _board(board: PbnBoard, table: TrickTable, chart: Chart) -> dict[str, Any]:
    par = par_of(board.deal, board.dealer, table, chart)
    return {
        "number": board.number,
        "dealer": board.dealer.value,
        "vulnerable": board.vulnerable,
        "deal": board.deal.to_pbn(),
        "tricks": {
            seat.value: {trump.value: table.tricks(seat, trump) for trump in Trump} for seat in Seat
        },
        "best": {seat.value: _declared(par.best_of(seat)) for seat in Seat},
        "par": {
            "ns_net": par.ns_net,
            "passes": par.passes,
            "declarer": par.result.declarer.value,
            **_declared(par.result),
        },
        "bridge": _bridge(board, table),
    }


def _declared(best: BestDeclaration) -> dict[str, Any]:
    return {
        "declaration": best.declaration.value,
        "trump": best.trump.value,
        "tricks": best.tricks,
        "points": best.points,
    }


def _bridge(board: PbnBoard, table: TrickTable) -> dict[str, Any]:
    par = bridge_par(table, board.dealer, board.vulnerable)
    contract = par.contract
    return {
        "makeable": {
            seat.value: {name.value: makeable_level(table, seat, name) for name in Denomination}
            for seat in Seat
        },
        "par": {
            "ns_points": par.ns_points,
            "contract": contract.text if contract else None,
            "declarer": contract.declarer.value if contract else None,
            "tricks": par.tricks,
        },
    }
