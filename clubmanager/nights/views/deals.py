"""A night's cards: dealt by the site, from a file, or shuffled at the tables."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.deals import GenerateForm, LaterForm, OpenForm, PbnForm, TakeForm
from clubmanager.nights.games import game_of
from clubmanager.nights.models import ClubNight, NightState
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.cards import open_boards, sealed_sets, set_use
from clubmanager.nights.queries.desk import preparation_of
from clubmanager.nights.queries.double_dummy import solving_of
from clubmanager.nights.queries.played_pbn import played_boards
from clubmanager.nights.queries.seen import local_time
from clubmanager.people.models import Role
from deals.core.formats import WRITERS, write_deals
from deals.core.pbn import PbnError
from deals.core.pbn_plays import write_plays
from deals.queries import board_numbers, export_pbn, pbn_boards_of

from .steps import steps_of

UNREADABLE = 422
FILE_TYPES = {"pbn": "text/x-pbn", "json": "application/json"}
TEXT_LENGTH = 60  # of a name in a PBN file, whose lines have at most 255 bytes


@require_safe
def deals(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id)
    return _page(request, night, actor)


def _page(request, night: ClubNight, actor, status: int = 200, **bound):
    """The page; `bound` replaces forms by ones with errors."""
    planned = night.state == NightState.PLANNED
    wanted = services.boards_wanted(night) if planned else 0
    context = {
        "night": night,
        "actor": actor,
        "steps": steps_of(night, "nights:deals", preparation_of(night)),
        "open_form": bound.pop("open_form", None) or OpenForm(),
        "later_form": bound.pop("later_form", None) or LaterForm(),
        "may_choose": actor.directs and planned,
        "choosing": bool(bound),
    }
    if hasattr(night, "night_deal_set"):
        context |= _set_context(request, night, wanted)
    if context["may_choose"]:
        context |= _choices(night, wanted) | bound
    return render(request, "nights/deals.html", context, status=status)


def _set_context(request, night: ClubNight, wanted: int) -> dict:
    deal_set = night.night_deal_set.deal_set
    # The solver is for a night that has begun: before, there is nothing to doubt.
    solving = None if night.state == NightState.PLANNED else solving_of(night)
    numbers = solving.numbers if solving else board_numbers(deal_set)
    boards, some_hidden = open_boards(night, request.user)
    return {
        "deal_set": deal_set,
        "opened_at": local_time(night, deal_set.opened_at) if deal_set.is_open else "",
        "numbers": numbers,
        "set_use": set_use(night, len(numbers)),
        "enough": wanted <= len(numbers),
        "boards": boards,
        "some_hidden": some_hidden,
        "endings": [ending.removeprefix(".") for ending in WRITERS],
        "solving": solving,
        "may_mail": deal_set.claims_fairness and not deal_set.is_open,
    }


def _choices(night: ClubNight, wanted: int) -> dict:
    return {
        "generate_form": GenerateForm(initial={"boards": wanted}),
        "pbn_form": PbnForm(),
        "take_form": TakeForm(sets=sealed_sets(night)),
    }


@require_POST
def generate(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = GenerateForm(request.POST)
    if form.is_valid():
        try:
            services.generate_deals(night_id, actor=actor, **form.cleaned_data)
        except ValueError as error:
            form.add_error("boards", str(error))
        else:
            if form.cleaned_data["later_source"]:
                done = _("The commitment stands. The cards come when you type the information.")
            else:
                done = _("Dealt and sealed. Nobody sees the cards before the end.")
            messages.success(request, done)
            return redirect("nights:deals", slug, night_id)
    return _page(request, night, actor, UNREADABLE, generate_form=form)


@require_http_methods(["POST"])
def import_pbn(request, slug, night_id):
    """A file as the night's deal set; every fault of a refused one is listed with its line."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = PbnForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            deal_set = services.import_deals(
                night_id, data=file.read(), filename=file.name[:100], actor=actor
            )
        except PbnError as error:
            form.add_error("file", [str(note) for note in error.notes])
        except ValueError as error:
            form.add_error("file", str(error))
        else:
            use = set_use(night, len(board_numbers(deal_set)))
            messages.success(request, _("Imported and sealed. %(use)s") % {"use": use})
            return redirect("nights:deals", slug, night_id)
    return _page(request, night, actor, UNREADABLE, pbn_form=form)


@require_POST
def take(request, slug, night_id):
    """Another set of the club that is still sealed."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = TakeForm(request.POST, sets=sealed_sets(night))
    if form.is_valid():
        try:
            services.take_deal_set(night_id, form.cleaned_data["deal_set"], actor=actor)
        except ValueError as error:
            form.add_error("deal_set", str(error))
        else:
            messages.success(request, _("This night plays that deal set."))
            return redirect("nights:deals", slug, night_id)
    return _page(request, night, actor, UNREADABLE, take_form=form)


@require_POST
def shuffle(request, slug, night_id):
    """Play without stored deals."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        services.play_without_deals(night_id, actor=actor)
    except ValueError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Cards are shuffled at the tables."))
    return redirect("nights:deals", slug, night_id)


@require_POST
def open_now(request, slug, night_id):
    """Break the seal before the night is over; the log keeps who and why."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = OpenForm(request.POST)
    if form.is_valid():
        try:
            services.open_deals(night_id, actor=actor, reason=form.cleaned_data["reason"])
        except ValueError as error:
            form.add_error("reason", str(error))
        else:
            messages.success(request, _("The deals are open."))
            return redirect("nights:deals", slug, night_id)
    return _page(request, night, actor, UNREADABLE, open_form=form)


@require_POST
def later(request, slug, night_id):
    """Type the information that the set waits for."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = LaterForm(request.POST)
    if form.is_valid():
        try:
            services.type_later(night_id, value=form.cleaned_data["value"], actor=actor)
        except ValueError as error:
            form.add_error("value", str(error))
        else:
            messages.success(request, _("Mixed in. The cards are dealt and sealed."))
            return redirect("nights:deals", slug, night_id)
    return _page(request, night, actor, UNREADABLE, later_form=form)


def _open_set(request, night: ClubNight):
    """The night's open set, or None where this officer has boards of it still to play.

    A sealed set has no files at all.
    """
    used = getattr(night, "night_deal_set", None)
    if used is None or not used.deal_set.is_open:
        raise Http404
    if open_boards(night, request.user)[1]:
        messages.error(request, _("You still have boards to play. Take the file afterwards."))
        return None
    return used.deal_set


@require_safe
def deals_pbn(request, slug, night_id):
    """The open set as a PBN file with the names of club and night."""
    night, _actor = officer_night(request, slug, night_id)
    deal_set = _open_set(request, night)
    if deal_set is None:
        return redirect("nights:deals", slug, night_id)
    data = export_pbn(
        deal_set,
        event=_for_file(night.title),
        site=_for_file(night.club.name),
        date=night.date.strftime("%Y.%m.%d"),
    )
    return _file(data, night, "pbn")


@require_safe
def deals_file(request, slug, night_id, kind):
    """The open set as a file of another format."""
    night, _actor = officer_night(request, slug, night_id)
    if f".{kind}" not in WRITERS:
        raise Http404
    deal_set = _open_set(request, night)
    if deal_set is None:
        return redirect("nights:deals", slug, night_id)
    try:
        return _file(write_deals(pbn_boards_of(deal_set), f".{kind}"), night, kind)
    except ValueError as error:
        messages.error(request, str(error))
        return redirect("nights:deals", slug, night_id)


@require_safe
def played_pbn(request, slug, night_id):
    """The open set as the tables played it: contract, declarer, result and score of each."""
    night, _actor = officer_night(request, slug, night_id)
    if game_of(night).played is None:
        raise Http404
    deal_set = _open_set(request, night)
    if deal_set is None:
        return redirect("nights:printing", slug, night_id)
    data = write_plays(
        played_boards(load_night(night), deal_set),
        event=_for_file(night.title),
        site=_for_file(night.club.name),
        date=night.date.strftime("%Y.%m.%d"),
    )
    return _file(data, night, "pbn")


def _file(data: bytes, night: ClubNight, kind: str) -> HttpResponse:
    response = HttpResponse(data, content_type=FILE_TYPES.get(kind, "application/octet-stream"))
    response["Content-Disposition"] = f'attachment; filename="deals-{night.pk}.{kind}"'
    return response


def _for_file(text: str) -> str:
    """A name as a line of PBN can hold it."""
    return "".join(letter for letter in text if letter.isprintable())[:TEXT_LENGTH]
