"""What is stored of deals: sets and their boards. A set is sealed until it is opened."""

from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from deals.core.boards import MAX_BOARD_NUMBER
from deals.core.deal import Deal
from deals.core.double_dummy import TrickTable

DEAL_TEXT_LENGTH = 69  # "N:", 52 cards, 12 dots and 3 blanks
SECRET_DIGITS = 64
TABLE_DIGITS = 20
COMPASS = [(seat, seat) for seat in "NESW"]
VULNERABLE = [(side, side) for side in ("None", "NS", "EW", "All")]


class Source(models.TextChoices):
    GENERATED = "generated", _("dealt by this site")
    IMPORTED = "imported", _("imported from a file")
    TYPED = "typed", _("typed in")


def _has_length(field: str, length: int) -> models.Q:
    return models.Q(Exact(Length(field), length))


GENERATED = models.Q(source=Source.GENERATED)
NOT_GENERATED = ~GENERATED


class DealSet(models.Model):
    """Boards that belong together. Only a generated set has a secret and claims fairness.

    `description` is the dictionary of `core.dealing.DealDescription` for a generated set, and
    {"filename": ...} for an imported one. The secret is sealed like the cards.
    """

    name = models.CharField(_("name"), max_length=150)
    source = models.CharField(_("source"), max_length=10, choices=Source)
    algorithm = models.CharField(max_length=10, blank=True)
    description = models.JSONField(default=dict, blank=True)
    secret_hex = models.CharField(max_length=SECRET_DIGITS, blank=True)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True)
    later_source = models.CharField(_("later information"), max_length=300, blank=True)
    later_value = models.CharField(_("its value"), max_length=300, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    created_by = models.CharField(_("created by"), max_length=150)
    opened_at = models.DateTimeField(_("opened at"), null=True, blank=True)
    opened_by = models.CharField(_("opened by"), max_length=150, blank=True)
    open_reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(source__in=Source.values), name="deals_dealset_source_valid"
            ),
            models.CheckConstraint(
                condition=(GENERATED & _has_length("commitment", 64))
                | (NOT_GENERATED & models.Q(commitment="", algorithm="")),
                name="deals_dealset_commitment_if_generated",
            ),
            models.CheckConstraint(
                condition=(GENERATED & _has_length("secret_hex", SECRET_DIGITS))
                | (NOT_GENERATED & models.Q(secret_hex="")),
                name="deals_dealset_secret_if_generated",
            ),
            models.CheckConstraint(
                condition=(GENERATED & ~models.Q(later_source=""))
                | models.Q(later_source="", later_value=""),
                name="deals_dealset_later_value_has_source",
            ),
            models.CheckConstraint(
                condition=models.Q(opened_at=None, opened_by="")
                | (models.Q(opened_at__isnull=False) & ~models.Q(opened_by="")),
                name="deals_dealset_opened_by_somebody",
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None

    @property
    def claims_fairness(self) -> bool:
        return self.source == Source.GENERATED

    @property
    def awaits_later_value(self) -> bool:
        """There are no deals yet: they depend on information that is still to come."""
        return bool(self.later_source) and not self.later_value


class Board(models.Model):
    """A numbered deal. `deal_text` is empty while its set awaits the later value."""

    deal_set = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField(_("number"))
    dealer = models.CharField(_("dealer"), max_length=1, choices=COMPASS)
    vulnerable = models.CharField(_("vulnerable"), max_length=4, choices=VULNERABLE)
    deal_text = models.CharField(max_length=DEAL_TEXT_LENGTH, blank=True)

    class Meta:
        ordering = ["deal_set", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["deal_set", "number"], name="deals_board_number_once_in_set"
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=MAX_BOARD_NUMBER),
                name="deals_board_number_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(dealer__in=[seat for seat, _name in COMPASS]),
                name="deals_board_dealer_valid",
            ),
            models.CheckConstraint(
                condition=models.Q(vulnerable__in=[side for side, _name in VULNERABLE]),
                name="deals_board_vulnerable_valid",
            ),
            models.CheckConstraint(
                condition=models.Q(deal_text="") | _has_length("deal_text", DEAL_TEXT_LENGTH),
                name="deals_board_deal_text_whole_or_empty",
            ),
        ]

    def __str__(self):
        return f"Board {self.number}"

    @property
    def deal(self) -> Deal | None:
        """The cards; None while there are none. The caller is responsible for authority."""
        return Deal.from_pbn(self.deal_text) if self.deal_text else None


class DoubleDummy(models.Model):
    """What perfect play wins on a board; sealed like its cards. Computed once, never changed."""

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="double_dummy")
    tricks = models.CharField(max_length=TABLE_DIGITS)
    solved_at = models.DateTimeField(_("solved at"), auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=_has_length("tricks", TABLE_DIGITS), name="deals_doubledummy_whole_table"
            ),
        ]

    def __str__(self):
        return f"Double dummy of {self.board}"

    @property
    def table(self) -> TrickTable:
        return TrickTable(self.tricks)
