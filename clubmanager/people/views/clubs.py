"""A club: its beginning, its settings and its officers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.people import queries, services
from clubmanager.people.access import officer_club, role_in
from clubmanager.people.forms.clubs import NewClubForm, OfficerForm, SettingsForm
from clubmanager.people.forms.errors import add_rule_error
from clubmanager.people.invitations import invite_officer
from clubmanager.people.models import Membership, Role
from scoring.core.ruleset import RuleError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request):
    """A new club, whose first use is the chart page."""
    form = NewClubForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "people/new_club.html", {"form": form})
    club = services.create_club(owner=request.user, **form.cleaned_data)
    return redirect("people:chart", slug=club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request, slug):
    """What an owner decides for the club."""
    club, _actor = officer_club(request, slug, Role.OWNER)
    form = SettingsForm(request.POST or None, instance=club)
    if request.method != "POST" or not form.is_valid():
        return _show_settings(request, club, form=form)
    saved = services.update_club(club, **form.cleaned_data)
    messages.success(request, _("The settings are saved."))
    if saved.public_name_default != form.cleaned_data["public_name_default"]:
        messages.info(request, _("A school club shows first names only: that is set now."))
    return redirect("people:settings", slug=slug)


@require_POST
def add_officer(request, slug):
    """Give somebody a role in the club; who has no login yet is invited by e-mail."""
    club, _actor = officer_club(request, slug, Role.OWNER)
    form = OfficerForm(request.POST)
    if form.is_valid():
        try:
            officer, invited = invite_officer(
                club, **form.cleaned_data, absolute=request.build_absolute_uri
            )
        except RuleError as error:
            add_rule_error(form, error)
        else:
            text = _("{name} is now {role}.")
            if invited:
                text = _(
                    "{name} is now {role}, and gets a letter with a link to choose a password."
                )
            messages.success(
                request, text.format(name=officer.user, role=officer.get_role_display())
            )
            return redirect("people:settings", slug=slug)
    return _show_settings(request, club, officer_form=form)


@require_POST
def change_role(request, slug, officer_id):
    """Give an officer another role."""
    officer = _officer(request, slug, officer_id)
    return _try(request, officer, services.change_role, role=request.POST.get("role", ""))


@require_POST
def remove_officer(request, slug, officer_id):
    """Take an officer's role away."""
    return _try(request, _officer(request, slug, officer_id), services.remove_officer)


def _officer(request, slug, officer_id) -> Membership:
    club, _actor = officer_club(request, slug, Role.OWNER)
    return get_object_or_404(queries.officers_of(club), pk=officer_id)


def _try(request, officer, change, **values):
    """Carry out the change or say why not; somebody who gave up the own role goes home."""
    name, club = str(officer.user), officer.club
    try:
        change(officer, **values)
    except RuleError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The role of {name} is changed.").format(name=name))
    if role_in(request.user, club) != Role.OWNER:
        return redirect("home")
    return redirect("people:settings", slug=club.slug)


def _show_settings(request, club, *, form=None, officer_form=None):
    context = {
        "form": form or SettingsForm(instance=club),
        "officer_form": officer_form or OfficerForm(),
        "officers": queries.officers_of(club),
        "roles": Role.choices,
    }
    return render(request, "people/settings.html", context)
