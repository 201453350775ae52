"""What everybody may see of a club's events: sessions whose results are public."""

from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubmanager.people.models import Club
from clubmanager.seasons.models import Event
from clubmanager.seasons.papers import event_sheet
from clubmanager.seasons.queries import event_with_sessions, standings_of
from clubmanager.seasons.views import pdf_answer
from clubmanager.seasons.words import rule_words, status_words

from .views import club_frame


@require_safe
def event(request, slug, event_id):
    found = _public_event(slug, event_id)
    standings = standings_of(found, public=True)
    context = club_frame(request, found.club) | {
        "event": found,
        "standings": standings,
        "rule": rule_words(standings),
        "stands": status_words(standings),
    }
    return render(request, "publishing/event.html", context)


@require_safe
def event_pdf(request, slug, event_id):
    """The wall sheet under public names; there is none before a total is public."""
    found = _public_event(slug, event_id)
    standings = standings_of(found, public=True)
    if not standings.lines:
        raise Http404
    return pdf_answer(event_sheet(standings), found)


def _public_event(slug: str, event_id: int) -> Event:
    found = event_with_sessions(get_object_or_404(Club, slug=slug), event_id)
    if found is None or not found.is_public:
        raise Http404
    return found
