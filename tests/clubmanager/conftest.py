"""Pages are tested from a cold start: no state of a night is held over from another test."""

import pytest


@pytest.fixture(autouse=True)
def cold_public_pages():
    from django.core.cache import cache

    from clubmanager.publishing import watching

    watching.forget()
    cache.clear()


@pytest.fixture
def client_factory():
    """Makes clients, each with cookies of its own: one for each device."""
    from django.test import Client

    return Client
