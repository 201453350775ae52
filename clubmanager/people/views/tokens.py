"""The keys with which a user's own programs act for her."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubmanager.people.tokens import make_token, revoke_token, tokens_of
from scoring.core.ruleset import RuleError


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(label=gettext_lazy("What it is for"), max_length=60)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tokens(request):
    """The tokens that work, and by POST a new one; its key is on the answer and nowhere else."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    key = ""
    if form.is_valid():
        try:
            _token, key = make_token(request.user, name=form.cleaned_data["name"])
        except RuleError as error:
            form.add_error(None, str(error))
        else:
            form = TokenForm()
    context = {"form": form, "key": key, "tokens": tokens_of(request.user)}
    return render(request, "people/tokens.html", context)


@require_POST
@login_required
def revoke(request, token_id):
    if not revoke_token(request.user, token_id):
        raise Http404
    messages.success(request, _("Revoked. It opens nothing any more."))
    return redirect("people:tokens")
