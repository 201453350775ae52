from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "clubmanager.seasons"
    label = "seasons"
