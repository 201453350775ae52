"""Print packs: drawn by the worker, served after authorisation, without any sealed slip."""

import io
import zipfile

import pytest
from django.db import transaction
from django.urls import reverse

from clubmanager.nights import tasks
from clubmanager.nights.models import Job
from clubmanager.nights.services import jobs
from tests import world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.JOB_FILES_DIR = tmp_path / "jobs"


@pytest.fixture
def night():
    return world.seated_night(world.make_club(), people=8, stored=True, rounds_planned=2)


def test_the_pack_holds_a_file_for_each_round_and_no_slip(night):
    job = jobs.start_print_pack(night, actor=world.SYSTEM)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 3, 3)
    names = zipfile.ZipFile(jobs.job_file(job)).namelist()
    assert names == ["score-pads-round-1.pdf", "score-pads-round-2.pdf", "blank-pads.pdf"]


def test_a_task_is_sent_only_when_the_order_is_committed(night, monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.run_job, "delay", sent.append)
    with transaction.atomic():
        jobs.start_print_pack(night, actor=world.SYSTEM)
        transaction.set_rollback(True)
    assert sent == []
    assert not Job.objects.exists()


def test_a_job_carried_out_twice_makes_the_same_file(night):
    job = jobs.start_print_pack(night, actor=world.SYSTEM)
    first = jobs.job_file(job).read_bytes()
    Job.objects.filter(pk=job.pk).update(state="running")
    jobs.carry_out(job.pk)
    assert jobs.job_file(job).read_bytes() == first


def test_a_newer_pack_replaces_the_older_file(night):
    old = jobs.start_print_pack(night, actor=world.SYSTEM)
    new = jobs.start_print_pack(night, actor=world.SYSTEM)
    assert not jobs.job_file(old).exists()
    assert jobs.job_file(new).exists()


def test_a_failure_is_told_and_leaves_no_half_file(night, monkeypatch):
    def fail(night, progress):
        raise OSError("disk full")

    monkeypatch.setattr(jobs, "draw_pack", fail)
    job = jobs.start_print_pack(night, actor=world.SYSTEM)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "could not be drawn" in job.message
    assert not jobs.job_file(job).exists()


def test_an_unreachable_worker_is_told_and_the_page_still_answers(night, monkeypatch, client):
    def unreachable(job_id):
        raise tasks.run_job.OperationalError

    monkeypatch.setattr(tasks.run_job, "delay", unreachable)
    client.force_login(world.make_officer(night.club))
    response = client.post(
        reverse("nights:start_pack", args=[night.club.slug, night.pk]), follow=True
    )
    assert "worker cannot be reached" in response.content.decode()


def test_officers_see_progress_and_download_the_file(night, client):
    client.force_login(world.make_officer(night.club))
    ordered = client.post(reverse("nights:start_pack", args=[night.club.slug, night.pk]))
    page = client.get(ordered["Location"])
    file_address = ordered["Location"] + "file/"
    assert file_address in page.content.decode()
    answer = client.get(file_address)
    pack = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert pack.testzip() is None
    assert answer["Cache-Control"] == "no-store"


def test_a_running_job_shows_how_far_it_is(night, client):
    client.force_login(world.make_officer(night.club))
    job = Job.objects.create(kind="print pack", night=night, state="running", done=1, total=3)
    page = client.get(reverse("nights:job", args=[night.club.slug, night.pk, job.pk]))
    assert "1 of 3" in page.content.decode()


def test_nobody_else_gets_the_file(night, client):
    job = jobs.start_print_pack(night, actor=world.SYSTEM)
    address = reverse("nights:job_file", args=[night.club.slug, night.pk, job.pk])
    assert client.get(address).status_code == 302
    client.force_login(world.make_officer(world.make_club("Other Club")))
    assert client.get(address).status_code == 404
