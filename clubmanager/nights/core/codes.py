"""The codes of table cards: 128 bits for a QR code, eight digits to type.

Source: docs/tables.md. Both come from one HMAC of night, table and generation, so that a card can
be printed again and nothing has to be stored. They share no bits: the digits, which are weaker,
tell nothing of the text.
"""

from __future__ import annotations

import base64
import hmac
import unicodedata
from dataclasses import dataclass

TEXT_LENGTH = 22  # 128 bits, six to a character
DIGITS = 8
SHORTEST_KEY = 16  # bytes


@dataclass(frozen=True, slots=True)
class TableCode:
    """One table's code: `text` as the QR code carries it, `digits` as people type them."""

    text: str
    digits: str

    @property
    def spoken(self) -> str:
        """The digits as a card shows them, in two groups of four."""
        return f"{self.digits[:4]} {self.digits[4:]}"


def table_code(key: bytes, *, night: int, table: int, generation: int) -> TableCode:
    """The code of a table on a night. Another generation is another code.

    Raises ValueError for a key under 16 bytes, or a number below 1.
    """
    if len(key) < SHORTEST_KEY:
        raise ValueError(f"key must have {SHORTEST_KEY} bytes or more, got {len(key)}")
    for name, number in (("night", night), ("table", table), ("generation", generation)):
        if number < 1:
            raise ValueError(f"{name} must be 1 or more, got {number}")
    digest = hmac.digest(key, f"table code 1: {night} {table} {generation}".encode(), "sha256")
    text = base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()
    return TableCode(text, f"{int.from_bytes(digest[16:]) % 10**DIGITS:0{DIGITS}d}")


def read_digits(typed: str) -> str:
    """Eight digits as somebody types them, in any script, with spaces, dots or hyphens.

    Raises ValueError when there are not exactly eight digits.
    """
    kept = [mark for mark in typed if not mark.isspace() and mark not in "-–./"]
    found = "".join(str(unicodedata.digit(mark, "x")) for mark in kept)
    if len(found) != DIGITS or not found.isdecimal():
        raise ValueError(f"code must be {DIGITS} digits")
    return found
