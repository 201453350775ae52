"""Long work in the background: a Job row, a task that carries its id, a file for officers."""

import logging
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubmanager.nights.models import ClubNight, Job, JobState, NightState
from clubmanager.nights.prints.evening import draw_evening
from clubmanager.nights.queries import load_night
from clubmanager.nights.queries.paper import evening, paper_of, score_pads, standings_sheet
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from scoring.prints.score_pads import draw_blank_pads, draw_score_pads
from scoring.prints.standings import draw_standings

from .codes import issue_cards

logger = logging.getLogger(__name__)

PRINT_PACK, WHOLE_NIGHT = "print pack", "whole night"
SUFFIXES = {PRINT_PACK: "zip", WHOLE_NIGHT: "pdf"}
Progress = Callable[[int, int], None]


@transaction.atomic
def start_print_pack(night: ClubNight, *, actor: Actor, kind: str = PRINT_PACK) -> Job:
    """Order the night's paper: WHOLE_NIGHT is one PDF of everything in the order in which it is

    handed out, PRINT_PACK a zip of pads and standings. Sent when this transaction is committed.
    """
    if kind not in SUFFIXES:
        raise RuleError("pack", kind, " or ".join(SUFFIXES))
    if not night.rounds.exists():
        raise RuleError("night", night.state, "seated first, so that there is something to print")
    if kind == WHOLE_NIGHT and night.state != NightState.CLOSED:
        issue_cards(night.pk, actor=actor)
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
    """Where the job's file lies; outside everything that a web server hands out by itself."""
    return Path(settings.JOB_FILES_DIR) / f"{job.pk}.{SUFFIXES[job.kind]}"


def carry_out(job_id: int) -> None:
    """Run a job. Run twice, or again after a crash, it makes the same file once more."""
    job = Job.objects.select_related("night__club", "night__chart").get(pk=job_id)
    if job.state == JobState.DONE:
        return
    Job.objects.filter(pk=job_id).update(state=JobState.RUNNING, message="")
    try:
        _make_pack(job)
    except Exception:
        logger.exception("job %s failed", job_id)
        _fail(job_id, "It could not be drawn. The reason is in the server's log.")


def _make_pack(job: Job) -> None:
    def progress(done: int, total: int) -> None:
        Job.objects.filter(pk=job.pk).update(done=done, total=total)

    target = job_file(job)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = target.with_suffix(".part")
    if job.kind == WHOLE_NIGHT:
        half.write_bytes(draw_whole_night(job.night, progress))
    else:
        _write_zip(half, draw_pack(job.night, progress))
    half.replace(target)
    name = f"night-{job.night_id}.{SUFFIXES[job.kind]}"
    Job.objects.filter(pk=job.pk).update(
        state=JobState.DONE, file_name=name, finished_at=timezone.now()
    )
    for old in Job.objects.filter(night=job.night, kind=job.kind, pk__lt=job.pk):
        job_file(old).unlink(missing_ok=True)


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
        yield f"score-pads-round-{number}.pdf", draw_score_pads(score_pads(data, {number}), paper)
    yield "blank-pads.pdf", draw_blank_pads(2, night.chart.value, paper)
    if closed:
        sheet = standings_sheet(data, public=False)
        yield "standings.pdf", draw_standings(sheet, paper)
    progress(total, total)
