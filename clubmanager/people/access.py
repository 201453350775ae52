"""Who may do what: one helper for every door."""

from dataclasses import dataclass

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from .models import Club, Membership, Role

RANKS = {Role.SCORER: 1, Role.DIRECTOR: 2, Role.OWNER: 3}


class SignInFirst(Exception):
    """Raised for an anonymous visitor of an officers' page; the middleware sends to sign-in."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes, in which role, through which door. `label` is what the log keeps."""

    label: str
    role: str  # "player", "scorer", "director", "owner" or "system"
    origin: str  # "page", "command", "phone", "api"
    user_id: int | None = None
    table_round_id: int | None = None  # a player's: the one table and round she may write on

    def __post_init__(self):
        if self.role not in {"player", "system", *RANKS}:
            raise ValueError(f"role must be a known role, got {self.role!r}")

    @property
    def directs(self) -> bool:
        return self.role in (Role.DIRECTOR, Role.OWNER, "system")

    @property
    def is_officer(self) -> bool:
        return self.role != "player"


def role_in(user, club) -> str | None:
    """The user's role in the club, or None."""
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()


def officer_club(request, slug: str, at_least: str = Role.SCORER) -> tuple[Club, Actor]:
    """The club and who acts in it; strangers are told that there is no such page.

    Raises SignInFirst for anonymous visitors, Http404 for strangers to the club,
    PermissionDenied for a role below `at_least`.
    """
    if not request.user.is_authenticated:
        raise SignInFirst
    club = get_object_or_404(Club, slug=slug)
    role = role_in(request.user, club)
    if role is None:
        raise Http404
    if RANKS[role] < RANKS[at_least]:
        raise PermissionDenied
    request.club, request.club_role = club, role
    return club, Actor(str(request.user), role, "page", request.user.pk)


class SignInMiddleware:
    """Turns SignInFirst into the sign-in page, and marks officers' answers as not to be stored."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if getattr(request, "user", None) is not None and request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def process_exception(self, request, exception):
        if isinstance(exception, SignInFirst):
            return redirect_to_login(request.get_full_path())
        return None
