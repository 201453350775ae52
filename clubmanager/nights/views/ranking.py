"""How the night is ranked, penalties, and how each number of the ranking came about."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubmanager.nights import services
from clubmanager.nights.forms.ranking import PenaltyForm, RankingForm, entry_label
from clubmanager.nights.queries.explain import explain_board, explain_entry
from clubmanager.nights.ranking_words import ranking_words
from clubmanager.people.models import Role
from scoring.core.ruleset import RuleError

from .evening import Evening, open_evening


@require_http_methods(["GET", "HEAD", "POST"])
def ranking(request, slug, night_id):
    """Look at the settings of the ranking; by POST change them."""
    evening = open_evening(request, slug, night_id, Role.DIRECTOR)
    form = RankingForm(request.POST if request.method == "POST" else None, data=evening.data)
    if form.is_valid() and _saved(form, lambda: _save(evening, form)):
        messages.success(request, _("Saved. Every page of the night follows at once."))
        return redirect("nights:ranking", slug, night_id)
    return _show(request, evening, form, PenaltyForm(None, data=evening.data))


def _save(evening: Evening, form: RankingForm):
    return services.set_ranking(
        evening.night.pk, actor=evening.actor, method=form.cleaned_data["method"],
        settings=form.settings(), ranked_together=form.cleaned_data["ranked_together"],
        reason=form.cleaned_data["reason"],
    )  # fmt: skip


def _saved(form, save) -> bool:
    try:
        save()
    except RuleError as error:
        form.add_rule_error(error)
        return False
    return True


def _show(request, evening: Evening, form: RankingForm, penalty_form: PenaltyForm):
    given = [
        (penalty, entry_label(evening.data.entries[penalty.entry]), penalty.hundredths / 100)
        for penalty in evening.data.penalties
    ]
    sections = {entry.section for entry in evening.data.entries.values()}
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "form": form,
        "penalty_form": penalty_form,
        "penalties": given,
        "several_sections": len(sections) > 1,
    }
    return render(request, "nights/ranking.html", context)


@require_POST
def penalty(request, slug, night_id):
    """Give an entry a penalty."""
    evening = open_evening(request, slug, night_id, Role.DIRECTOR)
    form = PenaltyForm(request.POST, data=evening.data)
    if form.is_valid() and _saved(
        form, lambda: services.give_penalty(night_id, actor=evening.actor, **form.what())
    ):
        messages.success(request, _("The penalty counts."))
        return redirect("nights:ranking", slug, night_id)
    return _show(request, evening, RankingForm(None, data=evening.data), form)


@require_POST
def take_back(request, slug, night_id, penalty_id):
    evening = open_evening(request, slug, night_id, Role.DIRECTOR)
    try:
        services.take_back_penalty(night_id, penalty_id, actor=evening.actor)
        messages.success(request, _("The penalty is taken back."))
    except RuleError as error:
        messages.error(request, str(error))
    return redirect("nights:ranking", slug, night_id)


@require_safe
def explain(request, slug, night_id, entry_id, board=None):
    """How an entry's number came about; with a board, that board against the other results."""
    evening = open_evening(request, slug, night_id)
    entry = evening.data.entries.get(entry_id)
    if entry is None:
        raise Http404
    hidden = evening.sight.hidden_boards
    reader = {"name_of": entry_label, "public": False, "hidden": hidden}
    context = {
        "night": evening.night,
        "actor": evening.actor,
        "entry": entry,
        "name": entry_label(entry),
        "method": ranking_words(evening.data),
        "board": board,
    }
    if board is None:
        context["story"] = explain_entry(evening.data, entry_id, **reader)
    else:
        context["plays"] = explain_board(evening.data, entry_id, board, **reader)
        if not context["plays"]:
            raise Http404
    return render(request, "nights/explain.html", context)
