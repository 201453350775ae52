"""Addresses of accounts, clubs and people."""

from django.contrib.auth import views as auth
from django.urls import path

app_name = "people"
urlpatterns = [
    path("account/login/", auth.LoginView.as_view(template_name="people/login.html"), name="login"),
    path("account/logout/", auth.LogoutView.as_view(), name="logout"),
]
