"""Personal tokens: keys with which programs act for a user. The key itself is stored nowhere."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.core.ruleset import RuleError

from .models import PersonalToken, User

PREFIX = "cm_"  # lets a scanner of published source recognise a key that slipped out
MOST = 20
USE_NOTED_EVERY = timedelta(minutes=1)  # a write for each request would be one too many


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def make_token(user: User, *, name: str) -> tuple[PersonalToken, str]:
    """A new token and its key, which is shown this once. Raises RuleError for one too many."""
    if tokens_of(user).count() >= MOST:
        raise RuleError("tokens", MOST, f"at most {MOST}: revoke one first")
    key = PREFIX + secrets.token_urlsafe(32)
    return PersonalToken.objects.create(user=user, name=name, digest=digest_of(key)), key


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """The user's tokens that still work, the newest first."""
    return PersonalToken.objects.filter(user=user, revoked_at=None)


def revoke_token(user: User, token_id: int) -> bool:
    """End a token of this user; whether there was one."""
    return bool(tokens_of(user).filter(pk=token_id).update(revoked_at=timezone.now()))


def token_of(key: str) -> PersonalToken | None:
    """The working token of an active user with this key, its use noted; or None."""
    found = (
        PersonalToken.objects.select_related("user")
        .filter(digest=digest_of(key), revoked_at=None, user__is_active=True)
        .first()
    )
    now = timezone.now()
    if found and (not found.last_used_at or now - found.last_used_at > USE_NOTED_EVERY):
        stale = Q(last_used_at=None) | Q(last_used_at=found.last_used_at)
        PersonalToken.objects.filter(stale, pk=found.pk).update(last_used_at=now)
    return found
