"""Policies of the whole API: who asks, how often, how bodies are read, how lists are cut.

The settings name these, so nothing here may import a view.
"""

import json
from typing import Any

from django_filters import BooleanFilter
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import exceptions, parsers
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.throttling import SimpleRateThrottle

from clubmanager.people.tokens import token_of

MOST_BYTES = 1024 * 1024


class Problem(exceptions.APIException):
    """A refusal of a known kind (a key of clubmanager.problems.KINDS), with more members."""

    def __init__(self, kind: str, detail: str, **members: Any):
        super().__init__(detail)
        self.kind, self.members = kind, members


def key_after(word: bytes, request) -> str | None:
    """The key of an `Authorization` header that begins with this word, or None without one."""
    parts = get_authorization_header(request).split()
    if not parts or parts[0].lower() != word.lower():
        return None
    if len(parts) != 2:
        raise exceptions.AuthenticationFailed("one key, without blanks")
    return parts[1].decode("latin-1")


class PersonalTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <personal token>`"""

    def authenticate(self, request):
        key = key_after(b"bearer", request)
        if key is None:
            return None
        token = token_of(key)
        if token is None:
            raise exceptions.AuthenticationFailed("The token is unknown or revoked.")
        return token.user, token

    def authenticate_header(self, request):
        return 'Bearer realm="clubmanager"'


class JsonAlways(BaseContentNegotiation):
    """There is one representation: whatever is accepted, JSON is the answer."""

    def select_parser(self, request, parsers):
        wanted = request.content_type.partition(";")[0].strip().lower()
        return next((p for p in parsers if p.media_type == wanted), None)

    def select_renderer(self, request, renderers, format_suffix=None):
        return renderers[0], renderers[0].media_type


class SmallJsonParser(parsers.JSONParser):
    """JSON of a sane size and depth."""

    def parse(self, stream, media_type=None, parser_context=None):
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise Problem("too-large", f"A body has at most {MOST_BYTES} bytes.")
        try:
            return json.loads(body.decode(), parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError("The body is not JSON.") from error


def _refuse_constant(name: str):
    raise ValueError(f"{name} is not JSON")


class TokenThrottle(SimpleRateThrottle):
    """So many requests for each token, or signed-in user."""

    scope = "token"

    def get_cache_key(self, request, view):
        if request.auth is None and not request.user.is_authenticated:
            return None
        kind = type(request.auth).__name__ if request.auth else "session"
        holder = request.auth.pk if request.auth else request.user.pk
        return self.cache_format % {"scope": self.scope, "ident": f"{kind}-{holder}"}


class AddressThrottle(SimpleRateThrottle):
    """So many requests for each address of people without a token: a whole club, mostly."""

    scope = "anonymous"

    def get_cache_key(self, request, view):
        if request.auth is not None or request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class StrictFilters(DjangoFilterBackend):
    """Filters that refuse a value which they would silently ignore."""

    def filter_queryset(self, request, queryset, view):
        filterset = self.get_filterset(request, queryset, view)
        for name, one in filterset.filters.items() if filterset else ():
            value = request.query_params.get(name)
            if value == "":
                raise exceptions.ValidationError({name: ["An empty value asks for nothing."]})
            if isinstance(one, BooleanFilter) and value not in (None, "true", "false"):
                raise exceptions.ValidationError({name: ["true or false."]})
        return super().filter_queryset(request, queryset, view)


class Pages(PageNumberPagination):
    """Pages by number; how long they are is the client's choice, within reason."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000

    def get_page_size(self, request):
        text = request.query_params.get(self.page_size_query_param, str(self.page_size))
        if not (text.isdecimal() and len(text) < 10 and int(text) > 0):
            message = {self.page_size_query_param: [f"A number from 1 to {self.max_page_size}."]}
            raise exceptions.ValidationError(message)
        return min(int(text), self.max_page_size)
