"""Entry from paper, one line a hand: type, Enter, next. A whole table without the mouse."""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubmanager.nights import services, words
from clubmanager.nights.games import game_of
from clubmanager.nights.queries.grid import current_round, game_row
from clubmanager.nights.queries.lines import Aim, aim_at, explain, pad_words
from scoring.core.line_abridged import HandLine, PadTotals, TakeBack
from scoring.core.line_bridge import DealLine
from scoring.core.ruleset import RuleError
from scoring.queries import is_written
from scoring.writes import WriteRefused

from .entering import address, say_result
from .evening import Evening, open_evening


@require_http_methods(["GET", "HEAD", "POST"])
def lines(request, slug, night_id):
    """The box and the table that it writes on; by POST read a line and carry it out."""
    evening = open_evening(request, slug, night_id)
    typed = request.POST if request.method == "POST" else request.GET
    aim = _aim(evening, typed)
    text = request.POST.get("line", "").strip()
    if request.method != "POST" or not text:
        return _show(request, evening, aim)
    try:
        return _carry_out(request, evening, aim, text)
    except RuleError as error:
        return _show(request, evening, aim, line=text, error=str(error), status=422)
    except WriteRefused:
        error = _("Somebody else typed this hand meanwhile. Look at it before you go on.")
        return _show(request, evening, aim, line=text, error=error, status=409)


@require_safe
def read(request, slug, night_id):
    """What is understood of a line so far, while it is typed."""
    evening = open_evening(request, slug, night_id)
    context = {"understood": explain(_aim(evening, request.GET), request.GET.get("line", ""))}
    return render(request, "nights/_line_read.html", context)


def _aim(evening: Evening, typed) -> Aim:
    number = _number(typed, "round") or current_round(evening.data)
    table, last, seen = (_number(typed, name) for name in ("table", "last", "hand"))
    return aim_at(evening.data, evening.sight, number, table, last, seen)


def _number(typed, name: str) -> int | None:
    text = typed.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _key(request) -> uuid.UUID:
    """The page's id of this line. Sent again because the answer was lost, it is still the same."""
    try:
        return uuid.UUID(request.POST.get("client_id", ""))
    except ValueError:
        return uuid.uuid4()


def _carry_out(request, evening: Evening, aim: Aim, text: str) -> HttpResponse:
    line = game_of(evening.night).read_line(text)
    if isinstance(line, PadTotals):
        agrees, said = pad_words(aim, line)
        (messages.success if agrees else messages.error)(request, said)
        return _on(evening, aim, aim.last)
    if isinstance(line, TakeBack):
        return _take_back(request, evening, aim)
    return _enter(request, evening, aim, line, text)


def _enter(
    request, evening: Evening, aim: Aim, line: HandLine | DealLine, text: str
) -> HttpResponse:
    table, hand = aim.place(line)
    facts = line.facts(aim.dealer(hand))
    key = _key(request)
    sure = request.POST.get("sure") == f"{hand.id} {hand.version}"
    if hand.settled and not sure and not is_written(key):
        return _show(request, evening, aim, line=text, sure=hand)
    recorded = services.enter_hand(
        hand.id, facts=facts, tricks=line.tricks, actor=evening.actor,
        client_id=key, version=hand.version, reason=request.POST.get("reason", ""),
    )  # fmt: skip
    say_result(request, table, hand, recorded.after)
    return _on(evening, aim, hand.id, table.table)


def _take_back(request, evening: Evening, aim: Aim) -> HttpResponse:
    if aim.last is None:
        raise RuleError("line", "u", "typed after a hand of yours, which it takes back")
    table, hand = evening.hand_or_404(aim.last)
    recorded = services.undo_hand(
        hand.id, actor=evening.actor, client_id=_key(request), version=hand.version,
        reason=request.POST.get("reason", ""),
    )  # fmt: skip
    said = words.state_words(recorded.after, evening.night.game)
    messages.warning(request, _("Taken back: hand %(n)s of table %(table)s. %(now)s") % {
        "n": hand.number, "table": table.table, "now": said,
    })  # fmt: skip
    return _on(evening, aim, None, table.table)


def _on(evening: Evening, aim: Aim, last: int | None, table: int | None = None) -> HttpResponse:
    """Back to the empty box. The table stays until all of it is in; then the next one follows."""
    query = {"round": aim.round, "table": table or (aim.table and aim.table.table) or ""}
    if last is not None:
        query["last"] = last
    return redirect(f"{address('lines', evening)}?{urlencode(query)}")


def _show(request, evening: Evening, aim: Aim, *, status: int = 200, **more) -> HttpResponse:
    table = aim.table
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "aim": aim,
        "tables": aim.tables,
        "rounds": [n for n, t in evening.data.rounds().items() if t[0].round_state != "planned"],
        "game": game_row(table, evening.sight) if table else None,
        "teams": {side: words.team_words(table, side) for side in ("NS", "EW")} if table else {},
        "understood": explain(aim, more.get("line", "")),
        "examples": game_of(evening.night).line_examples,
        "line_id": uuid.uuid4(),
        "needs_reason": evening.night.state == "closed",
    }
    return render(request, "nights/lines.html", context | more, status=status)
