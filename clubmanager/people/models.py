"""Clubs, the people who play in them and the people who run them."""

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager):
    """Users are known by their e-mail address."""

    use_in_migrations = True

    def create_user(self, email, password=None, **fields):
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email, password=None, **fields):
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email):
        return self.get(email__iexact=email)


class User(AbstractUser):
    """Somebody who signs in: a director, a scorer, an operator of the site."""

    username = None
    email = models.EmailField(_("e-mail address"), unique=True)
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []
    objects = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="people_user_email_any_case_once")
        ]

    def __str__(self):
        return self.get_full_name() or self.email


class PublicName(models.TextChoices):
    FULL = "full", _("Full name")
    INITIAL = "initial", _("First name and initial")
    FIRST = "first", _("First name only")
    HIDDEN = "hidden", _("Not named")


class Paper(models.TextChoices):
    A4 = "A4", "A4"
    LETTER = "Letter", "Letter"


def check_time_zone(value):
    if value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("Time zone must be a name such as Europe/London, got “%(value)s”."),
            params={"value": value},
        )


def touch_club(club_id: int) -> None:
    """Say that something changed which the club's public pages show."""
    Club.objects.filter(pk=club_id).update(version=models.F("version") + 1)


class Club(models.Model):
    """A club: everything on the site belongs to one."""

    name = models.CharField(_("club name"), max_length=80)
    slug = models.SlugField(_("address"), unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="Europe/London", validators=[check_time_zone]
    )
    paper = models.CharField(_("paper"), max_length=6, choices=Paper.choices, default=Paper.A4)
    is_school = models.BooleanField(_("a school club"), default=False)
    public_name_default = models.CharField(
        _("names on public pages"),
        max_length=7,
        choices=PublicName.choices,
        default=PublicName.FULL,
    )
    decks = models.PositiveSmallIntegerField(
        _("decks of cards owned"), default=16, help_text=_("Every board in use needs its own deck.")
    )
    fee_cents = models.PositiveIntegerField(_("table fee of a member"), default=0)
    visitor_fee_cents = models.PositiveIntegerField(_("table fee of a guest"), default=0)
    chart_confirmed = models.BooleanField(default=False)
    # Keys of scoring.core.house_rules that this club's card leaves out.
    house_rules_off = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # Bumped whenever the club or one of its people is saved; caches of public pages are keyed
    # by it, so that a name taken off the pages is gone at once.
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(public_name_default__in=PublicName.values),
                name="people_club_public_name_known",
            )
        ]

    def __str__(self):
        return self.name

    def save(self, **kwargs):
        if self._state.adding:
            super().save(**kwargs)
            return
        # Never writes back a version that was read before somebody else's change.
        names = {field.name for field in self._meta.concrete_fields if not field.primary_key}
        kwargs["update_fields"] = set(kwargs.get("update_fields") or names) - {"version"}
        super().save(**kwargs)
        touch_club(self.pk)


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")


class Membership(models.Model):
    """What a user may do in a club."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="people_membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="people_membership_role_known"
            ),
        ]

    def __str__(self):
        return f"{self.user}: {self.role} of {self.club}"


class Player(models.Model):
    """Somebody who plays. Most never sign in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    first_name = models.CharField(_("first name"), max_length=60)
    last_name = models.CharField(_("last name"), max_length=60, blank=True)
    number = models.CharField(_("member number"), max_length=20, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    sits_still = models.BooleanField(
        _("sits still"), default=False, help_text=_("Gets a seat that stays, where there is one.")
    )
    public_name_choice = models.CharField(
        _("name on public pages"),
        max_length=7,
        choices=PublicName.choices,
        blank=True,
        help_text=_("Empty: as the club does."),
    )
    is_active = models.BooleanField(_("active"), default=True)
    # For the club's own letters. Never on a page but that of the person, nor in an export.
    contact_email = models.EmailField(_("e-mail address"), blank=True)

    class Meta:
        ordering = ["first_name", "last_name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(first_name=""), name="people_player_has_a_first_name"
            ),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False),
                name="people_player_one_per_user_and_club",
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~models.Q(number=""),
                name="people_player_number_once",
            ),
        ]

    def __str__(self):
        return self.full_name

    def save(self, **kwargs):
        super().save(**kwargs)
        touch_club(self.club_id)

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class ClubChart(models.Model):
    """A chart version that a club uses; the newest current one is offered for a new night."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_charts")
    chart = models.ForeignKey("scoring.Chart", on_delete=models.PROTECT, related_name="+")
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "chart"], name="people_club_chart_once"),
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(is_current=True),
                name="people_club_one_current_chart",
            ),
        ]

    def __str__(self):
        return f"{self.club}: {self.chart}"


class ClubDealSet(models.Model):
    """A deal set that a club owns."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="club_deal_sets")
    deal_set = models.OneToOneField(
        "deals.DealSet", on_delete=models.CASCADE, related_name="club_deal_set"
    )

    def __str__(self):
        return f"{self.club}: {self.deal_set}"


class PersonalToken(models.Model):
    """A key with which a program acts for a user. Only its SHA-256 is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="personal_tokens"
    )
    name = models.CharField(_("what it is for"), max_length=60)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="people_personal_token_digest_once")
        ]

    def __str__(self):
        return f"{self.name} of {self.user}"
