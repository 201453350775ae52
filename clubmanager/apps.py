"""The wiring: commands and navigation of the whole site."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    name = "clubmanager"
    label = "wiring"

    def ready(self) -> None:
        from . import celery  # noqa: F401 - tasks are sent through this application
