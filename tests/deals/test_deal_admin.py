import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from deals import services
from deals.models import Board, DealSet


@pytest.fixture
def request_of(rf):
    def make(**rights):
        request = rf.get("/admin/")
        request.user = get_user_model()(**rights) if rights else AnonymousUser()
        return request

    return make


def test_only_site_operators_see_deal_sets_and_nobody_changes_them(request_of):
    room = admin.site.get_model_admin(DealSet)
    operator = request_of(is_superuser=True, is_staff=True)
    assert room.has_view_permission(operator)
    assert not room.has_view_permission(request_of(is_staff=True))
    assert not room.has_view_permission(request_of())
    for may in (room.has_change_permission, room.has_delete_permission, room.has_add_permission):
        assert not may(operator)


def test_boards_have_no_admin_page():
    assert not admin.site.is_registered(Board)


@pytest.mark.django_db
def test_the_admin_page_of_a_set_shows_neither_cards_nor_seed(request_of):
    deal_set = services.generate_deal_set(
        name="Thursday", event="", session="", boards=2, actor="Ann", later_source=""
    )
    room = admin.site.get_model_admin(DealSet)
    page = room.change_view(request_of(is_superuser=True, is_staff=True), str(deal_set.pk))
    shown = {
        field
        for fieldset in page.context_data["adminform"]
        for line in fieldset
        for column in line
        for field in [column.field["name"]]
    }
    assert shown == set(room.fields)
    assert not shown & {"secret_hex", "description", "warnings"}
