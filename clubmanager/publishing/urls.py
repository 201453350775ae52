"""Public addresses of clubs and nights, and the officers' page that says what is public."""

from django.urls import path

from . import events, fair, screen, views

app_name = "publishing"
NIGHT = "clubs/<slug:slug>/nights/<int:night_id>"
SCREEN = "clubs/<slug:slug>/desk/nights/<int:night_id>/screen/"

urlpatterns = [
    path(SCREEN, screen.screen, name="screen"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/events/<int:event_id>/", events.event, name="event"),
    path(
        "clubs/<slug:slug>/events/<int:event_id>/standings.pdf", events.event_pdf, name="event_pdf"
    ),
    path(f"{NIGHT}/", views.night, name="night"),
    path(f"{NIGHT}/standings/", views.standings, name="standings"),
    path(f"{NIGHT}/standings.pdf", views.standings_pdf, name="standings_pdf"),
    path(f"{NIGHT}/games/<int:table_round_id>/", views.game, name="game"),
    path(f"{NIGHT}/entries/<int:entry_id>/", views.entry, name="entry"),
    path(f"{NIGHT}/entries/<int:entry_id>/boards/<int:board>/", views.explain, name="explain"),
    path(
        "clubs/<slug:slug>/desk/nights/<int:night_id>/publish/",
        views.publication,
        name="publication",
    ),
    path(f"{NIGHT}/boards/<int:number>/", fair.board, name="board"),
    path(f"{NIGHT}/proof.json", fair.proof, name="proof"),
    path(f"{NIGHT}/verify/", fair.verify_night, name="verify_night"),
    path("verify/", fair.verify, name="verify"),
    path("odds/", fair.odds, name="odds"),
]
