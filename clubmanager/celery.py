"""The Celery application; its settings are the CELERY_ names of clubmanager.settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubmanager.settings")

app = Celery("clubmanager")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
