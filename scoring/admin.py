"""Site operators see that charts, games and changes exist; facts and points stay with the club."""

from django.contrib import admin

from deals.admin import ReadOnlyForOperators
from scoring.models import Change, Chart, Game, HandResult


@admin.register(Chart)
class ChartAdmin(ReadOnlyForOperators):
    fields = ("name", "version", "previous", "cells", "created_at", "created_by")
    list_display = ("name", "version", "created_at", "created_by")
    list_select_related = ("previous",)
    search_fields = ("name",)


@admin.register(Game)
class GameAdmin(ReadOnlyForOperators):
    fields = ("ruleset", "chart")
    list_display = ("id", "ruleset", "chart")
    list_select_related = ("chart",)


@admin.register(HandResult)
class HandResultAdmin(ReadOnlyForOperators):
    """No facts, points or doubts: of a night that runs, even an operator sees only the state."""

    fields = ("game", "number", "entry_state", "ruling", "version", "entered_by", "entered_at")
    list_display = fields
    list_filter = ("entry_state", "ruling")
    list_select_related = ("game",)


@admin.register(Change)
class ChangeAdmin(ReadOnlyForOperators):
    fields = ("hand", "at", "actor", "origin", "action", "reason")
    list_display = fields
    list_select_related = ("hand",)
    search_fields = ("actor",)
