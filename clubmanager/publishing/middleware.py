"""Anonymous public pages of a night come as bytes from a cache, before session and views."""

import gzip
import hashlib
import re
import threading

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
KEEP_SECONDS = 3600  # an old version is never asked for again
_drawing = threading.Lock()


class PublicPageCache:
    """Answers anonymous requests for a night's public pages; everything else passes through.

    The key is (night's tag, language, path, fragment or page). A visitor with a session cookie
    passes, since her page greets her; so does any method but GET and HEAD.
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
        tag = state.tag(timezone.now())
        if request.GET.get("seen") == tag:
            return nothing_new()
        return self._page(request, tag)

    def _page(self, request, tag):
        language = get_language_from_request(request)
        text = f"{tag} {language} {'HX-Request' in request.headers} {request.path_info}"
        key = f"public:{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"
        page = cache.get(key)
        return answer(request, *page) if page else self._drawn(request, key)

    def _drawn(self, request, key):
        """Draw the page and keep it. Many ask at once when a result comes in: one draws, the
        others of this process wait for its bytes."""
        with _drawing:
            page = cache.get(key)
            if page is None:
                response = self.get_response(request)
                if response.status_code != 200 or response.streaming or response.cookies:
                    return response
                page = packed(response)
                cache.set(key, page, KEEP_SECONDS)
        return answer(request, *page)


def has_session(request) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def nothing_new() -> HttpResponse:
    """The answer to somebody who has seen this state: nothing is swapped."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def packed(response) -> tuple[dict[str, str], bytes, bytes]:
    """Headers to keep, the body, and the body as it travels to browsers that unpack it."""
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    # Weak: the same page may travel packed or not.
    headers["ETag"] = f'W/"{hashlib.blake2b(response.content, digest_size=16).hexdigest()}"'
    headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    return headers, response.content, gzip.compress(response.content, 6, mtime=0)


def answer(request, headers: dict[str, str], body: bytes, small: bytes):
    """The page, or 304 for a browser that has it."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(small, headers={**headers, "Content-Encoding": "gzip"})
    else:
        response = HttpResponse(body, headers=headers)
    response["Content-Length"] = str(len(response.content))
    patch_vary_headers(response, VARIES)
    return get_conditional_response(request, etag=headers["ETag"], response=response)
