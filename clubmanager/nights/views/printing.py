"""Paper: score pads, deal slips, standings, and the pack that the worker draws."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.card_paper import CardPaperForm
from clubmanager.nights.games import game_of
from clubmanager.nights.models import ClubNight, Job
from clubmanager.nights.queries import boards_hidden_from_officer, load_night
from clubmanager.nights.queries.double_dummy import GOING_ON
from clubmanager.nights.queries.export import night_as_csv, night_as_dict
from clubmanager.nights.queries.officer import own_players
from clubmanager.nights.queries.pads import draw_blanks, draw_cards, draw_pads
from clubmanager.nights.queries.paper import (
    house_rules,
    paper_of,
    standings_sheet,
)
from clubmanager.nights.services.jobs import PACKS, PRINT_PACK, start_print_pack
from clubmanager.nights.services.jobs import job_file as path_of
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError
from scoring.prints.standings import draw_standings


def pdf(data: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows, under this file name."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@require_safe
def printing(request, slug, night_id):
    """What can be printed, and the packs that were ordered."""
    night, actor = officer_night(request, slug, night_id)
    rounds = list(night.rounds.values_list("number", flat=True))
    context = {
        "night": night,
        "rounds": rounds,
        "jobs": night.jobs.filter(kind__in=PACKS)[:5],
        "game": game_of(night),
        "has_house_rules": bool(house_rules(night)),
        "may_print_slips": actor.directs and hasattr(night, "night_deal_set"),
        "has_played_pbn": bool(game_of(night).played) and is_open_set(night),
        "plays_tonight": bool(kept_from(request, night)),
        "card_form": CardPaperForm(auto_id="slips_%s"),
        "record_form": CardPaperForm(auto_id="records_%s"),
    }
    return render(request, "nights/printing.html", context)


def is_open_set(night: ClubNight) -> bool:
    """Whether everybody may see the night's stored deals."""
    return hasattr(night, "night_deal_set") and night.night_deal_set.deal_set.is_open


def kept_from(request, night: ClubNight) -> frozenset[int]:
    """The officer's own player, if she plays tonight and the night is not over."""
    if night.state == "closed":
        return frozenset()
    return frozenset(own_players(request.user, [night]).values_list("pk", flat=True))


@require_safe
def pads_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    number = request.GET.get("round", "")
    rounds = {int(number)} if number.isdecimal() else None
    pads = draw_pads(load_night(night), rounds, paper_of(night))
    if pads is None:
        raise Http404
    return pdf(pads, f"score-pads-{night.pk}.pdf")


@require_safe
def personal_cards_pdf(request, slug, night_id):
    """What everybody keeps of her own boards."""
    night, _actor = officer_night(request, slug, night_id)
    cards = draw_cards(load_night(night), paper_of(night))
    if cards is None:
        raise Http404
    return pdf(cards, f"personal-cards-{night.pk}.pdf")


@require_safe
def blank_pads_pdf(request, slug, night_id):
    night, _actor = officer_night(request, slug, night_id)
    return pdf(draw_blanks(night, paper_of(night)), "blank-pads.pdf")


@require_safe
def standings_pdf(request, slug, night_id):
    """The wall sheet with full names, for the club's own room."""
    night, _actor = officer_night(request, slug, night_id)
    data = load_night(night)
    hidden = boards_hidden_from_officer(data, request.user)
    sheet = standings_sheet(data, public=False, hidden_boards=hidden)
    return pdf(draw_standings(sheet, paper_of(night)), f"standings-{night.pk}.pdf")


@require_POST
def start_pack(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id)
    try:
        job = start_print_pack(night, actor=actor, kind=request.POST.get("kind", PRINT_PACK))
    except RuleError as error:
        messages.error(request, str(error))
        return redirect("nights:printing", slug, night_id)
    return redirect("nights:job", slug, night_id, job.pk)


@require_safe
def job(request, slug, night_id, job_id):
    """How far a job is; asks again by itself until it is done."""
    night, actor = officer_night(request, slug, night_id)
    found = get_object_or_404(Job, night=night, pk=job_id)
    template = "nights/_job.html" if request.htmx else "nights/job.html"
    context = {"night": night, "actor": actor, "job": found}
    context["is_going_on"] = found.state in GOING_ON
    return render(request, template, context)


@require_safe
def job_file(request, slug, night_id, job_id):
    night, _actor = officer_night(request, slug, night_id)
    found = get_object_or_404(Job, night=night, pk=job_id, state="done")
    try:
        file = path_of(found).open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    return FileResponse(file, as_attachment=True, filename=found.file_name)


@require_safe
def export(request, slug, night_id, kind):
    """The night as JSON or CSV, for directors: it holds every result."""
    night, _actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    data = load_night(night)
    if boards_hidden_from_officer(data, request.user):
        messages.error(request, _("You still have boards to play. Export the night afterwards."))
        return redirect("nights:printing", slug, night_id)
    if kind == "json":
        return JsonResponse(night_as_dict(data), json_dumps_params={"indent": 2})
    if kind == "csv":
        response = HttpResponse(night_as_csv(data), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="night-{night.pk}.csv"'
        return response
    raise Http404
