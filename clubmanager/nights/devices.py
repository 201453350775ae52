"""Cookies of devices at tables. All lie under /t/, none can be read by a script."""

import secrets

from django.http import HttpRequest, HttpResponse

from clubmanager.nights import services
from clubmanager.nights.models import Claim

PATH = "/t/"
DEVICE = "device"
KEPT_SECONDS = 36 * 3600  # one night, and the morning after


def device_of(request: HttpRequest) -> str:
    """The device's own secret id; a new one where it has none yet."""
    return request.COOKIES.get(DEVICE) or secrets.token_urlsafe(32)


def keep_device(request: HttpRequest, response: HttpResponse, device: str) -> HttpResponse:
    _set(request, response, DEVICE, device)
    return response


def keep_token(request: HttpRequest, response: HttpResponse, claimed: services.Claimed) -> None:
    """One cookie for each table and round, so that the slow table's last hand still gets in."""
    _set(request, response, _token_name(claimed.claim.table_round_id), claimed.token)


def claim_of(request: HttpRequest, table_round_id: int) -> Claim | None:
    """The claim of this device on this table and round, whatever its state."""
    claim = services.find_claim(request.COOKIES.get(_token_name(table_round_id), ""))
    if claim is None or claim.table_round_id != table_round_id:
        return None
    return services.heard_from(claim)


def _token_name(table_round_id: int) -> str:
    return f"table-{table_round_id}"


def _set(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=KEPT_SECONDS, path=PATH, secure=request.is_secure(), httponly=True,
        samesite="Lax",
    )  # fmt: skip
