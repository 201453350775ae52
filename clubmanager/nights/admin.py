"""Site operators see which nights there are, their log and their jobs; nobody changes them here."""

from django.contrib import admin

from clubmanager.nights.models import ClubNight, Job, LogEntry
from deals.admin import ReadOnlyForOperators


@admin.register(ClubNight)
class ClubNightAdmin(ReadOnlyForOperators):
    """Without the seed of the draw."""

    fields = ("club", "title", "date", "format", "method", "dealing", "state", "created_at")
    list_display = ("title", "club", "date", "format", "state")
    list_filter = ("state", "club")
    list_select_related = ("club",)
    date_hierarchy = "date"


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyForOperators):
    """Without what stood there before and after."""

    fields = ("night", "at", "actor", "origin", "action", "reason")
    list_display = fields
    list_select_related = ("night",)
    search_fields = ("actor", "action")


@admin.register(Job)
class JobAdmin(ReadOnlyForOperators):
    """Jobs that hang may be deleted; their night makes new ones."""

    fields = (
        "kind", "night", "state", "done", "total", "message", "created_by", "created_at",
        "finished_at",
    )  # fmt: skip
    list_display = ("id", "kind", "night", "state", "done", "total", "created_at")
    list_filter = ("state", "kind")
    list_select_related = ("night",)

    def has_delete_permission(self, request, obj=None):
        return self.has_view_permission(request)
