"""Addresses under /score/: one game, its chart and an empty pad."""

from django.urls import path

from scoring import bridge_views, views

app_name = "scoring"
urlpatterns = [
    path("", views.family, name="family"),
    path("hand/<int:number>/", views.hand, name="hand"),
    path("next/", views.next_game, name="next_game"),
    path("new/", views.new_names, name="new_names"),
    path("chart/", views.chart, name="chart"),
    path("calculator/", bridge_views.calculator, name="calculator"),
    path("calculator.json", bridge_views.calculator_json, name="calculator_json"),
    path("paper/<slug:name>.pdf", bridge_views.bridge_paper, name="bridge_paper"),
    path("pad.pdf", views.blank_pads, name="blank_pads"),
]
