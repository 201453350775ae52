"""What the commands about nights share."""

import json

from django.core.management.base import BaseCommand, CommandError

from clubmanager.nights.models import ClubNight


def find_night(number: int) -> ClubNight:
    """The night with this number; CommandError with exit code 2 when there is none."""
    night = ClubNight.objects.select_related("club", "chart").filter(pk=number).first()
    if night is None:
        raise CommandError(f"NIGHT must be the number of a night, got {number}", returncode=2)
    return night


def print_json(command: BaseCommand, value: object) -> None:
    command.stdout.write(json.dumps(value, indent=2, ensure_ascii=False))
