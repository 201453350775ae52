"""How a person is named where the public can see it. Every public door calls this."""

import unicodedata

from .models import PublicName

JOINERS = "\u200c\u200d"  # zero-width non-joiner and joiner


def shown_name(first_name: str, last_name: str, choice: str) -> str:
    """The name under a choice of PublicName; an empty string when hidden."""
    if choice == PublicName.HIDDEN:
        return ""
    if choice == PublicName.FIRST or not last_name:
        return first_name
    if choice == PublicName.INITIAL:
        return f"{first_name} {last_name[0]}."
    return f"{first_name} {last_name}"


def public_name(player, club=None) -> str:
    """The player's name for public pages, or "" when it must not be shown.

    The player's own choice goes before the club's default; a school's default is the first name.
    """
    club = club or player.club
    choice = player.public_name_choice or club.public_name_default
    return shown_name(player.first_name, player.last_name, choice)


def visible_text(text: str) -> str:
    """The text without characters that nobody sees: they turn a line round or hide in a search.

    Joiners stay between others, as some scripts and signs need them.
    """
    shown = "".join(
        letter
        for letter in " ".join(unicodedata.normalize("NFC", text).split())
        if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf")
    )
    return " ".join(shown.split()).strip(JOINERS)
