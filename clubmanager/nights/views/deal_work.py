"""Work on a deal set that others do: the solver, and the post."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubmanager.nights.access import officer_night
from clubmanager.nights.models import Job
from clubmanager.nights.services.jobs import (
    start_commitment_mail,
    start_double_dummy,
    stop_job,
)
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError


@require_POST
def solve(request, slug, night_id):
    """Let the solver work on the night's boards."""
    return _ordered(request, slug, night_id, start_double_dummy)


@require_POST
def mail(request, slug, night_id):
    """Mail the commitment to the members who gave an address."""
    return _ordered(request, slug, night_id, start_commitment_mail)


def _ordered(request, slug, night_id, start):
    _night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        job = start(night_id, actor=actor)
    except RuleError as error:
        messages.error(request, str(error))
        return redirect("nights:deals", slug, night_id)
    return redirect("nights:job", slug, night_id, job.pk)


@require_POST
def stop(request, slug, night_id, job_id):
    """Stop work that waits or runs."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    job = get_object_or_404(Job, night=night, pk=job_id)
    try:
        stop_job(job, actor=actor)
    except RuleError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Stopped. What was done until then stays."))
    return redirect("nights:job", slug, night_id, job.pk)
