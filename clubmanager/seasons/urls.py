"""Officers' addresses of events."""

from django.urls import path

from . import views

app_name = "seasons"
EVENT = "clubs/<slug:slug>/desk/events/<int:event_id>"

urlpatterns = [
    path("clubs/<slug:slug>/desk/events/", views.events, name="events"),
    path(f"{EVENT}/", views.event, name="event"),
    path(f"{EVENT}/settings/", views.settings, name="event_settings"),
    path(f"{EVENT}/sessions/", views.sessions, name="event_sessions"),
    path(f"{EVENT}/qualify/", views.qualify, name="qualify"),
    path(f"{EVENT}/delete/", views.delete, name="delete_event"),
    path(f"{EVENT}/standings.pdf", views.event_pdf, name="event_pdf"),
    path(f"{EVENT}/standings.csv", views.event_table, name="event_csv"),
]
