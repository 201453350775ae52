"""What the doors of the API share: who asks, how problems are said, how bodies are read.

A door authorises, calls a service or a query, and shows the answer. Everything that goes wrong is
raised; `clubmanager.problems` turns it into the answer.
"""

import contextlib
import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import exceptions, parsers, serializers, viewsets
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.throttling import SimpleRateThrottle

from clubmanager.people.access import RANKS, Actor
from clubmanager.people.models import Club, Membership, Role
from clubmanager.people.tokens import token_of

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 6


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


def roles_of(request) -> dict[int, str]:
    """The reader's role in each club in which there is one, asked for once a request."""
    if not request.user.is_authenticated:
        return {}
    if not hasattr(request, "club_roles"):
        rows = Membership.objects.filter(user=request.user)
        request.club_roles = dict(rows.values_list("club_id", "role"))
    return request.club_roles


def require_sign_in(request) -> None:
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated("This needs the token of an officer.")


def officer_of(request, club_id: int | None, at_least: str = Role.SCORER) -> Actor:
    """Who acts in the club; the same answers as the pages give (people.access.officer_club)."""
    require_sign_in(request)
    role = roles_of(request).get(club_id)
    if role is None:
        raise Http404
    if RANKS[role] < RANKS[at_least]:
        raise PermissionDenied
    return Actor(str(request.user), role, "api", request.user.pk)


def club_in_body(request, serializer_class) -> tuple[serializers.Serializer, Club]:
    """The checked body of a request that names its club."""
    require_sign_in(request)
    body = checked(serializer_class, request)
    return body, body.validated_data["club"]


def checked(serializer_class, request) -> serializers.Serializer:
    """The request's body, checked. Raises ValidationError that names the fields."""
    body = serializer_class(data=request.data, context={"request": request})
    body.is_valid(raise_exception=True)
    return body


class PlainJson(serializers.JSONField):
    """An object for a service to judge: no deeper than it can be, and text that can be stored."""

    def to_internal_value(self, data):
        if not isinstance(data, dict):
            raise serializers.ValidationError("This must be an object.")
        self._look_into(data, MOST_DEPTH)
        return data

    def _look_into(self, value, depth: int) -> None:
        if depth == 0:
            raise serializers.ValidationError(f"This is deeper than {MOST_DEPTH} levels.")
        if isinstance(value, str) and not _storable(value):
            raise serializers.ValidationError("This has characters that no text has.")
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        for part in inner if isinstance(inner, list) else ():
            self._look_into(part, depth - 1)


def _storable(text: str) -> bool:
    with contextlib.suppress(UnicodeEncodeError):
        return b"\0" not in text.encode()
    return False


@method_decorator(conditional_page, name="dispatch")
class Door(viewsets.ViewSet):
    """A reading door: every answer has an ETag, and 304 is the answer to who has it."""


class QueryDoor(viewsets.ReadOnlyModelViewSet):
    """A door to rows of one table: pages, filters and ETags come from here."""

    lookup_value_regex = r"\d{1,18}"

    @method_decorator(conditional_page)
    def dispatch(self, request, *args, **kwargs):
        return super().dispatch(request, *args, **kwargs)
