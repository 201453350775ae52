"""What a table's page shows: the stage that its round has come to, from what is stored alone.

So a phone that slept, was reloaded or replaced comes back to the same hand.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubmanager.nights import words
from clubmanager.nights.forms.at_table import StepAtTableForm
from clubmanager.nights.forms.games import blank_forms, left_out, table_form
from clubmanager.nights.forms.hand import FirstDealerForm
from clubmanager.nights.forms.ruling import StepForm
from clubmanager.nights.models import Claim, ClaimState
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.at_table import (
    call_times,
    latest_call,
    others_on_board,
    stamp_of,
    state_for_device,
)
from clubmanager.nights.queries.claims import (
    held_at_table,
    load_table,
    next_tables,
    waiting_devices,
)
from clubmanager.nights.queries.grid import state_word
from clubmanager.nights.services.authority import is_disputed


def show_table(
    request: HttpRequest,
    claim: Claim,
    table: TableRow | None = None,
    row: HandRow | None = None,
    form: StepForm | None = None,
) -> HttpResponse:
    """The table's stage; with `row` the form of that hand."""
    if answer := not_at_table(request, claim):
        return answer
    table = table or load_table(claim.table_round_id)
    context = table_context(claim, table) | news_of(claim, table)
    held = sent_words(held_at_table(claim), claim.night.game)
    context |= stage_of(claim, table, row, form) | {"held": held}
    return render(request, "nights/at_table/table.html", context)


def not_at_table(request: HttpRequest, claim: Claim) -> HttpResponse | None:
    """The page of a device that waits, or is not at the table any more."""
    if claim.state == ClaimState.WAITS:
        return render(request, "nights/at_table/waiting.html", news_of(claim))
    return left_table(request, claim)


def left_table(request: HttpRequest, claim: Claim) -> HttpResponse | None:
    """The page of a device that is not at the table any more."""
    if claim.state == ClaimState.ENDED:
        held = {"held": sent_words(held_at_table(claim), claim.night.game)}
        return render(request, "nights/at_table/ended.html", own_context(claim) | held)
    return None


def show_result(request: HttpRequest, claim: Claim, table: TableRow, row: HandRow) -> HttpResponse:
    """One hand's result: points, the game's score, and the field where it may be seen."""
    if answer := not_at_table(request, claim):
        return answer
    context = table_context(claim, table, row) | news_of(claim, table) | {
        "sentence": words.hand_words(row),
        "score": words.score_words(table.totals),
        "others": [(words.points_words(other), words.hand_words(other))
                   for other in others_on_board(claim.night, row)],
        "step": StepAtTableForm(hand=row, auto_id=False),
        "next": next((r for r in table.hands if not r.settled), None),
    }  # fmt: skip
    return render(request, "nights/at_table/result.html", context)


def own_context(claim: Claim) -> dict:
    return {"claim": claim, "night": claim.night, "own": claim.table_round}


def news_of(claim: Claim, table: TableRow | None = None) -> dict:
    """What this device should know at once."""
    holds = claim.state == ClaimState.HOLDS
    call = latest_call(claim)
    return own_context(claim) | {
        "devices": waiting_devices(claim) if holds else [],
        "places": next_tables(claim) if claim.state != ClaimState.ENDED else [],
        "call": call_times(claim.night, call) if call else None,
        "stamp": stamp_of(claim, table),
    }


def table_context(claim: Claim, table: TableRow, row: HandRow | None = None) -> dict:
    sides = {"NS": _("North and South"), "EW": _("East and West")}
    return (
        own_context(claim)
        | {
            "table": table,
            "teams": [
                (side, words.team_words(table, key), table.totals.get(key, 0))
                for key, side in sides.items()
            ],
            "verdict": words.verdict_words(table),
            "pad": [(r, words.points_words(r), state_word(r.shown_state)) for r in table.hands],
            "enters": claim.state == ClaimState.HOLDS,
            "blanks": blank_forms(table.ruleset),
            "device_state": state_for_device(claim, table) | {"leaves_out": left_out(table)},
        }
        | ({"hand": row, "dealer": words.seat_words()[row.dealer]} if row else {})
    )


def stage_of(claim: Claim, table: TableRow, row: HandRow | None, form: StepForm | None) -> dict:
    """What is to be done now: a hand to enter, a result to agree with, or nothing."""
    enters = claim.state == ClaimState.HOLDS
    following = next((r for r in table.hands if not r.settled), None)
    asked = None
    if row is None and claim.night.confirm_hands:
        asked = next((r for r in table.hands if _awaits_answer(r)), None)
    row = row or asked or following
    if row is None:
        return {"stage": "done"} | _last_of(table, None)
    facts = {"hand": row, "dealer": words.seat_words()[row.dealer], "following": following}
    if asked:
        return facts | {
            "stage": "agree",
            "disputed": row.entry_state == "questioned",
            "sentence": words.hand_words(row),
            "step": StepAtTableForm(hand=row, auto_id=False),
        }
    if not enters:
        return facts | {"stage": "watch"}
    fresh = all(r.facts is None and r.board_id is None for r in table.hands)
    return (
        facts
        | _last_of(table, row)
        | {
            "stage": "enter",
            "form": form or table_form(table, row),
            "dealer_form": FirstDealerForm(table=table) if fresh else None,
            "step": StepAtTableForm(hand=row, auto_id=False) if row.facts else None,
        }
    )


def _last_of(table: TableRow, row: HandRow | None) -> dict:
    """The hand that was played before, while the players may still change it themselves."""
    before = [r for r in table.hands if row is None or r.number < row.number]
    last = before[-1] if before else None
    open_to_change = last and last.facts and last.entry_state in ("entered", "questioned")
    return {"last": last if open_to_change and last.ruling == "none" else None}


def _awaits_answer(row: HandRow) -> bool:
    """Whether the other side has to agree; a hand that the director questions is hers."""
    if row.ruling != "none":
        return False
    disputed = row.entry_state == "questioned" and is_disputed(row.id)
    return row.entry_state == "entered" or disputed


def sent_words(entries, game: str) -> list[dict]:
    return [
        {
            "number": held.hand.number,
            "words": words.submitted_words(held.facts, held.tricks, game),
            "why": held.get_why_display(),
        }
        for held in entries
    ]
