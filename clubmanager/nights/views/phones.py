"""The director's page about the devices at the tables, and the entries that wait for her."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubmanager.nights import services, words
from clubmanager.nights.access import officer_night
from clubmanager.nights.forms.at_table import TableRulesForm
from clubmanager.nights.models import HeldEntry
from clubmanager.nights.queries import HandRow
from clubmanager.nights.queries.claims import held_entries, phones_of
from clubmanager.nights.queries.codes import printed_cards
from clubmanager.nights.queries.officer import OfficerSight, sight_in
from clubmanager.people.access import Actor
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError
from scoring.writes import WriteRefused

from .evening import is_shown


@require_safe
def phones(request, slug, night_id):
    night, actor = officer_night(request, slug, night_id)
    # The two groups of four stay on one line.
    digits = {card.table: card.digits.replace(" ", "\u00a0") for card in printed_cards(night_id)}
    held = held_entries(night)
    veiling = held and not is_shown(request, night)
    sight = sight_in(night, request.user) if veiling else OfficerSight()
    context = {
        "night": night,
        "actor": actor,
        "tables": [(found, digits.get(found.table, "")) for found in phones_of(night)],
        "held": [_held(entry, hand, sight) for entry, hand in held],
        "base_url": settings.BASE_URL,
        "rules": TableRulesForm(
            initial={"confirm_hands": night.confirm_hands, "show_field": night.show_field}
        ),
    }
    return render(request, "nights/phones.html", context)


@require_POST
def let_in(request, slug, night_id, claim_id):
    """Give a table to a device that waits there."""
    return _do(request, slug, night_id, _("The other phone has the table now."),
               lambda actor: services.let_in(night_id, claim_id, actor=actor))  # fmt: skip


@require_POST
def replace(request, slug, night_id, claim_id):
    """End the claim of a device that is dead or lost."""
    return _do(request, slug, night_id, _("The table is free for another phone."),
               lambda actor: services.replace_device(night_id, claim_id, actor=actor))  # fmt: skip


@require_POST
def rules(request, slug, night_id):
    """Whether the other side accepts each hand, and whether tables then see the field."""
    form = TableRulesForm(request.POST)
    return _do(request, slug, night_id, _("Saved."), lambda actor: form.is_valid() and (
        services.set_table_rules(night_id, actor=actor, **form.cleaned_data)
    ))  # fmt: skip


@require_POST
def revoke(request, slug, night_id):
    """Withdraw a table's code, or every code of the night."""
    named = request.POST.get("table", "")
    table = None if named == "all" else int(named) if named.isdecimal() else 0
    return _do(request, slug, night_id, _("Withdrawn. Print the new cards."),
               lambda actor: services.revoke_codes(night_id, table=table, actor=actor))  # fmt: skip


@require_POST
def accept(request, slug, night_id, held_id):
    """Store what was sent."""
    version = request.POST.get("version", "")
    return _do(request, slug, night_id, _("Stored as it was sent."),
               lambda actor: services.accept_held(
                   night_id, held_id, actor=actor, reason=request.POST.get("reason", ""),
                   version=int(version) if version.isdecimal() else -1,
               ))  # fmt: skip


@require_POST
def discard(request, slug, night_id, held_id):
    """Keep what is stored."""
    return _do(request, slug, night_id, _("Left as it was."),
               lambda actor: services.discard_held(
                   night_id, held_id, actor=actor, reason=request.POST.get("reason", "")
               ))  # fmt: skip


def _do(request, slug, night_id, done: str, act: Callable[[Actor], object]) -> HttpResponse:
    _night, actor = officer_night(request, slug, night_id, Role.DIRECTOR)
    try:
        act(actor)
        messages.success(request, done)
    except RuleError as error:
        messages.error(request, str(error))
    except WriteRefused:
        messages.error(request, _("The hand was changed meanwhile. Look at both again."))
    return redirect("nights:phones", slug, night_id)


def _held(held: HeldEntry, hand: HandRow, sight: OfficerSight) -> dict:
    """Both versions in words, unless this officer has still to play the board (story 46)."""
    veiled = sight.veils_hand(hand)
    return {
        "entry": held,
        "table": held.claim.table_round,
        "hand": hand,
        "veiled": veiled,
        "sender": services.label_of(held.claim),
        "stored": "" if veiled else words.hand_words(hand) or _("Nothing has been entered yet."),
        "sent": "" if veiled else words.submitted_words(held.facts, held.tricks, hand.ruleset),
    }
