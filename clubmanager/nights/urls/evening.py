"""While the night runs: the director's page, hands, rounds, the log."""

from django.urls import path  # noqa: F401

urlpatterns = []
