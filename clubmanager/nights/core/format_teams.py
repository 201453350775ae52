"""The formats for teams of four: round robin, Swiss, knockout."""

from __future__ import annotations

from clubmanager.nights.core import knockout as knockout_rules
from clubmanager.nights.core import swiss as swiss_rules
from clubmanager.nights.core import teams as team_rules
from clubmanager.nights.core.format_kinds import (
    ROUND_BY_ROUND,
    Format,
    NextRound,
    Options,
    Request,
    in_order,
    numbers,
)
from clubmanager.nights.core.format_pairs import first_swiss_round
from clubmanager.nights.core.movement import Movement

MOST_SWISS_TEAMS = swiss_rules.MOST // 2  # two tables a match, 100 tables


def _way(teams: int, options: Options) -> str:
    """How an odd field is played; "auto" is the first way that exists, even fields have none."""
    ways = team_rules.ways_for(teams)
    odd = options.get("odd", "auto")
    return next(iter(ways), "") if odd == "auto" or not ways else odd


def _build_round_robin(request: Request) -> Movement:
    return team_rules.team_round_robin(
        request.count,
        request.rounds,
        odd=_way(request.count, request.options),
        stationary=numbers(request.stationary),
    )


def _next_swiss_round(request: NextRound) -> Movement:
    return swiss_rules.draw_swiss(request.played, request.order, teams=True)


def _build_knockout(request: Request) -> Movement:
    return knockout_rules.first_knockout_round(request.count, teams=True)


def _next_knockout_round(request: NextRound) -> Movement:
    return knockout_rules.next_knockout_round(request.played, request.winners, teams=True)


TEAM_FORMATS = (
    Format(
        key="team_round_robin",
        label="Teams of four, everybody against everybody",
        contestants="teams",
        least=team_rules.FEWEST_TEAMS,
        most=team_rules.MOST_TEAMS,
        lines=("",),
        options={"odd": ("auto", team_rules.TRIANGLE, team_rules.BYE)},
        seeded=False,
        maker=_build_round_robin,
        most_rounds=lambda teams, options: team_rules.full_rounds(teams, _way(teams, options)),
        numbering=in_order,
    ),
    Format(
        key="team_swiss",
        label="Teams of four, Swiss",
        contestants="teams",
        least=swiss_rules.FEWEST,
        most=MOST_SWISS_TEAMS,
        lines=("",),
        options={},
        seeded=True,
        maker=lambda request: first_swiss_round(request, teams=True),
        most_rounds=lambda teams, _: swiss_rules.most_rounds(teams),
        numbering=in_order,
        drawn=ROUND_BY_ROUND,
        drawer=_next_swiss_round,
        needs_order=True,
    ),
    Format(
        key="team_knockout",
        label="Teams of four, knockout",
        contestants="teams",
        least=knockout_rules.FEWEST,
        most=MOST_SWISS_TEAMS,
        lines=("",),
        options={},
        seeded=False,
        maker=_build_knockout,
        most_rounds=lambda teams, _: knockout_rules.knockout_rounds(teams),
        numbering=in_order,
        drawn=ROUND_BY_ROUND,
        drawer=_next_knockout_round,
    ),
)
