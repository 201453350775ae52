"""When something goes wrong, and the next round of a night that is drawn round by round."""

from django.urls import path

from clubmanager.nights.views import next_round, trouble

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"

urlpatterns = [
    path(f"{NIGHT}/draw-round/", next_round.draw, name="draw_round"),
    path(f"{NIGHT}/trouble/", trouble.troubles, name="trouble"),
    path(f"{NIGHT}/trouble/undo/<int:entry_id>/", trouble.undo, name="undo"),
    path(f"{NIGHT}/trouble/<slug:key>/", trouble.action, name="trouble_action"),
]
