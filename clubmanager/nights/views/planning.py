"""Plan a night, change the plan, play the same again."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.formats import option_values
from clubmanager.nights.forms.games import setting_values
from clubmanager.nights.forms.planning import EditForm, NightForm, RepeatForm, suggested_night
from clubmanager.nights.models import ClubNight, Format, NightState
from clubmanager.nights.queries.desk import preparation_of
from clubmanager.people.access import officer_club
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

from .steps import steps_of


@require_http_methods(["GET", "HEAD", "POST"])
def new(request, slug):
    club, actor = officer_club(request, slug, Role.DIRECTOR)
    suggested = suggested_night(club)
    initial = model_to_dict(suggested, NightForm.Meta.fields)
    initial |= option_values(suggested.format, suggested.options)
    initial |= setting_values(suggested.game, suggested.game_settings)
    form = NightForm(_sent(request), club=club, initial=initial, instance=ClubNight(club=club))
    if form.is_valid():
        night = _saved(form, lambda: services.create_night(club, actor=actor, **form.plan()))
        if night:
            return _planned(request, night, _("The night is planned. Now check people in."))
    return render(request, "nights/night_form.html", {"form": form, "actor": actor})


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    steps = steps_of(night, "nights:edit", preparation_of(night))
    context = {"night": night, "title": night.title, "actor": actor, "steps": steps}
    if request.method != "POST" and night.state != NightState.PLANNED:
        return render(request, "nights/night_form.html", context)
    form = EditForm(_sent(request), club=night.club, instance=night)
    if form.is_valid():
        plan = form.plan()
        if _saved(form, lambda: services.update_night(night_id, actor=actor, **plan)):
            return _planned(request, form.instance, _("The plan is saved."))
    return render(request, "nights/night_form.html", context | {"form": form})


def _planned(request, night: ClubNight, text: str):
    """On to the people; a movement of one's own has to be typed in first."""
    if night.format == Format.TYPED and not night.typed_movement:
        messages.success(request, _("The plan is saved. Now the movement."))
        return redirect("nights:movement", night.club.slug, night.pk)
    messages.success(request, text)
    return redirect("nights:check_in", night.club.slug, night.pk)


def _sent(request):
    """What was sent, also when that is nothing; None where the page is only looked at."""
    return request.POST if request.method == "POST" else None


def _saved(form, save) -> ClubNight | None:
    """What `save` returns, or None with the form's errors filled in."""
    try:
        return save()
    except ValidationError as error:
        form.add_error(None, error.messages)
    except RuleError as error:
        form.add_error(None, str(error))
    return None


@require_POST
def repeat(request, slug, night_id):
    """Same as last week: one tap, nothing typed again."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    form = RepeatForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(form.errors.get("date", [])))
        return redirect("nights:desk", slug)
    later = services.repeat_night(night.pk, actor=actor, date=form.cleaned_data["date"])
    messages.success(
        request,
        _("Planned for %(date)s, same as before. Last time's people are booked.")
        % {"date": date_format(later.date, "l j F")},
    )
    return redirect("nights:check_in", slug, later.pk)
