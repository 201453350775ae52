"""What commands that read a file or standard input share."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError


def read_input(file: str | None, *, most: int) -> bytes:
    """The bytes of a file, else of standard input. CommandError (2) beyond `most` bytes."""
    try:
        stream = open(Path(file), "rb") if file else sys.stdin.buffer  # noqa: SIM115
        with stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}", returncode=2) from error
    if len(data) > most:
        raise CommandError(f"input must be at most {most} bytes", returncode=2)
    return data


def parse_json(data: bytes) -> Any:
    """JSON in UTF-8, without the numbers that JSON does not have. Raises ValueError."""
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")
