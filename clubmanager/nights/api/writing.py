"""What writes beyond hands share: the version that was seen, and one answer for one key."""

import hashlib
import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from clubmanager.nights.models import ApiWrite, ClubNight
from clubmanager.people.rest import Problem
from deals.core.pbn import PbnError
from scoring.core.ruleset import RuleError

VERSION = re.compile(r'"(\d{1,9})"')
SEEN = OpenApiParameter(
    "If-Match", {"type": "string", "pattern": '^"[0-9]{1,9}"$'}, OpenApiParameter.HEADER,
    required=True, description="The night's `version` that the client saw, in quotes.",
)  # fmt: skip
KEY = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "format": "uuid"}, OpenApiParameter.HEADER,
    required=False, description="The client's own id of this write: a repeat is answered again.",
)  # fmt: skip


def version_seen(request) -> int:
    """The version in `If-Match`. Raises the problems `version-needed` and `bad-header`."""
    if "If-Match" not in request.headers:
        text = 'If-Match must be the version that was seen, for example "3".'
        raise Problem("version-needed", text, field="If-Match")
    version = VERSION.fullmatch(request.headers["If-Match"].strip())
    if version is None:
        text = 'If-Match must be one version in quotes, for example "3".'
        raise Problem("bad-header", text, field="If-Match")
    return int(version[1])


def write_key(request) -> uuid.UUID:
    """The client's own id of a write. Raises the problem `bad-header`."""
    try:
        return uuid.UUID(request.headers.get("Idempotency-Key", ""))
    except ValueError:
        text = "Idempotency-Key must be a UUID that the client made for this write."
        raise Problem("bad-header", text, field="Idempotency-Key") from None


@contextmanager
def as_seen(request, night: ClubNight) -> Iterator[None]:
    """A write on a night that is still as the client saw it. Raises the problem
    `stale-version`."""
    wanted = version_seen(request)
    with transaction.atomic():
        locked = ClubNight.objects.select_for_update().filter(pk=night.pk)
        version = locked.values_list("version", flat=True).get()
        if version != wanted:
            text = f"The night is at version {version}, {wanted} was seen."
            raise Problem("stale-version", text, current={"version": version})
        yield


@contextmanager
def ruled(field: str) -> Iterator[None]:
    """A refusal of the deals floor, which names no field, as a problem that does."""
    try:
        yield
    except (RuleError, PbnError):
        raise
    except ValueError as error:
        raise Problem("rule", str(error), field=field) from error


def once(request, write: Callable[[], Response]) -> Response:
    """The answer of a write, or of the same one before under this `Idempotency-Key`.

    Without a key it is written. Raises the problem `key-reused` for a key of another write.
    """
    if "Idempotency-Key" not in request.headers:
        return write()
    key = write_key(request)
    try:
        with transaction.atomic():
            return _before(request, key) or _written(request, key, write)
    except IntegrityError:
        found = _before(request, key)  # two at a time: the other was first
        if found is None:
            raise
        return found


def _before(request, key: uuid.UUID) -> Response | None:
    found = ApiWrite.objects.filter(user=request.user, key=key).first()
    if found is None:
        return None
    if found.sent != _digest(request):
        raise Problem("key-reused", "This Idempotency-Key came with another write before.")
    return Response(found.answer, found.status)


def _written(request, key: uuid.UUID, write: Callable[[], Response]) -> Response:
    response = write()
    ApiWrite.objects.create(
        user=request.user, key=key, sent=_digest(request), status=response.status_code,
        answer=json.loads(JSONRenderer().render(response.data)),
    )  # fmt: skip
    return response


def _digest(request) -> str:
    sent = [request.method, request.path, json.dumps(request.data, sort_keys=True)]
    return hashlib.sha256("\n".join(sent).encode()).hexdigest()
