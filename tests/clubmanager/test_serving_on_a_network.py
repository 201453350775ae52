"""What `serve --lan` tells its web processes: names, origins, and the address of table cards."""

import os

import pytest

from clubmanager import serving
from clubmanager.embedded import ServiceError


def test_the_chosen_address_is_a_host_and_an_origin(settings, monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["localhost"], []
    assert serving._allowed_hosts("192.0.2.7") == ["localhost", "192.0.2.7"]
    assert serving._trusted_origins("192.0.2.7", 8000) == ["http://192.0.2.7:8000"]


def test_on_loopback_nothing_more_is_trusted(settings):
    settings.CSRF_TRUSTED_ORIGINS = []
    assert serving._trusted_origins("127.0.0.1", 8000) == []


def test_without_an_address_the_machines_own_is_taken(monkeypatch):
    monkeypatch.setattr(serving, "_network_address", lambda: "192.0.2.7")
    assert serving.lan_address() == "192.0.2.7"
    assert serving.lan_address("192.0.2.8") == "192.0.2.8"


def test_without_a_network_it_says_what_to_do(monkeypatch):
    monkeypatch.setattr(serving, "_network_address", lambda: None)
    with pytest.raises(ServiceError, match="Join the club's network first"):
        serving.lan_address()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(None, "http://192.0.2.7:8000", id="where it listens"),
        pytest.param("https://club.example", "https://club.example", id="what the operator says"),
    ],
)
def test_the_children_learn_the_address_for_table_cards(monkeypatch, given, expected):
    started = {}
    monkeypatch.setenv("CLUBMANAGER_WORKER", "0")
    monkeypatch.setenv("CLUBMANAGER_BASE_URL", given or "")
    if given is None:
        monkeypatch.delenv("CLUBMANAGER_BASE_URL")
    monkeypatch.setattr(
        serving.embedded, "start_web",
        lambda host, port, workers, env: started.update(env) or StoppedChild(),
    )  # fmt: skip
    with serving.ExitStack() as stack:
        serving._start(
            stack, "192.0.2.7", 8000, 1, lambda _: None, base_url="http://192.0.2.7:8000/"
        )
    assert os.environ["CLUBMANAGER_BASE_URL"] == expected
    assert "192.0.2.7" in started["ALLOWED_HOSTS"]


class StoppedChild:
    def stop(self):
        pass
