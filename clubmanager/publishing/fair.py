"""Pages for those who want to check the deals: verification, proofs, boards, exact chances."""

import json

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deals.queries import proof_document

from . import boards, chances
from .queries import PublicNight, public_night
from .views import night_frame


@require_safe
def verify(request):
    """Check any proof: the browser deals the cards again, the server hears nothing of it."""
    return render(request, "publishing/verify.html")


@require_safe
def verify_night(request, slug, night_id):
    """The same with this night's proof filled in."""
    public = public_night(slug, night_id)
    context = night_frame(request, public) | {"proof_text": _proof_text(public)}
    return render(request, "publishing/verify_night.html", context)


@require_safe
def proof(request, slug, night_id):
    """The night's proof as a file."""
    public = public_night(slug, night_id)
    response = HttpResponse(_proof_text(public), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="proof-{night_id}.json"'
    return response


def _proof_text(public: PublicNight) -> str:
    """Raises Http404 while the cards are not public, and where nothing claims to be fair."""
    document = None
    if public.cards_are_public:
        document = proof_document(public.night.night_deal_set.deal_set)
    if document is None:
        raise Http404
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


@require_safe
def board(request, slug, night_id, number):
    """A board of a night that is over."""
    public = public_night(slug, night_id)
    page = boards.board_page(public, number)
    return render(request, "publishing/board.html", night_frame(request, public) | page)


@require_safe
def odds(request):
    """Exact chances of what a hand can be."""
    return render(request, "publishing/odds.html", {"tables": chances.chance_tables()})
