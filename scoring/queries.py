"""Reads: whether a write was made, how a hand's points came about, a game's sheet as drawn."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.core.registry import get_ruleset
from scoring.models import Change, HandResult
from scoring.services import context_for, outcome


def is_written(client_id) -> bool:
    """Whether a hand was changed under this client id before."""
    return Change.objects.filter(client_id=client_id).exists()


def hand_detail(hand_id: int) -> dict[str, Any]:
    """What the ruleset says of an entered hand in its place: "explained" in terms, "adjusted".

    Empty where the game has no such detail, or nothing was entered. One query.
    """
    beside = HandResult.objects.filter(game__hands=hand_id).order_by("number")
    hands = list(beside.select_related("game__chart", "board"))
    hand = next(one for one in hands if one.pk == hand_id)
    if hand.facts is None:
        return {}
    game = hand.game
    ruleset = get_ruleset(game.ruleset)
    result = ruleset.game_result([outcome(one) for one in hands], len(hands), game.settings)
    if score := result.rescored.get(hand.number):
        return dict(score.detail)
    chart = game.chart.value if game.chart else None
    context = context_for(hand, chart=chart, by_director=True)
    return dict(ruleset.score_hand(ruleset.parse_facts(hand.facts), hand.tricks, context).detail)


def sheet_rows(sheet: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """A rubber's or Chicago's sheet as the page draws it: the newest above stands on top, as on
    paper."""
    above = [
        {"what": _("deal {number}").format(number=deal["number"]), **deal["above"]}
        for deal in sheet["deals"]
        if any(deal["above"].values())
    ]
    above += [
        {"what": term["for"], term["side"]: term["points"]} for term in sheet.get("bonus", ())
    ]
    below = [
        {"what": _("deal {number}").format(number=deal["number"]), **deal["below"],
         "game": bool(deal["game_won"])}
        for deal in sheet["deals"]
        if any(deal["below"].values())
    ]  # fmt: skip
    return {"above": above[::-1], "below": below}
