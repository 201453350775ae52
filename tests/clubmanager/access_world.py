"""One world for the access table: a running night, and one of each kind of user."""

import json
from copy import copy
from dataclasses import dataclass

from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from clubmanager.nights import services
from clubmanager.nights.models import (
    CheckIn,
    DirectorCall,
    Entry,
    HeldEntry,
    Job,
    LogEntry,
    NightChange,
    Penalty,
    Section,
)
from clubmanager.nights.queries import load_night
from clubmanager.nights.services.claims import claim_table
from clubmanager.nights.services.jobs import carry_out
from clubmanager.people.models import Membership, User
from clubmanager.people.tokens import make_token
from clubmanager.seasons.services import create_event
from deals.models import DealSet
from tests import world

USERS = (
    "public", "own table", "other table", "other round", "scorer", "director", "owner",
    "other club", "operator",
)  # fmt: skip
TABLES = ("own table", "other table", "other round")
PAGE_METHODS = ("GET", "POST")


@dataclass
class World:
    night: object
    kwargs: dict[str, object]
    special: dict[str, dict[str, object]]
    clients: dict[str, Client]
    headers: dict[str, dict[str, str]]
    bodies: dict[str, dict | str]

    def address(self, name: str) -> str:
        """The url of that name, its arguments taken from this world."""
        kwargs = self.kwargs | self.special.get(name, {})
        return reverse(name, kwargs=arguments(name, kwargs))

    def ask(self, user: str, method: str, name: str):
        """One request, whose traces in database and cookies are taken back."""
        client = self.clients[user]
        cookies = copy(client.cookies)
        body, kind = self.bodies.get(name, ""), "application/x-www-form-urlencoded"
        if name.startswith("api:"):
            body, kind = json.dumps(self.bodies.get(name, {})), "application/json"
        with transaction.atomic():
            answer = client.generic(
                method, self.address(name), body, content_type=kind, headers=self.headers[user]
            )
            transaction.set_rollback(True)
        client.cookies = cookies
        return answer


def make_world() -> World:
    """A night in its second round, with stored deals, a job, a claim of each kind, and a hand
    that waits."""
    club = world.make_club()
    night = world.running_night(club, people=8, stored=True)
    world.play_round(night, 1)
    earlier = claim_table(night.pk, 1, device="slow phone")
    services.start_round(night.pk, actor=world.SYSTEM)
    own, other = (claim_table(night.pk, n, device=f"phone {n}") for n in (1, 2))
    Membership.objects.create(club=club, user=_user("scorer"), role="scorer")
    Membership.objects.create(club=club, user=_user("director"), role="director")
    Membership.objects.create(club=club, user=_user("owner"), role="owner")
    elsewhere = world.make_club("Hillside Club")
    Membership.objects.create(club=elsewhere, user=_user("other club"), role="director")
    User.objects.create_superuser("operator@example.org", "secret", first_name="operator")
    token, _key = make_token(User.objects.get(first_name="director"), name="a program")
    clients, headers = {}, {}
    for user in USERS:
        clients[user], headers[user] = Client(), {}
        if user not in ("public", *TABLES):
            clients[user].force_login(User.objects.get(first_name=user))
    for user, claimed in zip(TABLES, (own, other, earlier), strict=True):
        headers[user] = {"Authorization": f"Table {claimed.token}"}
        clients[user].cookies[f"table-{claimed.claim.table_round_id}"] = claimed.token
    undone = LogEntry.objects.create(night=night, actor="test", origin="page", action="test")
    NightChange.objects.create(log_entry=undone, rows=[])
    special = {
        "nights:undo": {"entry_id": undone.pk},
        "api:trouble-undo": {"pk": {"trouble": undone.pk}},
        "nights:deals_file": {"kind": "pbn"},
        "nights:pay": {"what": "paid"},
    }
    bodies = {
        "nights:call": f"table_round={own.claim.table_round_id}",
        "people:chart": f"seen={night.chart_id}",
        "api:job-list": {"night": night.pk},
        "api:night-list": {"club": club.pk, "title": "x", "date": "2027-01-07", "format": "social"},
    }
    return World(night, _kwargs(night, own.claim, token), special, clients, headers, bodies)


def _user(name: str) -> User:
    return User.objects.create_user(f"{name.replace(' ', '-')}@example.org", first_name=name)


def _kwargs(night, claim, token) -> dict[str, object]:
    data = load_night(night)
    table = data.table(claim.table_round_id)
    hand = table.hands[0]
    facts = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}
    held = HeldEntry.objects.create(
        claim=claim, hand_id=hand.id, why="differs", facts=facts, tricks=9, version=0, stored={},
        client_id="00000000-0000-4000-8000-000000000001",
    )  # fmt: skip
    job = Job.objects.create(night=night, kind="print pack", created_by="test")
    carry_out(job.pk)
    entry = Entry.objects.filter(section__in=Section.objects.filter(night=night)).first()
    player = CheckIn.objects.filter(night=night).first().player_id
    call = DirectorCall.objects.create(table_round=claim.table_round, called_by="test")
    penalty = Penalty.objects.create(
        night=night,
        entry=Entry.objects.last(),
        hundredths=100,
        unit="points",
        reason="slow",
        given_by="test",
    )
    card = services.issue_cards(night.pk, actor=world.SYSTEM)[0]
    event = create_event(night.club, name="Cup", actor=world.SYSTEM)
    officer = Membership.objects.filter(club=night.club, role="scorer").get()
    return {
        "slug": night.club.slug, "night_id": night.pk, "table_round_id": table.id,
        "hand_id": hand.id, "number": 1, "entry_id": entry.pk, "player_id": player,
        "person_id": player, "officer_id": officer.pk, "job_id": job.pk, "claim_id": claim.pk,
        "held_id": held.pk, "call_id": call.pk, "penalty_id": penalty.pk, "what": "pause",
        "key": "late", "board": 1, "wish": "yes", "token_id": token.pk, "state": "here",
        "kind": "json", "event_id": event.pk,
        "text": card.text, "uidb64": "MQ", "token": "x-y", "name": "bridge-chart",
        "pk": {
            "club": night.club_id, "person": player, "night": night.pk, "entry": entry.pk,
            "game": table.id, "hand": hand.id, "deal-set": DealSet.objects.get().pk,
            "job": job.pk, "event": event.pk, "penalty": penalty.pk, "trouble": 1,
        },
    }  # fmt: skip


def patterns(found=None, space: str = ""):
    """(name with its namespace, pattern) of every named address of the site."""
    for one in get_resolver().url_patterns if found is None else found:
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from patterns(one.url_patterns, inner)
        elif isinstance(one, URLPattern) and one.name:
            yield f"{space}{one.name}", one


def arguments(name: str, kwargs: dict) -> dict:
    """The arguments that the address of this name takes."""
    pattern = next(p for n, p in patterns() if n == name).pattern
    found = {arg: kwargs[arg] for arg in pattern.regex.groupindex}
    if "pk" in found:
        resource = name.removeprefix("api:")
        found["pk"] = next(v for k, v in kwargs["pk"].items() if resource.startswith(f"{k}-"))
    # Where included patterns take arguments too, reverse() says which are missing.
    for extra in ("slug", "night_id"):
        try:
            reverse(name, kwargs=found)
        except NoReverseMatch:
            found[extra] = kwargs[extra]
    return found


def methods_of(pattern, address: str) -> list[str]:
    """The methods that an address takes: of an API's door its actions, of a page those that it
    names when it refuses another."""
    actions = getattr(pattern.callback, "actions", None)
    if actions:
        return [method.upper() for method in actions if method != "head"]
    allow = Client().generic("PATCH", address).headers.get("Allow", "GET, POST")
    return [method for method in PAGE_METHODS if method in allow.split(", ")]


def outcome(answer) -> str:
    """An answer as the table says it. What is wrong with an empty body was let in."""
    code, location = answer.status_code, answer.headers.get("Location", "")
    login = location.startswith(("/account/login/", "/admin/login/"))
    words = {401: "sign in", 403: "refused", 404: "not found"}
    return "sign in" if code == 302 and login else words.get(code, "yes" if code < 500 else "FAULT")
