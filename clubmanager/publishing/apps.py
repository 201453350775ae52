from django.apps import AppConfig


class PublishingConfig(AppConfig):
    name = "clubmanager.publishing"
    label = "publishing"
