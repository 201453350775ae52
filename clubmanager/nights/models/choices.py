"""What a night's plan chooses from."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NightState(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


class Format(models.TextChoices):
    """The keys of nights.core.formats, and a movement that the director typed in."""

    SOCIAL = "social", _("Social draw: new partners every round")
    INDIVIDUAL = "individual", _("Individual: new partners by a printed table")
    ROUND_ROBIN = "round_robin", _("Round robin: every pair meets every other")
    MITCHELL = "mitchell", _("Mitchell: North-South stay, East-West move")
    HOWELL = "howell", _("Howell: every pair meets every other, one winner")
    SWISS = "swiss", _("Swiss: each round neighbours in the ranking meet")
    KNOCKOUT = "knockout", _("Knockout: the winners play on")
    TEAM_ROUND_ROBIN = "team_round_robin", _("Teams of four: every team meets every other")
    TEAM_SWISS = "team_swiss", _("Teams of four, Swiss")
    TEAM_KNOCKOUT = "team_knockout", _("Teams of four, knockout")
    TYPED = "typed", _("A movement of your own, typed in or from a file")


class PlayedGame(models.TextChoices):
    """The keys of nights.games, and of scoring.core.registry."""

    ABRIDGED = "abridged", _("aBRIDGEd")
    DUPLICATE = "duplicate", _("Duplicate bridge")
    CHICAGO = "chicago", _("Chicago: four deals a round")
    RUBBER = "rubber", _("Rubber bridge: a rubber a round")
    MINIBRIDGE = "minibridge", _("MiniBridge")


class Method(models.TextChoices):
    GAMES = "games", _("Games won")
    POINTS = "points", _("Total points")
    MATCHPOINTS = "matchpoints", _("Matchpoints (every table plays the same boards)")
    CROSS_POINTS = "cross-points", _("Cross-points: the mean of what separates you from others")
    CROSS_IMPS = "cross-imps", _("Cross-IMPs: IMPs against every other result")
    BUTLER = "butler", _("Butler: IMPs against the mean of a board")
    VICTORY = "victory", _("Victory points: matches of teams, 20 to share")
    BACK_SCORE = "back-score", _("Back score: each table's margin in hundreds (rubber, Chicago)")

    @classmethod
    def simple(cls, chosen: str = "") -> list[tuple[str, str]]:
        """The choices for a plan; the others, but the one `chosen`, are for those who ask."""
        plain = (cls.GAMES, cls.POINTS, cls.MATCHPOINTS, cls.BACK_SCORE, chosen)
        return [one for one in cls.choices if one[0] in plain]


class MissedHands(models.TextChoices):
    """What becomes of hands that somebody who came late could not play."""

    NOT_PLAYED = "not played", _("not played: no score for anybody")
    ARTIFICIAL = (
        "artificial",
        _("artificial: average plus for those who waited, average minus for the late"),
    )


class Dealing(models.TextChoices):
    SHUFFLED = "shuffled", _("Shuffled at the table")
    STORED = "stored", _("Stored deals (a deal set)")
