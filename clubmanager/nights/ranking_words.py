"""How a night is ranked, in sentences: for the foot of standings, and for explanations."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubmanager.nights.core.ranking import IMP_METHODS, RankingSettings, settings_from_json
from clubmanager.nights.models import Method
from clubmanager.nights.queries import NightData
from scoring.core.board_scores import Comparison
from scoring.core.neuberg import Factoring
from scoring.core.tie_breaks import TieBreak

METHODS = {
    Method.GAMES: gettext_lazy(
        "Ranked by games won out of games played; a drawn game counts half."
    ),
    Method.POINTS: gettext_lazy(
        "Ranked by net points (own less the opponents’) for each hand played, so that sitting out "
        "costs nothing."
    ),
    Method.MATCHPOINTS: gettext_lazy(
        "Ranked by matchpoints: each board is compared with the same board at the other tables; "
        "two for every result beaten, one for every equal one."
    ),
    Method.CROSS_POINTS: gettext_lazy(
        "Ranked by cross-points: on each board the mean of what separates the result from every "
        "other one."
    ),
    Method.CROSS_IMPS: gettext_lazy(
        "Ranked by cross-IMPs: on each board the mean of the IMPs against every other result."
    ),
    Method.BUTLER: gettext_lazy(
        "Ranked by Butler scoring: on each board the IMPs against the mean of all results."
    ),
    Method.VICTORY: gettext_lazy(
        "Ranked by victory points: each match of two teams shares 20 by its IMPs."
    ),
    Method.BACK_SCORE: gettext_lazy(
        "Ranked by back score: each table's margin in hundreds, an odd 50 or more as a hundred."
    ),
}
TIES = {
    TieBreak.HEAD_TO_HEAD: gettext_lazy("the games between them where all have met"),
    TieBreak.OPPONENTS: gettext_lazy("the opponents’ results"),
    TieBreak.NET_POINTS: gettext_lazy("net points"),
    TieBreak.HANDS_WON: gettext_lazy("hands won"),
    TieBreak.GAMES_WON: gettext_lazy("games won"),
    TieBreak.COUNT_BACK: gettext_lazy("boards above average"),
    TieBreak.BASIC_SCORE: gettext_lazy("net IMPs"),
    TieBreak.BALLOT: gettext_lazy("drawn lots"),
}
JOINED = {TieBreak.HEAD_TO_HEAD: gettext_lazy("the meetings between them where all have met")}


def ranking_words(data: NightData) -> str:
    """The method of a night and everything that is not the usual, in sentences."""
    settings = settings_from_json(data.night.ranking)
    individuals = any(len(entry.members) == 1 for entry in data.entries.values())
    individuals = individuals or data.night.format in ("social", "individual")
    sentences = [str(METHODS[data.night.method])]
    sentences += _ties(data.night.method, settings, individuals)
    sentences += _boards(data.night.method, settings)
    sentences += _field(data, settings)
    return " ".join(sentences)


def _ties(method: str, settings: RankingSettings, individuals: bool) -> Iterator[str]:
    chain = settings.chain_for(method, individuals=individuals)
    words = TIES if method == Method.GAMES else TIES | JOINED
    if chain:
        listed = _(", then ").join(str(words[one]) for one in chain)
        yield _("Level: %(criteria)s.") % {"criteria": listed}


def _boards(method: str, settings: RankingSettings) -> Iterator[str]:
    if method == Comparison.MATCHPOINTS and settings.factoring is not Factoring.OFF:
        yield _("Boards with fewer results are factored to the full top (Neuberg).")
    if method in IMP_METHODS and settings.multiplier > 1:
        yield _("Points are multiplied by %(number)s before IMPs: house practice.") % {
            "number": settings.multiplier
        }


def _field(data: NightData, settings: RankingSettings) -> Iterator[str]:
    one_winner = "one" in (settings.winners, data.night.options.get("winners"))
    if one_winner and any(entry.line for entry in data.entries.values()):
        yield _("Both lines are one ranking.")
    if len({entry.section for entry in data.entries.values()}) > 1:
        yield (
            _("All sections are ranked together.")
            if data.night.ranked_together
            else _("Each section is ranked by itself.")
        )
    if settings.handicaps and data.night.method not in (Method.GAMES, Method.POINTS):
        yield _("Handicaps are added.")
    if settings.minimum_percent != 50:
        yield _("To be ranked, %(percent)s %% of the hands must be played.") % {
            "percent": settings.minimum_percent
        }
