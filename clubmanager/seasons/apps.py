from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "clubmanager.seasons"
    label = "seasons"

    def ready(self):
        from clubmanager.nights.services import moving

        from .queries import places_of

        moving.beyond.append(places_of)
