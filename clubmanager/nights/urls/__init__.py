"""Addresses of a club's nights, for its officers: before, during and on paper."""

from . import evening, planning, printing

app_name = "nights"
urlpatterns = planning.urlpatterns + evening.urlpatterns + printing.urlpatterns
