"""The way to round 1, as every page before it shows it: what is done, what comes next."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubmanager.nights.models import ClubNight, NightState
from clubmanager.nights.queries.desk import Preparation
from clubmanager.nights.queries.formats import entry_size

PAGES = [
    ("nights:edit", _("Plan")),
    ("nights:check_in", _("Check-in")),
    ("nights:pairs", _("Pairs")),
    ("nights:seating", _("Seating")),
    ("nights:deals", _("Deals")),
]
NEXT_WORDS = {
    "nights:check_in": _("Next: check people in"),
    "nights:pairs": _("Next: who plays with whom"),
    "nights:seating": _("Next: seat them"),
    "nights:deals": _("Next: the deals"),
}


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    label: str
    url: str
    done: bool
    current: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """`next_url` leads on from this page; where it is empty, round 1 may start or waits."""

    steps: tuple[Step, ...]
    next_url: str
    next_label: str
    may_start: bool
    seated: bool
    over: bool


def steps_of(night: ClubNight, current: str, prepared: Preparation) -> Steps:
    """The steps of a night with the page `current` (a url name) marked; "" for none of them."""
    done = {
        "nights:edit": True,
        "nights:check_in": prepared.people,
        "nights:pairs": prepared.pairs,
        "nights:seating": prepared.seated,
        "nights:deals": prepared.deals and prepared.seated,
    }
    names = [n for n, _label in PAGES if n != "nights:pairs" or entry_size(night) > 1]
    labels = dict(PAGES)
    steps = tuple(
        Step(name, labels[name], _url(night, name), done[name], name == current) for name in names
    )
    if current:
        following = _following(names, current, prepared)
    else:
        following = next((name for name in names if not done[name]), "")
    return Steps(
        steps,
        next_url=_url(night, following) if following else "",
        next_label=NEXT_WORDS.get(following, ""),
        may_start=prepared.may_start,
        seated=prepared.seated,
        over=night.state != NightState.PLANNED,
    )


def _following(names: list[str], current: str, prepared: Preparation) -> str:
    """The next page; "" where this one is not done, or starting round 1 is next.

    From the seats the way leads past the deals when it is clear where the cards come from.
    """
    if current == "nights:seating":
        return "" if prepared.may_start or not prepared.seated else "nights:deals"
    if current == "nights:deals":
        return "nights:seating" if prepared.deals and not prepared.seated else ""
    return names[names.index(current) + 1]


def _url(night: ClubNight, name: str) -> str:
    return reverse(name, args=[night.club.slug, night.pk])
