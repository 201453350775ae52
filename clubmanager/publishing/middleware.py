"""Anonymous public pages of a night come as bytes from a cache, before session and views."""

import gzip
import hashlib
import re
import threading
import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language_from_request

from . import watching

PUBLIC = re.compile(r"^/clubs/[-\w]+/nights/(?P<night_id>\d{1,18})/")
KEPT_HEADERS = ("Content-Type", "Content-Disposition", "Content-Language", "X-Frame-Options")
VARIES = ("Accept-Encoding", "Accept-Language", "Cookie", "HX-Request")
KEEP_SECONDS = 3600  # an old state is never asked for again
# While a running night's results come in, a page is drawn again only after so many times the time
# that its drawing took, so that drawing leaves most of the machine to the tables.
PACE = 5
MOST_PACE_SECONDS = 2.0
BUSY, DRAWING_SECONDS = ":drawing", 2  # then somebody else draws
_drawing = threading.Lock()


class Drawn(NamedTuple):
    """A page as it was drawn: of which state, when, and how long that took (seconds)."""

    version: int
    tag: str
    at: float
    took: float
    headers: dict[str, str]
    small: bytes  # gzip

    def is_due(self, version: int) -> bool:
        """Whether it is to be drawn again, now that the night is at that version."""
        pace = min(PACE * self.took, MOST_PACE_SECONDS)
        return self.version < version and time.time() >= self.at + pace


class PublicPageCache:
    """Answers anonymous requests for a night's public pages; everything else passes through.

    The key is (night's frame, language, path, fragment or page); the page says of which state in
    that frame it is. Who asks while a newer one is drawn gets the one before. A visitor with a
    session cookie passes, since her page greets her; so does any method but GET and HEAD.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        found = PUBLIC.match(request.path_info)
        if not found or request.method not in ("GET", "HEAD") or has_session(request):
            return self.get_response(request)
        state = watching.watched(int(found["night_id"]))
        if state is None:
            return self.get_response(request)
        now = timezone.now()
        if request.GET.get("seen") == state.tag(now):
            return nothing_new()
        page = self._page(request, key_of(request, state.frame(now)), state.version, state.tag(now))
        if isinstance(page, HttpResponse):
            return page
        return nothing_new() if request.GET.get("seen") == page.tag else answer(request, page)

    def _page(self, request, key: str, version: int, tag: str) -> Drawn | HttpResponse:
        """The page that is kept, drawn again if it is due and nobody else is at it."""
        page = watching.kept(key)
        if page is None:
            # There is nothing to show meanwhile: one draws, the others of this process wait.
            with _drawing:
                return cache.get(key) or self._draw(request, key, version, tag)
        if page.is_due(version) and cache.add(key + BUSY, 1, DRAWING_SECONDS):
            # Another process may have drawn it a moment ago.
            page = cache.get(key, page)
            if page.is_due(version):
                page = self._draw(request, key, version, tag)
            cache.delete(key + BUSY)
        return page

    def _draw(self, request, key: str, version: int, tag: str) -> Drawn | HttpResponse:
        """Draw the page and keep it; what is no page for everybody is answered and not kept."""
        start = time.time()
        response = self.get_response(request)
        if response.status_code != 200 or response.streaming or response.cookies:
            return response
        headers, small = packed(response)
        page = Drawn(version, tag, start, time.time() - start, headers, small)
        cache.set(key, page, KEEP_SECONDS)
        watching.forget_kept(key)
        return page


def key_of(request, frame: str) -> str:
    language = get_language_from_request(request)
    text = f"{frame} {language} {'HX-Request' in request.headers} {request.path_info}"
    return f"public:{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"


def has_session(request) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def nothing_new() -> HttpResponse:
    """The answer to somebody who has seen this state: nothing is swapped."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def packed(response) -> tuple[dict[str, str], bytes]:
    """Headers to keep, and the body as it travels to browsers that unpack it."""
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    # Weak: the same page may travel packed or not.
    headers["ETag"] = f'W/"{hashlib.blake2b(response.content, digest_size=16).hexdigest()}"'
    headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    return headers, gzip.compress(response.content, 6, mtime=0)


def answer(request, page: Drawn):
    """The page, or 304 for a browser that has it."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(page.small, headers={**page.headers, "Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(page.small), headers=page.headers)
    response["Content-Length"] = str(len(response.content))
    patch_vary_headers(response, VARIES)
    return get_conditional_response(request, etag=page.headers["ETag"], response=response)
