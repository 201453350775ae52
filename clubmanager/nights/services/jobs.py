"""Long work in the background: a Job row, a task that carries its id, a file for officers."""

import logging
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubmanager.nights.models import ClubNight, Job, JobState, NightState
from clubmanager.nights.prints.evening import draw_evening
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.double_dummy import DOUBLE_DUMMY, GOING_ON
from clubmanager.nights.queries.pads import draw_blanks, draw_pads
from clubmanager.nights.queries.paper import evening, paper_of, standings_sheet
from clubmanager.people.access import Actor
from clubmanager.people.queries import mail_addresses
from deals.core.double_dummy import solver_is_installed
from deals.models import Source
from scoring.core.ruleset import RuleError
from scoring.prints.standings import draw_standings

from .codes import issue_cards
from .common import changing
from .mailing import COMMITMENT_MAIL, mail_commitment
from .solving import require_something_to_solve, solve_for

logger = logging.getLogger(__name__)

PRINT_PACK, WHOLE_NIGHT = "print pack", "whole night"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of long work: what does it and returns what to tell, and its file's ending, if any."""

    work: Callable[[Job, Progress], str]
    suffix: str = ""
    failed: str = "It could not be drawn. The reason is in the server's log."


@transaction.atomic
def start_print_pack(night: ClubNight, *, actor: Actor, kind: str = PRINT_PACK) -> Job:
    """Order the night's paper: WHOLE_NIGHT is one PDF of everything in the order in which it is

    handed out, PRINT_PACK a zip of pads and standings. Sent when this transaction is committed.
    """
    if kind not in PACKS:
        raise RuleError("pack", kind, " or ".join(PACKS))
    if not night.rounds.exists():
        raise RuleError("night", night.state, "seated first, so that there is something to print")
    if kind == WHOLE_NIGHT and night.state != NightState.CLOSED:
        issue_cards(night.pk, actor=actor)
    return _order(kind, night, actor)


def start_double_dummy(night_id: int, *, actor: Actor) -> Job:
    """Let the solver work on the night's boards. A director's, since the solver sees the cards.

    Raises RuleError as solving.require_something_to_solve.
    """
    with changing(night_id, actor, "started double dummy") as (night, note):
        note.after = {"deal_set": require_something_to_solve(night).pk}
        return _order(DOUBLE_DUMMY, night, actor)


def solve_after_closing(night: ClubNight, *, actor: Actor) -> None:
    """What closing a night starts by itself, where a worker does it in the background."""
    if settings.CELERY_TASK_ALWAYS_EAGER or not solver_is_installed():
        return
    try:
        require_something_to_solve(night)
    except RuleError:
        return
    _order(DOUBLE_DUMMY, night, actor)


def start_commitment_mail(night_id: int, *, actor: Actor) -> Job:
    """Mail the commitment to the members who gave an address.

    Raises RuleError without a sealed set of this site's own, and without any address.
    """
    with changing(night_id, actor, "mailed the commitment") as (night, note):
        used = getattr(night, "night_deal_set", None)
        if used is None or used.deal_set.source != Source.GENERATED or used.deal_set.is_open:
            raise RuleError("deal set", None, "dealt by this site and still sealed")
        addresses = len(mail_addresses(night.club))
        if not addresses:
            raise RuleError("members", "none", "at least one who gave an e-mail address")
        note.after = {"commitment": used.deal_set.commitment, "letters": addresses}
        return _order(COMMITMENT_MAIL, night, actor)


def stop_job(job: Job, *, actor: Actor) -> None:
    """Stop work that waits or runs; what it has done so far stays."""
    with changing(job.night_id, actor, "stopped a job") as (_night, note):
        note.after = {"kind": job.kind}
        now = timezone.now()
        going_on = Job.objects.filter(pk=job.pk, state__in=GOING_ON)
        if not going_on.update(state=JobState.STOPPED, finished_at=now):
            raise RuleError("job", str(job.get_state_display()), "waiting or running")


def _order(kind: str, night: ClubNight, actor: Actor) -> Job:
    job = Job.objects.create(kind=kind, night=night, created_by=actor.label)
    transaction.on_commit(lambda: _send(job.pk))
    return job


def _send(job_id: int) -> None:
    from clubmanager.nights.tasks import run_job

    try:
        run_job.delay(job_id)
    except run_job.OperationalError:
        logger.exception("job %s could not be sent", job_id)
        _fail(job_id, "The background worker cannot be reached. Try again in a minute.")


def _fail(job_id: int, message: str) -> None:
    Job.objects.filter(pk=job_id).update(
        state=JobState.FAILED, message=message, finished_at=timezone.now()
    )


def job_file(job: Job) -> Path:
    """Where the job's file lies, if it makes one; outside everything that a web server hands out
    by itself."""
    return Path(settings.JOB_FILES_DIR) / f"{job.pk}.{KINDS[job.kind].suffix or 'none'}"


def carry_out(job_id: int) -> None:
    """Run a job. Run twice, or again after a crash, it does the same once more, or goes on."""
    job = Job.objects.select_related("night__club", "night__chart").get(pk=job_id)
    if job.state in (JobState.DONE, JobState.STOPPED):
        return
    not_stopped = Job.objects.filter(pk=job_id).exclude(state=JobState.STOPPED)
    not_stopped.update(state=JobState.RUNNING, message="")
    kind = KINDS[job.kind]
    try:
        message = kind.work(job, _progress_of(job))
    except Exception:
        logger.exception("job %s failed", job_id)
        _fail(job_id, kind.failed)
    else:
        done = {"state": JobState.DONE, "message": message, "finished_at": timezone.now()}
        not_stopped.update(**done)


def _progress_of(job: Job) -> Progress:
    def progress(done: int, total: int) -> None:
        Job.objects.filter(pk=job.pk).update(done=done, total=total)

    return progress


def _make_file(job: Job, write: Callable[[Path], None]) -> str:
    target = job_file(job)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = target.with_suffix(".part")
    write(half)
    half.replace(target)
    name = f"night-{job.night_id}{target.suffix}"
    Job.objects.filter(pk=job.pk).update(file_name=name)
    for old in Job.objects.filter(night=job.night, kind=job.kind, pk__lt=job.pk):
        job_file(old).unlink(missing_ok=True)
    return ""


def _make_whole_night(job: Job, progress: Progress) -> str:
    return _make_file(job, lambda path: path.write_bytes(draw_whole_night(job.night, progress)))


def _make_pack(job: Job, progress: Progress) -> str:
    return _make_file(job, lambda path: _write_zip(path, draw_pack(job.night, progress)))


def _write_zip(path: Path, files: Iterator[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files:
            pack.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


def draw_whole_night(night: ClubNight, progress: Progress = lambda done, total: None) -> bytes:
    """One PDF of everything a night hands out, but for the slips of sealed deals."""
    return draw_evening(evening(load_night(night)), paper_of(night), progress)


def draw_pack(
    night: ClubNight, progress: Progress = lambda done, total: None
) -> Iterator[tuple[str, bytes]]:
    """File name and PDF of everything a night prints, but for the slips of sealed deals.

    Score pads, a file for each round; a blank pad; the standings once the night is closed.
    """
    data, paper = load_night(night), paper_of(night)
    rounds = sorted(data.rounds())
    closed = night.state == NightState.CLOSED
    total = len(rounds) + 1 + closed
    for number in rounds:
        progress(number - 1, total)
        yield f"score-pads-round-{number}.pdf", draw_pads(data, {number}, paper)
    yield "blank-pads.pdf", draw_blanks(night, paper)
    if closed:
        sheet = standings_sheet(data, public=False)
        yield "standings.pdf", draw_standings(sheet, paper)
    progress(total, total)


KINDS = {
    WHOLE_NIGHT: Kind(_make_whole_night, "pdf"),
    PRINT_PACK: Kind(_make_pack, "zip"),
    DOUBLE_DUMMY: Kind(solve_for, failed="It was not solved. The reason is in the server's log."),
    COMMITMENT_MAIL: Kind(
        mail_commitment, failed="Not every letter was sent. The reason is in the server's log."
    ),
}
PACKS = [name for name, kind in KINDS.items() if kind.suffix]
