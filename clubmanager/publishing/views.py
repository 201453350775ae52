"""What everybody may see, and the director's page that decides about it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.models import NightState
from clubmanager.nights.queries import embargo_holds, local_time, status_of
from clubmanager.nights.queries.explain import explain_board, explain_entry
from clubmanager.nights.queries.history import corrected_hands
from clubmanager.nights.queries.paper import paper_of, standings_sheet
from clubmanager.nights.ranking_words import ranking_words
from clubmanager.people.access import role_in
from clubmanager.people.models import Club, Role
from clubmanager.people.queries import clubs_of
from clubmanager.seasons.queries import events_of
from scoring.prints.standings import draw_standings

from . import cards, seating, watching
from .forms import PublicationForm
from .middleware import has_session, nothing_new
from .queries import (
    PublicNight,
    expected_people,
    nights_of,
    people_not_named,
    public_night,
)


@require_safe
def home(request):
    """The front page: the clubs of this site, and the way in."""
    own = clubs_of(request.user) if request.user.is_authenticated else Club.objects.none()
    return render(request, "publishing/home.html", {"own": own, "clubs": Club.objects.all()})


@require_safe
def club(request, slug):
    found = get_object_or_404(Club, slug=slug)
    nights = nights_of(found, request.GET.get("page"))
    return render(
        request,
        "publishing/club.html",
        {**club_frame(request, found), **nights, "events": events_of(found, public=True)},
    )


@require_safe
def night(request, slug, night_id):
    return _results(request, slug, night_id, "publishing/night.html")


@require_safe
def standings(request, slug, night_id):
    """Standings and games alone: for a big screen, and as the part that a page asks for again."""
    part = "HX-Request" in request.headers
    template = "publishing/_results.html" if part else "publishing/standings.html"
    return _results(request, slug, night_id, template)


def _results(request, slug, night_id, template):
    tag = watching.tag_of(night_id)  # before the data, so that the page is never older
    if tag and request.GET.get("seen") == tag:
        return nothing_new()
    public = public_night(slug, night_id)
    context = night_frame(request, public) | {"tag": tag, "proof": public.proof()}
    context |= {
        "seats": seating.seats_by_name(public),
        "seats_round": seating.open_round(public),
        "moving": seating.is_moving(public),
    }
    if public.is_open:
        context |= _shown_results(public)
    elif public.night.state == NightState.PLANNED and not public.data.entries:
        context["people"], context["unnamed"] = expected_people(public.night)
    else:
        context["people"] = [public.entry_name(e) for e in public.data.entries.values()]
    return render(request, template, context)


def _shown_results(public: PublicNight) -> dict:
    return {
        "status": status_of(public.data),
        "counted": cards.counted_rounds(public),
        "sections": cards.standings_sections(public),
        "rounds": cards.rounds_of(public),
        "method": ranking_words(public.data),
        "chart": public.night.chart.value,
    }


@require_safe
def game(request, slug, night_id, table_round_id):
    public = public_night(slug, night_id)
    table = public.table(table_round_id)
    context = night_frame(request, public) | {"table": table}
    if public.is_open:
        context |= {"game": cards.game_of(public, table), "hands": cards.hands_of(public, table)}
        context["corrected"] = corrected_hands(public.night, [table])
    return _open_or_held(request, public, "publishing/game.html", context)


@require_safe
def entry(request, slug, night_id, entry_id):
    public = public_night(slug, night_id)
    found = public.entry(entry_id)
    context = night_frame(request, public) | {"name": public.entry_name(found)}
    context["entry_id"] = entry_id
    if public.is_open:
        context |= {"rounds": cards.card_of(public, found), "status": status_of(public.data)}
        context["story"] = explain_entry(
            public.data, entry_id, name_of=public.entry_name, public=True, hidden=public.hidden
        )
        context["corrected"] = corrected_hands(public.night, public.data.tables_of(entry_id))
    return _open_or_held(request, public, "publishing/entry.html", context)


@require_safe
def explain(request, slug, night_id, entry_id, board):
    """How an entry's result on a board compares; only of boards that everybody has played."""
    public = public_night(slug, night_id)
    found = public.entry(entry_id)
    context = night_frame(request, public) | {"name": public.entry_name(found), "board": board}
    if public.is_open:
        context |= {"entry": found, "method": ranking_words(public.data)}
        context["plays"] = explain_board(
            public.data, entry_id, board,
            name_of=public.entry_name, public=True, hidden=public.hidden,
        )  # fmt: skip
        if not context["plays"]:
            raise Http404
    return _open_or_held(request, public, "publishing/explain.html", context)


@require_safe
def standings_pdf(request, slug, night_id):
    """The wall sheet under public names; there is no such file while results are held back."""
    public = public_night(slug, night_id)
    if not public.is_open or not cards.standings_sections(public):
        raise Http404
    data = draw_standings(standings_sheet(public.data, public=True), paper_of(public.night))
    headers = {"Content-Disposition": f'inline; filename="standings-{night_id}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def publication(request, slug, night_id):
    """What the public may see of a night, and when."""
    found, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = PublicationForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.set_publication(night_id, actor=actor, **form.settings())
        messages.success(request, _("Saved. The public page follows at once."))
        return redirect("publishing:publication", slug, night_id)
    context = _embargo(found) | {"night": found, "form": form, "unnamed": people_not_named(found)}
    return render(request, "publishing/publication.html", context)


def club_frame(request, club: Club) -> dict:
    """What every public page needs. A page without `viewer` touches no session: it is cached."""
    viewer = has_session(request)
    return {"club": club, "viewer": viewer, "officer": viewer and role_in(request.user, club)}


def night_frame(request, public: PublicNight) -> dict:
    frame = club_frame(request, public.night.club)
    return frame | _embargo(public.night) | {"night": public.night, "public": public}


def _embargo(night) -> dict:
    """Whether results are held back, and until when by the club's clock."""
    held = embargo_holds(night)
    until = local_time(night, night.embargo_until) if held and night.embargo_until else ""
    return {"embargo": held, "until": until}


def _open_or_held(request, public: PublicNight, template: str, context: dict):
    return render(request, template if public.is_open else "publishing/held.html", context)
