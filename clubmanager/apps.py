"""The wiring: commands and navigation of the whole site."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    name = "clubmanager"
    label = "wiring"
