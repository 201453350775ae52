"""A write on a hand: its envelope, what it did, and why it may be refused."""

import uuid
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Write:
    """The envelope of a write: who, through which door, and what the client knew."""

    actor: str
    origin: str
    client_id: uuid.UUID
    version: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a write did: the hand before and after, as plain values.

    `more` is the id of the hand that the game expects since then, if it goes on by itself.
    """

    before: dict
    after: dict
    replayed: bool = False
    more: int | None = None


class WriteRefused(Exception):
    """A write that collides with another; nothing was changed."""


class Conflict(WriteRefused):
    """The hand was changed since the client saw it. `current` is what stands there now."""

    def __init__(self, current: dict, submitted: dict):
        super().__init__(
            f"version must be {current['version']}: somebody else changed this hand meanwhile"
        )
        self.current, self.submitted = current, submitted


class IdReused(WriteRefused):
    """The client id was used before, for another write."""

    def __init__(self, client_id):
        super().__init__(f"client id {client_id} was used before for another write")
