"""The club's nights on one page."""

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubmanager.nights.queries.desk import nights_of, same_weekday, today_at
from clubmanager.people.access import officer_club

NIGHTS_A_PAGE = 20


@require_safe
def desk(request, slug):
    """Every night, running ones first, with the way to the next one."""
    club, actor = officer_club(request, slug)
    page = Paginator(nights_of(club), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    today = today_at(club)
    rows = [{"night": night, "again": same_weekday(night.date, today)} for night in page]
    context = {"actor": actor, "page": page, "rows": rows}
    return render(request, "nights/desk.html", context)
