"""The rest of a night drawn anew: played rounds stay (night story 19)."""

from clubmanager.nights.core.format_kinds import ROUND_BY_ROUND
from clubmanager.nights.core.formats import stationary_keys
from clubmanager.nights.core.replan import redraw
from clubmanager.nights.models import ClubNight, NightState, RoundState, Section, SitOut, TableRound
from clubmanager.nights.queries.data import load_night
from clubmanager.nights.queries.formats import format_of
from clubmanager.nights.queries.movements import StoredMovement, stored_movement
from clubmanager.nights.services.common import require_state
from clubmanager.nights.services.dealing import assign_boards
from clubmanager.nights.services.laying import lay_rounds, remove_tables
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .undoing import recorded


def redraw_rest(night_id: int, *, actor: Actor, reason: str = "", rounds: int | None = None):
    """Draw every round that has not started anew, `rounds` of them (as many as there were).

    Raises RuleError before round 1, and for a night that is drawn round by round anyway.
    """
    with recorded(night_id, actor, "drew the rest anew", reason=reason) as (night, note):
        require_state(night, NightState.RUNNING)
        played = night.rounds.exclude(state=RoundState.PLANNED).count()
        note.before = {"rounds": night.rounds.count()}
        for section in night.sections.order_by("name"):
            redraw_section(night, section, played=played, rounds=rounds)
        note.after = {"rounds": night.rounds.count()}


def redraw_section(
    night: ClubNight, section: Section, *, played: int, rounds: int | None = None
) -> None:
    """The section's rounds after `played`, for everybody who still plays; nobody meets twice.

    Rounds keep their rows: what another section has drawn there stays.
    """
    if format_of(night).drawn == ROUND_BY_ROUND:
        raise RuleError("format", night.format, "one whose rounds are all there from the start")
    stored = stored_movement(section, load_night(night))
    left = len(stored.movement.rounds) - played
    if rounds is None and left < 1:
        raise RuleError("round", played, "one with a round after it")
    here = stored.here(played + 1)
    movement = redraw(
        stored.movement, played, rounds=rounds or left, here=here,
        seed=bytes.fromhex(night.draw_seed) + b"%d %d" % (played, night.version),
        stationary=_stationary(stored, here),
    )  # fmt: skip
    remove_tables(TableRound.objects.filter(section=section, round__number__gt=played))
    SitOut.objects.filter(entry__section=section, round__number__gt=played).delete()
    tables = lay_rounds(night, section, movement, first=played + 1)
    section.shared_sets, section.copies = movement.shared_sets, movement.copies
    section.notes = list(movement.notes)
    section.save(update_fields=["shared_sets", "copies", "notes"])
    # Where the new movement is shorter, its last rounds are empty.
    night.rounds.filter(number__gt=played, table_rounds=None).delete()
    assign_boards(night, only=[table.pk for table in tables])


def _stationary(stored: StoredMovement, here: list) -> frozenset:
    """The keys of those who need a seat that stays."""
    still = frozenset(
        index
        for index, key in enumerate(here)
        if stored.entries[key].members.filter(player__sits_still=True).exists()
    )
    return stationary_keys(here, still)
