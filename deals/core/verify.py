"""Check a published proof: does the secret give the commitment, and every board its deal?

A proof is {"algorithm", "description", "commitment", "later_value", "secret", "boards": [{"number",
"deal"}]}, as the site publishes it when a set is opened; see docs/dealing.md. The page in the
browser and the stand-alone script check the same file and the same things.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deals.core.deal import Deal
from deals.core.dealing import DealDescription, commitment, deal_boards


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found wrong, in sentences; nothing where everything matches."""

    boards: int  # boards that were derived again
    faults: tuple[str, ...]

    @property
    def matches(self) -> bool:
        return not self.faults


def verify_proof(proof: object) -> Verdict:
    """Check a proof as read from JSON. Never raises: what cannot be read is a fault."""
    if not isinstance(proof, Mapping):
        return Verdict(0, ("the proof is no JSON object",))
    try:
        description = DealDescription.from_dict(proof["description"])
        secret = _secret(proof.get("secret"))
        dealt = deal_boards(description, secret, proof.get("later_value", ""))
        given = _given_deals(proof["boards"])
    except KeyError as error:
        return Verdict(0, (f"{error.args[0]} is missing",))
    except (ValueError, TypeError, AttributeError) as error:
        return Verdict(0, (f"the proof cannot be read: {error}",))
    faults = []
    if dict(proof["description"]) != description.as_dict():
        faults.append("the description is not in its canonical form")
    if proof.get("algorithm", description.algorithm) != description.algorithm:
        faults.append("the algorithm is not the one of the description")
    if proof.get("commitment") != commitment(description, secret):
        faults.append("the commitment does not belong to this description and secret")
    return Verdict(len(dealt), (*faults, *_board_faults(given, dealt)))


def _secret(text: object) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError("secret must be 64 hexadecimal digits; it is published after the night")
    return bytes.fromhex(text)


def _given_deals(rows: Any) -> list[tuple[int, Deal]]:
    return [(row["number"], Deal.from_pbn(row["deal"])) for row in rows]


def _board_faults(given: list[tuple[int, Deal]], dealt: Mapping[int, Deal]) -> list[str]:
    faults = [
        f"board {number} is not in this set" for number, _deal in given if number not in dealt
    ]
    numbers = [number for number, _deal in given]
    faults += [f"board {number} is missing" for number in dealt if number not in numbers]
    faults += [f"board {number} is there twice" for number in dealt if numbers.count(number) > 1]
    faults += [
        f"board {number} has another deal"
        for number, deal in given
        if number in dealt and deal != dealt[number]
    ]
    return faults
