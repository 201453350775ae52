"""Thin doors for the worker: ids in, one function called, safe to run twice."""

from celery import shared_task

from .services.jobs import carry_out


@shared_task
def run_job(job_id: int) -> None:
    """Carry out a job of the Job table."""
    carry_out(job_id)
