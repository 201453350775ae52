"""Results in words and tables, as pages show them. Points and reasons come from the core."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deals.core.cards import Seat, Side
from scoring.core.chart import PUBLISHED_CELLS, TRICK_COUNTS, Chart, Declaration
from scoring.family import HANDS_PER_GAME, FamilyGame

TRUMP_NAMES = {
    "R": gettext_lazy("Red"),
    "Y": gettext_lazy("Yellow"),
    "G": gettext_lazy("Green"),
    "B": gettext_lazy("Blue"),
    "NT": gettext_lazy("No trump"),
}
WITH_TRUMP = {  # within a sentence
    "R": gettext_lazy("with red as trump"),
    "Y": gettext_lazy("with yellow as trump"),
    "G": gettext_lazy("with green as trump"),
    "B": gettext_lazy("with blue as trump"),
    "NT": gettext_lazy("without trump"),
}
REASONS = {
    "points": gettext_lazy("They have more points."),
    "hands won": gettext_lazy("Points are level, and they won more of the hands."),
    "fourth hand": gettext_lazy("Points are level, two hands each: the fourth hand decides."),
    "last scored hand": gettext_lazy("Points and hands are level: the last scored hand decides."),
    "draw": gettext_lazy("Points and hands are level, and no hand separates the teams."),
}


def chart_table(chart: Chart) -> dict[str, Any]:
    """The chart as `_chart.html` draws it: a row for each trick count, three cells a row."""
    published = {(cell.declaration, cell.tricks) for cell in PUBLISHED_CELLS}
    rows = [
        {
            "tricks": tricks,
            "cells": [
                {
                    "points": chart.points(declaration, tricks),
                    "made": declaration.made(tricks),
                    "published": (declaration, tricks) in published,
                }
                for declaration in Declaration
            ],
        }
        for tricks in range(TRICK_COUNTS)
    ]
    return {
        "name": chart.name,
        "version": chart.version,
        "provenance": chart.provenance,
        "rows": rows,
    }


def team_name(game: FamilyGame, side: Side) -> str:
    """The two first names of a team."""
    first, second = side.seats
    return _("{one} and {other}").format(one=game.name(first), other=game.name(second))


def hand_sentence(game: FamilyGame, hand: dict[str, Any], scored: dict[str, Any]) -> str:
    """One sentence: who declared what, how many tricks, and who gets the points."""
    what = _("{player} said {declaration} {trump} and won {tricks}: {outcome}").format(
        player=game.name(Seat(scored["declarer"])),
        declaration=Declaration(hand["declaration"]).label,
        trump=WITH_TRUMP[hand["trump"]],
        tricks=ngettext("{n} trick", "{n} tricks", hand["tricks"]).format(n=hand["tricks"]),
        outcome=_("made.") if scored["made"] else _("not made."),
    )
    side = Side.NS if scored["ns_points"] else Side.EW
    points = scored["ns_points"] or scored["ew_points"]
    return _("{what} {points} points for {team}.").format(
        what=what, points=points, team=team_name(game, side)
    )


def teams(game: FamilyGame, result: dict[str, Any]) -> list[dict[str, Any]]:
    """Both teams with points, hands won and games won; `leads` marks the one ahead on points."""
    totals = result["totals"]
    return [
        {
            "name": team_name(game, side),
            "points": totals[side.value],
            "hands_won": result["hands_won"][side.value],
            "games_won": game.games_won[side.value] + _wins_now(game, result, side),
            "leads": totals[side.value] > totals[side.other.value],
        }
        for side in Side
    ]


def _wins_now(game: FamilyGame, result: dict[str, Any], side: Side) -> int:
    return int(game.next_number is None and result["winner"] == side.value)


def hand_rows(game: FamilyGame, result: dict[str, Any]) -> list[dict[str, Any]]:
    """The score pad: one row for each of the four hands, played or not."""
    rows = [
        {"number": number, "dealer": game.name(game.dealer_of(number))}
        for number in range(1, HANDS_PER_GAME + 1)
    ]
    for row, hand, scored in zip(rows, game.hands, result["hands"], strict=False):
        row.update(
            declarer=game.name(Seat(scored["declarer"])),
            declaration=Declaration(hand["declaration"]).label,
            trump=hand["trump"],
            tricks=hand["tricks"],
            made=scored["made"],
            ns_points=scored["ns_points"],
            ew_points=scored["ew_points"],
        )
    return rows


def verdict(game: FamilyGame, result: dict[str, Any]) -> dict[str, str] | None:
    """Headline and reason once all hands are in, None before."""
    if game.next_number is not None:
        return None
    reason = str(REASONS[result["decided_by"]])
    if result["winner"] is None:
        return {"headline": _("A draw"), "reason": reason}
    side = Side(result["winner"])
    headline = _("{team} win {points} to {other}").format(
        team=team_name(game, side),
        points=result["totals"][side.value],
        other=result["totals"][side.other.value],
    )
    return {"headline": headline, "reason": reason}
