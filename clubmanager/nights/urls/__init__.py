"""Addresses of a club's nights, for its officers, and the tables' own pages."""

from . import evening, fair, planning, printing, ranking, tables, trouble

app_name = "nights"
urlpatterns = planning.urlpatterns + evening.urlpatterns + printing.urlpatterns
urlpatterns += tables.urlpatterns + fair.urlpatterns
urlpatterns += ranking.urlpatterns
urlpatterns += trouble.urlpatterns
