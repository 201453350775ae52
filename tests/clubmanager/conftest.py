"""Pages are tested from a cold start: no state of a night is held over from another test."""

import pytest


@pytest.fixture(autouse=True)
def cold_public_pages(monkeypatch):
    """No page waits because this machine took long to draw it."""
    from django.core.cache import cache

    from clubmanager.publishing import middleware, watching

    monkeypatch.setattr(middleware, "PACE", 0)
    watching.forget()
    cache.clear()


@pytest.fixture
def client_factory():
    """Makes clients, each with cookies of its own: one for each device."""
    from django.test import Client

    return Client
