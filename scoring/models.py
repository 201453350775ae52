"""What is stored of a table's sitting: the facts of each hand, and the points derived from them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.core.chart import Chart as ChartValue

SEATS = [(seat, seat) for seat in "NESW"]


class Chart(models.Model):
    """One immutable version of a scoring chart. Editing makes the next version."""

    name = models.CharField(_("name"), max_length=60)
    version = models.PositiveIntegerField(_("version"), default=1)
    previous = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="later_versions"
    )
    cells = models.JSONField(_("cells"))
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="scoring_chart_version_positive"
            ),
            # A version has one successor at most: two people who edit at once do not both win.
            models.UniqueConstraint(fields=["previous"], name="scoring_chart_one_successor"),
        ]

    def __str__(self):
        return f"{self.name}, version {self.version}"

    @property
    def value(self) -> ChartValue:
        return ChartValue.from_json(self.cells, name=self.name, version=self.version)


class Game(models.Model):
    """One table's sitting. Its hands are expected from the start; totals are derived."""

    ruleset = models.CharField(max_length=20, default="abridged")
    # Pinned at the first hand, so that a later chart never changes a game that has begun.
    chart = models.ForeignKey(
        Chart, on_delete=models.PROTECT, null=True, blank=True, related_name="games"
    )
    settings = models.JSONField(default=dict, blank=True)
    totals = models.JSONField(default=dict, blank=True)
    sheet = models.JSONField(null=True, blank=True)

    def __str__(self):
        return f"Game {self.pk}"


class EntryState(models.TextChoices):
    EXPECTED = "expected", _("missing")
    ENTERED = "entered", _("entered")
    QUESTIONED = "questioned", _("questioned")
    CONFIRMED = "confirmed", _("confirmed")


class Ruling(models.TextChoices):
    NONE = "none", _("none")
    ADJUSTED = "adjusted", _("adjusted")
    CANCELLED = "cancelled", _("cancelled")
    NOT_PLAYED = "not played", _("not played")


class HandResult(models.Model):
    """One hand of a game: facts are stored, points are what ruleset and chart make of them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    board = models.ForeignKey(
        "deals.Board", on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    # Results on a board are compared within its group: another one where the cards were others.
    board_group = models.PositiveSmallIntegerField(default=0)
    dealer = models.CharField(max_length=1, choices=SEATS)
    # False: the director found that the stored deal is not what this table played.
    deal_applies = models.BooleanField(default=True)
    facts = models.JSONField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    declarer = models.CharField(max_length=1, choices=SEATS, blank=True)
    ns_points = models.IntegerField(null=True, blank=True)
    ew_points = models.IntegerField(null=True, blank=True)
    entry_state = models.CharField(
        max_length=10, choices=EntryState.choices, default=EntryState.EXPECTED
    )
    doubt = models.CharField(max_length=300, blank=True)
    ruling = models.CharField(max_length=10, choices=Ruling.choices, default=Ruling.NONE)
    ruling_reason = models.CharField(max_length=300, blank=True)
    ruled_ns_points = models.IntegerField(null=True, blank=True)
    ruled_ew_points = models.IntegerField(null=True, blank=True)
    # What makes a ruling more than two numbers: scoring.core.rulings.
    ruling_detail = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    entered_by = models.CharField(max_length=150, blank=True)
    entered_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="scoring_hand_number_once"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="scoring_hand_number_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(tricks__isnull=True) | models.Q(tricks__range=(0, 13)),
                name="scoring_hand_tricks_0_to_13",
            ),
            models.CheckConstraint(
                condition=models.Q(dealer__in=list("NESW")), name="scoring_hand_dealer_is_a_seat"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    entry_state="expected",
                    facts__isnull=True,
                    ns_points__isnull=True,
                    ew_points__isnull=True,
                )
                | (
                    ~models.Q(entry_state="expected")
                    & models.Q(
                        facts__isnull=False, ns_points__isnull=False, ew_points__isnull=False
                    )
                ),
                name="scoring_hand_points_when_entered",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    ruling="adjusted",
                    ruled_ns_points__isnull=False,
                    ruled_ew_points__isnull=False,
                )
                | (
                    ~models.Q(ruling="adjusted")
                    & models.Q(ruled_ns_points__isnull=True, ruled_ew_points__isnull=True)
                ),
                name="scoring_hand_ruled_points_when_adjusted",
            ),
            models.CheckConstraint(
                condition=models.Q(ruling__in=["adjusted", "cancelled"])
                | models.Q(ruling_detail__isnull=True),
                name="scoring_hand_detail_of_a_ruling",
            ),
        ]

    def __str__(self):
        return f"Game {self.game_id}, hand {self.number}"


class Change(models.Model):
    """The log of hands: who changed what, when, from where, and what stood there before."""

    hand = models.ForeignKey(HandResult, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=150)
    origin = models.CharField(max_length=20)
    action = models.CharField(max_length=20)
    reason = models.CharField(max_length=300, blank=True)
    before = models.JSONField()
    after = models.JSONField()
    # The client's own id of the write, and a hash of what it asked for: a repeated request
    # is answered again, not carried out again.
    client_id = models.UUIDField()
    body_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["client_id"], name="scoring_change_client_id_once")
        ]

    def __str__(self):
        return f"{self.action} by {self.actor}"
