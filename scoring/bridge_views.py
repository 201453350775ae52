"""The pocket calculator, for people and for programs, and the empty paper of the bridge games."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deals.prints.paper import A4, PAPERS, Paper
from scoring.bridge_forms import CALCULATOR_FORMS, GAME_NAMES
from scoring.core.calculator import calculate
from scoring.core.ruleset import RuleError
from scoring.prints.bridge_chart import draw_bridge_chart
from scoring.prints.chicago_pads import ChicagoPad, draw_chicago_pads
from scoring.prints.rubber_sheet import RubberPage, draw_rubber_sheets

FLAGS = {"true": True, "false": False}


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """One contract or declaration in, points and every term out; the address holds the question."""
    game = request.GET.get("game", "abridged")
    if game not in CALCULATOR_FORMS:
        game = "abridged"
    asked = set(request.GET) - {"game"}
    form = CALCULATOR_FORMS[game](request.GET if asked else None)
    found = form.found if form.is_valid() else None
    context = {"form": form, "game": game, "games": GAME_NAMES.items(), "found": found}
    return render(request, "scoring/calculator.html", context)


@require_safe
def calculator_json(request: HttpRequest) -> JsonResponse:
    """The same for programs: ?game=duplicate&contract=3NTX&vulnerable=true&tricks=10."""
    try:
        found = calculate({key: _typed(value) for key, value in request.GET.items()})
    except RuleError as error:
        return JsonResponse({"field": error.field, "message": str(error)}, status=400)
    return JsonResponse(found.to_json())


def _typed(value: str) -> Any:
    """A query's text as the number or the flag that it writes, else the text itself."""
    if value.isascii() and value.isdigit() and len(value) < 5:
        return int(value)
    return FLAGS.get(value, value)


def _empty_rubbers(paper: Paper) -> bytes:
    return draw_rubber_sheets([RubberPage("Rubber", "")] * 2, paper)


def _empty_chicagos(paper: Paper) -> bytes:
    return draw_chicago_pads([ChicagoPad("Chicago", "")] * 3, paper)


PAPER_OF_BRIDGE: dict[str, Callable[[Paper], bytes]] = {
    "bridge-chart": draw_bridge_chart,
    "rubber-sheet": _empty_rubbers,
    "chicago-pad": _empty_chicagos,
}


@require_safe
def bridge_paper(request: HttpRequest, name: str) -> HttpResponse:
    """The scoring chart or an empty sheet, on A4 or with ?paper=Letter."""
    if name not in PAPER_OF_BRIDGE:
        raise Http404
    paper = PAPERS.get(request.GET.get("paper", ""), A4)
    return HttpResponse(
        PAPER_OF_BRIDGE[name](paper),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )
