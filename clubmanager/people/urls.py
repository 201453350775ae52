"""Addresses of accounts, clubs and people."""

from django.urls import path

from .views import accounts, chart, clubs, players, tokens

DESK = "clubs/<slug:slug>/desk"

app_name = "people"
urlpatterns = [
    path("account/login/", accounts.SignIn.as_view(), name="login"),
    path("account/logout/", accounts.SignOut.as_view(), name="logout"),
    path("account/password/", accounts.ChangePassword.as_view(), name="password"),
    path("account/reset/", accounts.Reset.as_view(), name="reset"),
    path("account/reset/sent/", accounts.ResetSent.as_view(), name="reset_sent"),
    path("account/reset/<uidb64>/<token>/", accounts.ResetConfirm.as_view(), name="reset_confirm"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path(f"{DESK}/settings/", clubs.settings, name="settings"),
    path(f"{DESK}/settings/officers/", clubs.add_officer, name="add_officer"),
    path(f"{DESK}/settings/officers/<int:officer_id>/", clubs.change_role, name="change_role"),
    path(
        f"{DESK}/settings/officers/<int:officer_id>/remove/",
        clubs.remove_officer,
        name="remove_officer",
    ),
    path(f"{DESK}/chart/", chart.chart, name="chart"),
    path(f"{DESK}/chart/as-it-is/", chart.chart_as_it_is, name="chart_as_it_is"),
    path(f"{DESK}/people/", players.players, name="players"),
    path(f"{DESK}/people/new/", players.new_player, name="new_player"),
    path(f"{DESK}/people/list/", players.add_many, name="add_many"),
    path(f"{DESK}/people/<int:player_id>/", players.player, name="player"),
]
