"""One hand: what stands there, how it came about, and everything that can be done about it."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.nights import services, words
from clubmanager.nights.forms.ruling import RulingForm, StepForm
from clubmanager.nights.queries import HandRow, TableRow
from clubmanager.nights.queries.grid import game_row
from clubmanager.nights.queries.history import hand_history
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError
from scoring.queries import hand_detail
from scoring.writes import WriteRefused

from .entering import address, hand_form, refuse_veiled, save_hand, step
from .evening import Evening, open_evening


@require_http_methods(["GET", "HEAD", "POST"])
def hand(request, slug, night_id, hand_id):
    """Look at a hand; by POST correct it."""
    evening = open_evening(request, slug, night_id)
    table, row = evening.hand_or_404(hand_id)
    if request.method != "POST":
        return _show(request, evening, table, row)
    form = hand_form(evening, table, row, request.POST)
    if "preview" in request.POST and not evening.sight.veils(table, row):
        moved = _preview(
            evening, form, lambda: services.enter_hand(row.id, actor=evening.actor, **form.write())
        )
        return _show(request, evening, table, row, form=form, moved=moved)
    return save_hand(request, evening, table, row, form) or _show(
        request, evening, table, row, form=form
    )


def _preview(evening: Evening, form, write) -> services.Preview | None:
    """Who would move; None where the form says why it cannot be stored like that."""
    if not form.is_valid():
        return None
    try:
        return services.preview(evening.night, write, hidden_boards=evening.sight.hidden_boards)
    except RuleError as error:
        form.add_rule_error(error)
    except WriteRefused:
        form.add_error(None, _("Somebody changed this hand meanwhile. Look at it again."))
    return None


@require_POST
def clear(request, slug, night_id, hand_id):
    """Take a wrong entry away."""
    evening = open_evening(request, slug, night_id)
    return _step(
        request, evening, hand_id, "clear_form", StepForm,
        lambda form: services.clear_hand(hand_id, actor=evening.actor, **form.envelope()),
    )  # fmt: skip


@require_POST
def confirm(request, slug, night_id, hand_id):
    """Agree with what was entered."""
    evening = open_evening(request, slug, night_id)
    return _step(
        request, evening, hand_id, "confirm_form", StepForm,
        lambda form: services.confirm_hand(
            hand_id, actor=evening.actor, client_id=form.cleaned_data["client_id"],
            version=form.cleaned_data["version"],
        ),
    )  # fmt: skip


@require_POST
def undo(request, slug, night_id, hand_id):
    """Take the last change back, as a new change."""
    evening = open_evening(request, slug, night_id)
    return _step(
        request, evening, hand_id, "undo_form", StepForm,
        lambda form: services.undo_hand(hand_id, actor=evening.actor, **form.envelope()),
    )  # fmt: skip


@require_POST
def rule(request, slug, night_id, hand_id):
    """A director's ruling."""
    evening = open_evening(request, slug, night_id, Role.DIRECTOR)
    return _step(
        request, evening, hand_id, "ruling_form", RulingForm,
        lambda form: services.rule_hand(
            hand_id, actor=evening.actor, **form.decision(), **form.envelope()
        ),
    )  # fmt: skip


def _step(request, evening: Evening, hand_id: int, name: str, form_class, write):
    table, row = evening.hand_or_404(hand_id)
    if refuse_veiled(request, evening, table, row):
        return redirect(address("hand", evening, hand_id))
    form = form_class(request.POST, hand=row, auto_id=f"{name}_%s")
    if "preview" in request.POST:
        moved = _preview(evening, form, lambda: write(form))
        return _show(request, evening, table, row, moved=moved, **{name: form})
    if step(request, form, lambda: write(form)):
        return redirect(address("hand", evening, hand_id))
    return _show(request, evening, table, row, **{name: form})


def _show(
    request,
    evening: Evening,
    table: TableRow,
    row: HandRow,
    *,
    form: StepForm | None = None,
    moved: services.Preview | None = None,
    **forms,
):
    veiled = evening.sight.veils(table, row)
    may_enter = evening.may_enter(table) and not veiled
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "table": table,
        "hand": row,
        "cell": game_row(table, evening.sight).cells[row.number - 1],
        "teams": {side: words.team_words(table, side) for side in ("NS", "EW")},
        "sentence": "" if veiled else words.hand_words(row),
        "detail": {} if veiled or row.facts is None else hand_detail(row.id),
        "history": [] if veiled else hand_history(evening.night, row.id),
        "veiled": veiled,
        "may_enter": may_enter,
        "form": form or (hand_form(evening, table, row) if may_enter else None),
        "is_form_bound": form is not None,
        "moved": moved,
        "posted": next(iter(forms), "form" if form else ""),
    }
    for name, form_class in (
        ("clear_form", StepForm), ("confirm_form", StepForm), ("ruling_form", RulingForm),
        ("undo_form", StepForm),
    ):  # fmt: skip
        context[name] = forms.get(name) or form_class(hand=row, auto_id=f"{name}_%s")
    return render(request, "nights/hand.html", context)
