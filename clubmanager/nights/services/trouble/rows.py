"""The rows of a night that an action may change: taken down, compared and put back."""

import uuid
from datetime import datetime
from typing import Any

from django.db.models import Exists, Model, OuterRef, QuerySet

from clubmanager.nights.core.rows import Change, Rows, of_kind
from clubmanager.nights.models import (
    CheckIn,
    ClubNight,
    Entry,
    EntryMember,
    HandLineup,
    Round,
    Seat,
    Section,
    SitOut,
    TableRound,
)
from clubmanager.nights.services.hands import undo_hand
from clubmanager.people.access import Actor
from scoring.models import Game, HandResult
from scoring.services import regroup_hands

# In the order in which rows depend on each other, with the path to the night. Of a game only
# that it exists: its totals follow from its hands.
TRACKED: dict[str, tuple[type[Model], str, tuple[str, ...]]] = {
    "night": (ClubNight, "pk", ("state", "closed_at")),
    "check-in": (CheckIn, "night", ()),
    "section": (Section, "night", ()),
    "round": (Round, "night", ()),
    "entry": (Entry, "section__night", ()),
    "member": (EntryMember, "night", ()),
    "game": (Game, "table_round__round__night", ("ruleset", "settings")),
    "hand": (HandResult, "game__table_round__round__night", ()),
    "table": (TableRound, "round__night", ()),
    "seat": (Seat, "round__night", ()),
    "sit-out": (SitOut, "round__night", ()),
    "line-up": (HandLineup, "hand__game__table_round__round__night", ()),
}
REWRITTEN = ("check-in", "member", "seat", "sit-out", "line-up")  # nothing points to these
GROUPING = ("board_group", "deal_applies")


def rows_of(night: ClubNight) -> Rows:
    """Every tracked row of the night as plain values."""
    return {
        table: {
            str(row["pk"]): {name: _plain(value) for name, value in row.items() if name != "pk"}
            for row in model.objects.filter(**{path: night.pk}).values(
                "pk", *(fields or _columns(model))
            )
        }
        for table, (model, path, fields) in TRACKED.items()
    }


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not field.primary_key]


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def put_back(changes: list[Change], *, actor: Actor, reason: str) -> None:
    """Make the rows what they were before; nobody may have touched them since.

    Hands are restored as a change of their own, logged like any other.
    """
    for table in reversed(TRACKED):
        created = of_kind(changes, table, "created")
        rewritten = of_kind(changes, table, "changed") if table in REWRITTEN else []
        _rows(table, [*created, *rewritten]).delete()
    for table in TRACKED:
        gone = of_kind(changes, table, "deleted")
        changed = of_kind(changes, table, "changed")
        _recreate(table, gone + (changed if table in REWRITTEN else []))
        if table == "hand":
            _restore_hands(changed, actor, reason)
        elif table not in REWRITTEN:
            _update(table, changed)


def drop_carried(changes: list[Change]) -> None:
    """Take a substitute away also where hands and rounds that came since took her over."""
    noted = of_kind(changes, "line-up", "created")
    newest = max((int(one["pk"]) for one in noted), default=0)
    for hand_id, compass, player_id in sorted(
        {(row["hand_id"], row["compass"], row["player_id"]) for row in (n["after"] for n in noted)}
    ):
        here = Seat.objects.filter(table_round__game__hands=hand_id, compass=compass)
        same_seat = Seat.objects.filter(
            player__in=here.values("player"),
            round__night__in=here.values("round__night"),
            table_round__game=OuterRef("hand__game"),
            compass=OuterRef("compass"),
        )
        carried = HandLineup.objects.filter(Exists(same_seat), player=player_id, pk__gt=newest)
        carried.delete()


def _rows(table: str, changes: list[Change]) -> QuerySet:
    return TRACKED[table][0].objects.filter(pk__in=[int(one["pk"]) for one in changes])


def _recreate(table: str, changes: list[Change]) -> None:
    model = TRACKED[table][0]
    model.objects.bulk_create(
        model(pk=int(one["pk"]), **_values(model, one["before"])) for one in changes
    )


def _update(table: str, changes: list[Change]) -> None:
    for one in changes:
        _rows(table, [one]).update(**_values(TRACKED[table][0], one["before"]))


def _values(model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
    """The stored values as the fields take them: a time is read from its text."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {
        name: fields[name].to_python(value) if name.endswith("_at") else value
        for name, value in row.items()
    }


def _restore_hands(changes: list[Change], actor: Actor, reason: str) -> None:
    for one in changes:
        before, after = one["before"], one["after"]
        if any(before[name] != after[name] for name in GROUPING):
            regroup_hands(
                [int(one["pk"])], group=before["board_group"], deal_applies=before["deal_applies"]
            )
        if before["version"] != after["version"]:
            undo_hand(
                int(one["pk"]), actor=actor, client_id=uuid.uuid4(), version=after["version"],
                reason=reason,
            )  # fmt: skip
