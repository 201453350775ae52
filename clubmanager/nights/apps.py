from django.apps import AppConfig


class NightsConfig(AppConfig):
    name = "clubmanager.nights"
    label = "nights"
