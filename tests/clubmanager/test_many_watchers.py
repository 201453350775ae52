"""Night story 33: when a result comes in, everybody's phone asks at once; one page is drawn."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from django.http import HttpResponse
from django.test import RequestFactory

from clubmanager.publishing import middleware

DOOR = "/clubs/riverside/nights/7/"


def a_state(version=1, frame="a frame"):
    """What is known of a night that somebody watches."""
    tag = f"{frame} {version}"
    return SimpleNamespace(version=version, tag=lambda now: tag, frame=lambda now: frame)


def watching_door(monkeypatch, draw):
    """The cache in front of `draw`, and the state that it finds, to be changed."""
    state = {"now": a_state()}
    monkeypatch.setattr(middleware.watching, "watched", lambda night_id: state["now"])
    return middleware.PublicPageCache(draw), state


def counting():
    """Draws "page 1", "page 2" and so on."""
    drawn = []

    def draw(request):
        drawn.append(request.path)
        return HttpResponse(f"page {len(drawn)}")

    return draw


def text(door, **query):
    return door(RequestFactory().get(DOOR, query)).content.decode()


def test_a_page_that_took_long_is_not_drawn_again_at_once_but_soon(monkeypatch):
    """The tables keep most of the machine; nobody sees a page of five seconds ago."""
    clock = [1000.0]
    monkeypatch.setattr(middleware.time, "time", lambda: clock[0])
    monkeypatch.setattr(middleware, "PACE", 5)
    draw = counting()

    def slowly(request):
        clock[0] += 0.3
        return draw(request)

    door, state = watching_door(monkeypatch, slowly)
    assert text(door) == "page 1"
    state["now"] = a_state(version=2)
    clock[0] += 1.0
    assert text(door) == "page 1"
    clock[0] += 0.3  # five times 0.3 s after the first drawing began
    assert text(door) == "page 2"


def test_however_long_it_takes_a_page_waits_two_seconds_at_most(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(middleware.time, "time", lambda: clock[0])
    page = middleware.Drawn(1, "tag", at=1000.0, took=40.0, headers={}, small=b"")
    monkeypatch.setattr(middleware, "PACE", 5)
    clock[0] = 1001.9
    assert not page.is_due(2)
    clock[0] = 1002.0
    assert page.is_due(2)
    assert not page.is_due(1)


def test_what_must_hide_hides_at_once_however_long_a_drawing_takes(monkeypatch):
    monkeypatch.setattr(middleware, "PACE", 1000)
    door, state = watching_door(monkeypatch, counting())
    assert text(door) == "page 1"
    state["now"] = a_state(version=2, frame="embargo")
    assert text(door) == "page 2"


def test_who_asks_while_a_newer_page_is_drawn_gets_the_one_before(monkeypatch):
    begun, go_on = threading.Event(), threading.Event()
    draw = counting()

    def waiting(request):
        page = draw(request)
        if page.content == b"page 2":
            begun.set()
            assert go_on.wait(10)
        return page

    door, state = watching_door(monkeypatch, waiting)
    assert text(door) == "page 1"
    state["now"] = a_state(version=2)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(text, door)
        assert begun.wait(10)
        assert text(door) == "page 1"
        seen = RequestFactory().get(DOOR, {"seen": "a frame 1"})
        assert door(seen).status_code == 204
        go_on.set()
        assert first.result() == "page 2"
    assert text(door) == "page 2"


def test_a_process_that_has_not_heard_of_it_yet_keeps_the_newer_page(monkeypatch):
    door, state = watching_door(monkeypatch, counting())
    state["now"] = a_state(version=3)
    assert text(door) == "page 1"
    state["now"] = a_state(version=2)
    assert text(door) == "page 1"


def test_of_many_who_ask_at_once_one_draws_and_all_get_the_same(monkeypatch):
    state = a_state()
    monkeypatch.setattr(middleware.watching, "watched", lambda night_id: state)
    drawn = []

    def draw(request):
        drawn.append(request.path)
        time.sleep(0.2)  # long enough for all others to arrive meanwhile
        return HttpResponse(f"page {len(drawn)}")

    door = middleware.PublicPageCache(draw)
    request = RequestFactory().get
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(door, request("/clubs/riverside/nights/7/")) for _ in range(8)]
        pages = [one.result().content for one in asked]
    assert pages == [b"page 1"] * 8
    assert len(drawn) == 1


def test_a_page_that_cannot_be_drawn_does_not_stop_the_next_one(monkeypatch):
    state = a_state()
    monkeypatch.setattr(middleware.watching, "watched", lambda night_id: state)
    answers = iter([HttpResponse("gone", status=404), HttpResponse("here")])
    door = middleware.PublicPageCache(lambda request: next(answers))
    request = RequestFactory().get
    statuses = [door(request("/clubs/riverside/nights/8/")).status_code for _ in range(2)]
    assert statuses == [404, 200]
