"""The door by keyboard: two letters, Enter; Enter again for the partner of last time. And money."""

from django.contrib import messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubmanager.nights import services
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.check_in import ArriveForm, PlayerForm
from clubmanager.nights.models import CheckInState, ClubNight
from clubmanager.nights.queries.desk import Desk
from clubmanager.nights.queries.formats import entry_size
from clubmanager.nights.queries.money import last_partner, money_words
from clubmanager.people.models import Player, Role
from clubmanager.people.queries import find_players
from scoring.core.ruleset import RuleError


@require_POST
def arrive(request, slug, night_id):
    """Enter: the first who matches is here. With an empty box: yes, with the partner offered."""
    night, actor = officer_night(request, slug, night_id)
    form = ArriveForm(request.POST, club=night.club)
    if not form.is_valid():
        return _desk(night)
    text, offered = form.cleaned_data["q"], form.offer()
    try:
        if text:
            return _arrives(request, night, text, actor)
        if offered and actor.directs:
            _together(request, night, *offered, actor)
    except RuleError as error:
        messages.error(request, str(error))
    return _desk(night)


def _arrives(request, night: ClubNight, text: str, actor):
    here = night.check_ins.filter(state=CheckInState.HERE).values("player_id")
    player = find_players(night.club, text).exclude(pk__in=here).first()
    if player is None:
        return _desk(night, q=text)  # the page offers to add a guest
    services.check_in(night.pk, player, actor=actor)
    messages.success(request, _("%(name)s is here.") % {"name": player.full_name})
    return _desk(night, came=player.pk)


def _together(request, night: ClubNight, player: Player, partner: Player, actor) -> None:
    services.check_in(night.pk, partner, actor=actor)
    services.pair_players(night.pk, player, partner, actor=actor)
    names = {"one": player.full_name, "other": partner.full_name}
    messages.success(request, _("%(one)s plays with %(other)s.") % names)


def _desk(night: ClubNight, **query):
    address = reverse("nights:check_in", args=[night.club.slug, night.pk])
    return redirect(f"{address}?{urlencode(query)}" if query else address)


def partner_offer(night: ClubNight, desk: Desk, came: str) -> dict:
    """Whom the person who has just come may play with again; nothing where that is not open."""
    if not came.isdecimal() or len(came) > 18 or night.state != "planned":
        return {}
    person = next((p for p in desk.free if p.id == int(came)), None)
    if person is None or entry_size(night) != 2:
        return {}
    partner = last_partner(night, Player.objects.get(pk=person.id))
    taken = {p.id for p in desk.people if p.entry is not None}
    if partner is None or partner.pk in taken:
        return {}
    return {"came": person, "partner": partner}


@require_POST
def pay(request, slug, night_id, what):
    """The table fee is paid, or given back."""
    night, actor = officer_night(request, slug, night_id)
    form = PlayerForm(request.POST, club=night.club)
    if form.is_valid():
        player = form.cleaned_data["player"]
        fee = services.fee_of(night, player)
        cents = fee if what == "paid" else -sum(
            night.payments.filter(player=player).values_list("cents", flat=True)
        )  # fmt: skip
        try:
            services.take_payment(night_id, player, cents, actor=actor)
        except RuleError as error:
            messages.error(request, str(error))
        else:
            text = _("%(name)s has paid %(sum)s.") if cents > 0 else _("%(name)s got %(sum)s back.")
            said = {"name": player.full_name, "sum": money_words(abs(cents))}
            messages.success(request, text % said)
    return _desk(night)


@require_POST
def wants_partner(request, slug, night_id, wish):
    """A single goes on the waiting list, or off it."""
    night, actor = officer_night(request, slug, night_id)
    form = PlayerForm(request.POST, club=night.club)
    if form.is_valid():
        player = form.cleaned_data["player"]
        try:
            services.wait_for_partner(night_id, player, wish == "yes", actor=actor)
        except RuleError as error:
            messages.error(request, str(error))
    return _desk(night)


@require_POST
def close_desk(request, slug, night_id):
    """The desk closes: singles who wait become pairs."""
    night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        pairs = services.pair_waiting(night_id, actor=actor)
    except RuleError as error:
        messages.error(request, str(error))
    else:
        for first, second in pairs:
            names = {"one": first.full_name, "other": second.full_name}
            messages.success(request, _("%(one)s plays with %(other)s.") % names)
    return redirect("nights:pairs", slug, night_id)
