"""The navigation of the site: the one place that may link every room to every other."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubmanager.people.models import Club
from clubmanager.seasons.models import Event

CLUB_PAGES = [
    ("nights:desk", _("Nights")),
    ("seasons:events", _("Events")),
    ("people:players", _("People")),
    ("people:chart", _("Chart")),
    ("people:settings", _("Settings")),
    ("publishing:club", _("Public page")),
]
NIGHT_PAGES = [
    ("nights:director", _("Director")),
    ("nights:lines", _("Type pads")),
    ("nights:phones", _("Phones")),
    ("nights:check_in", _("Check-in")),
    ("nights:seating", _("Seating")),
    ("nights:deals", _("Deals")),
    ("nights:ranking", _("Ranking")),
    ("nights:printing", _("Print")),
    ("publishing:screen", _("Big screen")),
    ("publishing:publication", _("Publish")),
    ("nights:log", _("Log")),
    ("publishing:night", _("Public page")),
]


def site(request) -> dict:
    """`club` and `nav_items` for officers' pages of a club or a night; nothing elsewhere.

    `night_events`, to be called: links to the events that the night is a session of.
    """
    match = request.resolver_match
    club = getattr(request, "club", None)
    if match is None or not isinstance(club, Club):
        return {}
    if "night_id" in match.kwargs:
        pages, kwargs = NIGHT_PAGES, {"slug": club.slug, "night_id": match.kwargs["night_id"]}
    else:
        pages, kwargs = CLUB_PAGES, {"slug": club.slug}
    items = list(_items(pages, kwargs, match.view_name))
    return {"club": club, "nav_items": items, "night_events": lambda: _events(**kwargs)}


def _events(slug: str, night_id: int = 0) -> list[dict]:
    found = Event.objects.filter(sessions__night=night_id).values_list("pk", "name")
    return [
        {"label": name, "url": reverse("seasons:event", kwargs={"slug": slug, "event_id": pk})}
        for pk, name in found
    ]


def _items(pages, kwargs, current):
    for name, label in pages:
        yield {"label": label, "url": reverse(name, kwargs=kwargs), "current": name == current}
