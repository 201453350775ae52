"""Advice: three movements for so many people and so much time, each one tap from the plan."""

import json

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.movements import AdviceForm, AdvisedForm
from clubmanager.nights.forms.planning import suggested_night
from clubmanager.nights.games import GAMES_BY_KEY, NightGame, game_of
from clubmanager.nights.models import ClubNight, Dealing, Format, Method, PlayedGame
from clubmanager.nights.queries.desk import desk_of
from clubmanager.nights.queries.formats import contestants_of
from clubmanager.people.access import officer_club
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

DEFAULTS = {"contestants": "pairs", "count": 8, "minutes": 180, "boards": 20,
            "minutes_per_board": 8}  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def club_advice(request, slug):
    """For a night that is still to be planned; choosing an offer plans it."""
    club, actor = officer_club(request, slug, Role.DIRECTOR)
    if request.method == "POST":
        suggested = suggested_night(club)
        made = _chosen(
            request, GAMES_BY_KEY[PlayedGame.ABRIDGED], lambda plan: services.create_night(
                club, actor=actor, title=suggested.title, date=suggested.date,
                chart=suggested.chart, **plan,
            ),
        )  # fmt: skip
        return redirect("nights:check_in", slug, made.pk) if made else redirect(request.path)
    return _page(request, {"club": club}, DEFAULTS)


@require_http_methods(["GET", "HEAD", "POST"])
def advice(request, slug, night_id):
    """For a planned night; choosing an offer changes its plan."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    if request.method == "POST":
        made = _chosen(
            request, game_of(night), lambda plan: services.update_night(
                night_id, actor=actor, **{n: v for n, v in plan.items() if n != "dealing"}
            ),
        )  # fmt: skip
        page = "nights:seating" if made else "nights:advice"
        return redirect(page, slug, night_id)
    return _page(request, {"night": night}, DEFAULTS | _known(night))


def _page(request, context: dict, initial: dict):
    form = AdviceForm(request.GET if "count" in request.GET else None, initial=initial)
    if form.is_valid():
        offers = [(offer, json.dumps(dict(offer.options))) for offer in form.offers]
        context |= {"offers": offers, "stored": form.cleaned_data["decks"] is not None}
        context["labels"] = dict(Format.choices)
    return render(request, "nights/advice.html", context | {"form": form})


def _known(night: ClubNight) -> dict:
    """What the night says already: who is here, and how many decks the club owns."""
    desk, contestants = desk_of(night), contestants_of(night)
    people = len(desk.here) + len(desk.booked)
    count = {"players": people, "pairs": len(desk.pairs) or people // 2,
             "teams": len(desk.pairs) or people // 4}[contestants]  # fmt: skip
    known = {"contestants": contestants, "decks": None}
    if count:
        known["count"] = count
    if night.dealing == Dealing.STORED:
        known["decks"] = night.club.decks
    return known


def _chosen(request, game: NightGame, save) -> ClubNight | None:
    form = AdvisedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the offers."))
        return None
    try:
        made = save(_plan(form.cleaned_data, game))
    except (RuleError, ValidationError) as error:
        text = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        messages.error(request, text)
        return None
    messages.success(request, _("The plan is made."))
    return made


def _plan(data: dict, game: NightGame) -> dict:
    """Fields of the night. Sets that are no whole games are ranked by boards or by points."""
    stored = data.pop("stored")
    whole = data["hands_per_round"] in game.whole
    method = Method.GAMES if whole else Method.MATCHPOINTS if stored else Method.POINTS
    return data | {
        "method": method if method in game.methods else game.methods[0],
        "dealing": Dealing.STORED if stored else Dealing.SHUFFLED,
        "sections_planned": 1,
    }
