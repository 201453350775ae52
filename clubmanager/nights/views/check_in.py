"""The desk at the door: who is here, and who plays with whom."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.check_in import GuestForm, PairForm, PlayerForm, SearchForm
from clubmanager.nights.models import CheckInState, ClubNight, Entry
from clubmanager.nights.queries.desk import Desk, desk_of, preparation_of, today_at
from clubmanager.nights.queries.formats import entry_size
from clubmanager.nights.queries.money import cash_of
from clubmanager.people.models import Player, Role
from clubmanager.people.queries import find_players
from scoring.core.ruleset import RuleError

from .arriving import partner_offer
from .steps import steps_of

MOST_FOUND = 12
MOST_MEMBERS = 36  # offered as buttons while the box is empty
MARKS = {
    "here": gettext_noop("%(name)s is here."),
    "booked": gettext_noop("%(name)s is booked."),
    "absent": gettext_noop("%(name)s is not here."),
}


@require_safe
def check_in(request, slug, night_id):
    """The box, what it finds, and the night's list. htmx takes only what the box finds."""
    night, actor = officer_night(request, slug, night_id)
    search = SearchForm(request.GET or None)
    desk = desk_of(night)
    context = {"night": night, "actor": actor} | _found(night, desk, search.text())
    context |= {"offer": partner_offer(night, desk, request.GET.get("came", ""))}
    if request.htmx:
        return render(request, "nights/_check_in_found.html", context)
    return _page(request, night, actor, desk, context | {"search": search})


def _page(request, night, actor, desk: Desk, context: dict, status: int = 200):
    steps = steps_of(night, "nights:check_in", preparation_of(night))
    context |= {"night": night, "actor": actor, "desk": desk, "steps": steps}
    context |= {"cash": cash_of(night, desk), "in_pairs": entry_size(night) == 2}
    return render(request, "nights/check_in.html", context, status=status)


def _found(night: ClubNight, desk: Desk, text: str) -> dict:
    """People who match, each with the state on tonight's list; members not on it for no text."""
    state_of = {person.id: person.state for person in desk.people}
    players = find_players(night.club, text)
    if not text:
        players = players.filter(is_guest=False).exclude(pk__in=state_of)
    most = MOST_FOUND if text else MOST_MEMBERS
    found = [(player, state_of.get(player.pk, "")) for player in players[: most + 1]]
    names = {player.full_name.casefold() for player, _state in found}
    return {
        "text": text,
        "found": found[:most],
        "first": next((p.pk for p, state in found if state != "here"), None) if text else None,
        "more_found": len(found) > most,
        "may_add_guest": bool(text) and text.casefold() not in names,
        "may_book": night.date > today_at(night.club),
    }


@require_POST
def mark(request, slug, night_id, state):
    """Here, booked, not here, or (removed) taken off the list."""
    night, actor = officer_night(request, slug, night_id)
    if state not in (*CheckInState.values, "removed"):
        raise Http404
    form = PlayerForm(request.POST, club=night.club)
    if not form.is_valid():
        messages.error(request, _("Choose somebody from the list."))
        return redirect("nights:check_in", slug, night_id)
    player = form.cleaned_data["player"]
    try:
        messages.success(request, _mark(night, player, state, actor))
    except RuleError as error:
        messages.error(request, str(error))
    return redirect("nights:check_in", slug, night_id)


def _mark(night: ClubNight, player: Player, state: str, actor) -> str:
    if state == "removed":
        services.remove_check_in(night.pk, player, actor=actor)
        return _("%(name)s is off the list.") % {"name": player.full_name}
    services.check_in(night.pk, player, actor=actor, state=state)
    return _(MARKS[state]) % {"name": player.full_name}


@require_POST
def all_booked(request, slug, night_id):
    """Everybody on the list who is not here yet has come."""
    night, actor = officer_night(request, slug, night_id)
    try:
        count = services.check_in_booked(night.pk, actor=actor)
        messages.success(request, _("%(count)s people are here now.") % {"count": count})
    except RuleError as error:
        messages.error(request, str(error))
    return redirect("nights:check_in", slug, night_id)


@require_POST
def guest(request, slug, night_id):
    """Add somebody whom the box did not find, and check them in."""
    night, actor = officer_night(request, slug, night_id)
    form = GuestForm(request.POST)
    if form.is_valid():
        first, last = form.cleaned_data["name"]
        try:
            services.check_in_guest(night_id, first_name=first, last_name=last, actor=actor)
        except RuleError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("%(name)s is here.") % {"name": f"{first} {last}".strip()})
            return redirect("nights:check_in", slug, night_id)
    desk = desk_of(night)
    search = SearchForm({"q": request.POST.get("name", "")})
    context = _found(night, desk, search.text()) | {"search": search, "guest_form": form}
    return _page(request, night, actor, desk, context, status=422)


@require_POST
def sits_still(request, slug, night_id):
    """Give somebody a seat that stays, or take the wish back."""
    night, actor = officer_night(request, slug, night_id)
    form = PlayerForm(request.POST, club=night.club)
    if form.is_valid():
        player, still = form.cleaned_data["player"], request.POST.get("still") == "yes"
        services.set_sits_still(night_id, player, still, actor=actor)
        text = _("%(name)s gets a seat that stays.") if still else _("%(name)s may move.")
        messages.success(request, text % {"name": player.full_name})
    else:
        messages.error(request, _("Choose somebody from the list."))
    return redirect("nights:check_in", slug, night_id)


@require_http_methods(["GET", "HEAD", "POST"])
def pairs(request, slug, night_id):
    """Who plays with whom; a social draw has no pairs."""
    least = Role.DIRECTOR if request.method == "POST" else Role.SCORER
    night, actor = officer_night(request, slug, night_id, least)
    size = entry_size(night)
    if size == 1:
        messages.info(request, _("Partners change every round here: no pairs needed."))
        return redirect("nights:seating", slug, night_id)
    desk = desk_of(night)
    sent = request.POST if request.method == "POST" else None
    form = PairForm(sent, free=desk.free, team_size=size)
    if form.is_valid():
        players = _in_order(night, form.cleaned_data["players"])
        try:
            services.pair_players(night_id, *players, actor=actor)
        except RuleError as error:
            form.add_error("players", str(error))
        else:
            return redirect("nights:pairs", slug, night_id)
    steps = steps_of(night, "nights:pairs", preparation_of(night))
    context = {"night": night, "actor": actor, "desk": desk, "form": form, "steps": steps}
    return render(request, "nights/pairs.html", context | {"teams": size == 4})


def _in_order(night: ClubNight, ids: list[int]) -> list[Player]:
    players = Player.objects.filter(club=night.club).in_bulk(ids)
    return [players[pk] for pk in ids]


@require_POST
def draw_pairs(request, slug, night_id):
    """Pair everybody who is here and has no partner, by lot."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        drawn = services.draw_pairs(night_id, actor=actor)
    except RuleError as error:
        messages.error(request, str(error))
    else:
        text = (
            _("Teams drawn: %(count)s.") if entry_size(night) == 4 else _("Pairs drawn: %(count)s.")
        )
        messages.success(request, text % {"count": len(drawn)})
    return redirect("nights:pairs", slug, night_id)


@require_POST
def split_pair(request, slug, night_id, entry_id):
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    entry = get_object_or_404(Entry, section__night=night, pk=entry_id)
    try:
        services.split_pair(night_id, entry.pk, actor=actor)
    except RuleError as error:
        messages.error(request, str(error))
    return redirect("nights:pairs", slug, night_id)
