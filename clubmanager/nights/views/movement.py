"""A movement typed in or from a file: looked at as a grid, then used."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.core.movement import Movement
from clubmanager.nights.core.typed import write_movement
from clubmanager.nights.forms.movements import MovementForm
from clubmanager.nights.models import Format
from clubmanager.nights.queries.desk import preparation_of
from clubmanager.nights.queries.seats import MovementGrid, movement_grid
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

from .steps import steps_of


@require_http_methods(["GET", "HEAD", "POST"])
def movement(request, slug, night_id):
    """Type it or load it; `look` shows the grid, `use` makes it the night's movement."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    sent = request.method == "POST"
    form = MovementForm(
        request.POST if sent else None, request.FILES if sent else None,
        initial={"text": night.typed_movement},
    )  # fmt: skip
    steps = steps_of(night, "nights:edit", preparation_of(night))
    context = {"night": night, "form": form, "steps": steps}
    if sent and form.is_valid():
        text = write_movement(form.movement)
        if "use" in request.POST and _used(request, night, text, form.movement, actor):
            return redirect("nights:check_in", slug, night_id)
        grid: MovementGrid = movement_grid(form.movement)
        context |= {"grid": grid, "form": MovementForm(initial={"text": text})}
    return render(request, "nights/movement.html", context)


def _used(request, night, text: str, typed: Movement, actor) -> bool:
    rounds = len(typed.rounds)
    try:
        services.update_night(
            night.pk, actor=actor, format=Format.TYPED, options={}, typed_movement=text,
            rounds_planned=rounds, sections_planned=1,
        )  # fmt: skip
    except RuleError as error:
        messages.error(request, str(error))
        return False
    messages.success(request, _("The night plays this movement."))
    return True
