"""What a table's phone needs to go on without network: its queue's door, the shell, the worker.

The queue's door is thin: each item goes through the form and the service of the page itself.
"""

import json
import uuid
from dataclasses import dataclass
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.devices import claim_of
from clubmanager.nights.forms.games import blank_forms, table_form
from clubmanager.nights.models import Claim, ClaimState
from clubmanager.nights.queries import HandRow, TableRow
from scoring.core.ruleset import RuleError
from scoring.writes import WriteRefused

from .at_table import hand_or_404, refusal_words

MOST_ITEMS = 50
MOST_BYTES = 65_536
KINDS = ("enter", "accept", "refuse", "call")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry or confirmation of a device's queue, or a call for the director.

    `at` is the table-round, `hand` the hand's number there. `fields` are those of the hand's form;
    with an "accept" they say what the other side agreed to, with a "call" its reason.
    `follows` is the id of what the same device wrote on this hand before.
    Raises ValueError for anything else.
    """

    id: uuid.UUID
    at: int
    hand: int
    kind: str
    version: int
    fields: dict[str, str]
    follows: uuid.UUID | None

    @classmethod
    def read(cls, raw: object) -> "Item":
        if not isinstance(raw, dict) or raw.get("kind") not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}")
        fields, follows = raw.get("fields") or {}, raw.get("follows")
        if not isinstance(fields, dict):
            raise ValueError("fields must be an object")
        at, hand, version = (_whole(raw, name) for name in ("at", "hand", "version"))
        return cls(
            uuid.UUID(str(raw.get("id"))), at, hand, raw["kind"], version,
            {str(name): str(value) for name, value in fields.items()},
            uuid.UUID(str(follows)) if follows else None,
        )  # fmt: skip


def _whole(raw: dict, name: str) -> int:
    value = raw.get(name)
    if type(value) is not int or not 0 <= value < 2**31:
        raise ValueError(f"{name} must be a whole number")
    return value


@never_cache
@require_POST
def send(request):
    """Take a queue in its order. Each item is answered: stored, held, refused, or later.

    Sent again, an item is answered again and stored once. What is refused does not stop the rest.
    """
    try:
        items = _items(request)
    except ValueError as error:
        return JsonResponse({"problem": str(error)}, status=400)
    return JsonResponse({"results": [{"id": str(i.id), **_take(request, i)} for i in items]})


def _items(request: HttpRequest) -> list[Item]:
    if len(request.body) > MOST_BYTES:
        raise ValueError(f"the queue must have at most {MOST_BYTES} bytes")
    body = json.loads(request.body)
    raw = body.get("items") if isinstance(body, dict) else None
    if not isinstance(raw, list) or len(raw) > MOST_ITEMS:
        raise ValueError(f"items must be a list of at most {MOST_ITEMS}")
    return [Item.read(one) for one in raw]


def _take(request: HttpRequest, item: Item) -> dict[str, str]:
    claim = claim_of(request, item.at)
    if claim is None:
        return _refused(_("This phone has no access to that table any more. Tell the director."))
    if claim.state == ClaimState.WAITS and item.kind != "call":
        return {"status": "later", "message": _("Another phone has this table.")}
    try:
        if item.kind == "call":
            return _take_call(claim, item)
        table, row = hand_or_404(claim, item.hand)
        if item.kind == "enter" or item.fields:
            return _take_typed(claim, table, row, item)
        return _take_answer(claim, row, item)
    except Http404:
        return _refused(_("There is no hand %(n)s at this table.") % {"n": item.hand})
    except (RuleError, PermissionDenied, WriteRefused) as error:
        return _refused(refusal_words(error))


def _take_call(claim: Claim, item: Item) -> dict[str, str]:
    """Call the director, once: not anew when the answer was lost and she has come meanwhile."""
    services.tell_director(claim, item.fields.get("reason", "")[:150], client_id=item.id)
    return {"status": "stored"}


def _take_typed(claim: Claim, table: TableRow, row: HandRow, item: Item) -> dict[str, str]:
    """A hand as it was typed, or the other side's agreement to one."""
    version = services.version_after(item.follows, item.version)
    envelope = {"client_id": str(item.id), "version": str(version)}
    form = table_form(table, row, item.fields | envelope)
    if not form.is_valid():
        return _refused(" ".join(dict.fromkeys(sum(form.errors.values(), []))))
    write = form.write()
    if item.kind == "enter":
        done = services.deliver_hand(claim, row.id, **write)
    else:
        del write["version"]
        done = services.agree_to(claim, row.id, **write)
    if done.held:
        return {"status": "held", "message": str(done.held.get_why_display())}
    return {"status": "stored"}


def _take_answer(claim: Claim, row: HandRow, item: Item) -> dict[str, str]:
    """Accept or Not right, to the result that the device saw."""
    version = services.version_after(item.follows, item.version)
    services.accept_hand(
        claim, row.id, accept=item.kind == "accept", client_id=item.id, version=version
    )
    return {"status": "stored"}


def _refused(message: str) -> dict[str, str]:
    return {"status": "refused", "message": message}


@require_safe
def shell(request):
    """The page that opens without network. It is the same for every table, and knows nothing."""
    response = render(request, "nights/at_table/shell.html", {"blanks": blank_forms()})
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def worker(request):
    """The service worker. Its address decides what it may serve: everything under /t/."""
    source = Path(finders.find("js/table_sw.js")).read_text()
    return HttpResponse(
        source,
        content_type="text/javascript; charset=utf-8",
        headers={"Service-Worker-Allowed": "/t/", "Cache-Control": "no-cache"},
    )
