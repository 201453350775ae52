"""Addresses under /score/: one game, a table of bridge, the calculator, charts and empty pads."""

from django.urls import path

from scoring import bridge_views, table_views, views

app_name = "scoring"
urlpatterns = [
    path("", views.family, name="family"),
    path("hand/<int:number>/", views.hand, name="hand"),
    path("next/", views.next_game, name="next_game"),
    path("new/", views.new_names, name="new_names"),
    path("chart/", views.chart, name="chart"),
    path("table/", table_views.table, name="table"),
    path("table/deal/<int:number>/", table_views.deal, name="deal"),
    path("table/next/", table_views.next_sitting, name="next_sitting"),
    path("table/new/", table_views.new_table, name="new_table"),
    path("table/sheet.pdf", table_views.sheet_pdf, name="sheet_pdf"),
    path("calculator/", bridge_views.calculator, name="calculator"),
    path("calculator.json", bridge_views.calculator_json, name="calculator_json"),
    path("paper/<slug:name>.pdf", bridge_views.bridge_paper, name="bridge_paper"),
    path("pad.pdf", views.blank_pads, name="blank_pads"),
]
