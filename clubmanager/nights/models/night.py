"""A club night: who is there, who sits where in which round, and which game that is."""

import secrets

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubmanager.people.models import Club, Player
from scoring.models import SEATS

from .choices import Dealing, Format, Method, NightState, PlayedGame


def new_draw_seed() -> str:
    return secrets.token_hex(16)


class ClubNight(models.Model):
    """One session of play."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    title = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    game = models.CharField(
        _("game"), max_length=12, choices=PlayedGame.choices, default=PlayedGame.ABRIDGED
    )
    # Complete and checked by nights.games; empty for a game that has none.
    game_settings = models.JSONField(default=dict, blank=True)
    format = models.CharField(_("format"), max_length=16, choices=Format.choices)
    options = models.JSONField(default=dict, blank=True)
    # Only for Format.TYPED, in the text form of nights.core.typed.
    typed_movement = models.TextField(_("movement"), blank=True)
    sections_planned = models.PositiveSmallIntegerField(
        _("sections"), default=1, validators=[MinValueValidator(1), MaxValueValidator(26)]
    )
    # Chosen by hand: player id (as text) -> section letter. Empty: split evenly.
    sections_chosen = models.JSONField(default=dict, blank=True)
    ranked_together = models.BooleanField(_("rank all sections together"), default=True)
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=4, validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    hands_per_round = models.PositiveSmallIntegerField(
        _("hands a round"), default=4, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    chart = models.ForeignKey(
        "scoring.Chart", on_delete=models.PROTECT, related_name="+", verbose_name=_("chart")
    )
    method = models.CharField(
        _("ranked by"), max_length=12, choices=Method.choices, default=Method.GAMES
    )
    # nights.core.ranking.RankingSettings, as far as it is not the usual.
    ranking = models.JSONField(default=dict, blank=True)
    dealing = models.CharField(
        _("cards"), max_length=8, choices=Dealing.choices, default=Dealing.SHUFFLED
    )
    state = models.CharField(max_length=8, choices=NightState.choices, default=NightState.PLANNED)
    show_live = models.BooleanField(_("show standings while the night runs"), default=True)
    embargo = models.BooleanField(_("embargo"), default=False)
    embargo_until = models.DateTimeField(_("embargo ends by itself at"), null=True, blank=True)
    correction_minutes = models.PositiveSmallIntegerField(
        _("correction period in minutes"), default=30, validators=[MaxValueValidator(1440)]
    )
    # At the tables' phones: does the other side agree to each hand, and may a table then see what
    # the others did on its board?
    confirm_hands = models.BooleanField(_("the other side confirms each hand"), default=True)
    show_field = models.BooleanField(
        _("tables see what others did on a board they have confirmed"), default=False
    )
    draw_seed = models.CharField(max_length=32, default=new_draw_seed)
    # Bumped in the transaction of every write that can change a page; caches are keyed by it.
    version = models.PositiveIntegerField(default=1)
    last_result_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    corrected_at = models.DateTimeField(null=True, blank=True)
    correction_note = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                # aBRIDGEd has at most four; nights.games knows each game's own number.
                condition=models.Q(hands_per_round__range=(1, 4))
                | (~models.Q(game="abridged") & models.Q(hands_per_round__range=(1, 16))),
                name="nights_hands_per_round_of_the_game",
            ),
            models.CheckConstraint(
                condition=~models.Q(method="games")
                | models.Q(hands_per_round=4)
                | models.Q(game="rubber", hands_per_round=1),
                name="nights_games_need_whole_games",
            ),
            models.CheckConstraint(
                condition=models.Q(state="closed", closed_at__isnull=False)
                | (~models.Q(state="closed") & models.Q(closed_at__isnull=True)),
                name="nights_closed_has_a_time",
            ),
        ]

    def __str__(self):
        return self.title


class CheckInState(models.TextChoices):
    BOOKED = "booked", _("booked")
    HERE = "here", _("here")
    ABSENT = "absent", _("not here")


class CheckIn(models.Model):
    """A player at the desk of a night: booked, here or not here."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="check_ins")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="check_ins")
    state = models.CharField(max_length=6, choices=CheckInState.choices, default=CheckInState.HERE)
    # A single who waits for a partner; pairs are formed when the desk closes.
    wants_partner = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "player"], name="nights_check_in_once")
        ]

    def __str__(self):
        return f"{self.player}: {self.state}"


class Section(models.Model):
    """A part of the field that plays its own movement."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(max_length=10, default="A")
    shared_sets = models.BooleanField(default=False)
    # How many copies of each board must be made up; 1 where tables pass the boards on.
    copies = models.PositiveSmallIntegerField(default=1)
    # Tables are numbered through the whole room: section A from 1, section B from 11 or so.
    first_table = models.PositiveSmallIntegerField(default=1)
    notes = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "name"], name="nights_section_name_once")
        ]

    def __str__(self):
        return self.name


class Entry(models.Model):
    """Whoever competes: a player, a pair or a team of four, by line and number."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    line = models.CharField(
        max_length=2, blank=True, choices=[("NS", "North-South"), ("EW", "East-West")]
    )
    number = models.PositiveSmallIntegerField()
    # The first round in which they play no more, where they went home early.
    gone_from_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-line", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "line", "number"], name="nights_entry_number_once"
            )
        ]

    def __str__(self):
        return f"{self.line} {self.number}".strip()


class EntryMember(models.Model):
    """A player of an entry, in order: the first sits North or East.

    Of a team the first two are its North-South pair, the others its East-West pair.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entry_members")
    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "position"], name="nights_entry_position_once"
            ),
            models.UniqueConstraint(fields=["night", "player"], name="nights_player_enters_once"),
        ]

    def __str__(self):
        return f"{self.entry}: {self.player}"


class RoundState(models.TextChoices):
    PLANNED = "planned", _("planned")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """The time between two moves."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=RoundState.choices, default=RoundState.PLANNED)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["night", "number"], name="nights_round_number_once")
        ]

    def __str__(self):
        return f"Round {self.number}"


class TableRound(models.Model):
    """One table in one round: who sits there is in its seats, what they score in its game."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="table_rounds")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="table_rounds")
    table = models.PositiveSmallIntegerField()
    board_set = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.OneToOneField(
        "scoring.Game", on_delete=models.PROTECT, related_name="table_round"
    )

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "table"], name="nights_table_once_a_round"
            )
        ]

    def __str__(self):
        return f"Round {self.round_id}, table {self.table}"


class Seat(models.Model):
    """A player on a compass seat of a table in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    table_round = models.ForeignKey(TableRound, on_delete=models.CASCADE, related_name="seats")
    compass = models.CharField(max_length=1, choices=SEATS)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table_round", "compass"], name="nights_seat_taken_once"
            ),
            models.UniqueConstraint(fields=["round", "player"], name="nights_player_in_one_place"),
        ]

    def __str__(self):
        return f"{self.compass}: {self.player}"


class SitOut(models.Model):
    """An entry that does not play in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sit_outs")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="nights_sit_out_once")
        ]

    def __str__(self):
        return f"{self.entry} sits out"


class HandLineup(models.Model):
    """Who sat there for one hand, where that differs from the seat (a substitute)."""

    hand = models.ForeignKey("scoring.HandResult", on_delete=models.CASCADE, related_name="+")
    compass = models.CharField(max_length=1, choices=SEATS)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "compass"], name="nights_lineup_seat_once")
        ]

    def __str__(self):
        return f"{self.compass}: {self.player}"


class NightDealSet(models.Model):
    """A deal set in use on a night. A set may serve several nights, and opens after the last."""

    night = models.OneToOneField(ClubNight, on_delete=models.CASCADE, related_name="night_deal_set")
    deal_set = models.ForeignKey(
        "deals.DealSet", on_delete=models.PROTECT, related_name="night_deal_sets"
    )

    def __str__(self):
        return f"{self.night}: {self.deal_set}"


class LogEntry(models.Model):
    """What was done on a night, besides the hands, which have their own log."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=150)
    origin = models.CharField(max_length=20)
    action = models.CharField(max_length=40)
    reason = models.CharField(max_length=300, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return f"{self.action} by {self.actor}"


class NightChange(models.Model):
    """What an action changed, row by row, so that it can be undone (nights.core.rows)."""

    log_entry = models.OneToOneField(LogEntry, on_delete=models.CASCADE, related_name="change")
    rows = models.JSONField()
    undone_by = models.OneToOneField(
        LogEntry, on_delete=models.SET_NULL, null=True, blank=True, related_name="undoes"
    )

    def __str__(self):
        return f"Rows of: {self.log_entry}"


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    STOPPED = "stopped", _("stopped")


class Job(models.Model):
    """Long work in the background: what, for which night, how far, and the file it made."""

    kind = models.CharField(max_length=20)
    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="jobs")
    state = models.CharField(max_length=7, choices=JobState.choices, default=JobState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    created_by = models.CharField(max_length=150)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return f"{self.kind} {self.pk}"
