"""As of which state a night's public pages stand, told by one cheap read.

The tag of a night changes whenever one of its public pages may look different: its own version,
its club's (names), the end of an embargo or of the correction period, the state of other nights
that play the same deals. It is read before the data, so that a page is never older than its tag.
"""

import hashlib
import time
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubmanager.nights.models import ClubNight, NightState
from clubmanager.nights.queries import correction_ends, embargo_holds

HOLD_SECONDS = 0.5  # thousands of watchers cost a process two reads a second
MOST_HELD = 1000
KEPT_SECONDS = 0.25  # so long a process shows the page that it has from the shared cache


class Watched(NamedTuple):
    """What the public pages of a night depend on; names as of ClubNight."""

    created_at: datetime
    version: int
    state: str
    show_live: bool
    club_version: int
    embargo: bool
    embargo_until: datetime | None
    closed_at: datetime | None
    correction_minutes: int
    deals_opened_at: datetime | None
    played_elsewhere: bool

    def tag(self, now: datetime) -> str:
        """A short name of this state at that time, fit for addresses."""
        ends = correction_ends(self)
        phases = embargo_holds(self, now), ends is not None and now < ends
        return hashlib.blake2b(repr((self, phases)).encode(), digest_size=9).hexdigest()

    def frame(self, now: datetime) -> str:
        """The same name for all states of a running night that show and hide the same things.

        They differ in what was played since. Whatever must hide (names, embargo, live results)
        has its own field here and makes another frame, as everything does once a night is over.
        """
        running = self.state == NightState.RUNNING
        return (self._replace(version=0) if running else self).tag(now)


_held: dict[int, tuple[float, Watched]] = {}


def watched(night_id: int) -> Watched | None:
    """The state of a night, half a second old at most; None where there is no such night."""
    now = time.monotonic()
    held = _held.get(night_id)
    if held and now - held[0] < HOLD_SECONDS:
        return held[1]
    found = _read(night_id)
    if len(_held) >= MOST_HELD:
        _held.clear()
    if found is not None:
        _held[night_id] = now, found
    return found


def tag_of(night_id: int) -> str:
    """The tag of a night that exists."""
    found = watched(night_id)
    return found.tag(timezone.now()) if found else ""


_kept: dict[str, tuple[float, Any]] = {}


def kept(key: str) -> Any:
    """What the shared cache has under the key, as of a quarter of a second ago at most."""
    now = time.monotonic()
    asked, value = _kept.get(key, (0.0, None))
    if value is not None and now - asked < KEPT_SECONDS:
        return value
    value = cache.get(key)
    if len(_kept) >= MOST_HELD:
        _kept.clear()
    if value is not None:
        _kept[key] = now, value
    return value


def forget_kept(key: str) -> None:
    """Ask the shared cache at the next request: this process has just written there."""
    _kept.pop(key, None)


def forget() -> None:
    """Read every night and every page anew at the next request."""
    _held.clear()
    _kept.clear()


def _read(night_id: int) -> Watched | None:
    same_deals = ClubNight.objects.filter(
        night_deal_set__deal_set=OuterRef("night_deal_set__deal_set")
    ).exclude(pk=OuterRef("pk"))
    row = (
        ClubNight.objects.filter(pk=night_id)
        .annotate(elsewhere=Exists(same_deals.exclude(state=NightState.CLOSED)))
        .values_list(
            "created_at", "version", "state", "show_live", "club__version", "embargo",
            "embargo_until", "closed_at", "correction_minutes",
            "night_deal_set__deal_set__opened_at", "elsewhere",
        )
        .first()
    )  # fmt: skip
    return Watched(*row) if row else None
