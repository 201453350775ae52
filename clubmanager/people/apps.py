from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "clubmanager.people"
    label = "people"
