"""Site operators see which events there are; nobody changes them here."""

from django.contrib import admin

from deals.admin import ReadOnlyForOperators

from .models import Event


@admin.register(Event)
class EventAdmin(ReadOnlyForOperators):
    fields = ("club", "name", "same_weight", "best", "must_play", "is_public", "created_at")
    list_display = ("name", "club", "is_public", "created_at")
    list_filter = ("club",)
    list_select_related = ("club",)
