"""Score one game without login or night; and the chart by which it is scored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deals.prints.paper import A4, PAPERS
from scoring import display
from scoring.core.chart import RECONSTRUCTED
from scoring.family import SESSION_KEY, FamilyGame
from scoring.forms import HandForm, NamesForm
from scoring.prints.score_pads import draw_blank_pads


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def family(request: HttpRequest) -> HttpResponse:
    """Ask for the names; with names, show the game and the form of its next hand."""
    game = FamilyGame.load(request.session)
    if request.method != "POST" and game:
        return _show(request, game, game.next_number)
    form = NamesForm(request.POST or None)
    if not form.is_valid():
        return render(request, "scoring/names.html", {"form": form})
    form.game().save(request.session)
    return redirect("scoring:family")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, number: int) -> HttpResponse:
    """Enter the next hand or correct an earlier one."""
    game = FamilyGame.load(request.session)
    if game is None or not game.may_enter(number):
        return redirect("scoring:family")
    if request.method != "POST":
        return _show(request, game, number)
    form = HandForm(request.POST, game=game, number=number)
    if not form.is_valid():
        return _show(request, game, number, form)
    game.put(number, form.hand())
    game.save(request.session)
    return redirect("scoring:family")


@require_POST
def next_game(request: HttpRequest) -> HttpResponse:
    """A fifth hand starts the next game: same names, same seats."""
    game = FamilyGame.load(request.session)
    if game:
        game.next_game()
        game.save(request.session)
    return redirect("scoring:family")


@require_POST
def new_names(request: HttpRequest) -> HttpResponse:
    """Forget this game and its names."""
    request.session.pop(SESSION_KEY, None)
    return redirect("scoring:family")


@require_safe
def chart(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/chart.html", {"chart": display.chart_table(RECONSTRUCTED)})


@require_safe
def blank_pads(request: HttpRequest) -> HttpResponse:
    """Two empty pads a page, on A4 or with ?paper=Letter."""
    paper = PAPERS.get(request.GET.get("paper", ""), A4)
    return HttpResponse(
        draw_blank_pads(2, RECONSTRUCTED, paper),
        content_type="application/pdf",
        headers={"Content-Disposition": 'inline; filename="score-pad.pdf"'},
    )


def _show(
    request: HttpRequest, game: FamilyGame, number: int | None, form: HandForm | None = None
) -> HttpResponse:
    result = game.result()
    if number and form is None:
        form = HandForm(game=game, number=number)
    context = {
        "form": form,
        "number": number,
        "correcting": bool(number) and number != game.next_number,
        "dealer": game.name(game.dealer_of(number)) if number else "",
        "teams": display.teams(game, result),
        "rows": display.hand_rows(game, result),
        "sentence": _last_sentence(game, result),
        "verdict": display.verdict(game, result),
        "several_games": any(game.games_won.values()),
    }
    return render(request, "scoring/game.html", context)


def _last_sentence(game: FamilyGame, result: dict) -> str:
    if not game.last_saved:
        return ""
    index = game.last_saved - 1
    return display.hand_sentence(game, game.hands[index], result["hands"][index])
