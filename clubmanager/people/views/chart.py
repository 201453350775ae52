"""The club's chart: copied from its Quick Reference card, in versions."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.people import queries, services
from clubmanager.people.access import officer_club
from clubmanager.people.forms.chart import ChartForm
from clubmanager.people.forms.errors import add_rule_error
from clubmanager.people.models import Role
from scoring import display
from scoring.core.ruleset import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
def chart(request, slug):
    """Show the current chart in 42 boxes; saving them makes the next version."""
    club, actor = officer_club(request, slug, Role.DIRECTOR)
    current = queries.current_chart(club)
    if request.method != "POST":
        return _show(request, club, current, ChartForm.showing(club, current.value))
    form = ChartForm(request.POST)
    if not form.is_valid():
        return _show(request, club, _seen(request, club), form)
    warnings = form.value().warnings()
    if warnings and not form.cleaned_data["anyway"]:
        return _show(request, club, _seen(request, club), form, warnings=warnings)
    return _save(request, club, actor, form)


@require_POST
def chart_as_it_is(request, slug):
    """Play by the chart that is there, without changing a cell."""
    club, _actor = officer_club(request, slug, Role.DIRECTOR)
    services.confirm_chart(club)
    messages.success(request, _("The club plays by this chart. It can be changed at any time."))
    return redirect("people:players", slug=slug)


def _seen(request, club):
    """The version that the form was filled from. Raises Http404 for another club's."""
    for version in queries.chart_history(club):
        if str(version.chart.pk) == request.POST.get("seen"):
            return version.chart
    raise Http404


def _save(request, club, actor, form):
    seen = _seen(request, club)
    try:
        saved = services.save_club_chart(club, form.value(), seen=seen, actor=actor.label)
    except RuleError as error:
        if error.field == "chart version":
            return _show_conflict(request, club, form)
        add_rule_error(form, error)
        return _show(request, club, seen, form)
    messages.success(
        request,
        _("{name}, version {version}, is the club's chart now.").format(
            name=saved.name, version=saved.version
        ),
    )
    return redirect("people:chart" if club.chart_confirmed else "people:players", slug=club.slug)


def _show_conflict(request, club, form):
    """Refuse: somebody saved a version meanwhile. Both are shown, nothing is lost."""
    newest = queries.current_chart(club)
    conflict = {
        "newest": newest,
        "changes": newest.value.diff(form.value()),
        "table": display.chart_table(newest.value),
    }
    return _show(request, club, newest, form, status=409, conflict=conflict)


def _show(request, club, seen, form, *, status=200, **context):
    context |= {
        "form": form,
        "seen": seen,
        "provenance": seen.value.provenance,
        "history": queries.chart_history(club),
    }
    return render(request, "people/chart.html", context, status=status)
