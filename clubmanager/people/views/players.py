"""The people who play in the club."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from clubmanager.people import queries, services
from clubmanager.people.access import officer_club
from clubmanager.people.forms.errors import add_rule_error
from clubmanager.people.forms.players import ManyForm, PlayerForm
from clubmanager.people.models import Player, Role
from clubmanager.people.names import public_name
from scoring.core.ruleset import RuleError

PAGE = 50


@require_safe
@vary_on_headers("HX-Request")
def players(request, slug):
    """The list of people, by page, with a search that answers while one types."""
    club, actor = officer_club(request, slug)
    text, left = request.GET.get("q", "").strip(), request.GET.get("left") == "1"
    found = queries.find_players(club, text, active=not left)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    for player in page:
        player.shown = public_name(player, club)
    context = {
        "page": page, "text": text, "left": left, "may_edit": actor.directs,
        "counts": queries.player_counts(club),
    }  # fmt: skip
    only_list = request.htmx and not request.htmx.history_restore_request
    return render(request, "people/_players.html" if only_list else "people/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_player(request, slug):
    """Add one member or guest."""
    club, _actor = officer_club(request, slug, Role.DIRECTOR)
    form = PlayerForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        is_known = queries.folded(form["first_name"].value(), form["last_name"].value())
        namesake = is_known in queries.names_in_use(club)
        added = _try(form, lambda: services.add_player(club=club, **form.cleaned_data))
        if added:
            _say_added(request, added, namesake)
            return redirect("people:players", slug=slug)
    return render(request, "people/player.html", {"form": form})


def _say_added(request, player, namesake):
    messages.success(request, _("{name} is added.").format(name=player.full_name))
    if namesake:
        text = _("There are two people called {name} now. Give them numbers to tell them apart.")
        messages.warning(request, text.format(name=player.full_name))


@require_http_methods(["GET", "HEAD", "POST"])
def player(request, slug, player_id):
    """Change a player, or take her off the list."""
    club, _actor = officer_club(request, slug, Role.DIRECTOR)
    stored = get_object_or_404(Player.objects.select_related("user"), club=club, pk=player_id)
    name = stored.full_name
    form = PlayerForm(request.POST or None, instance=stored, club=club)
    if request.method == "POST" and form.is_valid():
        saved = _try(form, lambda: services.update_player(stored, **form.cleaned_data))
        if saved:
            messages.success(request, _("{name} is saved.").format(name=saved.full_name))
            return redirect("people:players", slug=slug)
    return render(request, "people/player.html", {"form": form, "name": name})


def _try(form, write):
    """What the write returns, or None with its error beside the field."""
    try:
        return write()
    except RuleError as error:
        add_rule_error(form, error)
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def add_many(request, slug):
    """Add a pasted list: first it is shown, with duplicates unticked, then it is added."""
    club, _actor = officer_club(request, slug, Role.DIRECTOR)
    form = ManyForm(request.POST or None, known=queries.names_in_use(club))
    if request.method != "POST" or not form.is_valid():
        return render(request, "people/add_many.html", {"form": form})
    listed = form.listed()
    if "add" not in request.POST:
        return render(request, "people/add_many.html", {"form": form, "listed": listed})
    ticked = set(request.POST.getlist("line"))
    names = [(n.first_name, n.last_name) for n in listed if str(n.at) in ticked]
    is_guest = form.cleaned_data["is_guest"]
    added = _try(form, lambda: services.add_players(club=club, names=names, is_guest=is_guest))
    if added is None:
        return render(request, "people/add_many.html", {"form": form})
    text = ngettext("{n} name is added.", "{n} names are added.", len(added))
    messages.success(request, text.format(n=len(added)))
    return redirect("people:players", slug=slug)
