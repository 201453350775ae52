"""Site operators make logins and clubs, and help out; a club's daily work has its own pages."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm

from clubmanager.people.models import Club, ClubChart, Membership, Player, User
from deals.admin import ReadOnlyForOperators


class LoginCreationForm(BaseUserCreationForm):
    """A new login, known by its e-mail address in small letters."""

    class Meta:
        model = User
        fields = ("email",)
        field_classes = {}

    def clean_email(self):
        return self.cleaned_data["email"].lower()


@admin.register(User)
class LoginAdmin(UserAdmin):
    add_form = LoginCreationForm
    add_fieldsets = ((None, {"fields": ("email", "password1", "password2")}),)
    fieldsets = (
        (None, {"fields": ("email", "password", "first_name", "last_name")}),
        ("Rights on the whole site", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    list_display = ("email", "first_name", "last_name", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    filter_horizontal = ()


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs are made on the site, where they get an owner and a chart."""

    list_display = ("name", "slug", "is_school", "created_at")
    search_fields = ("name", "slug")

    def has_add_permission(self, request):
        return False


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ("user", "club", "role")
    list_filter = ("role", "club")
    list_select_related = ("user", "club")
    autocomplete_fields = ("user", "club")


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Nobody is deleted: results hang on people. Untick "active" instead."""

    list_display = ("__str__", "club", "number", "is_guest", "is_active")
    list_filter = ("club", "is_active", "is_guest")
    list_select_related = ("club",)
    search_fields = ("first_name", "last_name", "number")
    autocomplete_fields = ("user", "club")

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(ClubChart)
class ClubChartAdmin(ReadOnlyForOperators):
    list_display = ("club", "chart", "is_current")
    list_select_related = ("club", "chart")
