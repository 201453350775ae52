"""Writes about clubs and people."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.text import slugify

from scoring.core.chart import RECONSTRUCTED
from scoring.core.chart import Chart as ChartValue
from scoring.core.ruleset import RuleError
from scoring.models import Chart
from scoring.services import publish_chart

from .models import Club, ClubChart, ClubDealSet, Membership, Player, PublicName, Role, User
from .names import visible_text

RESERVED_SLUGS = {"new"}  # addresses below /clubs/ that are pages of their own


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(s for s in _candidates(base) if s not in taken | RESERVED_SLUGS)


def _candidates(base: str):
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1


@transaction.atomic
def create_club(*, name: str, owner: User, is_school: bool = False, **fields) -> Club:
    """A new club with its owner and the Reconstructed chart; a school shows first names only."""
    default = PublicName.FIRST if is_school else PublicName.FULL
    fields.setdefault("public_name_default", default)
    name = _club_name(name)
    club = Club.objects.create(name=name, slug=_free_slug(name), is_school=is_school, **fields)
    Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    chart = publish_chart(RECONSTRUCTED, actor=str(owner))
    ClubChart.objects.create(club=club, chart=chart)
    return club


@transaction.atomic
def update_club(club: Club, **fields) -> Club:
    """Change a club's settings. A club that becomes a school shows first names from then on,
    unless another choice is made in the same breath."""
    stored = Club.objects.select_for_update().get(pk=club.pk)
    becomes_school = fields.get("is_school", stored.is_school) and not stored.is_school
    choice = fields.get("public_name_default", stored.public_name_default)
    if becomes_school and choice == stored.public_name_default == PublicName.FULL:
        fields["public_name_default"] = PublicName.FIRST
    if "name" in fields:
        fields["name"] = _club_name(fields["name"])
    for name, value in fields.items():
        setattr(stored, name, value)
    stored.save()
    return stored


def _club_name(text: str) -> str:
    name = visible_text(text)
    if not name:
        raise RuleError("name", text, "at least one letter that is seen")
    return name


def _user_of(email: str) -> User:
    user = User.objects.filter(email__iexact=email.strip()).first()
    if user is None:
        raise RuleError("e-mail address", email, "the one of a login on this site")
    return user


def _require_role(role: str) -> None:
    if role not in Role.values:
        raise RuleError("role", role, ", ".join(Role.values))


@transaction.atomic
def add_officer(club: Club, *, email: str, role: str) -> Membership:
    """Give a user of this site a role in the club.

    Raises RuleError for an unknown e-mail address, and for somebody who has a role already.
    """
    _require_role(role)
    user = _user_of(email)
    membership, is_new = Membership.objects.get_or_create(
        club=club, user=user, defaults={"role": role}
    )
    if not is_new:
        raise RuleError(
            "e-mail address", email, f"new here: {user} is already {membership.role} of the club"
        )
    return membership


def _require_another_owner(membership: Membership) -> None:
    # The club's row is locked, so that two owners cannot remove each other at once.
    Club.objects.select_for_update().get(pk=membership.club_id)
    owners = Membership.objects.filter(club_id=membership.club_id, role=Role.OWNER)
    if list(owners.values_list("pk", flat=True)) == [membership.pk]:
        raise RuleError(
            "role", "none", "owner", f"{membership.user} is the only owner: name another one first"
        )


@transaction.atomic
def change_role(membership: Membership, *, role: str) -> Membership:
    """Give an officer another role. Raises RuleError where the club would have no owner."""
    _require_role(role)
    if role != Role.OWNER:
        _require_another_owner(membership)
    membership.role = role
    membership.save()
    return membership


@transaction.atomic
def remove_officer(membership: Membership) -> None:
    """Take an officer's role away. Raises RuleError for the only owner."""
    _require_another_owner(membership)
    membership.delete()


def confirm_chart(club: Club) -> None:
    """The club plays by its current chart as it is."""
    Club.objects.filter(pk=club.pk).update(chart_confirmed=True)


@transaction.atomic
def save_club_chart(club: Club, value: ChartValue, *, seen: Chart, actor: str) -> Chart:
    """Make `value` the club's current chart: the next version of the chart that the user saw.

    Raises RuleError when somebody else published a version meanwhile. Unchanged cells and name
    make no new version. Games that have begun keep the version they are pinned to.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    current = ClubChart.objects.select_related("chart").get(club=club, is_current=True)
    if current.chart_id != seen.pk:
        raise RuleError("chart version", seen.version, f"{current.chart.version}, the newest one")
    if value.to_json() == seen.cells and value.name == seen.name:
        chart = seen
    else:
        chart = publish_chart(value, actor=actor, previous=seen)
        ClubChart.objects.filter(club=club, is_current=True).update(is_current=False)
        ClubChart.objects.create(club=club, chart=chart)
    Club.objects.filter(pk=club.pk).update(chart_confirmed=True)
    return chart


def own_deal_set(club: Club, deal_set) -> ClubDealSet:
    """Record that the club owns the deal set."""
    return ClubDealSet.objects.create(club=club, deal_set=deal_set)


def _plain_name(first_name: str, last_name: str) -> dict[str, str]:
    first_name, last_name = visible_text(first_name), visible_text(last_name)
    if not first_name:
        raise RuleError("first name", first_name, "at least one letter")
    return {"first_name": first_name, "last_name": last_name}


def _require_free_number(club: Club, number: str, *, but: Player | None = None) -> None:
    holder = Player.objects.filter(club=club, number=number).exclude(pk=but.pk if but else None)
    if number and (other := holder.first()):
        raise RuleError("member number", number, f"free: it is {other.full_name}'s")


def _linked_user(club: Club, email: str, *, but: Player | None = None) -> User | None:
    if not email.strip():
        return None
    user = _user_of(email)
    other = Player.objects.filter(club=club, user=user).exclude(pk=but.pk if but else None).first()
    if other:
        raise RuleError("e-mail address", email, f"linked once: it is {other.full_name}'s")
    return user


@transaction.atomic
def add_player(
    *, club: Club, first_name: str, last_name: str = "", email: str = "", **fields
) -> Player:
    """A new member or guest of the club; `email` links the login of an officer who plays.

    Raises RuleError without a first name, for a number or a login that another player has, and
    for an e-mail address without a login.
    """
    _require_free_number(club, fields.get("number", ""))
    user = fields.pop("user", None) or _linked_user(club, email)
    names = _plain_name(first_name, last_name)
    return Player.objects.create(club=club, user=user, **names, **fields)


@transaction.atomic
def update_player(
    player: Player, *, first_name: str, last_name: str = "", email: str = "", **fields
) -> Player:
    """Change a player's names, number, public name and so on; errors as in `add_player`.

    The row is saved as an object, so that whoever listens to saved players rebuilds its pages.
    """
    stored = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    _require_free_number(stored.club, fields.get("number", ""), but=stored)
    stored.user = _linked_user(stored.club, email, but=stored)
    for name, value in (_plain_name(first_name, last_name) | fields).items():
        setattr(stored, name, value)
    stored.save()
    return stored


@transaction.atomic
def add_players(
    *, club: Club, names: Iterable[tuple[str, str]], is_guest: bool = False
) -> list[Player]:
    """Many new players at once, or none: names are pairs of first and last name."""
    return Player.objects.bulk_create(
        [Player(club=club, is_guest=is_guest, **_plain_name(first, last)) for first, last in names]
    )


def split_name(text: str) -> tuple[str, str]:
    """First and last name of what somebody typed in one box: the last word is the last name."""
    words = text.split()
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (" ".join(words), "")
