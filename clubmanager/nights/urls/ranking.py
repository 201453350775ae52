"""How the night is ranked, and why each number is what it is."""

from django.urls import path

from clubmanager.nights.views import ranking

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"
ENTRY = f"{NIGHT}/entries/<int:entry_id>"

urlpatterns = [
    path(f"{NIGHT}/ranking/", ranking.ranking, name="ranking"),
    path(f"{NIGHT}/ranking/penalty/", ranking.penalty, name="give_penalty"),
    path(
        f"{NIGHT}/ranking/penalties/<int:penalty_id>/take-back/",
        ranking.take_back,
        name="take_back_penalty",
    ),
    path(f"{ENTRY}/", ranking.explain, name="explain"),
    path(f"{ENTRY}/boards/<int:board>/", ranking.explain, name="explain_board"),
]
