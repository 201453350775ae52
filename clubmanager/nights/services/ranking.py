"""How a night is ranked, and penalties. Both are logged, and change every page of the night."""

from clubmanager.nights.core.ranking import RankingSettings
from clubmanager.nights.games import require_method
from clubmanager.nights.models import ClubNight, Dealing, Entry, Method, Penalty, PenaltyUnit
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError

from .common import Note, changing

MOST_HUNDREDTHS = 1_000_000
ALONE = (Method.GAMES, Method.POINTS, Method.BACK_SCORE)


def set_ranking(
    night_id: int,
    *,
    actor: Actor,
    method: str,
    settings: RankingSettings,
    ranked_together: bool = True,
    reason: str = "",
) -> ClubNight:
    """Change how the night is ranked, before, during or after it.

    Raises RuleError for a method that the night cannot have, or a tie-break that it does not
    know; without a reason once the night has begun.
    """
    with changing(night_id, actor, "changed the ranking", reason=reason) as (night, note):
        _require_possible(night, method)
        settings.require_method(method)
        if night.state != "planned" and not note.reason:
            raise RuleError("reason", "", "a sentence that says why, since the night has begun")
        note.before = _stored(night)
        night.method, night.ranking = method, settings.to_json()
        night.ranked_together = ranked_together
        note.after = _stored(night)
    return night


def _require_possible(night: ClubNight, method: str) -> None:
    if method not in Method.values:
        raise RuleError("method", method, ", ".join(Method.values))
    require_method(night, method)
    if method not in ALONE and night.dealing == Dealing.SHUFFLED:
        raise RuleError("method", method, "games or points, since each table shuffles its cards")


def _stored(night: ClubNight) -> dict:
    return {"method": night.method, "together": night.ranked_together, **night.ranking}


def give_penalty(
    night_id: int, entry_id: int, *, hundredths: int, unit: str, actor: Actor, reason: str
) -> Penalty:
    """A procedural penalty: points of the ranking, or a share of a top, both in hundredths.

    Raises RuleError without a reason, for an entry of another night, an amount that is not one.
    """
    most = 10_000 if unit == PenaltyUnit.PERCENT else MOST_HUNDREDTHS
    if unit not in PenaltyUnit.values:
        raise RuleError("unit", unit, ", ".join(PenaltyUnit.values))
    if type(hundredths) is not int or not 1 <= hundredths <= most:
        raise RuleError("amount", hundredths, f"1 to {most} hundredths")
    if not reason.strip():
        raise RuleError("reason", "", "a sentence that says why")
    with changing(night_id, actor, "gave a penalty", reason=reason) as (night, note):
        entry = Entry.objects.filter(section__night=night, pk=entry_id).first()
        if entry is None:
            raise RuleError("entry", entry_id, "an entry of this night")
        if unit == PenaltyUnit.PERCENT and night.method != Method.MATCHPOINTS:
            raise RuleError("unit", unit, "points, since only matchpoints have a top")
        if night.method in ALONE and hundredths % 100:
            raise RuleError("amount", hundredths / 100, "whole points")
        penalty = Penalty.objects.create(
            night=night, entry=entry, hundredths=hundredths, unit=unit,
            reason=reason.strip()[:300], given_by=actor.label,
        )  # fmt: skip
        _describe(note, penalty, "after")
    return penalty


def take_back_penalty(night_id: int, penalty_id: int, *, actor: Actor, reason: str = "") -> None:
    """Undo a penalty; the log keeps both. RuleError if there is none."""
    with changing(night_id, actor, "took a penalty back", reason=reason) as (night, note):
        penalty = Penalty.objects.filter(night=night, pk=penalty_id).select_related("entry").first()
        if penalty is None:
            raise RuleError("penalty", penalty_id, "a penalty of this night")
        _describe(note, penalty, "before")
        penalty.delete()


def _describe(note: Note, penalty: Penalty, when: str) -> None:
    what = {
        "entry": str(penalty.entry),
        "amount": f"{penalty.hundredths / 100:g} {penalty.unit}",
        "why": penalty.reason,
    }
    setattr(note, when, what)
