"""The next round of a Swiss or a knockout: its pairings as they would be drawn now."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubmanager.nights.access import officer_night
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.next_round import next_draw
from clubmanager.nights.services.drawing import draw_round
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request, slug, night_id):
    """Look at the pairings; by POST draw them. Missing hands need the director's override."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    if request.method != "POST":
        found = next_draw(night, load_night(night))
        return render(request, "nights/next_round.html", {"night": night, "draw": found})
    try:
        drawn = draw_round(
            night_id, number=_whole(request, "round"), actor=actor,
            override="override" in request.POST, seen=_whole(request, "seen"),
        )  # fmt: skip
    except RuleError as error:
        messages.error(request, str(error))
        return redirect("nights:draw_round", slug, night_id)
    messages.success(request, _("Round %(n)s is drawn.") % {"n": drawn.number})
    return redirect("nights:director", slug, night_id)


def _whole(request, name: str) -> int:
    text = request.POST.get(name, "")[:9]
    return int(text) if text.isdecimal() else 0
