"""A table at home that scores rubber or Chicago, without login or night."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deals.core.cards import Side
from deals.prints.paper import A4, PAPERS
from scoring.bridge_forms import GAME_NAMES
from scoring.bridge_table import SESSION_KEY, BridgeTable
from scoring.core.bridge import MOST_DEALS
from scoring.prints.rubber_sheet import RubberPage, draw_rubber_sheets
from scoring.queries import sheet_rows
from scoring.table_forms import DealForm, TableForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest) -> HttpResponse:
    """Ask who plays; then show the sheet and the form of the next deal."""
    playing = BridgeTable.load(request.session)
    if request.method != "POST" and playing:
        return _show(request, playing, len(playing.deals) + 1)
    form = TableForm(request.POST or None)
    if not form.is_valid():
        return render(request, "scoring/table_names.html", {"form": form})
    form.table().save(request.session)
    return redirect("scoring:table")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, number: int) -> HttpResponse:
    """Enter the next deal or correct an earlier one; what follows is derived anew."""
    playing = BridgeTable.load(request.session)
    if playing is None or not 1 <= number <= min(len(playing.deals) + 1, MOST_DEALS):
        return redirect("scoring:table")
    if request.method != "POST":
        return _show(request, playing, number)
    form = DealForm(request.POST, table=playing, number=number)
    if not form.is_valid():
        return _show(request, playing, number, form)
    playing.deals = playing.with_deal(number, form.deal())
    playing.save(request.session)
    return redirect("scoring:table")


@require_POST
def next_sitting(request: HttpRequest) -> HttpResponse:
    """End an unfinished rubber, or begin the next game, perhaps with other partners."""
    playing = BridgeTable.load(request.session)
    if playing and "end" in request.POST:
        playing.ended = playing.game == "rubber" and bool(playing.deals)
        playing.save(request.session)
    elif playing:
        playing.next_game(change_partners="change" in request.POST)
        playing.save(request.session)
    return redirect("scoring:table")


@require_POST
def new_table(request: HttpRequest) -> HttpResponse:
    """Forget this table, its names and its evening."""
    request.session.pop(SESSION_KEY, None)
    return redirect("scoring:table")


@never_cache
@require_safe
def sheet_pdf(request: HttpRequest) -> HttpResponse:
    """The sheet of the rubber in play, to print."""
    playing = BridgeTable.load(request.session)
    if playing is None or playing.game != "rubber":
        return redirect("scoring:table")
    we, they = playing.team(Side.NS), playing.team(Side.EW)
    title = _("Rubber {number}").format(number=len(playing.sittings) + 1)
    page = RubberPage(title, "", we, they, playing.result()["sheet"])
    paper = PAPERS.get(request.GET.get("paper", ""), A4)
    return HttpResponse(
        draw_rubber_sheets([page], paper),
        content_type="application/pdf",
        headers={"Content-Disposition": 'inline; filename="rubber.pdf"'},
    )


def _show(
    request: HttpRequest, playing: BridgeTable, number: int, form: DealForm | None = None
) -> HttpResponse:
    result = playing.result()
    correcting = number <= len(playing.deals)
    if form is None and (correcting or not result["finished"]):
        form = DealForm(table=playing, number=number)
    context = {
        "form": form,
        "number": number,
        "correcting": correcting,
        "game": GAME_NAMES[playing.game],
        "is_rubber": playing.game == "rubber",
        "teams": [_team(playing, result, side) for side in Side],
        "deals": [
            {"who": playing.names.get(deal["declarer"] or "", ""), "what": deal["explained"]}
            for deal in result["deals"]
        ],
        "sheet": result["sheet"] and sheet_rows(result["sheet"]),
        "result": result,
        "evening": playing.evening(),
    }
    return render(request, "scoring/table.html", context)


def _team(playing: BridgeTable, result: dict[str, Any], side: Side) -> dict[str, Any]:
    one, other = playing.team(side)
    totals = result["totals"]
    return {
        "name": _("{one} and {other}").format(one=one, other=other),
        "points": totals[side.value],
        "leads": totals[side.value] > totals[side.other.value],
        "won": result["winner"] == side.value,
    }
