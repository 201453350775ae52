"""How an event is totalled, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .queries import EventStandings


def rule_words(standings: EventStandings) -> str:
    """The rule of the total and what is not the usual."""
    event = standings.event
    if not standings.is_mean:
        words = [_("The points of all sessions are added.")]
    elif event.same_weight:
        words = [_("The mean of all sessions; each counts the same.")]
    else:
        words = [_("The mean of all sessions; a session of more boards counts for more.")]
    if any(view.row.share < 100 for view in standings.counted):
        words.append(_("A session that is carried over in part counts for that part."))
    if event.best:
        words.append(_("The best %(best)s sessions of each count.") % {"best": event.best})
    return " ".join(words)


def status_words(standings: EventStandings) -> str:
    held, planned = len(standings.counted), len(standings.sessions)
    text = ngettext(
        "After %(held)s of %(planned)s session", "After %(held)s of %(planned)s sessions", planned
    )
    return text % {"held": held, "planned": planned}
