"""Night story 33: when a result comes in, everybody's phone asks at once; one page is drawn."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from django.http import HttpResponse
from django.test import RequestFactory

from clubmanager.publishing import middleware


def test_of_many_who_ask_at_once_one_draws_and_all_get_the_same(monkeypatch):
    state = SimpleNamespace(tag=lambda now: "a-new-state")
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
    state = SimpleNamespace(tag=lambda now: "another-state")
    monkeypatch.setattr(middleware.watching, "watched", lambda night_id: state)
    answers = iter([HttpResponse("gone", status=404), HttpResponse("here")])
    door = middleware.PublicPageCache(lambda request: next(answers))
    request = RequestFactory().get
    statuses = [door(request("/clubs/riverside/nights/8/")).status_code for _ in range(2)]
    assert statuses == [404, 200]
