"""What the doors of the API share: who acts, and what is checked before a service is called.

A door authorises, calls a service or a query, and shows the answer. Everything that goes wrong is
raised; `clubmanager.problems` turns it into the answer.
"""

import contextlib

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import exceptions, serializers, viewsets

from clubmanager.people.access import RANKS, Actor
from clubmanager.people.models import Club, Membership, Role

MOST_DEPTH = 6


def roles_of(request) -> dict[int, str]:
    """The reader's role in each club in which there is one, asked for once a request."""
    if not request.user.is_authenticated:
        return {}
    if not hasattr(request, "club_roles"):
        rows = Membership.objects.filter(user=request.user)
        request.club_roles = dict(rows.values_list("club_id", "role"))
    return request.club_roles


def require_sign_in(request) -> None:
    """Raises PermissionDenied for a table's token, which is nobody's."""
    if request.auth is not None and not request.user.is_authenticated:
        raise PermissionDenied
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
    """The checked body of an officer's request that names the club.

    Raises PermissionDenied for a club in which the reader has no role.
    """
    require_sign_in(request)
    body = checked(serializer_class, request)
    club = body.validated_data["club"]
    if club.pk not in roles_of(request):
        raise PermissionDenied
    return body, club


KINDS = (
    (serializers.BooleanField, bool, "true or false"),
    (serializers.CharField, str, "text"),
    (serializers.ChoiceField, str, "text"),
    (serializers.IntegerField, int, "a whole number"),
    (serializers.PrimaryKeyRelatedField, int, "a whole number"),
)


class StrictBody:
    """A serializer of bodies that takes no number for text and no text for a number."""

    def to_internal_value(self, data):
        given = data if isinstance(data, dict) else {}
        wrong = {
            name: [f"This must be {word}."]
            for name, field in self.fields.items()
            if given.get(name) is not None and (word := _wrong_kind(field, given[name]))
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)


def _wrong_kind(field, value) -> str:
    """What the value must be, if it is not; a bool is no number."""
    for kind, type_, word in KINDS:
        if isinstance(field, kind):
            fits = isinstance(value, type_) and (type_ is bool or not isinstance(value, bool))
            return "" if fits else word
    return ""


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
