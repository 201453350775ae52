"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from clubmanager.publishing import views as publishing

urlpatterns = [
    path("", publishing.home, name="home"),
    path("api/", include("clubmanager.api")),
    path("score/", include("scoring.urls")),
    path("", include("clubmanager.people.urls")),
    path("", include("clubmanager.nights.urls")),
    path("", include("clubmanager.seasons.urls")),
    path("", include("clubmanager.publishing.urls")),
    path("admin/", admin.site.urls),
]
