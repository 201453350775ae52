"""The wiring: commands, worker and navigation of the whole site."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    name = "clubmanager"
    label = "wiring"

    def ready(self):
        # Tasks find their application here; the package itself must stay importable without it.
        from . import celery  # noqa: F401
