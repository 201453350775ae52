"""Double dummy of a night's deals, in the background. What it finds is sealed like the cards."""

from collections.abc import Callable

from django.db.models import F

from clubmanager.nights.models import ClubNight, Job, JobState, NightDealSet, NightState
from clubmanager.nights.queries.double_dummy import jobs_on
from deals.core.double_dummy import solver_is_installed
from deals.models import DealSet
from deals.queries import unsolved_boards
from deals.solving import solve_deal_set
from scoring.core.ruleset import RuleError


def require_something_to_solve(night: ClubNight) -> DealSet:
    """The night's deal set. Raises RuleError where there is nothing to solve, or nothing to solve
    it with, or another job is at it."""
    used = NightDealSet.objects.select_related("deal_set").filter(night=night).first()
    if used is None:
        raise RuleError("deal set", None, "chosen for this night first")
    if night.state == NightState.PLANNED:
        raise RuleError("night", night.state, "one that has begun")
    if not solver_is_installed():
        raise RuleError("solver", None, 'installed on this site (the extra "solver")')
    if not unsolved_boards(used.deal_set):
        raise RuleError("boards", "none", "boards with cards that are not solved yet")
    if jobs_on(used.deal_set).exists():
        raise RuleError("double dummy", "running", "started once; it is being worked on already")
    return used.deal_set


def solve_for(job: Job, report: Callable[[int, int], None]) -> str:
    """Solve the boards of the job's night until it is stopped; returns what to tell."""
    deal_set = job.night.night_deal_set.deal_set

    def stopped() -> bool:
        return Job.objects.filter(pk=job.pk, state=JobState.STOPPED).exists()

    solved = solve_deal_set(deal_set, report=report, cancelled=stopped)
    # Pages of every night with these cards may look different now.
    nights = ClubNight.objects.filter(night_deal_set__deal_set=deal_set)
    nights.update(version=F("version") + 1)
    return f"{solved} boards are solved."
