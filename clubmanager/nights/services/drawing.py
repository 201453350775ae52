"""The next round of a Swiss or a knockout, drawn from the results so far (night story 22)."""

from clubmanager.nights.models import ClubNight, NightState, Round
from clubmanager.nights.queries.data import load_night
from clubmanager.nights.queries.next_round import drawn_movements, drawn_tables, next_draw
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .common import require_state
from .dealing import assign_boards
from .laying import lay_rounds
from .trouble.undoing import recorded


def draw_round(
    night_id: int, *, number: int, actor: Actor, override: bool = False, seen: int | None = None
) -> Round:
    """Draw round `number`; it then waits to be started.

    Missing results hold it up unless the director overrides: then the ranking counts without
    them. `seen` is the night's version that the director looked at. Raises RuleError when
    another round is next, hands are missing, a match is drawn, or something changed since.
    """
    with recorded(night_id, actor, "drew a round") as (night, note):
        require_state(night, NightState.RUNNING)
        if seen is not None and seen != night.version:
            raise RuleError("draw", number, "looked at again: something has changed meanwhile")
        data = load_night(ClubNight.objects.select_related("club").get(pk=night.pk))
        draw = next_draw(night, data)
        if draw is None or draw.number != number:
            raise RuleError("round", number, "the next one of a night drawn round by round")
        missing = sum(table.missing for table in draw.owing)
        if missing and not override:
            raise RuleError("missing hands", missing, "none, or overridden by the director")
        if drawn_tables(night, data):
            raise RuleError("match", "drawn", "decided: let it play an extra hand")
        for section, _stored, movement in drawn_movements(night, data):
            tables = lay_rounds(night, section, movement, first=number)
            assign_boards(night, only=[table.pk for table in tables])
        note.after = {"round": number, "missing_hands": missing}
    return night.rounds.get(number=number)
