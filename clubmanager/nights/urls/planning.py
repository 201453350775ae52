"""Before the first round: the plan, the people, the seats, the deals."""

from django.urls import path  # noqa: F401

urlpatterns = []
