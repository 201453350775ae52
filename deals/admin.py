"""Site operators see which sets exist; cards, seeds and boards are not shown here at all."""

from django.contrib import admin

from deals.models import DealSet


class ReadOnlyForOperators(admin.ModelAdmin):
    """Superusers look; nobody adds, changes or deletes."""

    def has_view_permission(self, request, obj=None):
        return request.user.is_active and request.user.is_superuser

    def has_module_permission(self, request):
        return self.has_view_permission(request)

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(DealSet)
class DealSetAdmin(ReadOnlyForOperators):
    fields = ("name", "source", "commitment", "created_at", "created_by", "opened_at")
    list_display = ("name", "source", "created_at", "created_by", "opened_at")
    list_filter = ("source",)
    search_fields = ("name", "commitment")
