"""How the API says that something went wrong: RFC 9457 problem details.

Rules, authority and collisions are raised below; here each becomes one JSON object with `type`,
`title`, `status` and `detail`, and the field, the value and what is allowed where there is one.
"""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from clubmanager.people.rest import Problem
from clubmanager.schema import PROBLEM_JSON
from deals.core.pbn import PbnError
from scoring.core.ruleset import RuleError, shown
from scoring.writes import IdReused, WriteRefused

TYPES = "/api/v1/docs/#problem-"
KINDS = {
    "bad-request": (400, "The request cannot be read"),
    "bad-fields": (400, "Some fields are missing or wrong"),
    "bad-header": (400, "A header is missing or wrong"),
    "sign-in": (401, "A token is needed"),
    "not-allowed": (403, "Your role does not allow this"),
    "held-back": (403, "Results are held back"),
    "hidden": (403, "Hidden from an officer who plays"),
    "not-found": (404, "There is nothing here for you"),
    "method": (405, "This address does not do that"),
    "stale-version": (409, "Somebody else changed this meanwhile"),
    "key-reused": (409, "The idempotency key belongs to another write"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "Bodies are JSON"),
    "rule": (422, "The rules do not allow this"),
    "version-needed": (428, "The version that was seen is needed"),
    "too-many": (429, "Too many requests"),
}
OF_STATUS = {
    400: "bad-request", 401: "sign-in", 403: "not-allowed", 404: "not-found", 405: "method",
    415: "media-type", 429: "too-many",
}  # fmt: skip


def handle(error: Exception, context: dict) -> Response | None:
    """The answer to an error; None for a defect of ours, which is a 500 and is logged."""
    answer = _answer(error)
    if answer is not None:
        set_rollback()
    return answer


def _answer(error: Exception) -> Response | None:
    if isinstance(error, Problem):
        return problem(error.kind, str(error.detail), **error.members)
    if isinstance(error, exceptions.ValidationError):
        return _fields(flat(error.detail))
    if isinstance(error, ValidationError):
        return _fields(flat(getattr(error, "message_dict", error.messages)))
    if isinstance(error, RuleError):
        return problem("rule", str(error), field=error.field, value=_plain(error.value),
                       allowed=error.allowed)  # fmt: skip
    if isinstance(error, PbnError):
        return problem("rule", str(error), errors=[str(note) for note in error.notes])
    if isinstance(error, WriteRefused):
        kind = "key-reused" if isinstance(error, IdReused) else "stale-version"
        return problem(kind, str(error))
    return _of_framework(error)


def _of_framework(error: Exception) -> Response | None:
    if isinstance(error, Http404):
        return problem("not-found", "There is nothing at this address, or not for you.")
    if isinstance(error, PermissionDenied):
        return problem("not-allowed", "Your role in this club does not allow this.")
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(int(error.wait))
    return problem(OF_STATUS.get(error.status_code, "bad-request"), str(error.detail),
                   headers=headers)  # fmt: skip


def problem(kind: str, detail: str, *, headers: dict | None = None, **members: Any) -> Response:
    status, title = KINDS[kind]
    body = {"type": TYPES + kind, "title": title, "status": status, "detail": detail}
    return Response(body | members, status, headers=headers, content_type=PROBLEM_JSON)


def _fields(errors: list[dict[str, str]]) -> Response:
    first = errors[0]
    detail = f"{first['field']}: {first['detail']}" if first["field"] else first["detail"]
    return problem("bad-fields", detail, field=first["field"], errors=errors)


def flat(detail: Any, field: str = "") -> list[dict[str, str]]:
    """Nested error messages as a list of {"field": "people.1", "detail": ...}."""
    if isinstance(detail, dict):
        inner = [(_inside(field, str(key)), value) for key, value in detail.items()]
    elif isinstance(detail, list) and any(isinstance(part, dict | list) for part in detail):
        inner = [(_inside(field, str(at)), part) for at, part in enumerate(detail) if part]
    elif isinstance(detail, list):
        inner = [(field, part) for part in detail]
    else:
        return [{"field": field, "detail": str(detail)}]
    return [error for name, value in inner for error in flat(value, name)]


def _inside(field: str, name: str) -> str:
    if name in ("non_field_errors", "__all__"):
        return field
    return f"{field}.{name}" if field else name


def _plain(value: Any) -> Any:
    """The refused value as JSON can hold it."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int) and abs(value) < 2**53:
        return value
    return shown(value)
